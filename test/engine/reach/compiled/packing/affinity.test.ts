import { describe, expect, it } from 'vitest';
import { orderedByAffinity } from '../../../../../src/engine/reach/compiled/packing/affinity.js';
import { Trust } from '../../../../../src/engine/reach/compiled/packing/narrow.js';
import { Variety } from '../../../../../src/engine/reach/compiled/packing/variety.js';
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
  // Of the third cell the same was seen as of the first.
  const seen = [
    { low: 0, high: 3 },
    { low: 0, high: 100 },
    { low: 0, high: 3 },
  ];
  const trusted = (states: number[], place = 1, kind = 'b', byType = false): number => {
    const trust = new Trust(system([]));
    trust.learn({ seen });
    for (const many of states)
      trust.outgrown({ cell, place, kind, seen, estimated: false, byType, states: many });
    return trust.narrowed(cell, 10, 'a', undefined, seen[0], false).high;
  };

  // Two bits hold 0..3; a value of another kind that did not fit says little after few states.
  it.each([
    { after: [], high: 3 },
    { after: [1000], high: 3 },
    { after: [1_000_000], high: 15 },
    { after: [1_000_000, 1_000_000], high: 255 },
    // A search that begins again comes twice as far, or nothing that was seen counts any more.
    { after: [100_000, 100_000], high: 255 },
    { after: [100_000, 199_999], high: 255 },
    { after: [100_000, 200_000], high: 3 },
    { after: [10_000, 10_000], high: 3 },
  ])('surprises after $after states: up to $high', ({ after, high }) => {
    expect(trusted(after)).toBe(high);
  });

  // One bit more for what is like it; two for its own kind, and eight when it happens once more.
  it.each([
    { of: 'a cell like it', surprises: 1, kind: 'b', high: 7 },
    { of: 'a cell like it', surprises: 2, kind: 'b', high: 15 },
    { of: 'its own kind', surprises: 1, kind: 'a', high: 31 },
    { of: 'its own kind', surprises: 2, kind: 'a', high: 255 },
  ])('$surprises early surprises of $of: up to $high', ({ surprises, kind, high }) => {
    expect(trusted(Array(surprises).fill(1000), 2, kind)).toBe(high);
  });

  it('dictionaries that are full again after as many states are given up', () => {
    const variety = Variety.of([Int32Array.of(0), Int32Array.of(1)], 2);
    const left = (states: number[]) => {
      const trust = new Trust(system([]));
      trust.learn({ variety });
      for (const many of states) trust.needNumbers([0], many);
      return trust.survey.variety;
    };
    expect(left([100_000])).toBe(variety);
    expect(left([100_000, 300_000])).toBe(variety);
    expect(left([100_000, 150_000])).toBeUndefined();
  });

  it('where the bits of the type did not suffice, its kind gets all bits that the type is then trusted to need', () => {
    expect(trusted([1000], 2, 'a', true)).toBe(255);
    expect(trusted([1000], 2, 'b', true)).toBe(3);
  });
});
