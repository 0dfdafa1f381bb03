/** Exceptions: raised at a known place, handled by the nearest frame that wants them. */
import { constant, type Expression } from '../../../model/expression.js';
import type { Handler } from '../syntax/index.js';
import { at, type Context, type Frame, type Raised, textOf, within } from './context.js';
import { all, equal, negation, some, value } from './fold.js';
import { exceptionNamed } from './name.js';
import { lowerStatements } from './statement.js';
import { wordType } from './world.js';

/** Writes what an exception raised here does. Nothing is written after it. */
export function raise(context: Context, raised: Raised): void {
  for (let frame = context.frames; frame; frame = frame.outer) {
    if (frame.raise?.(context, raised, frame.outer)) break;
  }
  context.draft.leave();
}

const OUTSIDE = {};

/** A location from which the exception is raised, shared by all checks under the same frames. */
export function raisingLocation(context: Context, id: number): number {
  const { draft } = context;
  return draft.raisingAt(context.frames ?? OUTSIDE, id, (location) => {
    const back = draft.here;
    draft.here = location;
    const written = draft.steps.length;
    raise(context, { kind: 'known', id });
    for (const step of draft.steps.slice(written)) step.implied = true;
    draft.here = back;
  });
}

/** Goes on where the condition is true; raises where it is not. */
export function check(context: Context, condition: Expression, id: number): void {
  const { draft } = context;
  if (condition.kind === 'constant' && condition.value !== 0) return;
  const failed = raisingLocation(context, id);
  if (condition.kind === 'constant') {
    draft.jump(failed);
    return;
  }
  const text = context.world.exceptions[id];
  draft.locations[draft.here].total = true;
  draft.link(draft.here, failed, { guard: negation(condition), text: `raise ${text}`, implied: true });
  draft.step({ guard: condition });
}

/** Goes on, or raises: what would tell is not kept. */
export function mayFail(context: Context, reason: string, id: number): void {
  const { draft } = context;
  const fine = draft.location();
  draft.either(fine, raisingLocation(context, id), reason, `perhaps ${context.world.exceptions[id]}`);
  draft.here = fine;
}

/** Goes on, or raises: the program has both executions, as what comes from outside may be. */
export function canFail(context: Context, id: number, text: string): void {
  const { draft } = context;
  const fine = draft.location();
  draft.locations[draft.here].total = true;
  draft.link(draft.here, fine, {});
  draft.link(draft.here, raisingLocation(context, id), { text });
  draft.here = fine;
}

/** Writes `body` with these handlers around it; both go on at the same place. */
export function withHandlers(
  context: Context,
  handlers: readonly Handler[],
  body: (context: Context) => void,
): void {
  if (handlers.length === 0) {
    body(context);
    return;
  }
  const { draft, world } = context;
  const over = draft.location();
  const table = handlers.map((handler) => {
    const others = handler.choices.some((choice) => choice.kind === 'others');
    const ids = handler.choices.flatMap((choice) => {
      if (choice.kind === 'others') return [];
      const id = exceptionNamed(context, choice);
      return id === undefined ? [] : [id];
    });
    return { handler, others, ids, entry: draft.location(), reached: false };
  });
  const occurrence = world.variable(`${draft.name}: exception`, wordType, 0);
  const frame: Omit<Frame, 'outer'> = {
    raise: (_context, raised, outer) => {
      if (raised.kind === 'abort') return false;
      if (raised.kind === 'known') {
        const found = table.find(({ ids, others }) => others || ids.includes(raised.id));
        if (!found) return false;
        found.reached = true;
        draft.jump(found.entry, {
          effects: [{ kind: 'assign', place: occurrence, value: constant(raised.id) }],
          text: `handle ${world.exceptions[raised.id]}`,
        });
        return true;
      }
      const code = value(raised.place);
      let left: Expression[] = [];
      for (const row of table) {
        row.reached = true;
        const wanted = row.others ? constant(1) : some(row.ids.map((id) => equal(code, id)));
        const guard = all([...left.map(negation), wanted]);
        draft.link(draft.here, row.entry, {
          guard,
          effects: [{ kind: 'assign', place: occurrence, value: code }],
        });
        if (row.others) {
          draft.here = draft.location();
          return true;
        }
        left = [...left, wanted];
      }
      draft.step({ guard: negation(some(left)) });
      return outer === undefined;
    },
  };
  body(within(context, frame));
  draft.jump(over);
  // Handlers see the names of the block, and raise to the outside of it.
  for (const { handler, entry, ids, others } of table) {
    draft.here = entry;
    at(context, handler);
    draft.locations[entry].name = textOf(context, { start: handler.start, end: handler.start + 20 });
    const handled: Raised =
      !others && ids.length === 1 ? { kind: 'known', id: ids[0] } : { kind: 'stored', place: occurrence };
    lowerStatements({ ...context, handled }, handler.statements);
    draft.jump(over);
  }
  draft.here = over;
}
