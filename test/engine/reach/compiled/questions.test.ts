import { describe, expect, it } from 'vitest';
import { family } from '../../../../bench/families.js';
import type { Budget } from '../../../../src/engine/budget.js';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { explore, reach, type SearchOrder } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { binary, constant, own, type Place, read, shared } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { System } from '../../../../src/model/system.js';
import type { Observer } from '../../../../src/property/observer.js';
import type { Ask } from '../../../../src/property/question.js';
import { randomSystem } from '../../../model/random-system.js';
import { process, step, system } from '../../../model/small-system.js';
import { randomObserver } from './random-observer.js';
import { wideSystem } from './wide-system.js';

const unlimited = { now: () => 0 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });

function asksOf(seed: number): Ask[] {
  return [
    { kind: 'deadlock-free' },
    { kind: 'terminates' },
    { kind: 'assertions' },
    { kind: 'assertions', observer: 'watch' },
    { kind: 'invariant', predicate: binary('unequal', read(shared(0)), constant(2)) },
    { kind: 'order', observers: [randomObserver(seed, 'finite')] },
    { kind: 'order', observers: [randomObserver(seed, 'infinite')] },
    {
      kind: 'order',
      observers: [randomObserver(seed + 1000, 'finite'), randomObserver(seed + 2000, 'infinite')],
    },
  ];
}

const isSmall = (s: System) =>
  explore(s, { now: () => 0, states: 200 }).then(
    () => true,
    () => false,
  );

describe('answers are those of the reference engine, and every run replays and violates', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 10_000, seeds: 25 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 20_000, seeds: 25 },
  ])('$seeds random $of', async ({ make, first, seeds }) => {
    const verdicts = new Map<string, number>();
    for (let seed = first; seed < first + seeds; seed++) {
      const model = make(seed);
      if (!(await isSmall(model))) continue;
      const interpreter = new Interpreter(model);
      for (const [i, ask] of asksOf(seed).entries()) {
        const order: SearchOrder = (seed + i) % 3 === 0 ? 'depth' : 'breadth';
        const expected = await reach(model, question(ask), unlimited, { order });
        const found = await reachCompiled(model, question(ask), unlimited, order);
        if (found.verdict === 'unsupported') continue;
        const name = { seed, ask: ask.kind, order };
        expect({ ...name, verdict: found.verdict, notices: found.notices }).toEqual({
          ...name,
          verdict: expected.verdict,
          notices: expected.notices,
        });
        verdicts.set(`${ask.kind} ${found.verdict}`, (verdicts.get(`${ask.kind} ${found.verdict}`) ?? 0) + 1);
        if (found.verdict === 'violated')
          expect({ ...name, violates: violates(interpreter, ask, found.run) }).toEqual({
            ...name,
            violates: true,
          });
        else {
          const { states, transitions } = found.statistics;
          expect({ ...name, states, transitions }).toEqual({
            ...name,
            states: expected.statistics.states,
            transitions: expected.statistics.transitions,
          });
        }
      }
    }
    for (const kind of ['deadlock-free', 'terminates', 'assertions', 'order'])
      expect(verdicts.get(`${kind} violated`), kind).toBeGreaterThan(0);
    for (const kind of ['deadlock-free', 'assertions', 'invariant', 'order'])
      expect(verdicts.get(`${kind} holds`), kind).toBeGreaterThan(0);
  });
});

describe('a violation found breadth first has a shortest run', () => {
  // In dp(n) every philosopher has to take one fork first: n steps.
  it.each([6, 10])('the deadlock of %i dining philosophers', async (n) => {
    const model = family('dp', n);
    const found = await reachCompiled(model, question({ kind: 'deadlock-free' }), unlimited);
    expect(found.verdict).toBe('violated');
    if (found.verdict !== 'violated') return;
    expect(found.run.steps).toHaveLength(n);
    expect(violates(new Interpreter(model), { kind: 'deadlock-free' }, found.run)).toBe(true);
  });
});

/** Counts to `most` and begins again. */
function counter(most: number): System {
  const value = { name: 'value', type: { kind: 'range', low: 0, high: most, overflow: 'wrap' } as const };
  const raise = { kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) } as const;
  return system([process('counter', [step(0, 0, { effects: [raise] })], { variables: [value] })]);
}

describe('long runs', () => {
  it('a run of 5,000 steps to a false invariant', async () => {
    const place: Place = { scope: 'other', process: constant(0), type: 0, variable: 0, path: [] };
    const ask: Ask = { kind: 'invariant', predicate: binary('less', read(place), constant(5000)) };
    for (const order of ['breadth', 'depth'] as const) {
      const found = await reachCompiled(counter(9999), question(ask), unlimited, order);
      expect(found.verdict === 'violated' && found.run.steps.length).toBe(5000);
    }
  });

  it('a cycle of 20,000 steps', async () => {
    const found = await reachCompiled(counter(19_999), question({ kind: 'terminates' }), unlimited);
    expect(found.verdict === 'violated' && [found.run.steps.length, found.run.cycleFrom]).toEqual([
      20_000, 0,
    ]);
  });
});

describe('a path that was left long after the table had grown', () => {
  const set = (value: number) => ({ kind: 'assign', place: own(0), value: constant(value) }) as const;
  const raise = { kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) } as const;
  const most = constant(20_000);
  const steps = [
    step(0, 1, { effects: [set(1)] }),
    step(0, 1, { effects: [set(10_000)] }),
    step(1, 1, { guard: binary('less', read(own(0)), most), effects: [raise] }),
    step(1, 2, { guard: binary('equal', read(own(0)), most) }),
  ];
  const value = { name: 'value', type: { kind: 'range', low: 0, high: 20_000, overflow: 'fault' } as const };
  const model = system([process('counter', steps, { variables: [value] })]);
  const observer: Observer = {
    acceptance: 'infinite',
    endless: true,
    atoms: [],
    initial: [0],
    successors: () => [0],
    bad: () => false,
    badAtEnd: () => false,
    accepting: () => true,
  };

  // The second way leads into the middle of the first: the beginning, 20,000 values, and the end.
  it.each<[string, Ask]>([
    ['of any cycle', { kind: 'terminates' }],
    ['of a cycle that an observer accepts', { kind: 'order', observers: [observer] }],
  ])('is no part %s', async (_, ask) => {
    const found = await reachCompiled(model, question(ask), unlimited, 'depth');
    expect(found).toMatchObject({ verdict: 'holds', statistics: { states: 20_002 } });
  });

  it('has the same states if it is marked for nobody', async () => {
    const ask: Ask = { kind: 'invariant', predicate: constant(1) };
    for (const marked of [false, true]) {
      const settings = { ...DEFAULT_SETTINGS, marked };
      const found = await reachCompiled(model, question(ask), unlimited, 'depth', settings);
      expect(found).toMatchObject({ verdict: 'holds', statistics: { states: 20_002, transitions: 20_002 } });
    }
  });
});

describe('limits', () => {
  const model = family('dp', 12);
  it.each<[string, Budget]>([
    ['states', { now: () => 0, states: 1000 }],
    ['memory', { now: () => 0, bytes: 1 << 20 }],
    ['interrupted', { now: () => 0, interrupted: () => true }],
    ['time', { now: () => 2, deadline: 1 }],
  ])('%s', async (limit, budget) => {
    const ask: Ask = { kind: 'invariant', predicate: constant(1) };
    const found = await reachCompiled(model, question(ask), budget);
    expect(found).toMatchObject({ verdict: 'inconclusive', limit });
  });
});

describe('what is not compiled is said', () => {
  it('strong fairness', async () => {
    const ask: Ask = { kind: 'order', observers: [randomObserver(1, 'infinite')], fairness: 'strong' };
    const found = await reachCompiled(counter(3), question(ask), unlimited);
    expect(found.verdict).toBe('unsupported');
  });
});

describe('a depth limit', () => {
  const value: Place = { scope: 'other', process: constant(0), type: 0, variable: 0, path: [] };
  const below = (most: number): Ask => ({
    kind: 'invariant',
    predicate: binary('less', read(value), constant(most)),
  });
  const within = (depth: number) => ({ now: () => 0, depth });

  // The counter reaches 5 in 5 steps, and after 10 states it begins again.
  it.each<SearchOrder>(['breadth', 'depth'])('%s first', async (order) => {
    for (const reduction of ['none', 'local', 'overman'] as const) {
      const ask = (depth: number, most: number) =>
        Promise.all([
          reach(counter(9), question(below(most)), within(depth), { order, reduction }),
          reachCompiled(counter(9), question(below(most)), within(depth), order, undefined, reduction),
        ]);
      for (const answer of await ask(5, 5)) expect(answer).toMatchObject({ verdict: 'violated' });
      for (const answer of await ask(4, 5))
        expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'depth' });
      for (const answer of await ask(9, 100)) expect(answer).toMatchObject({ verdict: 'holds' });
      for (const answer of await ask(8, 100))
        expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'depth' });
    }
  });

  it('for cycles', async () => {
    const ask: Ask = { kind: 'terminates' };
    for (const answer of [
      await reach(counter(9), question(ask), within(9)),
      await reachCompiled(counter(9), question(ask), within(9)),
    ])
      expect(answer).toMatchObject({ verdict: 'violated' });
    for (const answer of [
      await reach(counter(9), question(ask), within(8)),
      await reachCompiled(counter(9), question(ask), within(8)),
    ])
      expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'depth' });
  });
});
