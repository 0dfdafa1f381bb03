/**
 * Formulas as numbers, equal formulas the same number, and the negation of `f` the number `f ^ 1`.
 *
 * Even numbers are false, an atom, a disjunction, an until, or the next of an even number; odd
 * numbers are what De Morgan makes of them: true, a negated atom, a conjunction, a release, the next
 * of an odd number. So everything is in negation normal form by construction, and whatever is known
 * of one side is known of its dual without a second rule.
 */

export type Shape = 'false' | 'true' | 'positive' | 'negative' | 'or' | 'and' | 'until' | 'release' | 'next';

const DUAL: Record<Shape, Shape> = {
  false: 'true',
  true: 'false',
  positive: 'negative',
  negative: 'positive',
  or: 'and',
  and: 'or',
  until: 'release',
  release: 'until',
  next: 'next',
};

export const NEVER = 0;
export const ANYWAY = 1;

interface Pair {
  shape: Shape;
  /** Of the even number; those of the odd one are their negations. For an atom: its number. */
  parts: number[];
  /**
   * [of the even number, of the odd one]. Eventual: once it held at some later moment, it holds now.
   * Universal: if it holds now, it holds ever after. (Etessami and Holzmann's pure classes.)
   */
  eventual: [boolean, boolean];
  universal: [boolean, boolean];
}

export class FormulaDag {
  private readonly pairs: Pair[] = [];
  private readonly numbers = new Map<string, number>();

  constructor() {
    this.pairs.push({ shape: 'false', parts: [], eventual: [true, true], universal: [true, true] });
  }

  get size(): number {
    return this.pairs.length;
  }

  shape(f: number): Shape {
    const { shape } = this.pairs[f >> 1];
    return f & 1 ? DUAL[shape] : shape;
  }

  /** The operands, in the polarity in which they stand in `f`. */
  parts(f: number): number[] {
    const { parts } = this.pairs[f >> 1];
    return f & 1 ? parts.map((part) => part ^ 1) : parts;
  }

  /** For an until or release: its left and right side. */
  left(f: number): number {
    return this.pairs[f >> 1].parts[0] ^ (f & 1);
  }

  right(f: number): number {
    return this.pairs[f >> 1].parts[1] ^ (f & 1);
  }

  /** For a next: what holds next. */
  inner(f: number): number {
    return this.pairs[f >> 1].parts[0] ^ (f & 1);
  }

  atomOf(f: number): number {
    return this.pairs[f >> 1].parts[0];
  }

  isEventually(f: number): boolean {
    return this.shape(f) === 'until' && this.left(f) === ANYWAY;
  }

  isAlways(f: number): boolean {
    return this.shape(f) === 'release' && this.left(f) === NEVER;
  }

  eventual(f: number): boolean {
    return this.pairs[f >> 1].eventual[f & 1];
  }

  universal(f: number): boolean {
    return this.pairs[f >> 1].universal[f & 1];
  }

  /** Whether it holds depends neither on the moment nor on any finite part of the word. */
  timeless(f: number): boolean {
    return this.eventual(f) && this.universal(f);
  }

  literal(atom: number): number {
    return this.intern('positive', [atom], false, false);
  }

  /** These make the node as it is; `simplify.ts` decides whether it should be made. */
  rawOr(parts: number[]): number {
    const sorted = [...parts].sort((a, b) => a - b);
    return this.intern(
      'or',
      sorted,
      sorted.every((p) => this.eventual(p)),
      sorted.every((p) => this.universal(p)),
    );
  }

  rawUntil(left: number, right: number): number {
    return this.intern(
      'until',
      [left, right],
      left === ANYWAY || this.eventual(right),
      this.universal(right),
    );
  }

  rawNext(inner: number): number {
    const even = inner & ~1;
    return this.intern('next', [even], this.eventual(even), this.universal(even)) ^ (inner & 1);
  }

  /** Negation exchanges the two classes. */
  private intern(shape: Shape, parts: number[], eventual: boolean, universal: boolean): number {
    const key = `${shape} ${parts.join(' ')}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.pairs.length * 2;
    this.pairs.push({ shape, parts, eventual: [eventual, universal], universal: [universal, eventual] });
    this.numbers.set(key, number);
    return number;
  }
}
