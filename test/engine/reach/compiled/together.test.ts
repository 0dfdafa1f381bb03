/**
 * Several questions in one search: each answer is the one that the question has alone, with its run and
 * with what had been searched by then.
 */
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { family } from '../../../../bench/families.js';
import { searchedTogether } from '../../../../src/engine/reach/compiled/grouping.js';
import {
  type CompiledAnswer,
  reachCompiled,
  reachCompiledTogether,
} from '../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import type { Reduction, SearchOrder } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import {
  binary,
  constant,
  type Expression,
  own,
  type Place,
  read,
  shared,
} from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask, Question } from '../../../../src/property/question.js';
import { busySystem } from '../../../model/busy-system.js';
import { randomSystem } from '../../../model/random-system.js';
import { process, step, system } from '../../../model/small-system.js';
import { wideSystem } from './wide-system.js';

// Many tiny programs: compiling them well costs more than running them.
setFlagsFromString('--liftoff-only');

const question = (ask: Ask): Question => ({ name: ask.kind, text: '', ask });

const isNot = (value: number): Ask => ({
  kind: 'invariant',
  predicate: binary('unequal', read(shared(0)), constant(value)),
});

const ASKS: Ask[] = [
  { kind: 'deadlock-free' },
  isNot(2),
  { kind: 'assertions' },
  { kind: 'assertions', observer: 'watch' },
  isNot(1),
];

const WAYS: [Reduction, SearchOrder][] = [
  ['none', 'breadth'],
  ['none', 'depth'],
  ['auto', 'breadth'],
  ['auto', 'depth'],
  ['local', 'breadth'],
  ['overman', 'depth'],
  ['local+conflict', 'depth'],
];

/**
 * What must be the same, however many questions there are; time and memory are not. Left to itself, the search does
 * not count how often it meets a state inside an atomic sequence, unless a question is about such states.
 */
function told(answer: CompiledAnswer, reduction: Reduction): unknown {
  if (!('statistics' in answer)) return answer;
  const { states, transitions, depth } = answer.statistics;
  const statistics = reduction === 'auto' ? { states, depth } : { states, transitions, depth };
  return { ...answer, statistics };
}

describe('one search for several questions answers each as if it were asked alone', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 1 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 3_000 },
    { of: 'systems that mostly mind their own business', make: busySystem, first: 5_000 },
  ])('40 random $of', async ({ make, first }) => {
    // Some of the systems are larger than that: then those questions are open that have no violation among the first states.
    const budget = { now: () => 0, states: 800 };
    const seen = { all: 0, several: 0, some: 0 };
    for (let seed = first; seed < first + 40; seed++) {
      const model = make(seed);
      const [reduction, order] = WAYS[seed % WAYS.length];
      const alone: CompiledAnswer[] = [];
      for (const ask of ASKS)
        alone.push(await reachCompiled(model, question(ask), budget, order, DEFAULT_SETTINGS, reduction));
      for (const group of searchedTogether(model, ASKS, reduction)) {
        const questions = group.map((i) => question(ASKS[i]));
        const early = new Map<number, CompiledAnswer>();
        const found = await reachCompiledTogether(
          model,
          questions,
          budget,
          order,
          DEFAULT_SETTINGS,
          reduction,
          (i, answer) => early.set(i, answer),
        );
        const name = { seed, reduction, order };
        expect({ ...name, found: found.map((one) => told(one, reduction)) }).toEqual({
          ...name,
          found: group.map((i) => told(alone[i], reduction)),
        });
        for (const [i, answer] of found.entries()) {
          expect(early.get(i)).toEqual(answer.verdict === 'violated' ? answer : undefined);
          if (answer.verdict !== 'violated') continue;
          expect(violates(new Interpreter(model), questions[i].ask, answer.run)).toBe(true);
        }
        const violations = found.filter(({ verdict }) => verdict === 'violated').length;
        seen.all += found.length === 1 ? 0 : 1;
        seen.several += violations > 1 ? 1 : 0;
        seen.some += violations > 0 && violations < found.length ? 1 : 0;
      }
    }
    // Where one is violated the search has to go on for the others.
    expect(seen.several).toBeGreaterThan(1);
    expect(seen.some).toBeGreaterThan(10);
    expect(seen.some).toBeLessThan(seen.all - 10);
  });
});

/** Six processes that count to nine and then stand still: a million states, the last of them 54 steps away. */
const counters = system(
  Array.from({ length: 6 }, (_, i) =>
    process(
      `P${i}`,
      [
        step(0, 0, {
          guard: binary('less', read(own(0)), constant(9)),
          effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
        }),
      ],
      {
        variables: [{ name: 'n', type: { kind: 'range', low: 0, high: 9, overflow: 'fault' } }],
        locations: [{}],
      },
    ),
  ),
);
const sum = Array.from({ length: 6 }, (_, i): Expression => {
  const place: Place = { scope: 'other', process: constant(i), type: i, variable: 0, path: [] };
  return read(place);
}).reduce((a, b) => binary('add', a, b));
const sumIsBelow = (most: number): Ask => ({
  kind: 'invariant',
  predicate: binary('less', sum, constant(most)),
});

describe('violations behind more states than parents are kept for', () => {
  it.each([1, 2])('each has a shortest run, with %i workers', async (workers) => {
    const asks: Ask[] = [
      { kind: 'deadlock-free' },
      sumIsBelow(40),
      sumIsBelow(5),
      sumIsBelow(55),
      sumIsBelow(45),
    ];
    const settings = { ...DEFAULT_SETTINGS, workers, headStart: 0 };
    const answers = await reachCompiledTogether(
      counters,
      asks.map(question),
      { now: () => 0 },
      'breadth',
      settings,
    );
    // Every step adds one.
    expect(answers.map((answer) => answer.verdict === 'violated' && answer.run.steps.length)).toEqual([
      54,
      40,
      5,
      false,
      45,
    ]);
    expect(answers[3]).toMatchObject({ verdict: 'holds', statistics: { states: 1_000_000 } });
  });
});

describe('which questions go together', () => {
  const groups = (model: System, asks: Ask[], reduction: Reduction) =>
    searchedTogether(model, asks, reduction);
  const endless: Ask = { kind: 'terminates' };

  it('without reduction, all that single states decide', () => {
    expect(
      groups(counters, [{ kind: 'deadlock-free' }, endless, sumIsBelow(9), { kind: 'assertions' }], 'none'),
    ).toEqual([[0, 2, 3], [1]]);
  });

  it('with a reduction, those that see the same steps', () => {
    const asks: Ask[] = [{ kind: 'deadlock-free' }, sumIsBelow(9), { kind: 'assertions' }, sumIsBelow(40)];
    expect(groups(counters, asks, 'auto')).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('not more than there are bits for', () => {
    const asks = Array.from({ length: 70 }, (): Ask => ({ kind: 'deadlock-free' }));
    expect(groups(family('dp', 3), asks, 'none').map((group) => group.length)).toEqual([30, 30, 10]);
  });
});
