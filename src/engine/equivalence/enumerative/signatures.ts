/** Sets of numbers, one after the other in one array; equal ones are found by hashing and comparing. */
export class Signatures {
  length = 0;
  private keys = new Float64Array(1024);
  private used = 0;
  private bounds = new Int32Array(64);
  private hashes = new Int32Array(64);
  private table = new Int32Array(64);

  clear(expected: number): void {
    this.length = 0;
    this.used = 0;
    if (this.bounds.length < expected + 1) {
      this.bounds = new Int32Array(2 * (expected + 1));
      this.hashes = new Int32Array(2 * (expected + 1));
    }
  }

  put(key: number): void {
    if (this.used === this.keys.length) {
      const larger = new Float64Array(this.keys.length * 2);
      larger.set(this.keys);
      this.keys = larger;
    }
    this.keys[this.used++] = key;
  }

  /** Puts all of an earlier signature. */
  include(index: number): void {
    for (let i = this.bounds[index]; i < this.bounds[index + 1]; i++) this.put(this.keys[i]);
  }

  /** Ends the present signature: its keys become a sorted set. */
  seal(): void {
    const from = this.bounds[this.length];
    sortStretch(this.keys, from, this.used);
    let to = from;
    let hash = 0x811c9dc5;
    for (let i = from; i < this.used; i++) {
      const key = this.keys[i];
      if (i > from && key === this.keys[to - 1]) continue;
      this.keys[to++] = key;
      hash = Math.imul(hash ^ (key | 0), 0x01000193);
      hash = Math.imul(hash ^ Math.floor(key / 0x100000000), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    this.used = to;
    this.hashes[this.length++] = hash ^ (hash >>> 13);
    this.bounds[this.length] = to;
  }

  /** The group of each signature: equal ones together, numbered as they come. */
  group(): { of: Int32Array; count: number } {
    let room = 16;
    while (room < this.length * 2) room *= 2;
    if (this.table.length < room) this.table = new Int32Array(room);
    const table = this.table.fill(-1, 0, room);
    const of = new Int32Array(this.length);
    let count = 0;
    for (let i = 0; i < this.length; i++) {
      let place = this.hashes[i] & (room - 1);
      while (table[place] >= 0 && !this.equal(table[place], i)) place = (place + 1) & (room - 1);
      if (table[place] < 0) {
        table[place] = i;
        of[i] = count++;
      } else of[i] = of[table[place]];
    }
    return { of, count };
  }

  private equal(a: number, b: number): boolean {
    if (this.hashes[a] !== this.hashes[b]) return false;
    const length = this.bounds[a + 1] - this.bounds[a];
    if (length !== this.bounds[b + 1] - this.bounds[b]) return false;
    for (let i = 0; i < length; i++) {
      if (this.keys[this.bounds[a] + i] !== this.keys[this.bounds[b] + i]) return false;
    }
    return true;
  }
}

const SHORT = 24;

/** Sorts a part of an array; most signatures are short. */
export function sortStretch(keys: Float64Array, from: number, to: number): void {
  if (to - from > SHORT) {
    keys.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const key = keys[i];
    let j = i - 1;
    while (j >= from && keys[j] > key) {
      keys[j + 1] = keys[j];
      j--;
    }
    keys[j + 1] = key;
  }
}
