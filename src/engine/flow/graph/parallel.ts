/**
 * Which places may be occupied together: the analysis of what may happen in parallel (Naumovich and Avrunin),
 * on places, for any number of processes that meet.
 *
 * M is the least symmetric relation such that the first places of two processes are in it, and for each move
 * whose places before are in it pairwise (and for each of its needs, some place with all of them):
 *
 *     the places after are in it pairwise, and
 *     each place after with each place that is in it with all places before.
 *
 * Every two places that are occupied in some reachable configuration are in M, by induction: what does not
 * take part in the move stood with all places before it, so it is in the intersection. No place is with
 * another of its process, as the first places are not, and an intersection has none of those that take part.
 */
import type { Net } from './net.js';

export interface Parallel {
  /** Row of place p: `rows[p * words .. (p + 1) * words]`, bit q set where p and q may be occupied together. */
  readonly words: number;
  readonly rows: Uint32Array;
  readonly reached: Uint8Array;
  /** Whether each move can be made. */
  readonly made: Uint8Array;
}

export const areParallel = ({ rows, words }: Parallel, p: number, q: number): boolean =>
  ((rows[p * words + (q >>> 5)] >>> (q & 31)) & 1) === 1;

export function mayBeParallel(net: Net): Parallel {
  const analysis = new Analysis(net);
  analysis.run();
  return analysis.found;
}

class Analysis {
  readonly found: Parallel;
  private readonly places: number;
  /** As the rows, bit q of row p set where some move has both p and q before it. */
  private readonly partners: Uint32Array;
  /** The moves with both of two places before them. */
  private readonly between = new Map<number, number[]>();
  /** At each place the moves whose places before it are all parallel. */
  private readonly ready: number[][];
  private readonly isReady: Uint8Array;
  private readonly queue: Ring;
  private readonly common: Uint32Array;

  constructor(private readonly net: Net) {
    this.places = net.ends.length;
    const words = Math.max(1, (this.places + 31) >>> 5);
    this.found = {
      words,
      rows: new Uint32Array(this.places * words),
      reached: new Uint8Array(this.places),
      made: new Uint8Array(net.moves.length),
    };
    this.partners = new Uint32Array(this.places * words);
    this.ready = Array.from({ length: this.places }, () => []);
    this.isReady = new Uint8Array(net.moves.length);
    this.queue = new Ring(this.places);
    this.common = new Uint32Array(words);
  }

  run(): void {
    const { words } = this.found;
    this.net.moves.forEach(({ from }, index) => {
      if (from.length === 1) this.ready[from[0]].push(index);
      for (const p of from) {
        for (const q of from) {
          if (p === q) continue;
          this.partners[p * words + (q >>> 5)] |= 1 << (q & 31);
          if (p > q) continue;
          const key = p * this.places + q;
          const known = this.between.get(key);
          if (known) known.push(index);
          else this.between.set(key, [index]);
        }
      }
    });
    for (const p of this.net.initial) {
      this.arrive(p);
      for (const q of this.net.initial) if (p !== q) this.pair(p, q);
    }
    for (let place = this.queue.take(); place >= 0; place = this.queue.take()) {
      for (const index of this.ready[place]) this.make(index);
    }
  }

  private arrive(place: number): void {
    if (this.found.reached[place] === 1) return;
    this.found.reached[place] = 1;
    this.queue.add(place);
  }

  private pair(p: number, q: number): void {
    const { rows, words } = this.found;
    const word = p * words + (q >>> 5);
    const bit = 1 << (q & 31);
    if ((rows[word] & bit) !== 0) return;
    rows[word] |= bit;
    rows[q * words + (p >>> 5)] |= 1 << (p & 31);
    this.queue.add(p);
    this.queue.add(q);
    if ((this.partners[word] & bit) !== 0) this.prepare(p, q);
  }

  /** Two places of a move have become parallel: when they all are, it can be made. */
  private prepare(p: number, q: number): void {
    for (const index of this.between.get(Math.min(p, q) * this.places + Math.max(p, q)) ?? []) {
      const { from } = this.net.moves[index];
      const all = from.every((a, i) => from.every((b, j) => j >= i || areParallel(this.found, a, b)));
      if (!all || this.isReady[index] === 1) continue;
      this.isReady[index] = 1;
      // Its needs are met when one of their places is first seen with all of these, which changes these.
      for (const place of from) this.ready[place].push(index);
      this.queue.add(from[0]);
    }
  }

  private make(index: number): void {
    const { net, common, queue } = this;
    const { rows, words, made } = this.found;
    const { from, to, needs, probe } = net.moves[index];
    common.set(rows.subarray(from[0] * words, from[0] * words + words));
    for (let i = 1; i < from.length; i++) {
      const start = from[i] * words;
      for (let w = 0; w < words; w++) common[w] &= rows[start + w];
    }
    for (const need of needs) {
      if (need.length === 0) return;
      const here = from.findIndex((place) => processAt(net, place) === processAt(net, need[0]));
      if (here >= 0 ? !need.includes(from[here]) : !restrict(common, need, net)) return;
    }
    made[index] = 1;
    if (probe) return;
    for (let i = 0; i < to.length; i++) {
      const place = to[i];
      this.arrive(place);
      for (let j = 0; j < i; j++) this.pair(place, to[j]);
      const start = place * words;
      let changed = false;
      for (let w = 0; w < words; w++) {
        let news = common[w] & ~rows[start + w];
        if (news === 0) continue;
        changed = true;
        rows[start + w] |= news;
        const meeting = news & this.partners[start + w];
        while (news !== 0) {
          const bit = 31 - Math.clz32(news);
          news &= ~(1 << bit);
          const other = (w << 5) + bit;
          rows[other * words + (place >>> 5)] |= 1 << (place & 31);
          queue.add(other);
        }
        for (let left = meeting; left !== 0; ) {
          const bit = 31 - Math.clz32(left);
          left &= ~(1 << bit);
          this.prepare(place, (w << 5) + bit);
        }
      }
      if (changed) queue.add(place);
    }
  }
}

/** Of the process that is needed somewhere only the places there are left; false when none is. */
function restrict(common: Uint32Array, need: readonly number[], net: Net): boolean {
  const standing = need.filter((place) => ((common[place >>> 5] >>> (place & 31)) & 1) === 1);
  if (standing.length === 0) return false;
  const process = processAt(net, need[0]);
  for (let place = net.firstPlace[process]; place < net.firstPlace[process + 1]; place++) {
    common[place >>> 5] &= ~(1 << (place & 31));
  }
  for (const place of standing) common[place >>> 5] |= 1 << (place & 31);
  return true;
}

/** Whose place it is. */
export function processAt({ firstPlace }: Net, place: number): number {
  let low = 0;
  let high = firstPlace.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (firstPlace[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** First in, first out, each at most once at a time: what changed often is looked at once for all changes. */
class Ring {
  private readonly items: Int32Array;
  private readonly inside: Uint8Array;
  private first = 0;
  private count = 0;

  constructor(private readonly room: number) {
    this.items = new Int32Array(room);
    this.inside = new Uint8Array(room);
  }

  add(item: number): void {
    if (this.inside[item] === 1) return;
    this.inside[item] = 1;
    this.items[(this.first + this.count++) % this.room] = item;
  }

  /** -1 when there is none. */
  take(): number {
    if (this.count === 0) return -1;
    const item = this.items[this.first];
    this.first = (this.first + 1) % this.room;
    this.count--;
    this.inside[item] = 0;
    return item;
  }
}
