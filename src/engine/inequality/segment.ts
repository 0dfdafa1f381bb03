/**
 * The segments of an execution: at first one for each interval, then those of the case distinctions
 * that were made on them.
 */
import type { Interval } from '../../property/interval/query.js';

/** A case distinction on one segment: the action never happens in it, or it is split where it first or last does. */
export interface Cut {
  segment: number;
  action: number;
  how: 'never' | 'first' | 'last';
}

/** A copy of the automata. Without cuts there is one for each interval. */
export interface Segment {
  interval: Interval;
  /** The number of its interval: what an interval demands is counted over all its segments. */
  source: number;
  excluded: ReadonlySet<number>;
  /** The action it ends with, where its interval goes on after it. */
  endsAt?: number;
}

export function segmentsOf(sequence: Interval[], cuts: readonly Cut[]): Segment[] {
  let segments = finiteIntervals(sequence).map(
    (interval, source): Segment => ({ interval, source, excluded: new Set() }),
  );
  for (const { segment, action, how } of cuts) {
    const whole = segments[segment];
    const without = { ...whole, excluded: new Set([...whole.excluded, action]) };
    const parts = {
      never: [without],
      first: [{ ...without, endsAt: action }, whole],
      last: [{ ...whole, endsAt: action }, without],
    }[how];
    segments = segments.toSpliced(segment, 1, ...parts);
  }
  return segments;
}

export const ANYTHING: Interval = {
  initial: true,
  open: false,
  perpetual: false,
  require: [],
  constraints: [],
};

/** The perpetual interval's finite part may be empty; relations over an endless part are left out. */
function finiteIntervals(sequence: Interval[]): Interval[] {
  const first = sequence[0]?.initial ? [] : [ANYTHING];
  const finite = sequence.map((interval) =>
    interval.perpetual ? { ...interval, perpetual: false, constraints: [] } : interval,
  );
  const last = finite.at(-1);
  const before = finite.at(-2);
  const idle = (i: Interval) =>
    i.endsWith === undefined && i.require.length === 0 && i.constraints.length === 0;
  const doubled =
    sequence.at(-1)?.perpetual &&
    last &&
    before &&
    idle(last) &&
    idle(before) &&
    JSON.stringify(before.forbid) === JSON.stringify(last.forbid);
  return [...first, ...(doubled ? finite.slice(0, -1) : finite)];
}
