/**
 * The meaning of a query, said as plainly as possible: try all ways to split an execution that ends
 * into one segment for each interval. Slow; it is what the observers are compared with.
 */
import type { Occurrence } from '../../model/transition.js';
import { type EventPattern, matchesEvent } from '../event.js';
import type { Interval, IntervalQuery, LinearRelation, LinearSum } from './query.js';

/** The events that each transition of the execution shows. */
export type EventWord = readonly (readonly Occurrence[])[];

/** Is this complete execution one of those that the query denotes? */
export function matchesQuery(query: IntervalQuery, word: EventWord): boolean {
  return query.sequences.some((sequence) => {
    if (sequence[0]?.initial) return splits(sequence, word, 0);
    return Array.from({ length: word.length + 1 }, (_, from) => from).some((from) =>
      splits(sequence, word, from),
    );
  });
}

function splits(intervals: Interval[], word: EventWord, from: number): boolean {
  if (intervals.length === 0) return true;
  const [first, ...rest] = intervals;
  for (let to = from; to <= word.length; to++) {
    if (first.perpetual && to < word.length) continue;
    if (isSegment(first, word, from, to) && splits(rest, word, to)) return true;
  }
  return false;
}

function isSegment(interval: Interval, word: EventWord, from: number, to: number): boolean {
  const shows = (position: number, pattern: EventPattern) =>
    word[position].some((event) => matchesEvent(pattern, event));
  const positions = Array.from({ length: to - from }, (_, i) => from + i);
  const count = (pattern: EventPattern) => positions.filter((position) => shows(position, pattern)).length;

  if (interval.initial && from > 0) return false;
  let inner = positions;
  if (interval.endsWith !== undefined) {
    const end = interval.endsWith;
    if (to === from || !shows(to - 1, end)) return false;
    inner = positions.slice(0, -1);
    if (!interval.open && inner.some((position) => shows(position, end))) return false;
  }
  const { forbid } = interval;
  if (forbid !== undefined && inner.some((position) => shows(position, forbid))) return false;
  if (!interval.require.every((pattern) => count(pattern) > 0)) return false;
  return interval.constraints.every((relation) => holds(relation, count));
}

function holds({ left, relation, right }: LinearRelation, count: (pattern: EventPattern) => number): boolean {
  const value = (sum: LinearSum) => sum.events.reduce((total, event) => total + count(event), sum.constant);
  const difference = value(left) - value(right);
  switch (relation) {
    case '=':
      return difference === 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}
