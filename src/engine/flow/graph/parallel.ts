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
  /** As the rows: what of each has been carried on by the moves that are ready there. */
  private readonly carried: Uint32Array;
  /** As the rows, bit q of row p set where some move has both p and q before it. */
  private readonly partners: Uint32Array;
  /** The moves with both of two places before them. */
  private readonly between = new Map<number, number[]>();
  /** At each place the moves whose places before it are all parallel. */
  private readonly ready: number[][];
  private readonly isReady: Uint8Array;
  /** Moves that have become ready and have to carry on everything once. */
  private readonly fresh: number[] = [];
  private readonly queue: Ring;
  /** What is to be carried on: the words of a row, and which of them are not empty. */
  private readonly news: Uint32Array;
  private readonly common: Uint32Array;
  private readonly changed: Int32Array;

  constructor(private readonly net: Net) {
    this.places = net.ends.length;
    const words = Math.max(1, (this.places + 31) >>> 5);
    this.found = {
      words,
      rows: new Uint32Array(this.places * words),
      reached: new Uint8Array(this.places),
      made: new Uint8Array(net.moves.length),
    };
    this.carried = new Uint32Array(this.places * words);
    this.partners = new Uint32Array(this.places * words);
    this.ready = Array.from({ length: this.places }, () => []);
    this.isReady = new Uint8Array(net.moves.length);
    this.queue = new Ring(this.places);
    this.news = new Uint32Array(words);
    this.common = new Uint32Array(words);
    this.changed = new Int32Array(words);
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
    for (let place = this.queue.take(); place >= 0; place = this.queue.take()) this.carryOn(place);
  }

  private arrive(place: number): void {
    if (this.found.reached[place] === 1) return;
    this.found.reached[place] = 1;
    // Nothing may be parallel to it, and its moves can be made all the same.
    for (const index of this.ready[place]) this.fresh.push(index);
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
      this.fresh.push(index);
      this.queue.add(from[0]);
    }
  }

  /**
   * Moves that are new carry on all that their places have in common; the others only what is new here: a
   * place that two others have is carried on when the second of them gets it.
   */
  private carryOn(place: number): void {
    for (let index = this.fresh.pop(); index !== undefined; index = this.fresh.pop()) this.makeAnew(index);
    const { carried, news, net } = this;
    const { rows, words } = this.found;
    const start = place * words;
    const changed: number[] = [];
    for (let w = 0; w < words; w++) {
      news[w] = rows[start + w] & ~carried[start + w];
      if (news[w] === 0) continue;
      carried[start + w] |= news[w];
      changed.push(w);
    }
    if (changed.length === 0) return;
    for (const index of this.ready[place]) {
      if (net.moves[index].needs.length > 0) this.makeAnew(index);
      else this.makeWith(index, place, changed);
    }
  }

  private makeWith(index: number, place: number, changed: readonly number[]): void {
    const { common, news } = this;
    const { rows, words, made } = this.found;
    const { from, probe } = this.net.moves[index];
    made[index] = 1;
    if (probe) return;
    let count = 0;
    for (const w of changed) {
      let word = news[w];
      for (let i = 0; i < from.length; i++) if (from[i] !== place) word &= rows[from[i] * words + w];
      if (word === 0) continue;
      common[w] = word;
      this.changed[count++] = w;
    }
    this.enter(index, count);
  }

  private makeAnew(index: number): void {
    const { net, common } = this;
    const { rows, words, made } = this.found;
    const { from, needs, probe } = net.moves[index];
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
    let count = 0;
    for (let w = 0; w < words; w++) if (common[w] !== 0) this.changed[count++] = w;
    this.enter(index, count);
  }

  /** The places after the move are parallel to each other and to what is in `common`, in these words. */
  private enter(index: number, count: number): void {
    const { common, changed, queue } = this;
    const { rows, words } = this.found;
    const { to } = this.net.moves[index];
    for (let i = 0; i < to.length; i++) {
      const place = to[i];
      this.arrive(place);
      for (let j = 0; j < i; j++) this.pair(place, to[j]);
      const start = place * words;
      let grown = false;
      for (let c = 0; c < count; c++) {
        const w = changed[c];
        let more = common[w] & ~rows[start + w];
        if (more === 0) continue;
        grown = true;
        rows[start + w] |= more;
        const meeting = more & this.partners[start + w];
        while (more !== 0) {
          const bit = 31 - Math.clz32(more);
          more &= ~(1 << bit);
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
      if (grown) queue.add(place);
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
