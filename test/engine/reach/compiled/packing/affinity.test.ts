import { describe, expect, it } from 'vitest';
import { orderedByAffinity } from '../../../../../src/engine/reach/compiled/packing/affinity.js';
import { Trust } from '../../../../../src/engine/reach/compiled/packing/narrow.js';
import { Chance } from '../../../../model/random-system.js';
import { system } from '../../../../model/small-system.js';

describe('what belongs together stands together', () => {
  /** Cells 0 and 3, 1 and 4, 2 and 5 have the same value; otherwise they are independent. */
  const chance = new Chance(1);
  const states = Array.from({ length: 1000 }, () => {
    const values = [chance.below(50), chance.below(5), chance.below(200)];
    return Int32Array.from([...values, ...values, 7]);
  });

  it('cells that tell each other are neighbours, whatever the order they came in', () => {
    const parts = [[0], [1], [2], [6], [3], [4], [5]];
    const order = orderedByAffinity(parts, states)!.map(([cell]) => cell);
    expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const [a, b] of [
      [0, 3],
      [1, 4],
      [2, 5],
    ])
      expect(Math.abs(order.indexOf(a) - order.indexOf(b))).toBe(1);
  });

  it('nothing is said about few states', () => {
    expect(orderedByAffinity([[0], [1]], states.slice(0, 100))).toBeUndefined();
  });
});

describe('bits for values that were seen', () => {
  const cell = { low: 0, high: 255 };
  const seen = [{ low: 0, high: 3 }];
  const trusted = (states: number[]): number => {
    const trust = new Trust(system([]));
    trust.learn({ seen });
    for (const many of states) trust.outgrown({ cell, kind: 'b', seen, estimated: false, states: many });
    return trust.narrowed(cell, 10, 'a', undefined, seen[0], false).high;
  };

  // Two bits hold 0..3; a value of another kind that did not fit says little after few states.
  it.each([
    { after: [], high: 3 },
    { after: [1000], high: 3 },
    { after: [1_000_000], high: 15 },
    { after: [1_000_000, 1_000_000], high: 255 },
  ])('surprises after $after states: up to $high', ({ after, high }) => {
    expect(trusted(after)).toBe(high);
  });
});
