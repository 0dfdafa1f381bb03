/** A set of variables for each location, as bits: thousands of locations may have hundreds of variables each. */
export class VariableSets {
  private readonly bitOf: ReadonlyMap<number, number>;
  private readonly width: number;
  private readonly words: Uint32Array;
  private readonly left: Uint32Array;

  /** Of these variables; others are in no set. */
  constructor(
    locations: number,
    private readonly variables: readonly number[],
  ) {
    this.bitOf = new Map(variables.map((variable, bit) => [variable, bit]));
    this.width = (variables.length + 31) >>> 5;
    this.words = new Uint32Array(locations * this.width);
    this.left = new Uint32Array(this.width);
  }

  has(location: number, variable: number): boolean {
    const bit = this.bitOf.get(variable);
    if (bit === undefined) return false;
    return ((this.words[location * this.width + (bit >>> 5)] >>> (bit & 31)) & 1) === 1;
  }

  add(location: number, variable: number): void {
    const bit = this.bitOf.get(variable)!;
    this.words[location * this.width + (bit >>> 5)] |= 1 << (bit & 31);
  }

  /** Adds to one set what another has, except for some; true where that is news. */
  include(into: number, from: number, except: readonly number[]): boolean {
    const { width, words, left } = this;
    left.fill(0xffffffff);
    for (const variable of except) {
      const bit = this.bitOf.get(variable);
      if (bit !== undefined) left[bit >>> 5] &= ~(1 << (bit & 31));
    }
    let news = 0;
    for (let w = 0; w < width; w++) {
      const more = words[from * width + w] & left[w] & ~words[into * width + w];
      words[into * width + w] |= more;
      news |= more;
    }
    return news !== 0;
  }

  /** What the first set has and the second has not. */
  onlyFirst(first: number, second: number): number[] {
    const { width, words } = this;
    const found: number[] = [];
    for (let w = 0; w < width; w++)
      for (let rest = words[first * width + w] & ~words[second * width + w]; rest !== 0; rest &= rest - 1)
        found.push(this.variables[w * 32 + (31 - Math.clz32(rest & -rest))]);
    return found;
  }
}
