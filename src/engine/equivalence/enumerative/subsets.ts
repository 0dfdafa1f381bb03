/** Sets of states, numbered, and where a label leads from one to the next. */
import { type Lts, TAU } from './lts.js';
import { Closures } from './saturate.js';

/** Sets are closed under internal steps and sorted; equal ones have equal numbers. */
export class Subsets {
  readonly sets: Int32Array[] = [];
  readonly initial: number;
  /** Integers held, for the budget. */
  held = 0;
  private readonly byHash = new Map<number, number[]>();
  private readonly closures: Closures;
  private readonly successors = new Map<number, number>();

  constructor(readonly lts: Lts) {
    this.closures = new Closures(lts);
    this.initial = this.numberOf(this.closures.of(lts.initial));
  }

  /** The number of the set that a visible label leads to, or -1 where it leads nowhere. */
  after(set: number, label: number): number {
    const key = set * this.lts.labels.length + label;
    const known = this.successors.get(key);
    if (known !== undefined) return known;
    const { lts } = this;
    const targets: number[] = [];
    for (const s of this.sets[set]) {
      for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
        if (lts.label[e] === label) targets.push(lts.target[e]);
      }
    }
    const next = targets.length === 0 ? -1 : this.numberOf(this.closures.ofAll(targets));
    this.successors.set(key, next);
    return next;
  }

  /** The visible labels that some member can do, in rising order. */
  labelsOf(set: number): number[] {
    const { lts } = this;
    const labels = new Set<number>();
    for (const s of this.sets[set]) {
      for (let e = lts.first[s]; e < lts.first[s + 1]; e++) labels.add(lts.label[e]);
    }
    labels.delete(TAU);
    return [...labels].sort((a, b) => a - b);
  }

  /** Has the first no member that the second lacks? */
  includedIn(small: number, large: number): boolean {
    if (small === large) return true;
    const [a, b] = [this.sets[small], this.sets[large]];
    if (a.length > b.length) return false;
    let j = 0;
    for (const member of a) {
      while (j < b.length && b[j] < member) j++;
      if (j === b.length || b[j] !== member) return false;
    }
    return true;
  }

  private numberOf(set: Int32Array): number {
    let hash = set.length;
    for (const member of set) hash = Math.imul(hash ^ member, 0x01000193) ^ (hash >>> 15);
    const alike = this.byHash.get(hash) ?? [];
    for (const number of alike) {
      const other = this.sets[number];
      if (other.length === set.length && other.every((member, i) => member === set[i])) return number;
    }
    const number = this.sets.push(set) - 1;
    this.held += set.length + 16;
    this.byHash.set(hash, [...alike, number]);
    return number;
  }
}
