/**
 * What conditions say about variables at the places behind them: after `Count < 20` it is at most 19. That lasts as
 * long as nobody else can change it: for a variable of the process itself until it assigns to it, for others while
 * the process goes on alone.
 */

import type { Expression } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { EVERYTHING, type Interval, intervalOf } from '../lower/interval.js';
import { outgoing, type Ways } from './step-lists.js';
import { eachTaken } from './walk.js';

export type Facts = ReadonlyMap<number, Interval>;

/** A place that is come to again and again tells less each time, and in the end nothing. */
const MOST_VISITS = 6;
const NONE: Facts = new Map();

/** For each location what is known there of single integers; `owned`: only this process uses the variable. */
export function factsAt(draft: Draft, owned: (variable: number) => boolean): Facts[] {
  const count = draft.locations.length;
  if (!draft.steps.some(({ guard }) => guard)) return new Array(count).fill(NONE);
  const leaving = outgoing(draft);
  const order = forwards(count, leaving);
  const rank = new Int32Array(count);
  for (let i = 0; i < order.length; i++) rank[order[i]] = i;
  const facts: (Facts | undefined)[] = new Array(count).fill(undefined);
  const visits = new Uint8Array(count);
  const waiting = new Uint8Array(count);
  facts[0] = NONE;
  waiting[0] = 1;
  // Ahead as far as it goes, then again from the first place that a loop has come back to.
  for (let first = 0; first < order.length; ) {
    let back = order.length;
    for (let i = first; i < order.length; i++) {
      const at = order[i];
      if (!waiting[at]) continue;
      waiting[at] = 0;
      for (const step of leaving.get(at) ?? []) {
        const { to } = step;
        const before = facts[to];
        if (before?.size === 0) continue;
        const all = behind(step, facts[at]!);
        const after = isLasting(draft, to, leaving) ? all : only(all, owned);
        if (before === after) continue;
        const joined = before ? both(before, after) : after;
        if (before && isSame(before, joined)) continue;
        facts[to] = ++visits[to] > MOST_VISITS ? NONE : joined;
        waiting[to] = 1;
        if (rank[to] <= i) back = Math.min(back, rank[to]);
      }
    }
    first = back;
  }
  for (let i = 0; i < count; i++) facts[i] ??= NONE;
  return facts as Facts[];
}

/** What can be reached from the first location, each location before those it leads to but for loops. */
function forwards(count: number, leaving: Ways): number[] {
  const seen = new Uint8Array(count);
  const next = new Int32Array(count);
  const backwards: number[] = [];
  const stack = [0];
  seen[0] = 1;
  while (stack.length > 0) {
    const at = stack[stack.length - 1];
    const steps = leaving.get(at);
    if (!steps || next[at] >= steps.length) {
      backwards.push(at);
      stack.pop();
      continue;
    }
    const { to } = steps[next[at]++];
    if (seen[to]) continue;
    seen[to] = 1;
    stack.push(to);
  }
  return backwards.reverse();
}

const isLasting = (draft: Draft, location: number, leaving: Ways): boolean =>
  draft.locations[location].alone === true && goesOn(draft, location, leaving.get(location));

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

/** The same facts where the step changes nothing about them. */
function behind(step: DraftStep, before: Facts): Facts {
  if (before.size === 0 && !step.guard) return before;
  const facts = new Map(before);
  if (step.guard) learn(step.guard, true, facts);
  eachTaken(step, ({ variable }) => facts.delete(variable));
  for (const effect of step.effects) {
    if (effect.kind !== 'assign') continue;
    const { variable, path } = effect.place;
    const value = facts.has(variable) && path.length === 0 ? under(effect.value, facts) : undefined;
    facts.delete(variable);
    if (value && (value.low > -Infinity || value.high < Infinity)) facts.set(variable, value);
  }
  return facts.size === 0 ? NONE : facts;
}

function only(facts: Facts, owned: (variable: number) => boolean): Facts {
  if (facts.size === 0) return facts;
  let left: Map<number, Interval> | undefined;
  for (const variable of facts.keys()) {
    if (owned(variable)) continue;
    left ??= new Map(facts);
    left.delete(variable);
  }
  return left ?? facts;
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
  const bound = bounded(operator, low, high, other);
  if (bound && bound.low <= bound.high && (bound.low > -Infinity || bound.high < Infinity))
    facts.set(variable, bound);
}

function bounded(operator: string, low: number, high: number, other: Interval): Interval | undefined {
  switch (operator) {
    case 'less':
      return { low, high: Math.min(high, other.high - 1) };
    case 'atMost':
      return { low, high: Math.min(high, other.high) };
    case 'greater':
      return { low: Math.max(low, other.low + 1), high };
    case 'atLeast':
      return { low: Math.max(low, other.low), high };
    case 'equal':
      return { low: Math.max(low, other.low), high: Math.min(high, other.high) };
    default:
      return undefined;
  }
}

function both(a: Facts, b: Facts): Facts {
  if (b.size === 0) return NONE;
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
