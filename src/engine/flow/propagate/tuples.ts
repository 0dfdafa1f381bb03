/**
 * Tuples: one state of each watcher, interned so that a tuple is a number. Their states stand one after the
 * other in one array; the table that finds them is open addressing over their numbers.
 */
export class Tuples {
  count = 0;
  private states: Int32Array;
  private table: Int32Array;
  private mask: number;

  constructor(readonly width: number) {
    this.states = new Int32Array(Math.max(1, width) * 256);
    this.table = new Int32Array(1024).fill(-1);
    this.mask = 1023;
  }

  /** The number of the tuple whose states stand in `tuple`. */
  intern(tuple: Int32Array): number {
    const { width } = this;
    let slot = this.hash(tuple, 0) & this.mask;
    for (let found = this.table[slot]; found >= 0; found = this.table[slot]) {
      if (this.same(found, tuple)) return found;
      slot = (slot + 1) & this.mask;
    }
    const number = this.count++;
    if (this.count * width > this.states.length) {
      const larger = new Int32Array(this.states.length * 2);
      larger.set(this.states);
      this.states = larger;
    }
    this.states.set(tuple, number * width);
    this.table[slot] = number;
    if (this.count * 2 > this.table.length) this.rehash();
    return number;
  }

  state(tuple: number, watcher: number): number {
    return this.states[tuple * this.width + watcher];
  }

  /** Copies the states of a tuple. */
  read(tuple: number, into: Int32Array): void {
    const start = tuple * this.width;
    for (let i = 0; i < this.width; i++) into[i] = this.states[start + i];
  }

  get bytes(): number {
    return this.states.byteLength + this.table.byteLength;
  }

  private same(number: number, tuple: Int32Array): boolean {
    const start = number * this.width;
    for (let i = 0; i < this.width; i++) if (this.states[start + i] !== tuple[i]) return false;
    return true;
  }

  private hash(from: Int32Array, start: number): number {
    let hash = 0x811c9dc5 | 0;
    for (let i = 0; i < this.width; i++) {
      hash = Math.imul(hash ^ from[start + i], 0x01000193);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    this.mask = this.table.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = this.hash(this.states, number * this.width) & this.mask;
      while (this.table[slot] >= 0) slot = (slot + 1) & this.mask;
      this.table[slot] = number;
    }
  }
}
