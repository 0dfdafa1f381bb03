/** Hands out pieces of the linear memory behind the fixed data, and takes them back. */
import { LimitReached } from '../../reference/meter.js';
import { type Memory, MOST_PAGES, PAGE } from '../wasm/engine.js';

interface Piece {
  address: number;
  bytes: number;
}

const ALIGNMENT = 64;

export class Arena {
  /** Free pieces between used ones, by address; neighbours are joined. */
  private free: Piece[] = [];
  private end: number;
  /** Bytes handed out. */
  used = 0;

  constructor(
    readonly memory: Memory,
    start: number,
  ) {
    this.end = aligned(start);
  }

  /** Bytes of memory in use or once used: what the search has really taken from the machine. */
  get extent(): number {
    return this.end;
  }

  /** A piece filled with 0. */
  allocate(size: number): number {
    const bytes = aligned(size);
    this.used += bytes;
    const position = this.free.findIndex((piece) => piece.bytes >= bytes);
    if (position >= 0) {
      const piece = this.free[position];
      const { address } = piece;
      piece.address += bytes;
      piece.bytes -= bytes;
      if (piece.bytes === 0) this.free.splice(position, 1);
      new Uint8Array(this.memory.buffer, address, bytes).fill(0);
      return address;
    }
    const address = this.end;
    this.end += bytes;
    this.reach(this.end);
    return address;
  }

  release(address: number, size: number): void {
    const bytes = aligned(size);
    this.used -= bytes;
    this.free.push({ address, bytes });
    this.free.sort((a, b) => a.address - b.address);
    const joined: Piece[] = [];
    for (const piece of this.free) {
      const last = joined.at(-1);
      if (last && last.address + last.bytes === piece.address) last.bytes += piece.bytes;
      else joined.push(piece);
    }
    this.free = joined;
  }

  /** Makes the memory at least this large. */
  private reach(bytes: number): void {
    const present = this.memory.buffer.byteLength / PAGE;
    const wanted = Math.ceil(bytes / PAGE);
    if (wanted <= present) return;
    const generous = Math.min(MOST_PAGES, Math.max(wanted, present + (present >> 3)));
    try {
      if (wanted > MOST_PAGES) throw new RangeError('beyond the largest memory');
      this.memory.grow(generous - present);
    } catch {
      throw new LimitReached('memory', 'the largest memory there can be');
    }
  }
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
