/**
 * Does everything that one system can do, the other do as well? Pairs of a state of the left system and
 * the set of states in which the right one may be after the same visible actions, breadth first, the
 * sets made as they are needed. A pair whose set includes that of an earlier pair with the same state
 * shows nothing that the earlier one does not (antichains). What is found is shortest.
 *
 * With failures, what a stable state of the left refuses, some stable state of the right must refuse.
 */
import type { Meter } from '../../reach/reference/meter.js';
import { type Lts, TAU } from './lts.js';
import { Subsets } from './subsets.js';

/** What the left can do and the right cannot: a word, or refusing `refusal` after a word. */
export interface Excess {
  word: string[];
  refusal?: string[];
}

/** Both must have the same labels. */
export async function findExcess(
  left: Lts,
  right: Lts,
  what: 'trace' | 'failures',
  meter: Meter,
): Promise<Excess | undefined> {
  return new Inclusion(left, right, what, meter).search();
}

class Inclusion {
  private readonly subsets: Subsets;
  /** For each left state the sets that no other visited one lies inside of. */
  private readonly minimal = new Map<number, number[]>();
  private readonly states: number[] = [];
  private readonly sets: number[] = [];
  private readonly parents: number[] = [];
  private readonly letters: number[] = [];

  constructor(
    private readonly left: Lts,
    right: Lts,
    private readonly what: 'trace' | 'failures',
    private readonly meter: Meter,
  ) {
    this.subsets = new Subsets(right);
  }

  async search(): Promise<Excess | undefined> {
    const { left, meter } = this;
    let level: number[] = [];
    this.add(left.initial, this.subsets.initial, -1, TAU, level);
    while (level.length > 0) {
      const following: number[] = [];
      let excess: Excess | undefined;
      // Internal steps of the left stay on the level: it grows while it is walked.
      for (const node of level) {
        meter.states = this.states.length;
        meter.bytes = (this.states.length * 6 + this.subsets.held) * 4;
        await meter.tick();
        const state = this.states[node];
        const set = this.sets[node];
        if (this.what === 'failures') {
          const refusal = this.refusedOnlyHere(state, set);
          if (refusal) return { word: this.word(node), refusal };
        }
        for (let e = left.first[state]; e < left.first[state + 1]; e++) {
          meter.transitions++;
          const letter = left.label[e];
          if (letter === TAU) this.add(left.target[e], set, node, TAU, level);
          else if (!excess) {
            const next = this.subsets.after(set, letter);
            if (next < 0) excess = { word: [...this.word(node), left.labels[letter]] };
            else this.add(left.target[e], next, node, letter, following);
          }
        }
        // A refusal on this level would be shorter still.
        if (excess && this.what === 'trace') return excess;
      }
      if (excess) return excess;
      level = following;
    }
    return undefined;
  }

  private add(state: number, set: number, parent: number, letter: number, level: number[]): void {
    const known = this.minimal.get(state) ?? [];
    if (known.some((smaller) => this.subsets.includedIn(smaller, set))) return;
    const kept = known.filter((larger) => !this.subsets.includedIn(set, larger));
    kept.push(set);
    this.minimal.set(state, kept);
    level.push(this.states.push(state) - 1);
    this.sets.push(set);
    this.parents.push(parent);
    this.letters.push(letter);
  }

  private word(node: number): string[] {
    const word: string[] = [];
    for (let at = node; at >= 0; at = this.parents[at]) {
      if (this.letters[at] !== TAU) word.push(this.left.labels[this.letters[at]]);
    }
    return word.reverse();
  }

  /** If the state is stable and refuses what no stable state of the set refuses: a few labels that show it. */
  private refusedOnlyHere(state: number, set: number): string[] | undefined {
    const offers = offersOf(this.left, state);
    if (offers === undefined) return undefined;
    const refusal = new Set<number>();
    const { lts } = this.subsets;
    for (const other of this.subsets.sets[set]) {
      const theirs = offersOf(lts, other);
      if (theirs === undefined) continue;
      const only = [...theirs].filter((label) => !offers.has(label));
      if (only.length === 0) return undefined;
      if (!only.some((label) => refusal.has(label))) refusal.add(only[0]);
    }
    return [...refusal].map((label) => this.left.labels[label]).sort();
  }
}

/** What a stable state offers; undefined where an internal step is possible. */
function offersOf(lts: Lts, state: number): Set<number> | undefined {
  const offers = new Set<number>();
  for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
    if (lts.label[e] === TAU) return undefined;
    offers.add(lts.label[e]);
  }
  return offers;
}
