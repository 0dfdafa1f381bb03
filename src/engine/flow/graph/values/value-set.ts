/** A set of integers that contains all values something can have: a few values one by one, or an interval. */
import { boundsOf, type DataType, fitInto } from '../../../../model/data.js';

export interface ValueSet {
  readonly low: number;
  readonly high: number;
  /** The values in ascending order, where there are few. */
  readonly only?: readonly number[];
}

const MOST_SINGLE_VALUES = 16;

export const EVERYTHING: ValueSet = { low: -0x80000000, high: 0x7fffffff };
export const EITHER: ValueSet = { low: 0, high: 1, only: [0, 1] };

export const exactly = (value: number): ValueSet => ({ low: value, high: value, only: [value] });

/** Undefined where there is no value at all. */
export function setOf(values: Iterable<number>): ValueSet | undefined {
  const only = [...new Set(values)].sort((a, b) => a - b);
  if (only.length === 0) return undefined;
  const [low, high] = [only[0], only[only.length - 1]];
  return only.length <= MOST_SINGLE_VALUES ? { low, high, only } : { low, high };
}

export function interval(low: number, high: number): ValueSet | undefined {
  if (low > high) return undefined;
  if (high - low < MOST_SINGLE_VALUES) {
    return setOf(Array.from({ length: high - low + 1 }, (_, i) => low + i));
  }
  return { low, high };
}

export const canBeTrue = ({ low, high, only }: ValueSet): boolean =>
  only ? only.some((value) => value !== 0) : low !== 0 || high !== 0;

export const canBeFalse = ({ low, high, only }: ValueSet): boolean =>
  only ? only.includes(0) : low <= 0 && high >= 0;

export function declared(type: DataType): ValueSet {
  if (type.kind === 'array' || type.kind === 'record') return EVERYTHING;
  const { low, high } = boundsOf(type);
  return interval(low, high) ?? EVERYTHING;
}

/** One of the two itself where it includes the other: environments then share what they have in common. */
export function union(a: ValueSet, b: ValueSet): ValueSet {
  if (includes(a, b)) return a;
  if (includes(b, a)) return b;
  if (a.only && b.only) return setOf([...a.only, ...b.only])!;
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

export function includes(a: ValueSet, b: ValueSet): boolean {
  if (a === b) return true;
  if (a.only) return b.only?.every((value) => a.only!.includes(value)) ?? false;
  return a.low <= b.low && a.high >= b.high;
}

export function meets(a: ValueSet, b: ValueSet): boolean {
  if (a.only && b.only) return a.only.some((value) => b.only!.includes(value));
  return a.low <= b.high && b.low <= a.high;
}

/** What becomes of the values when they are stored; undefined where storing always faults. */
export function stored(type: DataType, values: ValueSet): ValueSet | undefined {
  if (type.kind === 'array' || type.kind === 'record') return values;
  if (values.only) {
    return setOf(values.only.flatMap((value) => fitInto(type, value) ?? []));
  }
  const { low, high } = boundsOf(type);
  if (values.low >= low && values.high <= high) return values;
  const faults = type.kind !== 'boolean' && (type.kind !== 'range' || type.overflow === 'fault');
  return faults ? interval(Math.max(low, values.low), Math.min(high, values.high)) : declared(type);
}

/** The bounds that do not hold still go to where the type ends, so that no chain of unions is long. */
export function widened(before: ValueSet, after: ValueSet, most: ValueSet): ValueSet {
  const low = after.low < before.low ? Math.min(most.low, after.low) : after.low;
  const high = after.high > before.high ? Math.max(most.high, after.high) : after.high;
  return low === after.low && high === after.high ? after : { low, high };
}
