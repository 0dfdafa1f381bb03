/**
 * Weak transitions as ordinary ones: `a` with any number of internal steps before and after, and the
 * internal label for any number of them, none included. Strong bisimulation of the result is weak
 * bisimulation of the original.
 */
import type { Meter } from '../../reach/reference/meter.js';
import { type Lts, TAU } from './lts.js';

export async function saturate(lts: Lts, meter: Meter): Promise<Lts> {
  const closures = new Closures(lts);
  const rows: Float64Array[] = [];
  let count = 0;
  const before = meter.bytes;
  for (let s = 0; s < lts.states; s++) {
    meter.bytes = before + count * 16;
    await meter.tick();
    const keys = new Set<number>();
    for (const middle of closures.of(s)) {
      keys.add(TAU * lts.states + middle);
      for (let e = lts.first[middle]; e < lts.first[middle + 1]; e++) {
        if (lts.label[e] === TAU) continue;
        for (const target of closures.of(lts.target[e])) keys.add(lts.label[e] * lts.states + target);
      }
    }
    const row = Float64Array.from(keys).sort();
    rows.push(row);
    count += row.length;
  }
  const first = new Int32Array(lts.states + 1);
  const label = new Int32Array(count);
  const target = new Int32Array(count);
  let at = 0;
  rows.forEach((row, s) => {
    for (const key of row) {
      label[at] = Math.floor(key / lts.states);
      target[at++] = key % lts.states;
    }
    first[s + 1] = at;
  });
  return { ...lts, first, label, target };
}

/** What internal steps lead to, the state itself included; remembered. */
export class Closures {
  private readonly known: Int32Array[] = [];
  private readonly seen: Int32Array;
  private turn = 0;

  constructor(private readonly lts: Lts) {
    this.seen = new Int32Array(lts.states);
  }

  of(state: number): Int32Array {
    this.known[state] ??= this.ofAll([state]);
    return this.known[state];
  }

  /** Sorted. */
  ofAll(states: Iterable<number>): Int32Array {
    const { lts, seen } = this;
    const turn = ++this.turn;
    const found: number[] = [];
    const visit = (s: number): void => {
      if (seen[s] === turn) return;
      seen[s] = turn;
      found.push(s);
    };
    for (const s of states) visit(s);
    for (const s of found) {
      for (let e = lts.first[s]; e < lts.first[s + 1]; e++) if (lts.label[e] === TAU) visit(lts.target[e]);
    }
    return Int32Array.from(found).sort();
  }
}
