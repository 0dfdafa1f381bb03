/** Variables that are not needed any more go back to their first value, so that states differ only where it matters. */
import { defaultOf, scalarsOf } from '../../../model/data.js';
import { constant, shared } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { liveAt } from './liveness.js';
import { placesOf } from './places.js';
import { outgoing } from './prune.js';
import { eachRead, eachUse, eachWrite } from './walk.js';

const MOST_RESET = 16;

export function resetDead(draft: Draft, variables: readonly Variable[], owner: Map<number, number>): void {
  const leaving = outgoing(draft);
  const mine = (variable: number): boolean => owner.get(variable) === draft.number;
  const live = liveAt(draft, mine);
  for (const steps of leaving.values()) {
    for (const step of steps) {
      const candidates = new Set(live[step.from]);
      eachWrite(step, (place) => candidates.add(place.variable));
      for (const v of candidates) {
        if (!mine(v) || live[step.to].has(v) || givesBack(step, v)) continue;
        const scalars = scalarsOf(variables[v].type);
        if (scalars.length > MOST_RESET) continue;
        const places = placesOf(shared(v), variables[v].type);
        // An assignment that nobody sees is left out, where nothing else in the step reads it.
        const kept = step.effects.filter(
          (e) => e.kind !== 'assign' || e.place.variable !== v || readLater(step, v),
        );
        const first = step.action.kind === 'internal' && kept.length !== step.effects.length;
        step.effects = kept;
        if (!live[step.from].has(v) && first) continue;
        places.forEach((place, i) => {
          step.effects.push({ kind: 'assign', place, value: constant(defaultOf(scalars[i])) });
        });
      }
    }
  }
}

function readLater(step: DraftStep, variable: number): boolean {
  let found = false;
  for (const effect of step.effects) {
    if (effect.kind !== 'assign') continue;
    eachUse(
      { ...step, guard: undefined, action: { kind: 'internal' }, event: undefined, effects: [effect] },
      (place) => {
        if (place.variable === variable) found = true;
      },
    );
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
      (place) => {
        if (place.variable === variable) found = true;
      },
    );
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
