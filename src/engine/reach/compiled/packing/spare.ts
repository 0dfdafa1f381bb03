/**
 * Bits that cost nothing. Cells that stand as one number take the same room in the key however many bits they
 * have themselves, as long as these go into two chunks: so what is left of the chunks is for values that were
 * not seen.
 */
import { type Bounds, bitsFor } from './cells.js';
import { inTwoChunks } from './chunks.js';
import type { Dictionary } from './dictionary.js';
import { inBits } from './narrow.js';

/** One bit more for each cell in turn, as long as there is one left and its type has values for it. */
export function withSpareBits(
  dictionaries: readonly Dictionary[],
  seen: readonly Bounds[],
  types: readonly Bounds[],
): { dictionaries: Dictionary[]; bounds: Bounds[] } {
  const bounds = [...seen];
  const enlarged = dictionaries.map((dictionary) => {
    if (!dictionary.wide || dictionary.range.length === 0) return dictionary;
    const isIn = new Set(dictionary.cells);
    let growing = dictionary.range;
    while (growing.length > 0)
      growing = growing.filter((cell) => {
        const before = bounds[cell];
        bounds[cell] = inBits(bitsFor(before) + 1, before, types[cell]);
        const cells = dictionary.range.filter((one) => one === cell || isIn.has(one));
        if (bitsFor(bounds[cell]) > bitsFor(before) && inTwoChunks(cells, bounds)) {
          isIn.add(cell);
          return true;
        }
        bounds[cell] = before;
        return false;
      });
    return { ...dictionary, cells: dictionary.range.filter((cell) => isIn.has(cell)) };
  });
  return { dictionaries: enlarged, bounds };
}
