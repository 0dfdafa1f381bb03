/**
 * Dictionaries. The cells of one process, or of one variable or channel, take far fewer combinations of
 * values than their bits allow. So a group of cells can stand in the key as a number: the first combination
 * that is met is number 0, the next one number 1. Tables in memory lead from the bits of the group to its
 * number and back: one entry for every value of the bits where these are few, else a table that is searched.
 * How many numbers there will be is guessed from the combinations that the survey has met; where they do not
 * suffice the search begins again with more.
 */
import { type Bounds, bitsFor } from './cells.js';
import { MOST_JOINT_BITS } from './joint.js';
import { narrowPieces, type Piece, type Unit, widePieces, width } from './units.js';
import type { Met, Variety } from './variety.js';

/** A group of cells that stands as a number of so many bits. */
export interface Dictionary {
  cells: number[];
  /** Cells that could stand in it with more bits than they have. */
  range: number[];
  bits: number;
  /** Its cells take two chunks. */
  wide: boolean;
}

const LEAST_GAIN = 2;
const MOST_SPARE = 4;
const ROOM = 8;
const FEW = 100;

/** Where many combinations were met there are more to come. All bits 0 has a number even if it was never met. */
const expected = (met: number): number => 1 + (met < FEW ? met + (met >> 3) : 2 * met);
/** Cells that are many have more to show than was met. */
const expectedOfMany = ({ met, guess }: Met): number => (guess < FEW ? 4 : 2) * Math.max(met, guess);

interface Candidate extends Dictionary {
  raw: number;
}

/**
 * The dictionaries to have: those that save most, as many as it takes for the key to hold everything; none
 * where that cannot be. Where small tables suffice there are no others. `crowded`: of some, by one of their
 * cells, so many bits more than were thought to suffice.
 */
export function dictionariesFor(
  units: readonly Unit[],
  cells: readonly Bounds[],
  variety: Variety,
  crowded: ReadonlyMap<number, number>,
  /** Of a key; a few of them may stay empty where parts do not go in. */
  keyBits: number,
): Dictionary[] {
  const all = width([...cells.keys()], cells);
  if (all <= keyBits) return [];
  const candidate = ({ cells, range, raw, wide }: Piece): Candidate | undefined => {
    if (raw <= LEAST_GAIN) return undefined;
    const met = variety.met(cells);
    const high = wide ? expectedOfMany(met) : expected(met.met);
    const more = Math.max(...cells.map((cell) => crowded.get(cell) ?? 0)) * (wide ? 2 : 1);
    const bits = Math.max(1, bitsFor({ low: 0, high })) + more;
    if (raw - bits < LEAST_GAIN || (wide && bits > MOST_JOINT_BITS)) return undefined;
    return { cells, range, raw, wide, bits };
  };
  /** None where they cannot suffice: those not yet counted would have to save more than all their bits but one. */
  const worth = (pieces: readonly Piece[]): Candidate[] => {
    let least = all - pieces.reduce((sum, { raw }) => sum + raw - 1, 0);
    const found: Candidate[] = [];
    for (const piece of pieces) {
      if (least > keyBits) return [];
      const one = candidate(piece);
      if (one) found.push(one);
      least += piece.raw - 1 - (one ? gain(one) : 0);
    }
    return found;
  };
  const narrow = narrowPieces(units, cells);
  const few = inOneKey(worth(narrow), all, keyBits);
  return few ?? inOneKey(worth([...widePieces(units, cells), ...narrow]), all, keyBits) ?? [];
}

const gain = ({ raw, bits }: Candidate): number => raw - bits;

/** As many dictionaries as it takes for one key, if that can be, with bits to spare for what was not met. */
function inOneKey(candidates: readonly Candidate[], all: number, keyBits: number): Candidate[] | undefined {
  let left = [...candidates].sort((a, b) => gain(b) - gain(a));
  const chosen: Candidate[] = [];
  let total = all;
  while (total > keyBits - 2 && left.length > 0) {
    const next = nextOf(left, total, keyBits);
    chosen.push({ ...next });
    total -= gain(next);
    left = left.filter(({ cells }) => !cells.some((cell) => next.cells.includes(cell)));
  }
  if (total > keyBits) return undefined;
  for (let more = 0; more < MOST_SPARE; more++) {
    for (const one of chosen) {
      const most = one.wide ? Math.min(MOST_JOINT_BITS, one.raw - 1) : one.raw - 1;
      if (total >= keyBits - 3 || one.bits >= most) continue;
      one.bits++;
      total++;
    }
  }
  return chosen;
}

/**
 * The one that saves most; the last one need not save more than is needed, and the fewer numbers it has the better.
 * Who has many cells has seen few of their values: the last one had better leave room for more.
 */
function nextOf(candidates: readonly Candidate[], total: number, keyBits: number): Candidate {
  const leaving = (room: number) => candidates.filter((one) => total - gain(one) <= keyBits - room);
  const roomy = candidates.some(({ wide }) => wide) ? leaving(ROOM) : [];
  const enough = roomy.length > 0 ? roomy : leaving(2);
  return enough.reduce((best, one) => (one.bits < best.bits ? one : best), candidates[0]);
}
