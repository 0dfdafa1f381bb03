/** One state for each block of a partition. */
import { type Lts, offsets, TAU, TAU_NAME } from './lts.js';
import type { Partition } from './refine.js';
import { sortStretch } from './signatures.js';

export interface QuotientOptions {
  /** Internal steps inside a block are left out. */
  inert?: boolean;
  /** States that get an internal step to themselves all the same: they can go on internally for ever. */
  divergent?: Uint8Array;
}

/**
 * States are numbered in breadth-first order and labels sorted, so that a system that is already small
 * comes out as it went in. What cannot be reached is left out.
 */
export function quotient(lts: Lts, partition: Partition, options: QuotientOptions = {}): Lts {
  const { of, count } = partition;
  const names = [...lts.labels.slice(1)].sort();
  const order = new Map(names.map((name, i) => [name, i + 1]));
  const labelOrder = lts.labels.map((name, i) => (i === TAU ? TAU : order.get(name)!));
  const number = new Int32Array(count).fill(-1);
  let known = 0;
  for (let s = 0; s < lts.states; s++) if (number[of[s]] < 0) number[of[s]] = known++;
  const block = of.map((b) => number[b]);
  const membersFirst = offsets(count, block);
  const members = new Int32Array(lts.states);
  const next = membersFirst.slice();
  for (let s = 0; s < lts.states; s++) members[next[block[s]]++] = s;

  let keys = new Float64Array(1024);
  /** Sorted keys `label * count + target` of a block. */
  const leaving = (b: number): Float64Array => {
    let used = 0;
    const put = (key: number): void => {
      if (used === keys.length) {
        const larger = new Float64Array(keys.length * 2);
        larger.set(keys);
        keys = larger;
      }
      keys[used++] = key;
    };
    for (let m = membersFirst[b]; m < membersFirst[b + 1]; m++) {
      const s = members[m];
      if (options.divergent?.[s] === 1) put(TAU * count + b);
      for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
        const target = block[lts.target[e]];
        if (options.inert && lts.label[e] === TAU && target === b) continue;
        put(labelOrder[lts.label[e]] * count + target);
      }
    }
    sortStretch(keys, 0, used);
    return keys.slice(0, used).filter((key, i, all) => i === 0 || key !== all[i - 1]);
  };

  const visited = new Int32Array(count).fill(-1);
  const queue = [block[lts.initial]];
  visited[queue[0]] = 0;
  const all: Float64Array[] = [];
  let edges = 0;
  for (const b of queue) {
    const found = leaving(b);
    for (const key of found) {
      const target = key % count;
      if (visited[target] < 0) visited[target] = queue.push(target) - 1;
    }
    edges += all[all.push(found) - 1].length;
  }
  const first = new Int32Array(queue.length + 1);
  const label = new Int32Array(edges);
  const target = new Int32Array(edges);
  let at = 0;
  all.forEach((found, s) => {
    // Renumbered targets need not be in order any more within one label.
    const renumbered = found.map((key) => key - (key % count) + visited[key % count]).sort();
    for (const key of renumbered) {
      label[at] = Math.floor(key / count);
      target[at++] = key % count;
    }
    first[s + 1] = at;
  });
  return { states: queue.length, initial: 0, labels: [TAU_NAME, ...names], first, label, target };
}

/** The blocks themselves as states, all of them, with the numbers they have. */
export function blockGraph(lts: Lts, { of, count }: Partition, inert: boolean): Lts {
  const rows = Array.from({ length: count }, () => new Set<number>());
  for (let s = 0; s < lts.states; s++) {
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      const target = of[lts.target[e]];
      if (inert && lts.label[e] === TAU && target === of[s]) continue;
      rows[of[s]].add(lts.label[e] * count + target);
    }
  }
  return fromRows(lts, of[lts.initial], rows);
}

/** For each state the keys `label * states + target` of its transitions. */
export function fromRows(lts: Lts, initial: number, rows: readonly Iterable<number>[]): Lts {
  const states = rows.length;
  const first = new Int32Array(states + 1);
  const label: number[] = [];
  const target: number[] = [];
  rows.forEach((row, s) => {
    for (const key of row) {
      label.push(Math.floor(key / states));
      target.push(key % states);
    }
    first[s + 1] = label.length;
  });
  return {
    states,
    initial,
    labels: lts.labels,
    first,
    label: Int32Array.from(label),
    target: Int32Array.from(target),
  };
}
