/** A small seeded generator: the same seed gives the same choices on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed | 0) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x5bd1e995);
  }

  /** A whole number from 0 and less than `count`. */
  below(count: number): number {
    return Math.floor((this.next() / 2 ** 32) * count);
  }

  /** Counts in steps of an odd number, which visits all 2^32 states, and scrambles the count. */
  private next(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  }
}
