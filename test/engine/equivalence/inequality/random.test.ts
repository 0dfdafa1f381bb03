/** Thousands of small pairs: what the inequalities say is never contradicted by visiting all states. */
import { describe, expect, it } from 'vitest';
import { compareByInequalities } from '../../../../src/engine/equivalence/inequality/index.js';
import { checkCertificate } from '../../../../src/evidence/certificate/check.js';
import { equivalent } from '../../../../src/index.js';
import { loadedOf, randomPair } from './networks.js';

const PAIRS = 2000;
const VISIBLE = ['a', 'b', 'c'];
const SIDES = ['spec', 'impl'] as const;

describe('random pairs', () => {
  it(`${PAIRS}: the answers agree wherever the inequalities have one, and so do the side conditions`, async () => {
    const seen = {
      equivalent: 0,
      different: 0,
      inconclusive: 0,
      free: 0,
      deterministic: 0,
      left: 0,
      rebuilt: 0,
    };
    for (let seed = 1; seed <= PAIRS; seed++) {
      const { spec, impl } = randomPair(seed);
      const names = [...spec.symbols, ...impl.symbols].map(({ name }) => name);
      const visible = VISIBLE.filter((name) => names.includes(name));
      const visited = await equivalent(loadedOf(spec), loadedOf(impl), { visible, engine: 'enumerative' });
      const answer = await compareByInequalities(
        spec,
        impl,
        ({ name }) => visible.includes(name),
        { now: () => 0 },
        { mostSplits: 3, mostNodes: 40 },
      );
      seen[answer.verdict]++;
      if (answer.verdict !== 'inconclusive')
        expect(`${seed} ${answer.verdict}`).toBe(`${seed} ${visited.verdict}`);
      if (answer.verdict === 'equivalent') {
        expect(checkCertificate(answer.certificate).valid).toBe(true);
        if (answer.rebuilt) seen.rebuilt++;
      }
      // Neither the proof nor the rows are ever refused by those who check them again.
      if (answer.verdict === 'inconclusive') expect(`${seed} ${answer.reason}`).not.toContain('accepted');
      for (const side of SIDES) {
        const shown = answer.conditions[side];
        const found = visited[side].conditions;
        if (!shown || !found) continue;
        if (!shown.divergenceFree.shown) seen.left++;
        else {
          seen.free++;
          expect(`${seed} ${side} ${found.divergenceFree.holds}`).toBe(`${seed} ${side} true`);
        }
        if (!shown.deterministic.shown) continue;
        seen.deterministic++;
        expect(`${seed} ${side} ${found.deterministic.holds}`).toBe(`${seed} ${side} true`);
      }
    }
    // Both answers are given often, and so are both answers on the side conditions.
    expect(seen.equivalent).toBeGreaterThan(1000);
    expect(seen.different).toBeGreaterThan(500);
    expect(Math.min(seen.free, seen.deterministic)).toBeGreaterThan(1000);
    expect(seen.left).toBeGreaterThan(100);
    expect(seen.rebuilt).toBeGreaterThan(900);
  }, 300_000);
});
