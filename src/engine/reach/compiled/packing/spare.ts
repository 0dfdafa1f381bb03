/**
 * Bits that cost nothing. Cells that stand as one number take the same room in the key however many bits they
 * have themselves, as long as these go into the table: so what is left there is for values that were not seen.
 * And what is left of a key that holds everything is for cells that stand in it as they are.
 */
import { type Bounds, bitsFor } from './cells.js';
import { inTwoChunks } from './chunks.js';
import type { Dictionary } from './dictionary.js';
import { inBits } from './narrow.js';
import { width } from './units.js';

/** A table for so many bits is small. */
const SMALL_TABLE_BITS = 12;
const TWO_CHUNKS = 64;

/** One bit more for each cell in turn, as long as there is one left and its type has values for it. */
export function withSpareBits(
  dictionaries: readonly Dictionary[],
  seen: readonly Bounds[],
  types: readonly Bounds[],
): { dictionaries: Dictionary[]; bounds: Bounds[] } {
  const bounds = [...seen];
  const taken = new Set(dictionaries.flatMap(({ cells }) => cells));
  const enlarged = dictionaries.map((dictionary) => {
    const isIn = new Set(dictionary.cells);
    let room = (dictionary.wide ? TWO_CHUNKS : SMALL_TABLE_BITS) - width(dictionary.cells, bounds);
    const goesInWith = (cell: number): boolean =>
      !dictionary.wide ||
      inTwoChunks(
        dictionary.range.filter((one) => one === cell || isIn.has(one)),
        bounds,
      ) !== undefined;
    let growing = dictionary.range.filter((cell) => isIn.has(cell) || !taken.has(cell));
    while (room > 0 && growing.length > 0)
      growing = growing.filter((cell) => {
        const before = bounds[cell];
        const more = inBits(bitsFor(before) + 1, before, types[cell]);
        if (room <= 0 || bitsFor(more) === bitsFor(before)) return false;
        bounds[cell] = more;
        if (!goesInWith(cell)) {
          bounds[cell] = before;
          return false;
        }
        isIn.add(cell);
        room--;
        return true;
      });
    for (const cell of isIn) taken.add(cell);
    return { ...dictionary, cells: [...isIn].sort((a, b) => a - b) };
  });
  return { dictionaries: enlarged, bounds };
}

/**
 * So many bits more for some of these cells, each time for the one that has least room beyond what was seen:
 * `seen` are the values of the cells that there have to be bits for.
 */
export function withMoreBits(
  cells: readonly number[],
  spare: number,
  seen: readonly Bounds[],
  bounds: readonly Bounds[],
  types: readonly Bounds[],
): Bounds[] {
  const found = [...bounds];
  const size = ({ low, high }: Bounds): number => high - low + 1;
  const crowding = (cell: number): number => size(seen[cell]) / size(found[cell]);
  let growing = [...cells];
  for (let left = spare; left > 0 && growing.length > 0; ) {
    const next = growing.reduce((best, cell) => (crowding(cell) > crowding(best) ? cell : best));
    const more = inBits(bitsFor(found[next]) + 1, found[next], types[next]);
    if (bitsFor(more) === bitsFor(found[next])) growing = growing.filter((cell) => cell !== next);
    else {
      found[next] = more;
      left--;
    }
  }
  return found;
}
