/**
 * What conditions say about variables at the places behind them: after `Count < 20` it is at most 19. That lasts as
 * long as nobody else can change it: for a variable of the process itself until it assigns to it, for others while
 * the process goes on alone.
 */
import type { Expression } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { EVERYTHING, type Interval, intervalOf } from '../lower/interval.js';
import { outgoing } from './prune.js';
import { eachWrite } from './walk.js';

export type Facts = ReadonlyMap<number, Interval>;

/** A place that is come to again and again tells less each time, and in the end nothing. */
const MOST_VISITS = 6;
const NONE: Facts = new Map();

/** For each location what is known there of single integers; `owned`: only this process uses the variable. */
export function factsAt(draft: Draft, owned: (variable: number) => boolean): Facts[] {
  const leaving = outgoing(draft);
  const facts: (Facts | undefined)[] = draft.locations.map(() => undefined);
  const visits = new Uint16Array(draft.locations.length);
  const lasting = draft.locations.map(({ alone }, i) => alone === true && goesOn(draft, i, leaving.get(i)));
  facts[0] = NONE;
  const waiting = [0];
  while (waiting.length > 0) {
    const at = waiting.pop()!;
    for (const step of leaving.get(at) ?? []) {
      const after = behind(step, facts[at]!);
      if (!lasting[step.to])
        for (const variable of after.keys()) if (!owned(variable)) after.delete(variable);
      const before = facts[step.to];
      const joined = before ? both(before, after) : after;
      if (before && isSame(before, joined)) continue;
      facts[step.to] = ++visits[step.to] > MOST_VISITS ? NONE : joined;
      waiting.push(step.to);
    }
  }
  return facts.map((known) => known ?? NONE);
}

/** What is known besides where a condition is true. */
export function given(condition: Expression, known: Facts): Facts {
  const facts = new Map(known);
  learn(condition, true, facts);
  return facts;
}

/** Some step from here is always possible. */
function goesOn({ locations }: Draft, location: number, steps: readonly DraftStep[] = []): boolean {
  const open = steps.every(({ action }) => action.kind === 'internal' || action.kind === 'choose');
  return open && (locations[location].total === true || steps.some((step) => !step.guard));
}

function behind(step: DraftStep, before: Facts): Map<number, Interval> {
  const facts = new Map(before);
  if (step.guard) learn(step.guard, true, facts);
  const written = new Set<number>();
  eachWrite({ ...step, effects: [] }, ({ variable }) => written.add(variable));
  for (const variable of written) facts.delete(variable);
  for (const effect of step.effects) {
    if (effect.kind !== 'assign') continue;
    const { variable, path } = effect.place;
    const value = facts.has(variable) && path.length === 0 ? under(effect.value, facts) : undefined;
    facts.delete(variable);
    if (value && (value.low > -Infinity || value.high < Infinity)) facts.set(variable, value);
  }
  return facts;
}

const under = (value: Expression, facts: Facts): Interval =>
  intervalOf(value, ({ variable, path }) => (path.length === 0 && facts.get(variable)) || EVERYTHING);

/** Adds what follows from the condition being true, or false. */
function learn(condition: Expression, truth: boolean, facts: Map<number, Interval>): void {
  if (condition.kind === 'unary' && condition.operator === 'not') learn(condition.operand, !truth, facts);
  if (condition.kind !== 'binary') return;
  const { operator, left, right } = condition;
  if (operator === (truth ? 'and' : 'or')) {
    learn(left, truth, facts);
    learn(right, truth, facts);
    return;
  }
  const compared = truth ? operator : OPPOSITE[operator];
  if (!compared) return;
  limit(left, compared, under(right, facts), facts);
  const mirrored = MIRRORED[compared];
  if (mirrored) limit(right, mirrored, under(left, facts), facts);
}

const OPPOSITE: Record<string, string> = {
  less: 'atLeast',
  atMost: 'greater',
  greater: 'atMost',
  atLeast: 'less',
  equal: 'unequal',
  unequal: 'equal',
};
const MIRRORED: Record<string, string> = {
  less: 'greater',
  atMost: 'atLeast',
  greater: 'less',
  atLeast: 'atMost',
  equal: 'equal',
};

function limit(side: Expression, operator: string, other: Interval, facts: Map<number, Interval>): void {
  if (side.kind !== 'read' || side.place.path.length > 0) return;
  const { variable } = side.place;
  const { low, high } = facts.get(variable) ?? EVERYTHING;
  const bounds: Record<string, Interval> = {
    less: { low, high: Math.min(high, other.high - 1) },
    atMost: { low, high: Math.min(high, other.high) },
    greater: { low: Math.max(low, other.low + 1), high },
    atLeast: { low: Math.max(low, other.low), high },
    equal: { low: Math.max(low, other.low), high: Math.min(high, other.high) },
  };
  const bound = bounds[operator];
  if (bound && bound.low <= bound.high && (bound.low > -Infinity || bound.high < Infinity))
    facts.set(variable, bound);
}

function both(a: Facts, b: Facts): Map<number, Interval> {
  const joined = new Map<number, Interval>();
  for (const [variable, one] of a) {
    const other = b.get(variable);
    if (!other) continue;
    const low = Math.min(one.low, other.low);
    const high = Math.max(one.high, other.high);
    if (low > -Infinity || high < Infinity) joined.set(variable, { low, high });
  }
  return joined;
}

function isSame(a: Facts, b: Facts): boolean {
  if (a.size !== b.size) return false;
  for (const [variable, { low, high }] of a) {
    const other = b.get(variable);
    if (!other || other.low !== low || other.high !== high) return false;
  }
  return true;
}
