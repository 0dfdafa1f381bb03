/** Graphs and watchers made by hand or by chance, for tests of what walks along them. */
import type { Interleaving, TraceFlowGraph } from '../../../src/engine/flow/graph/trace-flow-graph.js';
import type { Judge } from '../../../src/engine/flow/watcher/read.js';
import type { Watcher } from '../../../src/engine/flow/watcher.js';

/** A small generator of numbers, so that a test is the same every time. */
export function chance(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    state ^= state >>> 15;
    return (state >>> 0) % below;
  };
}

export interface MadeEdges {
  nodes: number;
  final: number;
  control: [number, number][];
  /** Class of each node, and edges from class to class. */
  classOf: number[];
  classEdges: [number, number][];
}

function rows(
  count: number,
  pairs: readonly [number, number][],
): { offsets: Int32Array; targets: Int32Array } {
  const offsets = new Int32Array(count + 1);
  for (const [from] of pairs) offsets[from + 1]++;
  for (let i = 0; i < count; i++) offsets[i + 1] += offsets[i];
  const fill = offsets.slice();
  const targets = new Int32Array(pairs.length);
  for (const [from, to] of pairs) targets[fill[from]++] = to;
  return { offsets, targets };
}

export function madeGraph({ nodes, final, control, classOf, classEdges }: MadeEdges): TraceFlowGraph {
  const classes = Math.max(-1, ...classOf) + 1;
  const members = rows(
    classes,
    classOf.flatMap((c, node): [number, number][] => (c < 0 ? [] : [[c, node]])),
  );
  const interleaving: Interleaving = {
    classes,
    classOf: Int32Array.from(classOf),
    memberOffsets: members.offsets,
    members: members.targets,
    ...rows(classes, classEdges),
    edges: 0,
  };
  const none = new Int32Array(0);
  return {
    nodes,
    initial: 0,
    final,
    processOffsets: new Int32Array(nodes + 1),
    processes: none,
    leaves: none,
    enters: none,
    positions: {
      count: 0,
      process: none,
      initial: none,
      ends: new Uint8Array(0),
      silentOffsets: new Int32Array(1),
      silent: none,
      words: 0,
      together: new Uint32Array(0),
    },
    ...rows(nodes, control),
    interleaving,
    origin: Array.from({ length: nodes }, () => []),
    alone: Array.from({ length: nodes }, () => []),
  };
}

export function randomGraph(random: (below: number) => number): { edges: MadeEdges; graph: TraceFlowGraph } {
  const nodes = 4 + random(12);
  const classes = 1 + random(4);
  const pairs = (count: number, below: number): [number, number][] =>
    [...new Set(Array.from({ length: count }, () => random(below) * below + random(below)))].map((pair) => [
      Math.floor(pair / below),
      pair % below,
    ]);
  const edges: MadeEdges = {
    nodes,
    final: random(3) === 0 ? -1 : nodes - 1,
    control: pairs(nodes + random(nodes), nodes).filter(([, to]) => to !== 0),
    classOf: Array.from({ length: nodes }, (_, n) =>
      n === 0 || n === nodes - 1 ? -1 : random(classes + 1) - 1,
    ),
    classEdges: [],
  };
  const used = Math.max(-1, ...edges.classOf) + 1;
  if (used > 0) edges.classEdges = pairs(random(2 * used), used);
  return { edges, graph: madeGraph(edges) };
}

export function randomWatcher(random: (below: number) => number, nodes: number): Judge {
  const states = 1 + random(4);
  const symbols = 1 + random(3);
  const pick = (length: number, value: () => number) => Array.from({ length }, value);
  return {
    name: 'random',
    states,
    initial: 0,
    symbols,
    next: Int32Array.from(pick(states * symbols, () => random(states + 1) - 1)),
    symbolOf: Int32Array.from(pick(nodes, () => random(symbols + 2) - 2).map((s) => Math.max(-1, s))),
    accepting: Uint8Array.from(pick(states, () => random(2))),
    bad: Uint8Array.from(pick(states, () => (random(5) === 0 ? 1 : 0))),
  };
}

/** A property is never stopped: what it does not allow leads to a state of its own. */
export function total(watcher: Judge): Judge {
  const trap = watcher.states;
  return {
    ...watcher,
    states: trap + 1,
    next: Int32Array.from([
      ...Array.from(watcher.next, (to) => (to < 0 ? trap : to)),
      ...Array.from({ length: watcher.symbols }, () => trap),
    ]),
    accepting: Uint8Array.from([...watcher.accepting, 0]),
    bad: Uint8Array.from([...watcher.bad, 1]),
  };
}

/** One step along a path: the tuple after the node, or undefined where a watcher stops. */
export function stepped(
  watchers: readonly Watcher[],
  tuple: readonly number[],
  node: number,
): number[] | undefined {
  const after: number[] = [];
  for (const [w, { symbolOf, next, symbols }] of watchers.entries()) {
    const symbol = symbolOf[node];
    const state = symbol < 0 ? tuple[w] : next[tuple[w] * symbols + symbol];
    if (state < 0) return undefined;
    after.push(state);
  }
  return after;
}
