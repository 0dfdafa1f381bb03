/** How many combinations of values groups of cells have in the states that were met. */
import { type Bounds, bitsFor } from './cells.js';
import { narrowPieces, type Piece, type Unit, widePieces } from './units.js';

/** Combinations that were met, those of them that were met once only, and how many there may be in all. */
export interface Met {
  met: number;
  once: number;
  guess: number;
}

/** By the names of pieces. */
export type Variety = ReadonlyMap<string, Met>;

export const nameOf = ({ cells }: Piece): string => `${cells[0]} ${cells.length}`;

/** How many combinations of values those units have in these states that can have a dictionary. */
export function varietyOf(
  states: Iterable<Int32Array>,
  units: readonly Unit[],
  bounds: readonly Bounds[],
): Variety {
  const counted = [...narrowPieces(units, bounds), ...widePieces(units, bounds)].map((piece) => ({
    name: nameOf(piece),
    cells: piece.cells.map((cell) => ({ cell, low: bounds[cell].low, bits: bitsFor(bounds[cell]) })),
    counts: new Map<number, number>(),
  }));
  for (const state of states) {
    for (const { cells, counts } of counted) {
      let mixed = 0;
      for (const { cell, low, bits } of cells)
        mixed = (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) + ((state[cell] - low) ^ bits)) | 0;
      counts.set(mixed, (counts.get(mixed) ?? 0) + 1);
    }
  }
  return new Map(counted.map(({ name, counts }) => [name, metIn(counts)]));
}

/**
 * The more of what was met was met once only, the more is to come; how much at least can be told from how much of
 * it was met twice.
 */
function metIn(counts: ReadonlyMap<number, number>): Met {
  let [once, twice] = [0, 0];
  for (const count of counts.values()) {
    if (count === 1) once++;
    else if (count === 2) twice++;
  }
  return { met: counts.size, once, guess: counts.size + Math.ceil((once * (once - 1)) / (2 * (twice + 1))) };
}
