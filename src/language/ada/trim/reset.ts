/** Variables that are not needed any more go back to their first value, so that states differ only where it matters. */
import { defaultOf, scalarsOf } from '../../../model/data.js';
import { constant, shared } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { placesOf } from './places.js';
import { outgoing } from './prune.js';
import { eachRead, eachUse, eachWrite, shownBy } from './walk.js';

const MOST_RESET = 16;

export function resetDead(draft: Draft, variables: readonly Variable[], owner: Map<number, number>): void {
  const leaving = outgoing(draft);
  const mine = (variable: number): boolean => owner.get(variable) === draft.number;
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
