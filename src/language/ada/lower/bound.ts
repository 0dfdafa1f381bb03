/** Where the program goes beyond what is modelled: the execution is followed no further, and the answer says so. */
import type { Place } from '../../../model/expression.js';
import type { Context } from './context.js';
import type { StepParts } from './draft.js';

/** What the variable at this place holds is no longer known. */
export function lose(context: Context, place: Place, reason: string): void {
  const { world } = context;
  if (world.drop(place, reason)) return;
  beyond(context, `${world.variables[place.variable].name}, which takes a value that is not known`);
}

export function beyond(context: Context, what: string): void {
  context.draft.jump(lostAt(context, what), { abstracted: `the bound: ${what}`, implied: true });
}

/** Beside what is modelled, the program may go beyond it from here. */
export function mayGoBeyond({ draft, ...context }: Context, what: string, parts: StepParts): void {
  draft.apart(() => {
    const lost = lostAt({ ...context, draft }, what);
    draft.link(draft.here, lost, { ...parts, abstracted: `the bound: ${what}`, implied: true });
  });
}

function lostAt({ draft }: Context, what: string): number {
  const lost = draft.location({ name: `beyond the bound: ${what}`, marks: ['end'] });
  draft.link(lost, lost, {
    kept: true,
    implied: true,
    abstracted: `the bound: ${what}`,
    text: 'beyond the bound',
  });
  return lost;
}
