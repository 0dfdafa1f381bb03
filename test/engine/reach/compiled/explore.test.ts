import { describe, expect, it } from 'vitest';
import { type Family, family } from '../../../../bench/families.js';
import { exploreCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { explore } from '../../../../src/engine/reach/reference/index.js';
import { LimitReached } from '../../../../src/engine/reach/reference/meter.js';
import type { System } from '../../../../src/model/system.js';
import { randomSystem } from '../../../model/random-system.js';
import { wideSystem } from './wide-system.js';

const unlimited = { now: () => 0 };

/** Known from exhaustive searches of the original nets; the smaller ones are checked against the reference engine elsewhere. */
const KNOWN: [Family, number, number, number | undefined, number][] = [
  ['dp', 6, 728, 2910, 1],
  ['dp', 10, 59048, 393650, 1],
  ['dp', 12, 531440, 4251516, 1],
  ['cyclic', 9, 7422, 36608, 0],
  ['cyclic', 12, 77822, undefined, 0],
  ['dac', 9, 7424, 35968, 10],
  ['rw', 12, 4109, 49177, 0],
  ['dpd', 5, 3488, 14513, 0],
  ['dpd', 7, 111444, undefined, 0],
  ['dph', 5, 3112, 12391, 0],
  ['dph', 7, 104680, undefined, 0],
  ['dpfm', 8, 48, 209, 0],
  ['hartstone', 8, 1277, undefined, 9],
];

describe('the benchmark families have the known numbers of states', () => {
  it.each(KNOWN)('%s(%i): %i states', async (name, n, states, edges, dead) => {
    const found = await exploreCompiled(family(name, n), unlimited);
    if ('unsupported' in found) throw new Error(found.unsupported);
    expect(found.states).toBe(states);
    expect(found.deadlocks + found.terminations).toBe(dead);
    if (edges !== undefined) expect(found.transitions).toBe(edges);
  });
});

/** Counts of both engines, or undefined where the reference engine has more than enough to do. */
async function counted(system: System) {
  try {
    const expected = await explore(system, { now: () => 0, states: 600 });
    return { expected, found: await exploreCompiled(system, unlimited) };
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}

describe('states, transitions, deadlocks and ends are those of the reference engine', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, seeds: 500, most: 10 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, seeds: 250, most: 20 },
  ])('$seeds random $of', async ({ make, seeds, most }) => {
    let abstained = 0;
    let compared = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const counts = await counted(make(seed));
      if (!counts) continue;
      if ('unsupported' in counts.found) {
        abstained++;
        continue;
      }
      compared++;
      const { bytes: _bytes, memory: _memory, seconds: _seconds, ...found } = counts.found;
      expect({ seed, ...found }).toEqual({ seed, ...counts.expected });
    }
    expect(compared).toBeGreaterThan(0.9 * seeds);
    expect(abstained).toBeLessThan(most);
  });
});
