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
  const places = net.ends.length;
  const words = Math.max(1, (places + 31) >>> 5);
  const rows = new Uint32Array(places * words);
  const reached = new Uint8Array(places);
  const made = new Uint8Array(net.moves.length);
  const found: Parallel = { words, rows, reached, made };
  const touching: number[][] = Array.from({ length: places }, () => []);
  net.moves.forEach((move, index) => {
    // Its needs too: they are met when one of those places is first seen with all of these, which changes these.
    for (const place of move.from) touching[place].push(index);
  });
  const queue = new Ring(places);
  const arrive = (place: number): void => {
    if (reached[place] === 1) return;
    reached[place] = 1;
    queue.add(place);
  };
  const pair = (p: number, q: number): void => {
    const word = p * words + (q >>> 5);
    const bit = 1 << (q & 31);
    if ((rows[word] & bit) !== 0) return;
    rows[word] |= bit;
    rows[q * words + (p >>> 5)] |= 1 << (p & 31);
    queue.add(p);
    queue.add(q);
  };
  for (const p of net.initial) {
    arrive(p);
    for (const q of net.initial) if (p !== q) pair(p, q);
  }

  const common = new Uint32Array(words);
  const make = (index: number): void => {
    const { from, to, needs, probe } = net.moves[index];
    for (let i = 0; i < from.length; i++) {
      if (reached[from[i]] === 0) return;
      for (let j = 0; j < i; j++) if (!areParallel(found, from[i], from[j])) return;
    }
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
      arrive(place);
      for (let j = 0; j < i; j++) pair(place, to[j]);
      const start = place * words;
      let changed = false;
      for (let w = 0; w < words; w++) {
        let news = common[w] & ~rows[start + w];
        if (news === 0) continue;
        changed = true;
        rows[start + w] |= news;
        while (news !== 0) {
          const bit = 31 - Math.clz32(news);
          news &= ~(1 << bit);
          const other = (w << 5) + bit;
          rows[other * words + (place >>> 5)] |= 1 << (place & 31);
          queue.add(other);
        }
      }
      if (changed) queue.add(place);
    }
  };
  for (let place = queue.take(); place >= 0; place = queue.take()) {
    for (const index of touching[place]) make(index);
  }
  return found;
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
