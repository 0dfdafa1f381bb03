import { describe, expect, it } from 'vitest';
import { type Family, family } from '../../../../../bench/families.js';
import type { Budget } from '../../../../../src/engine/budget.js';
import { exploreCompiled, reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { explore, reach } from '../../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { constant } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { System } from '../../../../../src/model/system.js';
import type { Ask } from '../../../../../src/property/question.js';
import { randomSystem } from '../../../../model/random-system.js';
import { randomObserver } from '../random-observer.js';
import { wideSystem } from '../wide-system.js';

const unlimited = { now: () => 0 };
/** All threads are there from the first state on. */
const together = (workers: number) => ({ ...DEFAULT_SETTINGS, workers, headStart: 0 });
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const counted = (system: System) => explore(system, { now: () => 0, states: 400 }).catch(() => undefined);

describe('any number of workers counts the same', () => {
  // Known numbers of states and transitions, as in the table of the families; dph interns many pairs.
  it.each<[Family, number, number, number | undefined]>([
    ['dp', 10, 59048, 393650],
    ['dp', 12, 531440, 4251516],
    ['cyclic', 12, 77822, undefined],
    ['dpd', 7, 111444, undefined],
    ['dph', 7, 104680, undefined],
  ])('%s(%i): %i states', async (name, n, states, transitions) => {
    const alone = await exploreCompiled(family(name, n), unlimited);
    for (const workers of [2, 3, 4]) {
      const found = await exploreCompiled(family(name, n), unlimited, together(workers));
      const { bytes: _bytes, memory: _memory, ...counts } = found as typeof found & Record<string, unknown>;
      expect({ workers, ...alone, ...counts }).toEqual({ workers, ...alone });
      expect(counts).toMatchObject({ states, ...(transitions ? { transitions } : {}) });
    }
  });

  it('in little memory, where a thread cannot keep all that it finds', async () => {
    // Each keeps at most a few thousand states; more wait than two threads may keep.
    for (const workers of [2, 3]) {
      const found = await exploreCompiled(
        family('dp', 12),
        { now: () => 0, bytes: 12 << 20 },
        together(workers),
      );
      expect(found).toMatchObject({ states: 531440, transitions: 4251516 });
    }
  });

  it('on 60 random systems', async () => {
    let compared = 0;
    for (let seed = 60_000; seed < 60_060; seed++) {
      const model = seed % 2 === 0 ? randomSystem(seed) : wideSystem(seed);
      const expected = await counted(model);
      if (!expected) continue;
      const found = await exploreCompiled(model, unlimited, together(2));
      if ('unsupported' in found) continue;
      compared++;
      const { states, transitions, deadlocks, terminations } = found;
      expect({ seed, states, transitions, deadlocks, terminations }).toEqual({ seed, ...expected });
    }
    expect(compared).toBeGreaterThan(30);
  });
});

describe('workers give the answers of the reference engine', () => {
  it('with runs that violate', async () => {
    const verdicts = new Set<string>();
    for (let seed = 70_000; seed < 70_020; seed++) {
      const model = seed % 2 === 0 ? randomSystem(seed) : wideSystem(seed);
      if (!(await counted(model))) continue;
      const asks: Ask[] = [
        { kind: 'deadlock-free' },
        { kind: 'assertions' },
        { kind: 'order', observers: [randomObserver(seed, 'finite')] },
      ];
      for (const ask of asks) {
        const expected = await reach(model, question(ask), unlimited);
        const found = await reachCompiled(model, question(ask), unlimited, 'breadth', together(2));
        if (found.verdict === 'unsupported') continue;
        const name = { seed, ask: ask.kind };
        expect({ ...name, verdict: found.verdict }).toEqual({ ...name, verdict: expected.verdict });
        verdicts.add(found.verdict);
        if (found.verdict !== 'violated') continue;
        // The violation is searched for once more alone: its run is a shortest one.
        const alone = await reachCompiled(model, question(ask), unlimited);
        expect(found.run).toEqual(alone.verdict === 'violated' && alone.run);
        expect(violates(new Interpreter(model), ask, found.run)).toBe(true);
      }
    }
    expect([...verdicts].sort()).toEqual(['holds', 'violated']);
  });
});

describe('limits stop all workers', () => {
  const model = family('dp', 12);
  it.each<[string, Budget]>([
    ['states', { now: () => 0, states: 100_000 }],
    ['memory', { now: () => 0, bytes: 4 << 20 }],
    ['interrupted', { now: () => 0, interrupted: () => true }],
    ['time', { now: () => 2, deadline: 1 }],
  ])('%s', async (limit, budget) => {
    const ask: Ask = { kind: 'invariant', predicate: constant(1) };
    const found = await reachCompiled(model, question(ask), budget, 'breadth', together(2));
    expect(found).toMatchObject({ verdict: 'inconclusive', limit });
  });
});

describe('workers are refused', () => {
  it.each<[string, Ask, 'breadth' | 'depth']>([
    ['cycle', { kind: 'terminates' }, 'breadth'],
    ['breadth first', { kind: 'deadlock-free' }, 'depth'],
  ])('%s', async (reason, ask, order) => {
    const found = await reachCompiled(family('dp', 4), question(ask), unlimited, order, together(2));
    expect(found).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining(reason) });
  });
});
