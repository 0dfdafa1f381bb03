import { describe, expect, it } from 'vitest';
import { bitsFor } from '../../../../../src/engine/reach/compiled/packing/cells.js';
import { inTwoChunks } from '../../../../../src/engine/reach/compiled/packing/chunks.js';
import { withMoreBits, withSpareBits } from '../../../../../src/engine/reach/compiled/packing/spare.js';
import { Variety } from '../../../../../src/engine/reach/compiled/packing/variety.js';

/** So many states of three cells: the first counts to ten, the second to four, the third is always 7. */
const counting = (many: number, from = 0): Variety => {
  const states = Array.from({ length: many }, (_, i) => Int32Array.of((from + i) % 10, (from + i) % 4, 7));
  return Variety.of(states, many);
};

describe('how many combinations of values were met', () => {
  it.each([
    { cells: [0], met: 10 },
    { cells: [1, 2], met: 4 },
    { cells: [0, 1, 2], met: 20 },
    { cells: [2], met: 1 },
  ])('in cells $cells: $met', ({ cells, met }) => {
    expect(counting(1000).met(cells)).toEqual({ met, guess: met });
  });

  it('more are to come where each was met once', () => {
    const { met, guess } = counting(10).met([0]);
    expect(met).toBe(10);
    expect(guess).toBeGreaterThan(10);
  });

  it('the states of two samples are counted together', () => {
    expect(counting(5).and(counting(5, 5)).met([0]).met).toBe(10);
    const other = Variety.of([Int32Array.of(0, 0, 8)], 1);
    expect(counting(100).and(other).met([2]).met).toBe(2);
  });

  it('of no states nothing is known', () => {
    const none = Variety.of([], 0);
    expect(none.met([0]).met).toBe(Number.POSITIVE_INFINITY);
    expect(none.and(counting(100)).met([0]).met).toBe(10);
    expect(counting(100).and(none).met([0]).met).toBe(10);
  });

  it('what a dictionary has numbered counts for groups that have most of its cells', () => {
    const noted = Variety.of([], 0, [{ cells: [0, 1, 2], met: 500 }]);
    const variety = counting(100).and(noted);
    expect(variety.met([0, 1])).toEqual({ met: 500, guess: 1000 });
    expect(variety.met([1]).met).toBe(4);
  });
});

describe('bits to spare', () => {
  const range = [0, 1, 2, 3];
  const byte = { low: 0, high: 255 };
  const word = { low: 0, high: 65535 };
  const dictionary = { cells: [0, 1], range, bits: 8, wide: true };
  const seen = [
    { low: 0, high: 1 },
    { low: 0, high: 7 },
    { low: 3, high: 3 },
    { low: 0, high: 0 },
  ];

  it('are for all values of the types where these go into two chunks', () => {
    const types = [byte, byte, byte, { low: 0, high: 0 }];
    const { dictionaries, bounds } = withSpareBits([dictionary], seen, types);
    expect(bounds).toEqual(types);
    expect(dictionaries).toEqual([{ ...dictionary, cells: [0, 1, 2] }]);
  });

  it('are shared out where they do not, and no value that was seen is lost', () => {
    const types = [word, word, word, { low: -0x80000000, high: 0x7fffffff }];
    const { dictionaries, bounds } = withSpareBits([dictionary], seen, types);
    expect(dictionaries[0].cells).toEqual(range);
    expect(inTwoChunks(range, bounds)).toBeDefined();
    for (const cell of range) {
      expect(bounds[cell].low).toBeLessThanOrEqual(seen[cell].low);
      expect(bounds[cell].high).toBeGreaterThan(seen[cell].high);
    }
  });

  it('are fewer where a group has a table with an entry for each value of its bits', () => {
    const narrow = { ...dictionary, wide: false };
    const { dictionaries, bounds } = withSpareBits([narrow], seen, [byte, byte, byte, byte]);
    expect(dictionaries[0].cells).toEqual(range);
    expect(bounds.map(bitsFor)).toEqual([3, 5, 2, 2]);
  });

  it('are not for a cell of another group, nor for channels', () => {
    const [one, other] = [
      { ...dictionary, cells: [0], range: [0, 1] },
      { ...dictionary, cells: [1], range: [] },
    ];
    const { dictionaries, bounds } = withSpareBits([one, other], seen, [byte, byte, byte, byte]);
    expect(dictionaries.map(({ cells }) => cells)).toEqual([[0], [1]]);
    expect(bounds).toEqual([byte, seen[1], seen[2], seen[3]]);
  });

  it('of the key are for the cells that have least room', () => {
    const kept = [seen[0], { low: 0, high: 31 }, seen[2], seen[3]];
    const types = [byte, byte, byte, seen[3]];
    expect(withMoreBits(range, 2, seen, kept, types).map(bitsFor)).toEqual([2, 5, 1, 0]);
    expect(withMoreBits(range, 99, seen, kept, types).map(bitsFor)).toEqual([8, 8, 8, 0]);
  });
});
