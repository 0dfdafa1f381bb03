import { describe, expect, it } from 'vitest';
import { type Family, family } from '../../../../../bench/families.js';
import { exploreCompiled, reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { COMPRESSIONS, DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { staticCode } from '../../../../../src/engine/reach/compiled/store/vectors/huffman.js';
import { explore, reach } from '../../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { System } from '../../../../../src/model/system.js';
import type { Ask } from '../../../../../src/property/question.js';
import { randomSystem } from '../../../../model/random-system.js';
import { process, step, system } from '../../../../model/small-system.js';
import { randomObserver } from '../random-observer.js';
import { wideSystem } from '../wide-system.js';

const unlimited = { now: () => 0 };
const forms = COMPRESSIONS.filter((form) => form !== 'auto');

/** What the reference engine counts, or undefined where it has more than enough to do. */
const counted = (system: System) => explore(system, { now: () => 0, states: 400 }).catch(() => undefined);

describe('every form of keeping states gives the counts of the reference engine', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 30_000, seeds: 60 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 40_000, seeds: 25 },
  ])('$seeds random $of', async ({ make, first, seeds }) => {
    let compared = 0;
    for (let seed = first; seed < first + seeds; seed++) {
      const model = make(seed);
      const expected = await counted(model);
      if (!expected) continue;
      for (const compression of forms) {
        const found = await exploreCompiled(model, unlimited, { ...DEFAULT_SETTINGS, compression });
        if ('unsupported' in found) continue;
        compared++;
        const { states, transitions, deadlocks, terminations } = found;
        expect({ seed, compression, states, transitions, deadlocks, terminations }).toEqual({
          seed,
          compression,
          ...expected,
        });
      }
    }
    expect(compared).toBeGreaterThan(3 * seeds);
  });

  // Known numbers of states, as in the table of the families.
  it.each<[Family, number, number]>([
    ['dp', 10, 59048],
    ['cyclic', 12, 77822],
    ['dac', 9, 7424],
    ['dpd', 5, 3488],
  ])('%s(%i): %i states', async (name, n, states) => {
    for (const compression of forms) {
      const found = await exploreCompiled(family(name, n), unlimited, { ...DEFAULT_SETTINGS, compression });
      expect({ compression, ...found }).toMatchObject({ compression, states });
    }
  });
});

describe('the dense table is exact', () => {
  it.each<[Family, number, number]>([
    ['dp', 12, 531440],
    ['cyclic', 12, 77822],
    ['dpd', 7, 111444],
    ['dph', 7, 104680],
  ])('%s(%i): %i states', async (name, n, states) => {
    const found = await exploreCompiled(family(name, n), unlimited, { ...DEFAULT_SETTINGS, store: 'dense' });
    expect(found).toMatchObject({ states });
  });

  it('while it grows by half four times, for a million states', async () => {
    const steps = Array.from({ length: 9 }, (_, i) => step(i, i + 1));
    const locations = Array.from({ length: 10 }, () => ({}));
    const chains = system(Array.from({ length: 6 }, (_, i) => process(`P${i}`, steps, { locations })));
    const found = await exploreCompiled(chains, unlimited, { ...DEFAULT_SETTINGS, store: 'dense' });
    // Each of 10^6 states but the ends of chains has a step for each chain: 6 * 9 * 10^5.
    expect(found).toMatchObject({ states: 1_000_000, transitions: 5_400_000 });
  });

  it('and gives way to the usual one where memory is too small to begin with', async () => {
    const little = { now: () => 0, bytes: 1 << 20 };
    const found = await exploreCompiled(family('dp', 6), little, { ...DEFAULT_SETTINGS, store: 'dense' });
    // 3^6 - 1
    expect(found).toMatchObject({ states: 728 });
  });

  it('40 random systems', async () => {
    for (let seed = 80_000; seed < 80_040; seed++) {
      const model = seed % 2 === 0 ? randomSystem(seed) : wideSystem(seed);
      const expected = await counted(model);
      if (!expected) continue;
      const found = await exploreCompiled(model, unlimited, { ...DEFAULT_SETTINGS, store: 'dense' });
      if ('unsupported' in found) continue;
      const { states, transitions, deadlocks, terminations } = found;
      expect({ seed, states, transitions, deadlocks, terminations }).toEqual({ seed, ...expected });
    }
  });
});

describe('every form gives the answers of the reference engine', () => {
  it('to questions about states and about cycles', async () => {
    const verdicts = new Set<string>();
    for (let seed = 50_000; seed < 50_012; seed++) {
      const model = seed % 2 === 0 ? randomSystem(seed) : wideSystem(seed);
      if (!(await counted(model))) continue;
      const asks: Ask[] = [
        { kind: 'deadlock-free' },
        { kind: 'terminates' },
        { kind: 'order', observers: [randomObserver(seed, 'finite')] },
        { kind: 'order', observers: [randomObserver(seed, 'infinite')] },
      ];
      for (const [i, ask] of asks.entries()) {
        const question = { name: 'q', text: '', ask };
        const expected = await reach(model, question, unlimited);
        const compression = forms[(seed + i) % forms.length];
        const settings = { ...DEFAULT_SETTINGS, compression };
        const found = await reachCompiled(model, question, unlimited, 'breadth', settings);
        if (found.verdict === 'unsupported') continue;
        const name = { seed, ask: ask.kind, compression };
        expect({ ...name, verdict: found.verdict }).toEqual({ ...name, verdict: expected.verdict });
        verdicts.add(found.verdict);
        if (found.verdict === 'violated')
          expect({ ...name, ok: violates(new Interpreter(model), ask, found.run) }).toEqual({
            ...name,
            ok: true,
          });
      }
    }
    expect([...verdicts].sort()).toEqual(['holds', 'violated']);
  });
});

describe('the static Huffman code', () => {
  const words = staticCode();
  it('can be read: no code word begins another, and none is longer than 13 bits', () => {
    const texts = words.map(({ bits, length }) =>
      Array.from({ length }, (_, i) => String((bits >> i) & 1)).join(''),
    );
    for (const [i, a] of texts.entries())
      expect(texts.some((b, j) => i !== j && b.startsWith(a))).toBe(false);
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(13);
    // Kraft: the code wastes nothing.
    expect(words.reduce((sum, { length }) => sum + 2 ** -length, 0)).toBe(1);
  });

  it('gives small bytes short words', () => {
    expect(words[0].length).toBe(1);
    for (let byte = 1; byte < 30; byte++)
      expect(words[byte].length).toBeGreaterThanOrEqual(words[byte - 1].length);
  });
});
