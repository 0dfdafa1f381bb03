import { describe, expect, it } from 'vitest';
import { family } from '../../../../../bench/families.js';
import { exploreCompiled, reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { constant } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { Ask } from '../../../../../src/property/question.js';
import { process, step, system } from '../../../../model/small-system.js';

const unlimited = { now: () => 0 };
const settings = (store: 'compact' | 'bitstate', bits?: number) => ({ ...DEFAULT_SETTINGS, store, bits });
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const holds: Ask = { kind: 'invariant', predicate: constant(1) };
// dp(12) has 531,440 states, dp(10) has 59,048.

describe('fingerprints', () => {
  it('of 46 bits keep 531,440 states apart', async () => {
    expect(await exploreCompiled(family('dp', 12), unlimited, settings('compact'))).toMatchObject({
      states: 531_440,
      transitions: 4_251_516,
    });
  });

  it('keep them apart while the table doubles again and again', async () => {
    // Little memory, so the table begins small: 2^19 slots for 10^6 states.
    const steps = Array.from({ length: 9 }, (_, i) => step(i, i + 1));
    const locations = Array.from({ length: 10 }, () => ({}));
    const chains = system(Array.from({ length: 6 }, (_, i) => process(`P${i}`, steps, { locations })));
    const found = await exploreCompiled(chains, { now: () => 0, bytes: 18 << 20 }, settings('compact'));
    if ('unsupported' in found) throw new Error(found.unsupported);
    // 43 bits: 10^12 / 2^44 is less than a tenth of a state.
    expect(found.states).toBeGreaterThan(1_000_000 - 4);
    expect(found.states).toBeLessThanOrEqual(1_000_000);
    expect(found.memory).toBeLessThan(18 << 20);
  });

  it('never prove anything, and say how sure they are', async () => {
    const found = await reachCompiled(
      family('dp', 10),
      question(holds),
      unlimited,
      'breadth',
      settings('compact'),
    );
    expect(found.verdict).toBe('inconclusive');
    expect(found.verdict === 'inconclusive' && found.reason).toMatch(
      /probability that a state was left out is about/,
    );
    expect(found.verdict === 'inconclusive' && found.limit).toBe(undefined);
  });

  it('are refused by memory that has no room for them', async () => {
    const little = { now: () => 0, bytes: 1 << 16 };
    expect(
      await reachCompiled(family('dp', 10), question(holds), little, 'breadth', settings('compact')),
    ).toMatchObject({ verdict: 'inconclusive', limit: 'memory' });
  });
});

describe('bits', () => {
  it('lose nothing where there are 16,000 for each state', async () => {
    expect(await exploreCompiled(family('dp', 10), unlimited, settings('bitstate', 30))).toMatchObject({
      states: 59_048,
    });
  });

  it('are refused by memory that has no room for them', async () => {
    const little = { now: () => 0, bytes: 1 << 16 };
    expect(
      await reachCompiled(family('dp', 10), question(holds), little, 'breadth', settings('bitstate')),
    ).toMatchObject({ verdict: 'inconclusive', limit: 'memory' });
  });

  it('lose states where there are few, about as many as they say', async () => {
    const found = await reachCompiled(
      family('dp', 12),
      question(holds),
      unlimited,
      'breadth',
      settings('bitstate', 22),
    );
    if (found.verdict !== 'inconclusive') throw new Error(found.verdict);
    const { states } = found.statistics;
    expect(states).toBeLessThan(531_440);
    const said = Number(/about ([\d.]+) %/.exec(found.reason)?.[1]);
    const real = (100 * states!) / 531_440;
    expect(Math.abs(said - real)).toBeLessThan(1);
  });
});

describe.each(['compact', 'bitstate'] as const)('--store %s', (store) => {
  it('finds a deadlock, with a run that is one', async () => {
    const model = family('dp', 10);
    const ask: Ask = { kind: 'deadlock-free' };
    const found = await reachCompiled(model, question(ask), unlimited, 'breadth', settings(store));
    if (found.verdict !== 'violated') throw new Error(found.verdict);
    expect(found.run.steps).toHaveLength(10);
    expect(violates(new Interpreter(model), ask, found.run)).toBe(true);
  });

  it('is refused where it would not be sound', async () => {
    const model = family('dp', 4);
    const cycles = await reachCompiled(
      model,
      question({ kind: 'terminates' }),
      unlimited,
      'breadth',
      settings(store),
    );
    expect(cycles).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('cycle') });
    const depth = await reachCompiled(model, question(holds), unlimited, 'depth', settings(store));
    expect(depth).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('depth-first') });
    const both = { ...settings(store), compression: 'collapse' } as const;
    const compressed = await reachCompiled(model, question(holds), unlimited, 'breadth', both);
    expect(compressed).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('collapse'),
    });
  });
});
