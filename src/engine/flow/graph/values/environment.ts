/** What is known of the variables at a point of a process, and what a step makes of it. */
import type { DataType } from '../../../../model/data.js';
import type { Expression, Place } from '../../../../model/expression.js';
import type { Step } from '../../../../model/system.js';
import { possibleValues, type Readings } from './possible-values.js';
import {
  canBeTrue,
  declared,
  EVERYTHING,
  exactly,
  interval,
  setOf,
  stored,
  type ValueSet,
} from './value-set.js';

/** The values of each variable that is followed; the others can have any value of their type. */
export type Environment = readonly ValueSet[];

/** The variables that are followed for one process: its own and the shared ones that it alone writes. */
export interface Followed {
  readonly process: number;
  /** Which entry of the environment a place is, -1 when it is not followed. */
  slot(place: Place): number;
  typeOf(place: Place): DataType;
  /** A shared variable that somebody else writes. */
  foreign(place: Place): ValueSet;
  readonly wraps: boolean;
}

export const readingsOf = (environment: Environment, followed: Followed): Readings => ({
  self: followed.process,
  wraps: followed.wraps,
  of: (place) => {
    const slot = followed.slot(place);
    return slot >= 0 ? environment[slot] : followed.foreign(place);
  },
});

/**
 * The environment after a step; undefined when the step cannot be taken, or only faults. `arriving`: what a
 * receive may find in each field, undefined when nothing was ever sent.
 */
export function after(
  step: Step,
  before: Environment,
  followed: Followed,
  arriving: readonly ValueSet[] | undefined,
): Environment | undefined {
  const guarded = step.guard ? where(step.guard, before, followed) : before;
  if (!guarded) return undefined;
  let environment = guarded;
  let mine: ValueSet[] | undefined;
  let possible = true;
  const store = (place: Place, values: ValueSet | undefined): void => {
    const fitted = values && stored(followed.typeOf(place), values);
    if (!fitted) possible = false;
    const slot = followed.slot(place);
    if (!fitted || slot < 0) return;
    mine ??= [...environment];
    mine[slot] = fitted;
    environment = mine;
  };
  const { action } = step;
  if (action.kind === 'choose') {
    const readings = readingsOf(environment, followed);
    const [low, high] = [possibleValues(action.low, readings), possibleValues(action.high, readings)];
    store(action.place, low && high && interval(low.low, high.high));
  } else if (action.kind === 'receive') {
    if (!arriving) return undefined;
    action.patterns.forEach((pattern, i) => {
      if (pattern.kind === 'store') store(pattern.place, arriving[i] ?? EVERYTHING);
    });
  } else if (action.kind === 'send') {
    for (const place of action.meeting?.takeBack ?? []) store(place, declared(followed.typeOf(place)));
  }
  const met = action.kind === 'receive' || action.kind === 'send' ? action.meeting?.partner : undefined;
  if (met) store(met, declared(followed.typeOf(met)));
  for (const effect of step.effects) {
    if (!possible) return undefined;
    if (effect.kind === 'assign') {
      store(effect.place, possibleValues(effect.value, readingsOf(environment, followed)));
    } else if (effect.kind === 'spawn' && effect.result) {
      store(effect.result, declared(followed.typeOf(effect.result)));
    } else if (effect.kind === 'fault') return undefined;
  }
  return possible ? environment : undefined;
}

/** The part of an environment where a condition can hold. */
export function where(
  condition: Expression,
  environment: Environment,
  followed: Followed,
): Environment | undefined {
  const values = possibleValues(condition, readingsOf(environment, followed));
  if (!values || !canBeTrue(values)) return undefined;
  if (condition.kind === 'binary' && condition.operator === 'and') {
    const left = where(condition.left, environment, followed);
    return left && where(condition.right, left, followed);
  }
  let narrowed = environment;
  for (const slot of slotsIn(condition, followed)) {
    const { only } = narrowed[slot];
    if (!only) continue;
    const fitting = only.filter((value) => canHold(condition, narrowed, followed, slot, exactly(value)));
    const left = setOf(fitting);
    if (!left) return undefined;
    // Environments may be large: nothing is copied where nothing is ruled out.
    if (fitting.length < only.length) narrowed = replaced(narrowed, slot, left);
  }
  return cut(condition, narrowed, followed);
}

/** Whether the condition can hold when the variable has one of these values. */
function canHold(
  condition: Expression,
  environment: Environment,
  followed: Followed,
  slot: number,
  values: ValueSet,
): boolean {
  const readings = readingsOf(environment, followed);
  const found = possibleValues(condition, {
    ...readings,
    of: (place) => (followed.slot(place) === slot ? values : readings.of(place)),
  });
  return found !== undefined && canBeTrue(found);
}

function replaced(environment: Environment, slot: number, values: ValueSet): Environment {
  const copy = [...environment];
  copy[slot] = values;
  return copy;
}

/** Intervals are cut by a comparison of the variable itself, with `not` before it or not. */
function cut(condition: Expression, environment: Environment, followed: Followed): Environment | undefined {
  const negated = condition.kind === 'unary' && condition.operator === 'not';
  const comparison = negated ? condition.operand : condition;
  if (comparison.kind !== 'binary' || comparison.left.kind !== 'read') return environment;
  const slot = followed.slot(comparison.left.place);
  if (slot < 0 || environment[slot].only) return environment;
  const right = possibleValues(comparison.right, readingsOf(environment, followed));
  const operator = negated ? OPPOSITE[comparison.operator] : comparison.operator;
  if (!right || operator === undefined) return environment;
  const { low, high } = environment[slot];
  const left =
    operator === 'less'
      ? interval(low, Math.min(high, right.high - 1))
      : operator === 'atMost'
        ? interval(low, Math.min(high, right.high))
        : operator === 'greater'
          ? interval(Math.max(low, right.low + 1), high)
          : operator === 'atLeast'
            ? interval(Math.max(low, right.low), high)
            : operator === 'equal'
              ? interval(Math.max(low, right.low), Math.min(high, right.high))
              : operator === 'unequal' && right.low === right.high
                ? interval(low === right.low ? low + 1 : low, high === right.low ? high - 1 : high)
                : environment[slot];
  return left && replaced(environment, slot, left);
}

const OPPOSITE: Partial<Record<string, string>> = {
  less: 'atLeast',
  atMost: 'greater',
  greater: 'atMost',
  atLeast: 'less',
  equal: 'unequal',
  unequal: 'equal',
};

function slotsIn(expression: Expression, followed: Followed): Set<number> {
  const found = new Set<number>();
  const visit = (e: Expression): void => {
    if (e.kind === 'read') {
      const slot = followed.slot(e.place);
      if (slot >= 0) found.add(slot);
    } else if (e.kind === 'unary') visit(e.operand);
    else if (e.kind === 'binary') {
      visit(e.left);
      visit(e.right);
    } else if (e.kind === 'conditional') {
      visit(e.test);
      visit(e.whenTrue);
      visit(e.whenFalse);
    }
  };
  visit(expression);
  return found;
}
