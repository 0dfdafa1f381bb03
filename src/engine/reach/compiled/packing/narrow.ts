/**
 * Bits for wide types by trust: a variable of 32 bits seldom leaves a few hundred values, and a
 * reference seldom means what does not exist. Such a cell gets the bits for that; when a value outgrows
 * them the search comes back, and begins again with more bits for all cells of that type.
 */
import type { Bounds } from './cells.js';

const BYTE: Bounds = { low: -8, high: 247 };
const SHORT: Bounds = { low: -32768, high: 32767 };
const WIDE = 1000;

/** What earlier attempts have taught: how often the cells of each type have outgrown their bits. */
export class Trust {
  /** How much each cell was seen to hold, in bits. */
  weights: number[] | undefined;
  private readonly levels = new Map<string, number>();

  /** The values to have bits for. `references`: the greatest number of a channel or process there is. */
  narrowed(cell: Bounds, references: number): Bounds {
    const size = cell.high - cell.low;
    if (size <= WIDE) return cell;
    const level = this.levels.get(nameOf(cell)) ?? 0;
    if (size === 0x7fff || size === 0x8000) return level === 0 ? { low: cell.low, high: references } : cell;
    if (level > 1) return cell;
    return within(level === 0 ? BYTE : SHORT, cell);
  }

  outgrown(cell: Bounds): void {
    this.levels.set(nameOf(cell), (this.levels.get(nameOf(cell)) ?? 0) + 1);
  }
}

const nameOf = ({ low, high }: Bounds): string => `${low}..${high}`;

/** As many values as the narrow bounds have, but none below the least of the type. */
function within(narrow: Bounds, type: Bounds): Bounds {
  const low = Math.max(narrow.low, type.low);
  return { low, high: Math.min(low + narrow.high - narrow.low, type.high) };
}
