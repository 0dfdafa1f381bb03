/** At which locations of a draft the values of its own variables may still be looked at. */
import type { Draft, DraftStep } from '../lower/draft.js';
import { eachUse, shownBy } from './walk.js';

/** For each location the variables, among `mine`, whose values matter there. */
export function liveAt(draft: Draft, mine: (variable: number) => boolean): Set<number>[] {
  const uses = new Map<DraftStep, Set<number>>();
  const definitions = new Map<DraftStep, Set<number>>();
  for (const step of draft.steps) {
    const used = new Set<number>();
    const defined = new Set<number>();
    usesInOrder(step, mine, used, defined);
    uses.set(step, used);
    definitions.set(step, defined);
  }
  const live: Set<number>[] = draft.locations.map(() => new Set<number>());
  // What an event shows is looked at when the step is over.
  for (const step of draft.steps) for (const v of shownBy(step)) if (mine(v)) live[step.to].add(v);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = draft.steps.length - 1; i >= 0; i--) {
      const step = draft.steps[i];
      const here = live[step.from];
      const size = here.size;
      for (const v of uses.get(step)!) here.add(v);
      const defined = definitions.get(step)!;
      for (const v of live[step.to]) if (!defined.has(v)) here.add(v);
      if (here.size !== size) changed = true;
    }
  }
  return live;
}

/** What the step needs from before it, and what it gives a new value whatever that was. */
function usesInOrder(
  step: DraftStep,
  mine: (variable: number) => boolean,
  used: Set<number>,
  defined: Set<number>,
): void {
  const use = (variable: number): void => {
    if (mine(variable) && !defined.has(variable)) used.add(variable);
  };
  eachUse({ ...step, effects: [], event: undefined }, (place) => use(place.variable));
  const { action } = step;
  const whole = (place: { variable: number; path: unknown[] }): void => {
    if (place.path.length === 0) defined.add(place.variable);
    else use(place.variable);
  };
  if (action.kind === 'choose') whole(action.place);
  if (action.kind === 'receive') for (const p of action.patterns) if (p.kind === 'store') whole(p.place);
  for (const effect of step.effects) {
    eachUse(
      { ...step, guard: undefined, action: { kind: 'internal' }, event: undefined, effects: [effect] },
      (place) => use(place.variable),
    );
    if (effect.kind === 'assign') whole(effect.place);
  }
  for (const a of step.event?.arguments ?? [])
    eachUse(
      {
        ...step,
        guard: undefined,
        action: { kind: 'internal' },
        effects: [],
        event: { name: '', arguments: [a] },
      },
      (place) => use(place.variable),
    );
}
