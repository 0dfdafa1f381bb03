/** Room for the states inside atomic sequences that one expansion goes through: a list, and a table that finds them on it. */
import { LimitReached } from '../../reference/meter.js';
import { ENTRY_BYTES, LISTED_BYTES } from '../program/atomic.js';
import type { Arena } from './arena.js';

const FIRST = 1 << 6;
const MOST = 1 << 22;

export class InsideRoom {
  private slots = 0;
  private list = 0;
  private table = 0;

  /** Twice as much as before; gives the registers that say where it is. */
  grow(arena: Arena): { inside: number; insideTable: number; insideMask: number } {
    if (this.slots > MOST) throw new LimitReached('memory', `an atomic sequence of more than ${MOST} states`);
    this.release(arena);
    this.slots = Math.max(FIRST, this.slots * 2);
    this.list = arena.allocate((this.slots / 2 + 2) * LISTED_BYTES);
    this.table = arena.allocate(this.slots * ENTRY_BYTES);
    return { inside: this.list, insideTable: this.table, insideMask: this.slots - 1 };
  }

  release(arena: Arena): void {
    if (this.slots === 0) return;
    arena.release(this.list, (this.slots / 2 + 2) * LISTED_BYTES);
    arena.release(this.table, this.slots * ENTRY_BYTES);
  }
}
