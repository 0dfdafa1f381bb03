/**
 * Observers that find the executions a query denotes, one for each of its sequences.
 *
 * A state is a way of having split what was read: the interval that is being read, which of its
 * required events have occurred, and for each of its relations the difference of the two sides so
 * far. A difference that can only grow (or only shrink) is kept exactly up to where its sign is
 * settled; other differences may grow without bound, and then so does the number of states.
 *
 * Without perpetual interval the observer is `finite`: bad as soon as the last interval can end.
 * With one it is `infinite`: being in the perpetual interval, with all it requires seen, is accepting.
 */
import type { EventPattern } from '../event.js';
import type { Atom, Observer } from '../observer.js';
import { patternKey, sequenceEvents } from './events.js';
import type { Interval, IntervalQuery, LinearRelation } from './query.js';
import { showEvent } from './show.js';

export function observersOfQuery(query: IntervalQuery): Observer[] {
  return query.sequences.map((sequence) => new SequenceObserver(joinPerpetual(sequence)));
}

/**
 * `[-F][perpetual -F]` says the same as `[perpetual -F]`. The longer form is the usual one, since
 * the inequalities need the finite part apart; an observer only gets a needless choice from it.
 */
function joinPerpetual(sequence: Interval[]): Interval[] {
  const last = sequence.at(-1);
  const before = sequence.at(-2);
  if (last === undefined || before === undefined || !last.perpetual) return sequence;
  const idle =
    before.endsWith === undefined && before.require.length === 0 && before.constraints.length === 0;
  if (!idle || JSON.stringify(before.forbid) !== JSON.stringify(last.forbid)) return sequence;
  return [...sequence.slice(0, -2), { ...last, initial: before.initial }];
}

interface CountedRelation {
  relation: LinearRelation['relation'];
  start: number;
  weights: { mask: number; weight: number }[];
  /** No letter makes the difference smaller (larger). */
  grows: boolean;
  shrinks: boolean;
}

/** An interval with its patterns as bits of the letter. */
interface MaskedInterval {
  initial: boolean;
  open: boolean;
  perpetual: boolean;
  /** 0: it may end anywhere. */
  endsWith: number;
  forbid: number;
  require: number[];
  relations: CountedRelation[];
}

interface State {
  interval: number;
  /** Bit i: the i-th required event has occurred. */
  seen: number;
  differences: readonly number[];
}

const BEFORE = -1;

class SequenceObserver implements Observer {
  readonly acceptance: 'finite' | 'infinite';
  readonly atoms: Atom[];
  readonly initial: number[];
  private readonly intervals: MaskedInterval[];
  private readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly known: Map<number, readonly number[]>[] = [];
  private readonly done: number;

  constructor(sequence: Interval[]) {
    const patterns = sequenceEvents(sequence);
    if (patterns.length > 30)
      throw new RangeError('a sequence with more than 30 different events has no observer');
    this.atoms = patterns.map((pattern) => ({ kind: 'event', name: showEvent(pattern), pattern }));
    const bits = new Map(patterns.map((pattern, i) => [patternKey(pattern), 1 << i]));
    this.intervals = sequence.map((interval) => maskInterval(interval, bits));
    this.acceptance = sequence.at(-1)?.perpetual ? 'infinite' : 'finite';
    this.done = this.number({ interval: sequence.length, seen: 0, differences: [] });
    const first = new Set<number>();
    if (this.intervals.length > 0 && !this.intervals[0].initial)
      first.add(this.number({ interval: BEFORE, seen: 0, differences: [] }));
    this.enter(0, true, first);
    this.initial = this.settle(first);
  }

  successors(state: number, letter: number): readonly number[] {
    const known = this.known[state].get(letter);
    if (known !== undefined) return known;
    const found = new Set<number>();
    this.read(state, letter, found);
    const list = this.settle(found);
    this.known[state].set(letter, list);
    return list;
  }

  bad(state: number): boolean {
    return this.acceptance === 'finite' && state === this.done;
  }

  badAtEnd(state: number): boolean {
    return this.bad(state);
  }

  accepting(state: number): boolean {
    const { interval, seen } = this.states[state];
    const masked = this.intervals[interval];
    return masked?.perpetual === true && seen === (1 << masked.require.length) - 1;
  }

  private read(number: number, letter: number, found: Set<number>): void {
    const state = this.states[number];
    if (number === this.done) {
      found.add(number);
      return;
    }
    if (state.interval === BEFORE) {
      found.add(number);
      this.enter(0, false, found);
      return;
    }
    const interval = this.intervals[state.interval];
    const next: State = {
      interval: state.interval,
      seen: interval.require.reduce((seen, mask, i) => (letter & mask ? seen | (1 << i) : seen), state.seen),
      differences: interval.relations.map((relation, i) => count(relation, state.differences[i], letter)),
    };
    const ends = (letter & interval.endsWith) !== 0;
    if (ends && this.isComplete(next)) this.enter(state.interval + 1, false, found);
    if ((letter & interval.forbid) === 0 && (!ends || interval.open)) this.stay(next, false, found);
  }

  private stay(state: State, atStart: boolean, found: Set<number>): void {
    const interval = this.intervals[state.interval];
    if (interval.relations.some((relation, i) => isHopeless(relation, state.differences[i]))) return;
    found.add(this.number(state));
    if (interval.endsWith === 0 && !interval.perpetual && this.isComplete(state))
      this.enter(state.interval + 1, atStart, found);
  }

  private enter(number: number, atStart: boolean, found: Set<number>): void {
    if (number === this.intervals.length) {
      found.add(this.done);
      return;
    }
    const interval = this.intervals[number];
    // Where the first interval may start anywhere, entering it is not being at the start.
    if (interval.initial && !atStart) return;
    const differences = interval.relations.map((relation) => settleSign(relation, relation.start));
    this.stay({ interval: number, seen: 0, differences }, atStart, found);
  }

  private isComplete(state: State): boolean {
    const interval = this.intervals[state.interval];
    return (
      state.seen === (1 << interval.require.length) - 1 &&
      interval.relations.every(({ relation }, i) => isTrue(relation, state.differences[i]))
    );
  }

  /** Once the violation is there, the other ways of reading do not matter. */
  private settle(found: Set<number>): number[] {
    return found.has(this.done) ? [this.done] : [...found];
  }

  private number(state: State): number {
    const key = `${state.interval} ${state.seen} ${state.differences.join(' ')}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.states.length;
    this.numbers.set(key, number);
    this.states.push(state);
    this.known.push(new Map());
    return number;
  }
}

function maskInterval(interval: Interval, bits: Map<string, number>): MaskedInterval {
  const mask = (pattern: EventPattern | undefined) =>
    pattern === undefined ? 0 : (bits.get(patternKey(pattern)) ?? 0);
  return {
    initial: interval.initial,
    open: interval.open,
    perpetual: interval.perpetual,
    endsWith: mask(interval.endsWith),
    forbid: mask(interval.forbid),
    require: [...new Set(interval.require.map(mask))],
    relations: interval.constraints.map(({ left, relation, right }) => {
      const weights = new Map<number, number>();
      for (const event of left.events) weights.set(mask(event), (weights.get(mask(event)) ?? 0) + 1);
      for (const event of right.events) weights.set(mask(event), (weights.get(mask(event)) ?? 0) - 1);
      const values = [...weights.values()];
      return {
        relation,
        start: left.constant - right.constant,
        weights: [...weights].map(([bit, weight]) => ({ mask: bit, weight })),
        grows: values.every((weight) => weight >= 0),
        shrinks: values.every((weight) => weight <= 0),
      };
    }),
  };
}

function count(relation: CountedRelation, difference: number, letter: number): number {
  let sum = difference;
  for (const { mask, weight } of relation.weights) if (letter & mask) sum += weight;
  return settleSign(relation, sum);
}

function settleSign({ grows, shrinks }: CountedRelation, difference: number): number {
  if (grows && difference > 1) return 1;
  if (shrinks && difference < -1) return -1;
  return difference;
}

/** Neither now nor after any further letter. */
function isHopeless({ relation, grows, shrinks }: CountedRelation, difference: number): boolean {
  if (isTrue(relation, difference)) return false;
  if (grows && shrinks) return true;
  if (grows) return relation !== '>' && relation !== '>=' && difference >= 0;
  return shrinks && relation !== '<' && relation !== '<=' && difference <= 0;
}

function isTrue(relation: LinearRelation['relation'], difference: number): boolean {
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
