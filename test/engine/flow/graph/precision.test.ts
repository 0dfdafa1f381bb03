/**
 * How many pairs of states of different tasks the relation has too many, on families of rendezvous systems.
 * The numbers are those that the same equations gave elsewhere, pairs that really happen and pairs that do
 * not, counted by exhaustive search (reference notes on FLAVERS, section 4.2). More would be a step back.
 */
import { describe, expect, it } from 'vitest';
import { type Family, family } from '../../../../bench/families.js';
import { FlowSource } from '../../../../src/engine/flow/graph/index.js';
import { areParallel } from '../../../../src/engine/flow/graph/parallel.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { reachable } from './executions.js';

const table: [Family, number, { exact?: number; spurious: number }][] = [
  ['dp', 6, { spurious: 0 }],
  ['dpd', 4, { spurious: 0 }],
  ['dpfm', 2, { spurious: 0 }],
  ['dpfm', 5, { spurious: 0 }],
  ['dpfm', 8, { exact: 488, spurious: 344 }],
  ['dph', 4, { exact: 512, spurious: 88 }],
  ['rw', 6, { exact: 357, spurious: 54 }],
  ['rw', 12, { exact: 1398, spurious: 180 }],
  ['cyclic', 3, { spurious: 0 }],
  ['cyclic', 6, { exact: 735, spurious: 6 }],
  ['cyclic', 9, { exact: 1749, spurious: 21 }],
  ['dac', 6, { spurious: 0 }],
  ['dac', 9, { spurious: 0 }],
];

describe('pairs of states that may be occupied together', () => {
  it.each(table)('%s %i: %o', (name, n, { exact, spurious }) => {
    const system = family(name, n);
    const places = new FlowSource(system).places(() => true);
    if ('reason' in places) throw new Error(places.reason);
    const interpreter = new Interpreter(system);
    const happen = new Set<string>();
    for (const state of reachable(system, 10_000).states) {
      const at = system.instances.map((_, process) => interpreter.locationOf(state, process));
      for (let p = 0; p < at.length; p++) {
        for (let q = 0; q < p; q++) happen.add(`${p} ${at[p]} ${q} ${at[q]}`);
      }
    }
    let missing = 0;
    let additional = 0;
    places.locations.forEach((mine, p) => {
      for (let q = 0; q < p; q++) {
        mine.forEach((here, a) => {
          places.locations[q].forEach((there, b) => {
            const found = here >= 0 && there >= 0 && areParallel(places.parallel, here, there);
            const real = happen.has(`${p} ${a} ${q} ${b}`);
            if (found && !real) additional++;
            if (real && !found) missing++;
          });
        });
      }
    });
    if (exact !== undefined) expect(happen.size).toBe(exact);
    expect(missing).toBe(0);
    expect(additional).toBeLessThanOrEqual(spurious);
  });
});
