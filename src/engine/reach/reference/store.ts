/** A set of integer vectors of one width, numbered in the order they came. */

const ROWS = 4096;

export class VectorStore {
  size = 0;
  private readonly blocks: Int32Array[] = [];
  private table = new Int32Array(1 << 12).fill(-1);

  constructor(readonly width: number) {}

  get bytes(): number {
    return this.blocks.length * ROWS * this.width * 4 + this.table.byteLength;
  }

  /** The vector's number: a new one, or, if it was there, -1 - its number. */
  add(vector: Int32Array): number {
    if (this.size * 4 > this.table.length * 3) this.grow();
    let slot = hash(vector) & (this.table.length - 1);
    for (let id = this.table[slot]; id >= 0; id = this.table[slot]) {
      if (this.equals(id, vector)) return -1 - id;
      slot = (slot + 1) & (this.table.length - 1);
    }
    const id = this.size++;
    this.table[slot] = id;
    if (id % ROWS === 0) this.blocks.push(new Int32Array(ROWS * this.width));
    this.row(id).set(vector);
    return id;
  }

  /** The number of a vector that is in the set, or -1. */
  find(vector: Int32Array): number {
    let slot = hash(vector) & (this.table.length - 1);
    for (let id = this.table[slot]; id >= 0; id = this.table[slot]) {
      if (this.equals(id, vector)) return id;
      slot = (slot + 1) & (this.table.length - 1);
    }
    return -1;
  }

  /** A view of a stored vector; do not change it. */
  row(id: number): Int32Array {
    const start = (id % ROWS) * this.width;
    return this.blocks[Math.floor(id / ROWS)].subarray(start, start + this.width);
  }

  private equals(id: number, vector: Int32Array): boolean {
    const block = this.blocks[Math.floor(id / ROWS)];
    const start = (id % ROWS) * this.width;
    for (let i = 0; i < this.width; i++) if (block[start + i] !== vector[i]) return false;
    return true;
  }

  private grow(): void {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    for (let id = 0; id < this.size; id++) {
      let slot = hash(this.row(id)) & (this.table.length - 1);
      while (this.table[slot] >= 0) slot = (slot + 1) & (this.table.length - 1);
      this.table[slot] = id;
    }
  }
}

function hash(vector: Int32Array): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < vector.length; i++) {
    h = Math.imul(h ^ vector[i], 0x01000193);
    h ^= h >>> 15;
  }
  return (h ^ (h >>> 13)) >>> 0;
}
