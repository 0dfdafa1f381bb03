/**
 * Dictionaries. The cells of one process, or of one variable or channel, take far fewer combinations of
 * values than their bits allow. So a group of cells can stand in the key as a number: the first combination
 * that is met is number 0, the next one number 1. A table in memory leads from the bits of the group to its
 * number and another one back. How many numbers there will be is guessed from the combinations that the
 * survey has met; where they do not suffice the search begins again with more.
 */
import { scalarsOf } from '../../../../model/data.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageSize } from '../../../../model/layout.js';
import type { Machine } from '../machine.js';
import { type Bounds, bitsFor } from './cells.js';

/** A group of cells that stands as a number of so many bits. */
export interface Dictionary {
  cells: number[];
  bits: number;
}

/** How many combinations of values each group of cells was seen to have; a group goes by its first cell. */
export type Variety = ReadonlyMap<number, number>;

/** Cells that belong together. Messages move along together, so a channel is not taken in pieces. */
export interface Unit {
  cells: number[];
  divisible: boolean;
}

/** The table from bits to numbers has an entry for every value of the bits. */
const MOST_BITS = 16;
/** Bits of a piece, where a unit has more than that; a cell is never divided. */
const PIECE_BITS = 10;
const LEAST_GAIN = 2;
/** Two chunks of a key, of which a few bits may stay empty where parts do not go in. */
const KEY_BITS = 64;
const MOST_SPARE = 2;
const FEW = 100;

const upTo = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** What may stand as a number: a variable, a channel, a process, or pieces of them. */
export function unitsOf({ system, layout }: Interpreter): Unit[] {
  const isDivisible = system.types.every(({ channels }) => channels.length === 0);
  return [
    ...system.variables.map((variable, v) => ({
      cells: upTo(layout.shared[v], scalarsOf(variable.type).length),
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

/** The units as they are, and in pieces where they have too many bits for a table. */
function piecesOf(units: readonly Unit[], bounds: readonly Bounds[]): number[][] {
  return units.flatMap(({ cells, divisible }) => {
    if (!divisible || fieldsOf(cells, bounds).raw <= MOST_BITS) return [cells];
    const pieces: number[][] = [];
    let room = 0;
    for (const cell of cells) {
      const bits = bitsFor(bounds[cell]);
      if (pieces.length === 0 || bits > room) {
        pieces.push([]);
        room = PIECE_BITS;
      }
      pieces[pieces.length - 1].push(cell);
      room -= bits;
    }
    return pieces;
  });
}

/** How many combinations of values those units have in these states that can have a dictionary. */
export function varietyOf(
  machine: Machine,
  keys: readonly bigint[],
  units: readonly Unit[],
  bounds: readonly Bounds[],
): Variety {
  const counted = piecesOf(units, bounds).flatMap((unit) => {
    const { fields, raw } = fieldsOf(unit, bounds);
    if (raw === 0 || raw > MOST_BITS) return [];
    // All bits 0 has a number, met or not.
    const met = new Uint8Array(2 ** raw);
    met[0] = 1;
    return [{ unit, fields, met, count: 1 }];
  });
  for (const key of keys) {
    const state = machine.stateAt(key);
    for (const one of counted) {
      let bits = 0;
      for (const { cell, low, shift } of one.fields) bits |= (state[cell] - low) << shift;
      if (one.met[bits] === 0) one.count++;
      one.met[bits] = 1;
    }
  }
  return new Map(counted.map(({ unit, count }) => [unit[0], count]));
}

/** The cells of a unit that change, their bits side by side. */
function fieldsOf(
  unit: readonly number[],
  bounds: readonly Bounds[],
): { fields: { cell: number; low: number; shift: number }[]; raw: number } {
  let raw = 0;
  const fields = unit.flatMap((cell) => {
    const shift = raw;
    const bits = bitsFor(bounds[cell]);
    raw += bits;
    return bits === 0 ? [] : [{ cell, low: bounds[cell].low, shift }];
  });
  return { fields, raw };
}

/** Where many combinations were met there are more to come. */
const expected = (met: number): number => (met < FEW ? met + (met >> 3) : 2 * met);

/**
 * The dictionaries to have: those that save most, as many as it takes for the key to hold everything;
 * none where that cannot be. `crowded`: of some, by their first cells, so many bits more than were thought
 * to suffice.
 */
export function dictionariesFor(
  units: readonly Unit[],
  cells: readonly Bounds[],
  variety: Variety,
  crowded: ReadonlyMap<number, number>,
): Dictionary[] {
  const width = (of: readonly number[]): number => of.reduce((sum, cell) => sum + bitsFor(cells[cell]), 0);
  let total = width(cells.map((_, cell) => cell));
  if (total <= KEY_BITS) return [];
  const useful = piecesOf(units, cells)
    .flatMap((unit): { unit: number[]; raw: number; bits: number }[] => {
      const { fields, raw } = fieldsOf(unit, cells);
      const changing = fields.map(({ cell }) => cell);
      const met = variety.get(unit[0]) ?? 0;
      if (raw > MOST_BITS || met === 0) return [];
      const bits = Math.max(1, bitsFor({ low: 0, high: expected(met) })) + (crowded.get(changing[0]) ?? 0);
      return raw - bits >= LEAST_GAIN ? [{ unit: changing, raw, bits }] : [];
    })
    .sort((a, b) => b.raw - b.bits - (a.raw - a.bits));
  const chosen: typeof useful = [];
  for (const one of useful) {
    if (total <= KEY_BITS - 2) break;
    chosen.push(one);
    total -= one.raw - one.bits;
  }
  if (total > KEY_BITS) return [];
  for (let more = 0; more < MOST_SPARE; more++) {
    for (const one of chosen) {
      if (total >= KEY_BITS - 3 || one.bits >= one.raw - 1) continue;
      one.bits++;
      total++;
    }
  }
  return chosen.map(({ unit, bits }) => ({ cells: unit, bits }));
}
