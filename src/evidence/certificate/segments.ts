/**
 * Which cases a question about intervals falls into, and which segments an execution of a case has;
 * written from the meaning of queries. All cases that this lists have to be in a certificate.
 */
import { type EventPattern, matchesEvent } from '../../property/event.js';
import type { Interval } from '../../property/interval/query.js';
import type { Ask } from '../../property/question.js';
import type { IntervalPart, SegmentCut } from './certificate.js';
import type { Label } from './whole.js';

/** A part of an execution: what may happen inside, and with what it ends (absent: anywhere, without a step). */
export interface Segment {
  inside: Set<string>;
  ending?: Set<string>;
  /** The interval it belongs to. */
  interval: number;
}

export interface Expected {
  query: number;
  sequence: number;
  tails: IntervalPart['tail'][];
  intervals: Interval[];
  fair: boolean;
  /** Some process is not at an end. */
  unfinished: boolean;
}

const ANYTHING: Interval = { initial: true, open: false, perpetual: false, require: [], constraints: [] };

/** Nothing where the question is not one of those. */
export function expectedOf(ask: Ask): Expected[] {
  if (ask.kind === 'deadlock-free')
    return [{ query: 0, sequence: 0, tails: ['dead'], intervals: [ANYTHING], fair: false, unfinished: true }];
  if (ask.kind !== 'order') return [];
  return (ask.queries ?? []).flatMap(({ sequences, fairness }, query) =>
    sequences.map(
      (intervals, sequence): Expected => ({
        query,
        sequence,
        tails: intervals.at(-1)?.perpetual ? ['dead', 'endless'] : ['none'],
        intervals: finite(intervals),
        fair: fairness === 'fair' && ask.fairness !== 'weak',
        unfinished: false,
      }),
    ),
  );
}

/**
 * Before an interval that does not begin with the execution anything may happen. The rest of an
 * execution is some beginning of it, over which relations say nothing, and what comes after; two
 * neighbours that ask for nothing and forbid the same are one.
 */
function finite(intervals: Interval[]): Interval[] {
  const all = intervals[0]?.initial ? [...intervals] : [ANYTHING, ...intervals];
  const last = all.at(-1);
  if (!last?.perpetual) return all;
  const before = intervals.at(-2);
  const asksNothing = (one: Interval) =>
    one.endsWith === undefined && one.require.length === 0 && (one === last || one.constraints.length === 0);
  const same =
    before &&
    asksNothing(before) &&
    asksNothing(last) &&
    JSON.stringify(before.forbid) === JSON.stringify(last.forbid);
  return [...all.slice(0, -1), ...(same ? [] : [{ ...last, constraints: [] }])];
}

/** Do these lists of cuts leave nothing out? Each distinction needs both of its sides. */
export function coverAll(lists: readonly SegmentCut[][], cuts: readonly SegmentCut[] = []): boolean {
  const isSame = (a: SegmentCut, b: SegmentCut) =>
    a.segment === b.segment && a.label === b.label && a.how === b.how;
  const begun = lists.filter((list) => cuts.every((cut, i) => list[i] !== undefined && isSame(list[i], cut)));
  if (begun.some((list) => list.length === cuts.length)) return true;
  const next = begun[0]?.[cuts.length];
  if (!next) return false;
  return (['never', 'first'] as const).every((how) => coverAll(begun, [...cuts, { ...next, how }]));
}

export function segmentsOf(
  intervals: Interval[],
  cuts: readonly SegmentCut[],
  labels: ReadonlyMap<string, Label>,
): Segment[] | undefined {
  let segments = intervals.map(({ forbid, endsWith, open }, interval): Segment => {
    const ending = endsWith && matching(endsWith, labels);
    const forbidden = forbid && matching(forbid, labels);
    const inside = [...labels.keys()].filter(
      (label) => !forbidden?.has(label) && (open || !ending?.has(label)),
    );
    return { inside: new Set(inside), interval, ...(ending ? { ending } : {}) };
  });
  for (const { segment, label, how } of cuts) {
    const whole = segments[segment];
    if (!whole || !labels.has(label)) return undefined;
    const without = new Set([...whole.inside].filter((one) => one !== label));
    const parts: Segment[] =
      how === 'never'
        ? [{ ...whole, inside: without }]
        : [{ ...whole, inside: without, ending: new Set([label]) }, whole];
    segments = segments.toSpliced(segment, 1, ...parts);
  }
  return segments;
}

export function matching(pattern: EventPattern, labels: ReadonlyMap<string, Label>): Set<string> {
  const found = [...labels].filter(([, { events }]) => events.some((event) => matchesEvent(pattern, event)));
  return new Set(found.map(([label]) => label));
}
