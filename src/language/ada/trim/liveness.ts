/** At which locations of a draft the values of its own variables may still be looked at. */
import type { Draft, DraftStep } from '../lower/draft.js';
import { VariableSets } from './variable-sets.js';
import { eachUse, shownBy } from './walk.js';

/** Of the variables of the process, those at each location whose value is still looked at. */
export function liveVariables(draft: Draft, mine: (variable: number) => boolean): VariableSets {
  const needs = draft.steps.map((step) => {
    const [used, defined] = [new Set<number>(), new Set<number>()];
    usesInOrder(step, mine, used, defined);
    return { step, used: [...used], defined: [...defined] };
  });
  // What an event shows is looked at when the step is over.
  const shown = draft.steps.map((step) => ({ step, seen: [...shownBy(step)].filter(mine) }));
  const live = new VariableSets(draft.locations.length, [
    ...new Set([...needs.flatMap(({ used }) => used), ...shown.flatMap(({ seen }) => seen)]),
  ]);
  for (const { step, seen } of shown) for (const variable of seen) live.add(step.to, variable);
  for (const { step, used } of needs) for (const variable of used) live.add(step.from, variable);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = needs.length - 1; i >= 0; i--) {
      const { step, defined } = needs[i];
      if (live.include(step.from, step.to, defined)) changed = true;
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
