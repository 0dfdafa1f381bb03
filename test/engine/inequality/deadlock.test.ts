import { describe, expect, it } from 'vitest';
import { type Family, family, oneReversed } from '../../../bench/families.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';
import { violates } from '../../../src/evidence/judge.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { deadlockFree, unlimited } from './ask.js';

describe('deadlock of the classic families', () => {
  const SMALL: [Family, number][] = [
    ['dp', 2],
    ['dp', 5],
    ['dph', 3],
    ['dph', 5],
    ['dpd', 3],
    ['dpd', 5],
    ['dpfm', 3],
    ['dpfm', 6],
    ['rw', 2],
    ['rw', 6],
    ['cyclic', 2],
    ['cyclic', 5],
    ['dac', 1],
    ['dac', 5],
    ['hartstone', 1],
    ['hartstone', 5],
  ];
  it.each(SMALL)('%s(%i): the verdict of exhaustive search', async (name, n) => {
    const system = family(name, n);
    const [proved, searched] = [
      await prove(system, deadlockFree, unlimited),
      await reach(system, deadlockFree, unlimited),
    ];
    expect(proved.verdict).toBe(searched.verdict);
  });

  // Far more states than could be visited: see docs/families.md for their numbers.
  const LARGE: [Family, number][] = [
    ['dpd', 40],
    ['dph', 60],
    ['rw', 100],
    ['cyclic', 50],
  ];
  it.each(LARGE)('%s(%i) has none, and the checker agrees', async (name, n) => {
    const answer = await prove(family(name, n), deadlockFree, unlimited);
    expect(answer).toMatchObject({ verdict: 'holds', strength: 'proved' });
    expect(checkCertificate(answer.certificate!)).toMatchObject({ valid: true });
  });

  it('philosophers with one left-handed: none, at 4 (by search too) and at 60', async () => {
    expect(await reach(oneReversed(4), deadlockFree, unlimited)).toMatchObject({ verdict: 'holds' });
    for (const n of [4, 60])
      expect(await prove(oneReversed(n), deadlockFree, unlimited)).toMatchObject({ verdict: 'holds' });
  });

  it('dp(200): everybody takes one fork, which is the shortest way to the deadlock', async () => {
    const system = family('dp', 200);
    const answer = await prove(system, deadlockFree, unlimited);
    if (answer.verdict !== 'violated') throw new Error(answer.verdict);
    expect(answer.run.steps).toHaveLength(200);
    expect(violates(new Interpreter(system), deadlockFree.ask, answer.run)).toBe(true);
  });

  // Transitions that always come together are counted together: the same verdict in fewer columns.
  const BUNDLED: [Family, number][] = [
    ['dp', 4],
    ['dph', 5],
    ['rw', 4],
    ['dac', 4],
    ['hartstone', 3],
    ['dpfm', 5],
  ];
  it.each(BUNDLED)('%s(%i): bundles change nothing but the size', async (name, n) => {
    const system = family(name, n);
    const [whole, bundled] = [
      await prove(system, deadlockFree, unlimited),
      await prove(system, deadlockFree, unlimited, { bundleFrom: 0 }),
    ];
    expect(bundled.verdict).toBe(whole.verdict);
    expect(bundled.notices).toEqual(whole.notices);
    if (name === 'dph' || name === 'rw')
      expect(bundled.statistics.variables).toBeLessThan(whole.statistics.variables ?? 0);
  });
});
