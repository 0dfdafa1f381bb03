/** At which locations of a draft the values of its own variables may still be looked at. */
import type { Place } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { VariableSets } from './variable-sets.js';
import { eachRead, eachTaken, eachUseBefore, eachUseOf, shownBy } from './walk.js';

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
  const use = ({ variable }: Place): void => {
    if (mine(variable) && !defined.has(variable)) used.add(variable);
  };
  eachUseBefore(step, use);
  const whole = (place: Place): void => {
    if (place.path.length === 0) defined.add(place.variable);
    else use(place);
  };
  // What a meeting brings back is not known to come: only a message or a choice gives a new value for certain.
  if (step.action.kind !== 'send') eachTaken(step, whole);
  for (const effect of step.effects) {
    eachUseOf(effect, use);
    if (effect.kind === 'assign') whole(effect.place);
  }
  if (step.event?.arguments) for (const a of step.event.arguments) eachRead(a.value, use);
}
