import { describe, expect, it } from 'vitest';
import { type Family, family } from '../../../../bench/families.js';
import { explore } from '../../../../src/engine/reach/reference/index.js';

/**
 * Reachable states, edges and states without successor of the classic deadlock benchmarks, known from
 * exhaustive searches of the original nets; most have closed forms. Hartstone: 5·2^n − 3 and n + 1.
 */
const KNOWN: [Family, number, number, number | undefined, number][] = [
  ['dp', 6, 728, 2910, 1],
  ['dp', 8, 6560, 34984, 1],
  ['dp', 10, 59048, 393650, 1],
  ['cyclic', 3, 42, 80, 0],
  ['cyclic', 6, 638, 2176, 0],
  ['cyclic', 9, 7422, 36608, 0],
  ['dac', 6, 640, 2144, 7],
  ['dac', 9, 7424, 35968, 10],
  ['rw', 6, 71, 397, 0],
  ['rw', 9, 522, 4627, 0],
  ['rw', 12, 4109, 49177, 0],
  ['dpd', 4, 600, 1945, 0],
  ['dpd', 5, 3488, 14513, 0],
  ['dph', 4, 512, 1545, 0],
  ['dph', 5, 3112, 12391, 0],
  ['dpfm', 5, 12, 31, 0],
  ['dpfm', 8, 48, 209, 0],
  ['hartstone', 4, 77, undefined, 5],
  ['hartstone', 8, 1277, undefined, 9],
];

describe('the benchmark families have the known numbers of states', () => {
  it.each(KNOWN)('%s(%i): %i states', async (name, n, states, edges, dead) => {
    const found = await explore(family(name, n), { now: () => 0 });
    expect(found.states).toBe(states);
    expect(found.deadlocks + found.terminations).toBe(dead);
    if (edges !== undefined) expect(found.transitions).toBe(edges);
  });
});
