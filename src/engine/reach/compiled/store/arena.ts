/**
 * Hands out the linear memory behind the fixed data. Most pieces come from the low end and may be given
 * back. One piece, the table of states, hangs from the high end and grows downwards, so that it becomes
 * larger where it is: what lies between the two ends was never touched and costs nothing.
 */
import { LimitReached } from '../../reference/meter.js';
import { type Memory, MOST_PAGES, PAGE } from '../wasm/engine.js';

interface Piece {
  address: number;
  bytes: number;
}

const ALIGNMENT = 128;
/** Where the high end is at first, and where it goes next before it goes as far as it may. */
const HIGH_ENDS = [1 << 22, 1 << 23];
/** What lies below an end that was left is no longer for the hanging piece, if that has so many times more. */
const PLENTY = 64;
const FARTHEST = (MOST_PAGES - 1) * PAGE;
/** So much there is for every search, however little it is allowed. */
export const FIRST_PAGES = 16;

export class Arena {
  /** Free pieces between used ones, by address; neighbours are joined. */
  private free: Piece[] = [];
  /** Everything from here to the hanging piece is 0. */
  private end: number;
  private high: number;
  private hanging = 0;
  private readonly farthest: number;
  private lowUsed = 0;
  /** Told where the hanging piece starts, when it had to move as it is. */
  moved: (address: number) => void = () => {};

  constructor(
    readonly memory: Memory,
    start: number,
    most = Number.POSITIVE_INFINITY,
  ) {
    this.end = aligned(start);
    this.farthest = Math.min(FARTHEST, Math.max(this.end, Math.floor(most / PAGE) * PAGE));
    this.high = Math.min(memory.buffer.byteLength, Math.max(this.farthest, this.end + FIRST_PAGES * PAGE));
  }

  /** Bytes handed out. */
  get used(): number {
    return this.lowUsed + this.hanging;
  }

  /** Bytes of memory in use or once used: what the search has really taken from the machine. */
  get extent(): number {
    return this.end + this.hanging;
  }

  /** A piece filled with 0. */
  allocate(size: number): number {
    const bytes = aligned(size);
    const position = this.free.findIndex((piece) => piece.bytes >= bytes);
    if (position >= 0) {
      const piece = this.free[position];
      piece.bytes -= bytes;
      const address = piece.address + piece.bytes;
      if (piece.bytes === 0) this.free.splice(position, 1);
      new Uint8Array(this.memory.buffer, address, bytes).fill(0);
      this.lowUsed += bytes;
      return address;
    }
    this.makeRoom(bytes);
    const address = this.end;
    this.end += bytes;
    this.lowUsed += bytes;
    return address;
  }

  release(address: number, size: number): void {
    const bytes = aligned(size);
    this.lowUsed -= bytes;
    this.offer(address, bytes);
  }

  private offer(address: number, bytes: number): void {
    if (bytes === 0) return;
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

  /** Most bytes that the hanging piece can have. */
  get mostHanging(): number {
    return Math.floor((this.farthest - this.end) / ALIGNMENT) * ALIGNMENT;
  }

  /**
   * Makes the hanging piece so large and says where it starts now. What it holds stays at its end, which is just
   * the high end; what is new before that is 0.
   */
  hang(bytes: number): number {
    if (bytes > this.hanging) this.makeRoom(bytes - this.hanging);
    else this.wipe(this.high - this.hanging, this.hanging - bytes);
    this.hanging = bytes;
    return this.high - bytes;
  }

  /** Goes as far as it may, so that nothing has to move any more. */
  settle(): void {
    if (this.high < this.farthest) this.raise(this.farthest, this.extent);
  }

  /** The memory, all 0 again, for another arena; this one is not to be used any more. */
  wiped(): Memory {
    this.wipe(0, this.end);
    this.wipe(this.high - this.hanging, this.hanging);
    return this.memory;
  }

  private wipe(address: number, bytes: number): void {
    new Uint8Array(this.memory.buffer, address, bytes).fill(0);
  }

  private makeRoom(bytes: number): void {
    const needed = this.end + this.hanging + bytes;
    if (needed <= this.high) return;
    if (needed > this.farthest)
      throw new LimitReached(
        'memory',
        this.farthest === FARTHEST ? 'the 4 GiB that WebAssembly can address' : 'the memory limit',
      );
    const wanted = HIGH_ENDS.find((end) => end >= 2 * needed && end <= this.farthest) ?? this.farthest;
    this.raise(wanted, needed);
  }

  /** Moves the high end up, and the hanging piece with it; less far where the machine refuses. */
  private raise(wanted: number, needed: number): void {
    const old = this.high;
    for (let high = wanted; ; high = Math.ceil(Math.max(needed, high / 2) / PAGE) * PAGE) {
      try {
        this.memory.grow((high - this.memory.buffer.byteLength) / PAGE);
        this.high = high;
        break;
      } catch {
        if (high <= needed + PAGE) throw new LimitReached('memory', 'all the memory that the machine gives');
      }
    }
    const from = old - this.hanging;
    new Uint8Array(this.memory.buffer).copyWithin(this.high - this.hanging, from, old);
    this.wipe(from, Math.min(this.hanging, this.high - old));
    this.moved(this.high - this.hanging);
    // The machine has given the memory there for good: the next pieces shall lie in it, from its end on.
    if (this.high >= PLENTY * old) {
      this.offer(this.end, old - this.end);
      this.end = old;
    }
  }
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
