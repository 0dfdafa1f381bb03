import { describe, expect, it } from 'vitest';
import { propagate, type Search } from '../../../src/engine/flow/propagate/propagate.js';
import type { Judge } from '../../../src/engine/flow/watcher/read.js';
import {
  chance,
  type MadeEdges,
  madeGraph,
  randomGraph,
  randomWatcher,
  stepped,
  total,
} from './made-graph.js';

const budget = { now: () => 0 };

/** Every edge from node to node, the interleaving ones written out. */
function successorsOf({ nodes, control, classOf, classEdges }: MadeEdges): number[][] {
  const next: number[][] = Array.from({ length: nodes }, () => []);
  for (const [from, to] of control) next[from].push(to);
  for (const [from, to] of classEdges)
    for (const [m, a] of classOf.entries())
      for (const [n, b] of classOf.entries()) if (a === from && b === to) next[m].push(n);
  return next;
}

/** All (node, tuple) pairs, by a search that knows nothing of classes or numbers for tuples. */
function reachable(
  edges: MadeEdges,
  watchers: readonly Judge[],
): Map<string, { node: number; tuple: number[]; depth: number }> {
  const next = successorsOf(edges);
  const found = new Map<string, { node: number; tuple: number[]; depth: number }>();
  const visit = (node: number, before: number[], depth: number) => {
    const tuple = stepped(watchers, before, node);
    const key = `${node}:${tuple}`;
    if (tuple && !found.has(key)) found.set(key, { node, tuple, depth });
  };
  visit(
    0,
    watchers.map((w) => w.initial),
    0,
  );
  for (const { node, tuple, depth } of found.values())
    for (const to of next[node]) visit(to, tuple, depth + 1);
  return found;
}

function violations(
  edges: MadeEdges,
  [property, ...constraints]: readonly Judge[],
  found: ReturnType<typeof reachable>,
) {
  return [...found.values()].filter(({ node, tuple }) => {
    if (property.bad[tuple[0]] === 1) return true;
    const may = constraints.every((watcher, i) => watcher.accepting[tuple[i + 1]] === 1);
    return node === edges.final && may && property.accepting[tuple[0]] === 0;
  });
}

describe('state propagation', () => {
  it('finds the same tuples after each node as a plain search over all edges', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = chance(seed);
      const { edges, graph } = randomGraph(random);
      const watchers = [total(randomWatcher(random, graph.nodes))];
      for (let more = random(3); more > 0; more--) watchers.push(randomWatcher(random, graph.nodes));
      const expected = [...reachable(edges, watchers).keys()].sort();
      const { after, tuples, nodeTuples } = await propagate(graph, watchers[0], watchers.slice(1), budget, {
        search: 'none',
        partialOrder: false,
      });
      const got: string[] = [];
      for (let node = 0; node < graph.nodes; node++)
        for (const tuple of after.tuples(node))
          got.push(`${node}:${watchers.map((_, w) => tuples.state(tuple, w))}`);
      expect(got.sort(), `seed ${seed}`).toEqual(expected);
      expect(nodeTuples).toBe(expected.length);
    }
  });

  it.each<Search>(['shortest', 'first'])(
    '%s: a counterexample exactly where there is one, and it is a path',
    async (search) => {
      let violated = 0;
      for (let seed = 1; seed <= 300; seed++) {
        const random = chance(seed);
        const { edges, graph } = randomGraph(random);
        const watchers = [total(randomWatcher(random, graph.nodes)), randomWatcher(random, graph.nodes)];
        const bad = violations(edges, watchers, reachable(edges, watchers));
        const { counterexample } = await propagate(graph, watchers[0], watchers.slice(1), budget, {
          search,
          partialOrder: false,
        });
        expect(counterexample !== undefined, `seed ${seed}`).toBe(bad.length > 0);
        if (!counterexample) continue;
        violated++;
        const next = successorsOf(edges);
        let tuple: number[] | undefined = watchers.map((w) => w.initial);
        counterexample.path.forEach((node, i, path) => {
          if (i > 0) expect(next[path[i - 1]], `seed ${seed}`).toContain(node);
          tuple = tuple && stepped(watchers, tuple, node);
        });
        const end = counterexample.path.at(-1);
        expect(bad.map((b) => `${b.node}:${b.tuple}`)).toContain(`${end}:${tuple}`);
        if (search === 'shortest')
          expect(counterexample.path.length - 1, `seed ${seed}`).toBe(Math.min(...bad.map((b) => b.depth)));
      }
      expect(violated).toBeGreaterThan(50);
    },
  );

  it('stops at each limit with what it has', async () => {
    const nodes = 40;
    const graph = madeGraph({
      nodes,
      final: -1,
      control: [],
      classOf: Array.from({ length: nodes }, () => 0),
      classEdges: [[0, 0]],
    });
    const states = 2000;
    const counter: Judge = {
      name: 'counter',
      states,
      initial: 0,
      symbols: 1,
      next: Int32Array.from({ length: states }, (_, s) => (s + 1) % states),
      symbolOf: new Int32Array(nodes),
      accepting: new Uint8Array(states).fill(1),
      bad: new Uint8Array(states),
    };
    const run = (limits: object) => propagate(graph, counter, [], { now: () => 5, ...limits });
    expect((await run({})).nodeTuples).toBe(nodes * states);
    expect((await run({ deadline: 4 })).limit).toBe('time');
    expect((await run({ bytes: 1000 })).limit).toBe('memory');
    expect((await run({ states: 20_000 })).limit).toBe('states');
    expect((await run({ interrupted: () => true })).limit).toBe('interrupted');
  });
});
