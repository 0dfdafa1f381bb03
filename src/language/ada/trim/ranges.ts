/** Which values variables can have at all: checks that cannot fail are dropped. */
import { boundsOf, type DataType, sizeOf } from '../../../model/data.js';
import { binary, constant, type Expression, type Place } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { negation } from '../lower/fold.js';
import { EVERYTHING, type Interval, intervalOf } from '../lower/interval.js';
import { ChannelFields } from './channel-fields.js';
import { type Facts, factsAt, given } from './facts.js';
import { sharingOf } from './sharing.js';
import { SLOW_RANGE } from './slow.js';
import { eachRead } from './walk.js';

const MOST_ROUNDS = 12;
/** No program means to run through so many values. */
const ENDLESS = 0x7fe00000;

export interface Narrowed {
  /** The variables that seem to grow without end. */
  unbounded: number[];
  /** Slow variables that a check was left out for because they are. */
  trusted: number[];
}

/** One interval for all integers of a variable, and for each field of a channel. */
export function narrow(
  drafts: readonly Draft[],
  variables: readonly Variable[],
  slow: ReadonlySet<number>,
): Narrowed {
  const declared = variables.map(({ type }, variable) => {
    const all = hullOf(type, boundsOf);
    return slow.has(variable) ? meet(all, SLOW_RANGE) : all;
  });
  const known: (Interval | undefined)[] = variables.map((variable, i) => {
    if (variable.initial === 'any') return declared[i];
    const values = variable.initial ?? [];
    const numbers = values.map((e) => (e.kind === 'constant' ? e.value : undefined));
    if (numbers.some((n) => n === undefined)) return declared[i];
    const start = numbers.map((n) => ({ low: n!, high: n! }));
    if (numbers.length === 0) return hullOf(variable.type, startOf);
    return hull(start);
  });
  const fields = new ChannelFields<Interval>();
  const of = (place: Place): Interval =>
    meet(known[place.variable] ?? declared[place.variable], declared[place.variable]);
  const { owner } = sharingOf(drafts);
  const facts = drafts.map((draft) => factsAt(draft, (variable) => owner.get(variable) === draft.number));
  /** The same where the process stands at a location. */
  const ofAt = (here: Facts): ((place: Place) => Interval) => {
    if (here.size === 0) return of;
    return (place) => {
      const fact = place.path.length === 0 ? here.get(place.variable) : undefined;
      const both = fact && meet(of(place), fact);
      return both && both.low <= both.high ? both : of(place);
    };
  };
  const varying = drafts.map(({ steps }) => steps);
  let changed = true;
  let round = 0;
  const grow = (variable: number, given: Interval): void => {
    const by = meet(given, declared[variable]);
    if (by.low > by.high) return;
    const before = known[variable];
    const after = before ? join(before, by) : by;
    if (before && before.low <= after.low && before.high >= after.high) return;
    changed = true;
    known[variable] = round > MOST_ROUNDS ? declared[variable] : after;
  };
  while (changed) {
    changed = false;
    round++;
    for (const [i, draft] of drafts.entries()) {
      // What only ever gives constants has given them in the first round.
      if (round === 2) varying[i] = draft.steps.filter(varies);
      for (const { from, guard, action, effects } of varying[i]) {
        const first = action.kind === 'internal' || action.kind === 'send' ? effects[0] : undefined;
        for (const effect of effects) {
          if (effect.kind !== 'assign') continue;
          // What is known where the step begins is known of its first assignment; and so is its own condition.
          const isOpen = effect === first && effect.value.kind !== 'constant';
          const here = isOpen ? ofAt(guard ? given(guard, facts[i][from]) : facts[i][from]) : of;
          grow(effect.place.variable, intervalOf(effect.value, here));
        }
        if (action.kind === 'choose') {
          const [low, high] = [intervalOf(action.low, of), intervalOf(action.high, of)];
          grow(action.place.variable, { low: low.low, high: high.high });
        }
        if (action.kind === 'send' && action.channel.kind === 'constant') {
          const { value: channel } = action.channel;
          action.values.forEach((value, i) => {
            const before = fields.get(channel, i);
            const range = intervalOf(value, of);
            const after = before ? join(before, range) : range;
            if (before && before.low <= after.low && before.high >= after.high) return;
            fields.set(channel, i, round > MOST_ROUNDS ? EVERYTHING : after);
            changed = true;
          });
        }
        if (action.kind === 'receive' && action.channel.kind === 'constant') {
          const { value: channel } = action.channel;
          action.patterns.forEach((pattern, i) => {
            const range = pattern.kind === 'store' && fields.get(channel, i);
            if (range) grow(pattern.place.variable, range);
          });
        }
      }
    }
  }
  const trusted = new Set<number>();
  const isTrusted = (variable: number): boolean =>
    slow.has(variable) &&
    (known[variable]?.low === SLOW_RANGE.low || known[variable]?.high === SLOW_RANGE.high);
  for (const [i, draft] of drafts.entries())
    for (const step of draft.steps) {
      const { guard } = step;
      if (!guard) continue;
      step.guard = decided(guard, ofAt(facts[i][step.from]));
      if (step.guard.kind !== 'constant') continue;
      eachRead(guard, ({ variable }) => {
        if (isTrusted(variable)) trusted.add(variable);
      });
    }
  const unbounded = known.flatMap((range, i) => (range && range.high - range.low > ENDLESS ? [i] : []));
  return { unbounded, trusted: [...trusted] };
}

/** Can the step give a variable or a message a value that depends on others? */
const varies = ({ action, effects }: DraftStep): boolean =>
  action.kind === 'choose' ||
  (action.kind === 'receive' && action.patterns.some(({ kind }) => kind === 'store')) ||
  (action.kind === 'send' && action.values.some(({ kind }) => kind !== 'constant')) ||
  effects.some((effect) => effect.kind === 'assign' && effect.value.kind !== 'constant');

/** Parts of a condition that always have the same value, with that value. */
function decided(guard: Expression, of: (place: Place) => Interval): Expression {
  const range = intervalOf(guard, of);
  if (range.low === range.high && (range.low === 0 || range.low === 1)) return constant(range.low);
  if (guard.kind === 'binary' && (guard.operator === 'and' || guard.operator === 'or')) {
    const [left, right] = [decided(guard.left, of), decided(guard.right, of)];
    const neutral = guard.operator === 'and' ? 1 : 0;
    if (left.kind === 'constant' && left.value === neutral) return right;
    if (right.kind === 'constant' && right.value === neutral) return left;
    return { ...guard, left, right };
  }
  if (guard.kind === 'unary' && guard.operator === 'not') return negation(decided(guard.operand, of));
  if (guard.kind === 'binary' && (guard.operator === 'equal' || guard.operator === 'unequal'))
    return solved(guard.operator, guard.left, guard.right, of);
  return guard;
}

/** `(X - 1) * 5 + 1 = 6` says that X is 2; it is never 7. Nothing is moved across that could overflow. */
function solved(
  operator: 'equal' | 'unequal',
  left: Expression,
  right: Expression,
  of: (place: Place) => Interval,
): Expression {
  if (left.kind !== 'binary' || right.kind !== 'constant') return binary(operator, left, right);
  const { low, high } = intervalOf(left, of);
  if (low < -0x80000000 || high > 0x7fffffff) return binary(operator, left, right);
  const value = right.value;
  const on = (rest: Expression, equals: number): Expression =>
    decided(binary(operator, rest, constant(equals)), of);
  const [a, b] = [left.left, left.right];
  if (left.operator === 'add' && b.kind === 'constant') return on(a, value - b.value);
  if (left.operator === 'add' && a.kind === 'constant') return on(b, value - a.value);
  if (left.operator === 'subtract' && b.kind === 'constant') return on(a, value + b.value);
  if (left.operator === 'multiply' && b.kind === 'constant' && b.value !== 0)
    return value % b.value === 0 ? on(a, value / b.value) : constant(operator === 'equal' ? 0 : 1);
  return binary(operator, left, right);
}

/** Where the integers of such a variable begin when nothing is said. */
const startOf = (type: DataType): Interval => {
  const { low, high } = boundsOf(type);
  return low <= 0 && high >= 0 ? { low: 0, high: 0 } : { low, high: low };
};

/** What `of` gives for each integer of the type, taken together. */
function hullOf(type: DataType, of: (scalar: DataType) => Interval): Interval {
  if (type.kind === 'array') return type.length > 0 ? hullOf(type.element, of) : { low: 0, high: 0 };
  if (type.kind !== 'record') return of(type);
  return hull(type.fields.filter((field) => sizeOf(field.type) > 0).map((field) => hullOf(field.type, of)));
}

const join = (a: Interval, b: Interval): Interval => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});
const meet = (a: Interval, b: Interval): Interval => ({
  low: Math.max(a.low, b.low),
  high: Math.min(a.high, b.high),
});
const hull = (all: Interval[]): Interval => (all.length === 0 ? { low: 0, high: 0 } : all.reduce(join));
