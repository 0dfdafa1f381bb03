/**
 * Does a value lie in the range of what it goes to? Checked exactly where the value is kept. Where it is not, the
 * check may fail, unless what is known of the value rules that out: `Unknown.range`. A failure that only may be is
 * an abstracted step, so no violation rests on it. Arithmetic beyond the base range of its type may fail everywhere.
 */
import { type BinaryOperator, constant } from '../../../model/expression.js';
import {
  type AdaType,
  arithmeticRange,
  type EnumerationType,
  type IntegerType,
  isDiscrete,
  isLong,
  WORD,
} from '../resolve/type.js';
import { declaredBounds } from './assign.js';
import type { Context } from './context.js';
import { check, mayFail } from './exception.js';
import { combine } from './fold.js';
import { clipped, EVERYTHING, type Interval, intervalOf, isWithin, operated } from './interval.js';
import { isGrowing, widened } from './overflow.js';
import { staticValue, type Unknown, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

/** The numbers of the type, also of one whose values are not kept here. */
const discreteOf = (type: AdaType | undefined) => {
  const found = type?.kind === 'unknown' ? type.whole : type;
  return isDiscrete(found) ? found : undefined;
};

/** What a value must lie in to go there; undefined where every value of the type does. */
export function limitsOf(type: AdaType | undefined): Interval | undefined {
  const found = discreteOf(type);
  if (!found) return undefined;
  const { low, high } = found;
  if (found.kind === 'enumeration')
    return low <= 0 && high >= found.literals.length - 1 ? undefined : { low, high };
  return low <= WORD.low && high >= WORD.high ? undefined : { low, high };
}

/** Everything the value may be, as far as that is known. */
export function reachOf(context: Context, value: Value): Interval {
  if (value.kind === 'scalar') return intervalOf(value.expression, (place) => declaredBounds(context, place));
  if (value.kind === 'unknown' && value.range) return value.range;
  const type = discreteOf(value.type);
  if (type?.kind === 'enumeration') return { low: 0, high: Math.max(type.high, type.literals.length - 1) };
  if (type?.modulus !== undefined) return { low: 0, high: type.modulus - 1 };
  return EVERYTHING;
}

/** Is nothing to be checked where the value goes there? */
export function surelyFits(context: Context, type: AdaType, value: Value): boolean {
  if (isOpen(type) && !isOfSubtype(type, value)) return false;
  const limits = limitsOf(type);
  return !limits || isWithin(reachOf(context, value), limits);
}

/** Goes on where the value lies in the interval; gives false where it surely does not. */
export function checkWithin(context: Context, limits: Interval, value: Value): boolean {
  const reach = reachOf(context, value);
  if (isWithin(reach, limits)) return true;
  if (value.kind === 'scalar') {
    const { expression } = value;
    const inside = combine(
      'and',
      combine('atLeast', expression, constant(limits.low)),
      combine('atMost', expression, constant(limits.high)),
    );
    check(context, inside, CONSTRAINT_ERROR);
    return staticValue(value) === undefined;
  }
  mayFail(context, value.kind === 'unknown' ? value.reason : 'a value that is not kept', CONSTRAINT_ERROR);
  return true;
}

/** Goes on where the value lies in the range of the type; gives false where it surely does not. */
export function checkRange(context: Context, type: AdaType | undefined, value: Value): boolean {
  if (isOpen(type) && !isOfSubtype(type, value))
    mayFail(context, `the bounds of ${type?.name}`, CONSTRAINT_ERROR);
  const limits = limitsOf(type) ?? (mayBeLong(value) && !mayBeLong({ type }) ? WORD : undefined);
  return !limits || checkWithin(context, limits, value);
}

/** What is kept has 32 bits. */
const mayBeLong = ({ kind = 'unknown', type }: { kind?: Value['kind']; type?: AdaType }): boolean => {
  const found = kind === 'unknown' ? discreteOf(type) : undefined;
  return found?.kind === 'integer' && isLong(found);
};

const isOpen = (type: AdaType | undefined): boolean => isDiscrete(type) && type.open === true;

/** A variable, or what is known as any value of this very subtype. */
const isOfSubtype = (type: AdaType | undefined, value: Value): boolean =>
  value.type === type &&
  ((value.kind === 'scalar' && value.expression.kind === 'read') ||
    (value.kind === 'unknown' && value.range !== undefined));

/** Also those that are not kept. */
function everyValue(type: IntegerType | EnumerationType): Interval {
  const { low, high } = type;
  if (type.kind !== 'integer' || !isLong(type)) return { low, high };
  const base = arithmeticRange(type);
  return { low: low === WORD.low ? base.low : low, high: high === WORD.high ? base.high : high };
}

/** Any value of that very subtype, `within` which it stays. */
export function anyValue(reason: string, type: AdaType | undefined, within = EVERYTHING): Unknown {
  const found = discreteOf(type);
  const value = unknown(reason, type);
  if (!found) return within === EVERYTHING ? value : { ...value, range: within };
  const known = type?.kind === 'unknown' && type.within ? clipped(within, type.within) : within;
  return { ...value, range: clipped(everyValue(found), known) };
}

/**
 * What the operator makes of values at least one of which is not kept; undefined is a power. `into` is what the result
 * is converted to at once.
 */
export function rangeOfResult(
  context: Context,
  operator: BinaryOperator | undefined,
  type: AdaType | undefined,
  left: Value,
  right: Value,
  reason: string,
  into?: AdaType,
): Interval | undefined {
  const found = discreteOf(type);
  if (found?.kind === 'integer' && found.modulus !== undefined) return arithmeticRange(found);
  const own = found?.kind === 'integer' ? arithmeticRange(found) : WORD;
  const [a, b] = [reachOf(context, left), reachOf(context, right)];
  if (a.low > a.high || b.low > b.high) return { low: 1, high: 0 };
  const result = operator ? operated(operator, clipped(a, own), clipped(b, own)) : EVERYTHING;
  if (widened(own, into, result)) return result;
  const grows = operator === undefined || isGrowing(operator);
  if (found?.kind === 'integer' && grows && !isWithin(result, own))
    mayFail(context, reason, CONSTRAINT_ERROR);
  return result.low === -Infinity && result.high === Infinity ? undefined : clipped(result, own);
}

export function rangeOfUnary(
  context: Context,
  operator: string,
  operand: Value,
  reason: string,
  into?: AdaType,
): Interval | undefined {
  const reach = reachOf(context, operand);
  const type = discreteOf(operand.type);
  if (type?.kind === 'enumeration' || operator === '+' || reach.low > reach.high) return reach;
  if (type?.modulus !== undefined) return arithmeticRange(type);
  const own = type ? arithmeticRange(type) : WORD;
  const { low, high } = clipped(reach, own);
  const opposite = { low: -high, high: -low };
  if (operator === '-' && widened(own, into, opposite)) return opposite;
  if (type && (operator === '-' || operator === 'abs') && opposite.high > own.high)
    mayFail(context, reason, CONSTRAINT_ERROR);
  if (operator === '-') return clipped(opposite, own);
  if (operator === 'abs')
    return clipped({ low: low > 0 ? low : high < 0 ? -high : 0, high: Math.max(-low, high) }, own);
  return undefined;
}
