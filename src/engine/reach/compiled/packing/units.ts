/** Which cells may stand as a number together: those of a variable, a channel or a process, or pieces of them. */
import { sizeOf } from '../../../../model/data.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageSize } from '../../../../model/layout.js';
import { type Bounds, bitsFor } from './cells.js';
import { inTwoChunks } from './chunks.js';

/** Cells that belong together. Messages move along together, so a channel is not taken in pieces. */
export interface Unit {
  cells: number[];
  divisible: boolean;
}

/** Cells that may have a dictionary. */
export interface Piece {
  /** Those that change. */
  cells: number[];
  /** These, and those that were not seen to change, if it does not matter how many bits each has. */
  range: number[];
  raw: number;
  wide: boolean;
}

/** The table from bits to numbers has an entry for every value of the bits. */
const MOST_BITS = 16;
/** Bits of a piece, where a unit has more than that; a cell is never divided. */
const PIECE_BITS = 10;
const WIDE_PIECE_BITS = 60;

const upTo = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** What may stand as a number: a variable, a channel, a process, or pieces of them. */
export function unitsOf({ system, layout }: Interpreter): Unit[] {
  const isDivisible = system.types.every(({ channels }) => channels.length === 0);
  return [
    ...system.variables.map((variable, v) => ({
      cells: upTo(layout.shared[v], sizeOf(variable.type)),
      divisible: true,
    })),
    ...system.channels.map((type, c) => ({
      cells: upTo(layout.channels[c], 1 + type.capacity * messageSize(type)),
      divisible: false,
    })),
    ...layout.processes.map((start, p) => ({
      cells: upTo(start, layout.processSize[p]),
      divisible: isDivisible,
    })),
  ];
}

/** The units as they are where they have few bits, and small pieces of the others. */
export function narrowPieces(units: readonly Unit[], bounds: readonly Bounds[]): Piece[] {
  return units
    .flatMap((unit) =>
      unit.divisible && width(unit.cells, bounds) > MOST_BITS ? inPieces(unit, bounds, PIECE_BITS) : [unit],
    )
    .map((unit) => pieceOf(unit, bounds, false))
    .filter(({ raw }) => raw > 0 && raw <= MOST_BITS);
}

/** The units that have more bits, or pieces of them that go into two chunks. */
export function widePieces(units: readonly Unit[], bounds: readonly Bounds[]): Piece[] {
  return units
    .flatMap((unit) => {
      if (width(unit.cells, bounds) <= MOST_BITS) return [];
      const goesIn = inTwoChunks(unit.cells, bounds) !== undefined;
      return unit.divisible && !goesIn ? inPieces(unit, bounds, WIDE_PIECE_BITS) : [unit];
    })
    .map((unit) => pieceOf(unit, bounds, true))
    .filter(({ cells, raw }) => raw > MOST_BITS && inTwoChunks(cells, bounds));
}

export const width = (of: readonly number[], bounds: readonly Bounds[]): number =>
  of.reduce((sum, cell) => sum + bitsFor(bounds[cell]), 0);

/** Messages are moved by shifting, so all of a channel have the same bits. */
function pieceOf({ cells, divisible }: Unit, bounds: readonly Bounds[], wide: boolean): Piece {
  const changing = cells.filter((cell) => bitsFor(bounds[cell]) > 0);
  return { cells: changing, range: divisible ? cells : [], raw: width(changing, bounds), wide };
}

function inPieces({ cells }: Unit, bounds: readonly Bounds[], most: number): Unit[] {
  const pieces: number[][] = [];
  let room = 0;
  for (const cell of cells) {
    const bits = bitsFor(bounds[cell]);
    if (pieces.length === 0 || bits > room) {
      pieces.push([]);
      room = most;
    }
    pieces[pieces.length - 1].push(cell);
    room -= bits;
  }
  return pieces.map((cells) => ({ cells, divisible: true }));
}
