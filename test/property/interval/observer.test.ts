import { describe, expect, it } from 'vitest';
import type { Occurrence } from '../../../src/model/transition.js';
import { matchesEvent } from '../../../src/property/event.js';
import {
  matchesQuery,
  observersOfQuery,
  parseIntervalQuery,
  showQuery,
} from '../../../src/property/interval/index.js';
import type { Interval, IntervalQuery, LinearSum } from '../../../src/property/interval/query.js';
import type { Observer } from '../../../src/property/observer.js';

function read(text: string): IntervalQuery {
  const reading = parseIntervalQuery({ file: 'q', text });
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return reading.value;
}

/** `a bc -`: a; b and c together; a transition without events. */
const execution = (text: string): Occurrence[][] =>
  text
    .split(' ')
    .filter((step) => step !== '')
    .map((step) => (step === '-' ? [] : [...step].map((name) => ({ name, arguments: [], text: name }))));

const letterOf = (observer: Observer, shown: readonly Occurrence[]): number =>
  observer.atoms.reduce(
    (letter, atom, i) =>
      atom.kind === 'event' && shown.some((event) => matchesEvent(atom.pattern, event))
        ? letter | (1 << i)
        : letter,
    0,
  );

/** Does the observer find the execution stem cycle cycle … to be a violation? */
function finds(observer: Observer, stem: Occurrence[][], cycle: Occurrence[][] = [[]]): boolean {
  const letters = [...stem, ...cycle].map((shown) => letterOf(observer, shown));
  const reach = (starts: [number, number][]): Map<string, [number, number]> => {
    const seen = new Map(starts.map((start) => [start.join(), start]));
    for (const [state, position] of seen.values()) {
      const after = position + 1 < letters.length ? position + 1 : stem.length;
      for (const next of observer.successors(state, letters[position])) {
        const pair: [number, number] = [next, after];
        if (!seen.has(pair.join())) seen.set(pair.join(), pair);
      }
    }
    return seen;
  };
  const reached = [...reach(observer.initial.map((state) => [state, 0])).values()];
  if (observer.acceptance === 'finite') return reached.some(([state]) => observer.bad(state));
  return reached.some(([state, position]) => {
    if (!observer.accepting(state) || position < stem.length) return false;
    const after = position + 1 < letters.length ? position + 1 : stem.length;
    const next = observer.successors(state, letters[position]).map((to): [number, number] => [to, after]);
    return reach(next).has([state, position].join());
  });
}

const judged = (query: IntervalQuery, text: string): boolean =>
  observersOfQuery(query).some((observer) => finds(observer, execution(text)));

describe('observers and splitting agree on examples', () => {
  it.each([
    ['violated by: from the start until a', 'b a', true],
    ['violated by: from the start until a without b', 'b a', false],
    ['violated by: from the start until a without b', 'ab', true],
    ['violated by: from the start until a, then until a without b', 'a c a', true],
    ['violated by: from the start until a, then until a without b', 'a b a', false],
    ['violated by: from the start until a, then until a without b', 'a b a a', false],
    ['violated by: from the start until a allowing earlier ones, then until a without b', 'a b a a', true],
    ['violated by: until a, then until a without b', 'a b a a', true],
    ['violated by: from the start until b with a', 'c b a b', false],
    ['violated by: from the start until b with a and with c', 'c a b', true],
    ['violated by: from the start for a while counting a > 2', 'a a b a', true],
    ['violated by: from the start for a while counting a > 2', 'a a b', false],
    ['violated by: from the start until c counting a = b + 1', 'a b a c', true],
    ['violated by: from the start until c counting a = b + 1', 'a ab c', true],
    ['violated by: from the start until c counting a = b + 1', 'a b c a c', false],
    ['violated by: from the start until c allowing earlier ones counting a = b + 1', 'a b c a c', true],
    ['violated by: from the start until c counting 2 * a = b', 'a b b c', true],
    ['violated by: from the start until c counting 2 * a = b', 'a b c', false],
    ['violated by: from the start until c counting c = 1', 'a c', true],
    ['violated by: from the start until a allowing earlier ones, then for ever without b', 'a b', false],
    ['violated by: from the start until a allowing earlier ones, then for ever without b', 'a b a', true],
    ['violated by: from the start until a, then for ever with c and without b', 'a c', true],
    ['violated by: from the start until a, then for ever with c and without b', 'c a', false],
    ['violated by: from the start for ever without b', '', true],
    ['violated by: from the start until a; or by from the start until b', 'c b', true],
    ['violated by: from the start for a while', '', true],
  ])('%s: %s is %s', (text, word, expected) => {
    const query = read(text);
    expect({ observed: judged(query, word), split: matchesQuery(query, execution(word)) }).toEqual({
      observed: expected,
      split: expected,
    });
  });

  it('an execution that goes on for ever', () => {
    const [observer] = observersOfQuery(
      read('violated by: from the start until a allowing earlier ones, then for ever without b'),
    );
    expect(observer.acceptance).toBe('infinite');
    expect(finds(observer, execution('a b'), execution('c'))).toBe(false);
    expect(finds(observer, execution('a b'), execution('a c'))).toBe(true);
    expect(finds(observer, execution(''), execution('a b'))).toBe(false);
    expect(finds(observer, execution('b'), execution('c'))).toBe(false);
  });

  it('counts compared with numbers need few states, whatever is read', () => {
    const [observer] = observersOfQuery(
      read('violated by: from the start until b counting a > 2 and c <= 1'),
    );
    const seen = new Set(observer.initial);
    for (const state of seen)
      for (let letter = 0; letter < 8; letter++)
        for (const next of observer.successors(state, letter)) seen.add(next);
    // Number of a: 0 to 2, 3 (just more than 2) or more; number of c: 0 or 1; and the violation.
    expect(seen.size).toBe(4 * 2 + 1);
  });
});

/** A small linear congruential generator: the same queries in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const EVENTS = ['a', 'b', 'c'];
const name = (text: string) => ({ kind: 'name' as const, name: text });

function randomQuery(random: (below: number) => number, bounded: boolean): IntervalQuery {
  const some = () => name(EVENTS[random(EVENTS.length)]);
  const sum = (events: number): LinearSum => ({
    constant: random(3),
    events: Array.from({ length: random(events + 1) }, some),
  });
  const interval = (first: boolean, last: boolean): Interval => {
    const perpetual = last && random(3) === 0;
    return {
      initial: first && random(4) > 0,
      open: random(2) === 0,
      perpetual,
      ...(!perpetual && random(3) > 0 && { endsWith: some() }),
      require: random(4) === 0 ? [some()] : [],
      ...(random(2) === 0 && { forbid: some() }),
      constraints:
        perpetual || random(3) > 0
          ? []
          : [
              {
                relation: (['=', '<', '<=', '>', '>='] as const)[random(5)],
                left: sum(2),
                right: sum(bounded ? 0 : 2),
              },
            ],
    };
  };
  const sequence = () => {
    const length = 1 + random(3);
    return Array.from({ length }, (_, i) => interval(i === 0, i === length - 1));
  };
  return { name: '', fairness: 'nofair', sequences: Array.from({ length: 1 + random(2) }, sequence) };
}

const randomWord = (random: (below: number) => number, most: number): Occurrence[][] =>
  Array.from({ length: random(most + 1) }, () =>
    EVENTS.filter(() => random(3) === 0).map((text) => ({ name: text, arguments: [], text })),
  );

describe('observers and splitting agree on random queries', () => {
  it('for executions that end', () => {
    const random = generator(1);
    const tally = [0, 0];
    for (let round = 0; round < 1500; round++) {
      const query = randomQuery(random, false);
      const observers = observersOfQuery(query);
      for (let i = 0; i < 8; i++) {
        const word = randomWord(random, 6);
        const expected = matchesQuery(query, word);
        tally[Number(expected)]++;
        const found = observers.some((observer) => finds(observer, word));
        if (found !== expected) expect({ query: showQuery(query), word, found }).toEqual({ expected });
      }
    }
    expect(Math.min(...tally)).toBeGreaterThan(1000);
  });

  it('for executions that repeat', () => {
    const random = generator(2);
    const tally = [0, 0];
    const marker: Occurrence = { name: 'm', arguments: [], text: 'm' };
    for (let round = 0; round < 1500; round++) {
      const query = randomQuery(random, true);
      // An execution that repeats, cut after some rounds: what is perpetual must reach over the whole last
      // round, which the marker at its start tells.
      const marked: IntervalQuery = {
        ...query,
        sequences: query.sequences.map((sequence) =>
          sequence.map((one) => (one.perpetual ? { ...one, require: [...one.require, name('m')] } : one)),
        ),
      };
      for (let i = 0; i < 4; i++) {
        const stem = randomWord(random, 3);
        const cycle = [...randomWord(random, 1), []];
        const rounds = Array.from({ length: 9 }, () => cycle).flat();
        const word = [...stem, ...rounds, [...cycle[0], marker], ...cycle.slice(1)];
        const expected = matchesQuery(marked, word);
        tally[Number(expected)]++;
        const found = observersOfQuery(query).some((observer) => finds(observer, stem, cycle));
        if (found !== expected) expect({ query: showQuery(query), stem, cycle, found }).toEqual({ expected });
      }
    }
    expect(Math.min(...tally)).toBeGreaterThan(500);
  });

  it('and their sentences are read back as they are', () => {
    const random = generator(3);
    for (let round = 0; round < 1000; round++) {
      const text = showQuery(randomQuery(random, false));
      expect(showQuery(read(text))).toBe(text);
    }
  });
});
