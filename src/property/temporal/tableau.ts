/**
 * From a formula to an automaton with promises, after Couvreur ("On-the-fly verification of linear
 * temporal logic", 1999), on explicit sets in place of decision diagrams.
 *
 * A state is a set of formulas that must hold from here on. Each formula unfolds into alternatives
 * (what must hold now, what must hold next, which untils were put off); a state's edges are the
 * products of its formulas' alternatives. Putting off `a U b` is a promise; a run that always
 * promises some until never redeems it and is not accepting.
 *
 * Three reductions are made on the way: an alternative is dropped when another asks no more now, no
 * more later and promises no more (the projection of a run of the larger set is a run of the
 * smaller); a formula is left out of a set that has `a V b` with it as a conjunct of b, since that
 * unfolds it anyway and the products are the same; and sets with the same edges are one state.
 */
import { InputError } from '../../model/diagnostic.js';
import type { Generalised } from './generalised.js';
import type { Simplifier } from './simplify.js';

/** Work beyond which a formula is refused: alternatives formed, over the whole construction. */
const MOST_ALTERNATIVES = 3_000_000;
const MOST_STATES = 20_000;

interface Alternative {
  positive: number;
  negative: number;
  /** Formulas that must hold next; bit i is `obligations[i]`. */
  next: bigint;
  promises: bigint;
}

export interface TableauOptions {
  /**
   * Take the later alternatives of a choice only where the first one, if it is a plain condition, is
   * false. Fewer runs, but sometimes more states.
   */
  exclusive: boolean;
  /** Start in one state for each part of a disjunction, not in one for all of it. */
  apart: boolean;
}

export function tableau(simplifier: Simplifier, formula: number, options: TableauOptions): Generalised {
  return new Tableau(simplifier, options).build(formula);
}

class Tableau {
  private readonly obligations: number[] = [];
  private readonly obligationBit = new Map<number, bigint>();
  /** For each obligation: the ones that it unfolds with itself, whatever happens. */
  private readonly absorbed: (bigint | undefined)[] = [];
  private readonly promiseBit = new Map<number, bigint>();
  private readonly unfolded = new Map<number, Alternative[]>();
  private work = 0;

  constructor(
    private readonly simplifier: Simplifier,
    private readonly options: TableauOptions,
  ) {}

  build(formula: number): Generalised {
    const numbers = new Map<bigint, number>();
    /** States by their edges: sets that behave alike share one. */
    const byEdges = new Map<string, number>();
    const states: Alternative[][] = [];
    const open: bigint[] = [];
    const numberOf = (wanted: bigint): number => {
      const set = this.withoutAbsorbed(wanted);
      const known = numbers.get(set);
      if (known !== undefined) return known;
      const alternatives = this.alternativesOf(set);
      const key = alternatives.map((a) => `${a.positive},${a.negative},${a.next},${a.promises}`).join(' ');
      let number = byEdges.get(key);
      if (number === undefined) {
        number = states.length;
        if (number >= MOST_STATES) throw tooLarge();
        states.push(alternatives);
        byEdges.set(key, number);
        open.push(set);
      }
      numbers.set(set, number);
      return number;
    };
    const { dag } = this.simplifier;
    const starts = this.options.apart && dag.shape(formula) === 'or' ? dag.parts(formula) : [formula];
    const initial = dag.shape(formula) === 'false' ? [] : starts.map((start) => numberOf(this.setOf(start)));
    for (let i = 0; i < open.length; i++) for (const { next } of states[i]) numberOf(next);
    let promises = 0n;
    const edges = states.map((alternatives) =>
      alternatives.map(({ positive, negative, next, promises: put }) => {
        promises |= put;
        return { positive, negative, target: numberOf(next), promises: put };
      }),
    );
    return { initial, edges, promises };
  }

  /** A formula as a set: its conjuncts. */
  private setOf(formula: number): bigint {
    const { dag } = this.simplifier;
    const shape = dag.shape(formula);
    if (shape === 'true') return 0n;
    if (shape === 'and') return dag.parts(formula).reduce((set, part) => set | this.setOf(part), 0n);
    let bit = this.obligationBit.get(formula);
    if (bit === undefined) {
      bit = 1n << BigInt(this.obligations.length);
      this.obligations.push(formula);
      this.obligationBit.set(formula, bit);
    }
    return bit;
  }

  private withoutAbsorbed(set: bigint): bigint {
    let kept = set;
    for (let i = 0, rest = set; rest !== 0n; i++, rest >>= 1n) if (rest & 1n) kept &= ~this.absorbedBy(i);
    return kept;
  }

  private absorbedBy(obligation: number): bigint {
    let set = this.absorbed[obligation];
    if (set === undefined) {
      const { dag } = this.simplifier;
      const formula = this.obligations[obligation];
      set = dag.shape(formula) === 'release' ? this.setOf(dag.right(formula)) : 0n;
      this.absorbed[obligation] = set;
    }
    return set;
  }

  private alternativesOf(set: bigint): Alternative[] {
    let alternatives: Alternative[] = [{ positive: 0, negative: 0, next: 0n, promises: 0n }];
    for (let i = 0, rest = set; rest !== 0n; i++, rest >>= 1n) {
      if (rest & 1n) alternatives = this.product(alternatives, this.unfold(this.obligations[i]));
    }
    return alternatives.sort(byWeight);
  }

  private unfold(formula: number): Alternative[] {
    let alternatives = this.unfolded.get(formula);
    if (alternatives === undefined) {
      alternatives = this.unfoldNew(formula);
      this.unfolded.set(formula, alternatives);
    }
    return alternatives;
  }

  private unfoldNew(formula: number): Alternative[] {
    const { dag } = this.simplifier;
    const shape = dag.shape(formula);
    switch (shape) {
      case 'true':
        return [{ positive: 0, negative: 0, next: 0n, promises: 0n }];
      case 'false':
        return [];
      case 'positive':
        return [{ positive: 1 << dag.atomOf(formula), negative: 0, next: 0n, promises: 0n }];
      case 'negative':
        return [{ positive: 0, negative: 1 << dag.atomOf(formula), next: 0n, promises: 0n }];
      case 'and':
        return dag
          .parts(formula)
          .map((part) => this.unfold(part))
          .reduce((a, b) => this.product(a, b));
      case 'or': {
        // plain conditions first, so that the others can exclude them
        const parts = [...dag.parts(formula)].sort((a, b) => this.plainness(b) - this.plainness(a));
        return parts.reduceRight<Alternative[]>(
          (others, part) => this.either(part, this.unfold(part), others),
          [],
        );
      }
      case 'next':
        return this.later(dag.inner(formula), 0n);
      case 'until': {
        // a U b = b || (a && X (a U b))
        const wait = this.product(this.unfold(dag.left(formula)), this.later(formula, this.promise(formula)));
        return this.either(dag.right(formula), this.unfold(dag.right(formula)), wait);
      }
      case 'release': {
        // a V b = b && (a || X (a V b))
        const free = this.either(dag.left(formula), this.unfold(dag.left(formula)), this.later(formula, 0n));
        return this.product(this.unfold(dag.right(formula)), free);
      }
    }
  }

  private later(formula: number, promises: bigint): Alternative[] {
    if (this.simplifier.dag.shape(formula) === 'false') return [];
    return [{ positive: 0, negative: 0, next: this.setOf(formula), promises }];
  }

  private promise(formula: number): bigint {
    let bit = this.promiseBit.get(formula);
    if (bit === undefined) {
      bit = 1n << BigInt(this.promiseBit.size);
      this.promiseBit.set(formula, bit);
    }
    return bit;
  }

  private either(condition: number, first: Alternative[], others: Alternative[]): Alternative[] {
    const excluded = this.options.exclusive ? this.cubeOf(condition ^ 1) : undefined;
    return this.withoutDominated([...first, ...(excluded ? this.product([excluded], others) : others)]);
  }

  private plainness(formula: number): number {
    return this.cubeOf(formula ^ 1) === undefined ? 0 : 1;
  }

  /** A literal or a conjunction of literals as an alternative; undefined for anything else. */
  private cubeOf(formula: number): Alternative | undefined {
    const { dag } = this.simplifier;
    const parts = dag.shape(formula) === 'and' ? dag.parts(formula) : [formula];
    if (!parts.every((part) => dag.shape(part) === 'positive' || dag.shape(part) === 'negative'))
      return undefined;
    return parts.map((part) => this.unfold(part)).reduce((a, b) => this.product(a, b))[0];
  }

  private product(left: Alternative[], right: Alternative[]): Alternative[] {
    const both: Alternative[] = [];
    for (const a of left) {
      for (const b of right) {
        if (++this.work > MOST_ALTERNATIVES) throw tooLarge();
        const positive = a.positive | b.positive;
        const negative = a.negative | b.negative;
        if ((positive & negative) !== 0) continue;
        both.push({ positive, negative, next: a.next | b.next, promises: a.promises | b.promises });
      }
    }
    return this.withoutDominated(both);
  }

  private withoutDominated(alternatives: Alternative[]): Alternative[] {
    const sorted = [...alternatives].sort(byWeight);
    const kept: Alternative[] = [];
    for (const candidate of sorted) {
      this.work += kept.length >> 4;
      if (!kept.some((better) => dominates(better, candidate))) kept.push(candidate);
    }
    if (this.work > MOST_ALTERNATIVES) throw tooLarge();
    return kept;
  }
}

function dominates(a: Alternative, b: Alternative): boolean {
  return (
    (a.positive & b.positive) === a.positive &&
    (a.negative & b.negative) === a.negative &&
    (a.next & b.next) === a.next &&
    (a.promises & b.promises) === a.promises
  );
}

/** A dominating alternative never sorts after what it dominates: subsets are not larger as numbers. */
function byWeight(a: Alternative, b: Alternative): number {
  if (a.next !== b.next) return a.next < b.next ? -1 : 1;
  if (a.promises !== b.promises) return a.promises < b.promises ? -1 : 1;
  return a.positive - b.positive || a.negative - b.negative;
}

function tooLarge(): InputError {
  return new InputError([
    {
      code: 'too-large',
      severity: 'error',
      message: 'the automaton of this formula is too large',
      hint: 'state the property as several smaller formulas',
    },
  ]);
}
