/**
 * Places that silent moves make one. A silent move from a to b that neither meets nor needs anybody can be
 * delayed and be made at once, so that
 *
 * - a place that is left by nothing else is the place it leads to, and
 * - a place that is entered by nothing else is the place it comes from,
 *
 * and neither loses an execution nor adds a pair of places that are occupied together.
 */
import type { Move, Net } from './net.js';

export interface Contracted extends Net {
  /** The place that stands for each place of the net before; -1 for one that is gone. */
  readonly placeOf: Int32Array;
}

/** Without the moves that `kept` refuses and the places that are not `reached`; only moves that `joins` accepts go. */
export function contract(
  net: Net,
  kept: (move: number) => boolean,
  reached: (place: number) => boolean,
  joins: (move: Move) => boolean = () => true,
): Contracted {
  const places = net.ends.length;
  const stands = Int32Array.from({ length: places }, (_, i) => i);
  const find = (place: number): number => {
    let root = place;
    while (stands[root] !== root) root = stands[root];
    for (let p = place; stands[p] !== root; ) [p, stands[p]] = [stands[p], root];
    return root;
  };
  const moves = net.moves.filter((_, index) => kept(index));
  // Only silent moves are looked at again; of the others it matters how many there are.
  const leaving: Set<number>[] = Array.from({ length: places }, () => new Set());
  const entering: Set<number>[] = Array.from({ length: places }, () => new Set());
  const [othersLeaving, othersEntering] = [new Int32Array(places), new Int32Array(places)];
  moves.forEach(({ silent, from, to }, index) => {
    if (silent) {
      leaving[from[0]].add(index);
      entering[to[0]].add(index);
      return;
    }
    for (const place of from) othersLeaving[place]++;
    for (const place of to) othersEntering[place]++;
  });
  const needed = neededBy(moves, places);
  const starts = new Set(net.initial);
  const gone = new Uint8Array(moves.length);
  const drop = (index: number): void => {
    gone[index] = 1;
    leaving[find(moves[index].from[0])].delete(index);
    entering[find(moves[index].to[0])].delete(index);
  };
  const merge = (into: number, other: number): void => {
    // The smaller sets are moved.
    for (const sets of [leaving, entering]) {
      if (sets[other].size > sets[into].size) [sets[into], sets[other]] = [sets[other], sets[into]];
      for (const index of sets[other]) sets[into].add(index);
      sets[other] = new Set();
    }
    for (const counts of [othersLeaving, othersEntering]) counts[into] += counts[other];
    if (starts.has(other)) starts.add(into);
    stands[other] = into;
  };
  const waiting = moves.flatMap((_, index) => (moves[index].silent && joins(moves[index]) ? [index] : []));
  while (waiting.length > 0) {
    const index = waiting.pop()!;
    if (gone[index] === 1) continue;
    const [a, b] = [find(moves[index].from[0]), find(moves[index].to[0])];
    const onlyWay = leaving[a].size + othersLeaving[a] === 1;
    const onlyEntry = entering[b].size + othersEntering[b] === 1 && !starts.has(b) && needed[a] === needed[b];
    if (a !== b && !onlyWay && !onlyEntry) continue;
    drop(index);
    if (a !== b) merge(b, a);
    for (const near of [...leaving[find(b)], ...entering[find(b)]]) {
      if (gone[near] === 0 && joins(moves[near])) waiting.push(near);
    }
  }
  return rebuilt(net, moves, gone, find, reached);
}

/** Which of the sets that moves need each place belongs to, as a text. */
function neededBy(moves: readonly Move[], places: number): string[] {
  const sets: number[][] = Array.from({ length: places }, () => []);
  const known = new Map<string, number>();
  for (const { needs } of moves) {
    for (const need of needs) {
      const key = need.join();
      if (known.has(key)) continue;
      known.set(key, known.size);
      for (const place of need) sets[place].push(known.size);
    }
  }
  return sets.map((list) => list.join());
}

function rebuilt(
  net: Net,
  moves: readonly Move[],
  gone: Uint8Array,
  find: (place: number) => number,
  reached: (place: number) => boolean,
): Contracted {
  const processes = net.initial.length;
  const firstPlace = new Int32Array(processes + 1);
  const placeOf = new Int32Array(net.ends.length).fill(-1);
  const used = new Uint8Array(net.ends.length);
  for (let place = 0; place < net.ends.length; place++) if (reached(place)) used[find(place)] = 1;
  let count = 0;
  for (let process = 0; process < processes; process++) {
    for (let place = net.firstPlace[process]; place < net.firstPlace[process + 1]; place++) {
      if (find(place) === place && used[place] === 1) placeOf[place] = count++;
    }
    firstPlace[process + 1] = count;
  }
  const ends = new Uint8Array(count);
  for (let place = 0; place < net.ends.length; place++) {
    placeOf[place] = placeOf[find(place)];
    if (net.ends[place] === 1 && placeOf[place] >= 0) ends[placeOf[place]] = 1;
  }
  const renamed = (list: readonly number[]): number[] => list.map((place) => placeOf[place]);
  const needs = new Map<readonly number[], readonly number[]>();
  const need = (places: readonly number[]): readonly number[] => {
    const known = needs.get(places) ?? [...new Set(renamed(places))].filter((place) => place >= 0);
    needs.set(places, known);
    return known;
  };
  return {
    firstPlace,
    initial: Int32Array.from(net.initial, (place) => placeOf[place]),
    begins: new Set([...net.begins].map((place) => placeOf[place])),
    ends,
    moves: moves
      .filter((move, index) => gone[index] === 0 && move.from.every((place) => placeOf[place] >= 0))
      .map((move) => ({
        ...move,
        from: renamed(move.from),
        to: renamed(move.to),
        needs: move.needs.map(need),
      })),
    placeOf,
  };
}
