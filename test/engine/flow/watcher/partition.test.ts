/** Partition refinement that looks only at what changed, against one that looks at everything in every round. */
import { describe, expect, it } from 'vitest';
import { Partition } from '../../../../src/engine/flow/watcher/partition.js';
import { chance } from '../made-graph.js';

interface Edge {
  from: number;
  label: number;
  to: number;
}

/** What an item looks like: where it leads, by which label. */
const looks = (edges: readonly Edge[], blockOf: ArrayLike<number>, item: number): string =>
  [...new Set(edges.filter(({ from }) => from === item).map((e) => `${e.label}>${blockOf[e.to]}`))]
    .sort()
    .join();

function byChanges(kinds: readonly string[], edges: readonly Edge[]): Int32Array {
  const partition = new Partition(kinds);
  for (let moved = [0]; moved.length > 0; ) {
    moved = partition.split((item) => looks(edges, partition.blockOf, item));
    for (const item of moved) for (const { from, to } of edges) if (to === item) partition.mark(from);
  }
  return partition.blockOf;
}

function byRounds(kinds: readonly string[], edges: readonly Edge[]): number[] {
  let blockOf = kinds.map((kind) => kinds.indexOf(kind));
  for (;;) {
    const texts = blockOf.map((block, item) => `${block} ${looks(edges, blockOf, item)}`);
    const refined = texts.map((text) => texts.indexOf(text));
    if (new Set(refined).size === new Set(blockOf).size) return refined;
    blockOf = refined;
  }
}

/** Blocks by their first items, so that numbers do not matter. */
const named = (blockOf: ArrayLike<number>): number[] =>
  Array.from(blockOf, (block) => Array.from(blockOf).indexOf(block));

describe('blocks are the coarsest ones', () => {
  it('of 300 random graphs', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = chance(seed * 7919);
      const items = 2 + random(25);
      const kinds = Array.from({ length: items }, () => String(random(2)));
      const edges = Array.from({ length: random(3 * items) }, () => ({
        from: random(items),
        label: random(2),
        to: random(items),
      }));
      expect(named(byChanges(kinds, edges)), `seed ${seed}`).toEqual(named(byRounds(kinds, edges)));
    }
  });

  it('of a chain, all of whose links are told apart by how far the end is', () => {
    const items = 40;
    const kinds = Array.from({ length: items }, (_, item) => (item === items - 1 ? 'end' : 'link'));
    const edges = Array.from({ length: items - 1 }, (_, from) => ({ from, label: 0, to: from + 1 }));
    expect(new Set(byChanges(kinds, edges)).size).toBe(items);
  });

  it('and items of no kind are in none', () => {
    const partition = new Partition(['a', -1, 'a']);
    expect(partition.split(() => '')).toEqual([]);
    expect(partition.blockOf).toEqual(Int32Array.from([0, -1, 0]));
  });
});
