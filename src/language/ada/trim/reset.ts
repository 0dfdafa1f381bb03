/** Variables that are not needed any more go back to their first value, so that states differ only where it matters. */

import { defaultOf, scalarsOf } from '../../../model/data.js';
import { constant, type Place, shared } from '../../../model/expression.js';
import type { Effect, Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { liveVariables } from './liveness.js';
import { placesOf } from './places.js';
import { outgoing } from './step-lists.js';
import { eachRead, eachUseOf, eachWrite } from './walk.js';

const MOST_RESET = 16;

export function resetDead(draft: Draft, variables: readonly Variable[], owner: Map<number, number>): void {
  const leaving = outgoing(draft);
  const mine = (variable: number): boolean => owner.get(variable) === draft.number;
  const live = liveVariables(draft, mine);
  const known = new Map<number, Effect[] | undefined>();
  const resetsOf = (variable: number): Effect[] | undefined => {
    const ways = known.has(variable) ? known.get(variable) : resetting(variable, variables[variable]);
    known.set(variable, ways);
    return ways;
  };
  for (const location of leaving.keys()) {
    for (const step of leaving.get(location)!) {
      const written = new Set<number>();
      eachWrite(step, ({ variable }) => {
        if (mine(variable) && !live.has(step.to, variable)) written.add(variable);
      });
      const over = live.onlyFirst(step.from, step.to);
      if (over.length === 0 && written.size === 0) continue;
      const resets: Effect[] = [];
      for (const v of new Set([...over, ...written])) {
        const ways = resetsOf(v);
        if (ways === undefined || givesBack(step, v)) continue;
        // An assignment that nobody sees is left out, where nothing else in the step reads it.
        const kept =
          written.has(v) && !readLater(step, v)
            ? step.effects.filter((e) => e.kind !== 'assign' || e.place.variable !== v)
            : step.effects;
        const first = step.action.kind === 'internal' && kept.length !== step.effects.length;
        step.effects = kept;
        if (live.has(step.from, v) || !first) resets.push(...ways);
      }
      if (resets.length > 0) step.effects = [...step.effects, ...resets];
    }
  }
}

/** Undefined where there is too much to reset. */
function resetting(variable: number, { type }: Variable): Effect[] | undefined {
  const scalars = scalarsOf(type);
  if (scalars.length > MOST_RESET) return undefined;
  return placesOf(shared(variable), type).map((place, i) => ({
    kind: 'assign',
    place,
    value: constant(defaultOf(scalars[i])),
  }));
}

function readLater(step: DraftStep, variable: number): boolean {
  let found = false;
  const look = (place: Place): void => {
    if (place.variable === variable) found = true;
  };
  for (const effect of step.effects) if (effect.kind === 'assign') eachUseOf(effect, look);
  if (step.event?.arguments) for (const a of step.event.arguments) eachRead(a.value, look);
  return found || givesBack(step, variable);
}

/** Is it told to the caller after all effects of the step? */
function givesBack({ action }: DraftStep, variable: number): boolean {
  let found = false;
  if (action.kind === 'receive')
    for (const value of action.meeting?.giveBack ?? [])
      eachRead(value, (place) => {
        if (place.variable === variable) found = true;
      });
  return found;
}
