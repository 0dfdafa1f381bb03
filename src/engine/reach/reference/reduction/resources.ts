/** Resources by number, and footprints as sets of bits: many of them are joined where regions are long. */
import type { Footprint, Resource } from '../../../../model/footprint.js';

/** Three sets of numbers side by side: what is tested, what is read and what is written. */
export interface Touched {
  bits: Uint32Array;
  mayBlock: boolean;
}

interface Listed {
  tests: number[];
  reads: number[];
  writes: number[];
  mayBlock: boolean;
}

export class Resources {
  private readonly resources: Resource[] = [];
  private readonly numbers = new Map<string, number>();

  private numberOf(resource: Resource): number {
    const name = JSON.stringify(resource);
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.resources.length);
    return this.resources.push(resource) - 1;
  }

  /** Everything that is to be in a set has to be listed before the first set. */
  list({ tests, reads, writes, mayBlock }: Footprint): Listed {
    const numbered = (part: readonly Resource[]) => part.map((resource) => this.numberOf(resource));
    return { tests: numbered(tests), reads: numbered(reads), writes: numbered(writes), mayBlock };
  }

  private get words(): number {
    return Math.ceil(this.resources.length / 32);
  }

  nothing(): Touched {
    return { bits: new Uint32Array(3 * this.words), mayBlock: false };
  }

  setOf({ tests, reads, writes, mayBlock }: Listed): Touched {
    const { words } = this;
    const bits = new Uint32Array(3 * words);
    [tests, reads, writes].forEach((part, i) => {
      for (const number of part) bits[i * words + (number >> 5)] |= 1 << (number & 31);
    });
    return { bits, mayBlock };
  }

  footprintOf({ bits, mayBlock }: Touched): Footprint {
    const { words, resources } = this;
    const part = (i: number) =>
      resources.filter((_, number) => (bits[i * words + (number >> 5)] >>> (number & 31)) & 1);
    return { tests: part(0), reads: part(1), writes: part(2), mayBlock };
  }
}

/** Puts the others into the first; was there anything new? */
export function join(into: Touched, { bits, mayBlock }: Touched): boolean {
  let changed = mayBlock && !into.mayBlock;
  into.mayBlock ||= mayBlock;
  for (let i = 0; i < bits.length; i++) {
    const all = into.bits[i] | bits[i];
    changed ||= all >>> 0 !== into.bits[i];
    into.bits[i] = all;
  }
  return changed;
}
