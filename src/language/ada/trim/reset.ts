/** Variables that are not needed any more go back to their first value, so that states differ only where it matters. */
import { defaultOf, scalarsOf } from '../../../model/data.js';
import { constant, shared } from '../../../model/expression.js';
import type { Effect, Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { placesOf } from './places.js';
import { outgoing } from './prune.js';
import { VariableSets } from './variable-sets.js';
import { eachRead, eachUse, eachWrite, shownBy } from './walk.js';

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
  for (const steps of leaving.values()) {
    for (const step of steps) {
      const written = new Set<number>();
      eachWrite(step, ({ variable }) => {
        if (mine(variable) && !live.has(step.to, variable)) written.add(variable);
      });
      const resets: Effect[] = [];
      for (const v of new Set([...live.onlyFirst(step.from, step.to), ...written])) {
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
      step.effects = [...step.effects, ...resets];
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

/** Of the variables of the process, those at each location whose value is still looked at. */
function liveVariables(draft: Draft, mine: (variable: number) => boolean): VariableSets {
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
