/** The whole reachable graph, for questions about all of it and for pictures. */
import { SearchTree } from './breadth.js';
import { LimitReached, type Meter } from './meter.js';
import { endsHere, type Product, type Successor } from './product.js';

/** Edges of node i are those from `first[i]` up to `first[i + 1]`. */
export interface StateGraph {
  tree: SearchTree;
  first: number[];
  targets: number[];
  /** What `label` said of each edge. */
  labels: number[];
  /** Nodes that were there at the start: 0 up to here. */
  initial: number;
}

export async function buildGraph(
  product: Product,
  meter: Meter,
  label: (successor: Successor) => number = () => 0,
): Promise<StateGraph> {
  const tree = new SearchTree(product);
  const graph: StateGraph = { tree, first: [0], targets: [], labels: [], initial: 0 };
  for (const { node, system } of product.initial()) tree.add(node, -1, system);
  graph.initial = tree.store.size;
  const depths = new Array<number>(graph.initial).fill(0);
  for (let id = 0; id < tree.store.size; id++) {
    meter.states = tree.store.size;
    meter.bytes = tree.bytes + graph.targets.length * 16;
    await meter.tick();
    for (const [via, successor] of product.successors(tree.store.row(id)).entries()) {
      meter.transitions++;
      if (endsHere(successor)) continue;
      const target = tree.add(successor.node, id, via);
      if (target >= 0) {
        // A graph with parts missing answers nothing.
        if (meter.isDeepest(depths[id])) throw new LimitReached('depth', 'the depth limit');
        depths.push(depths[id] + 1);
      }
      graph.targets.push(target >= 0 ? target : -1 - target);
      graph.labels.push(label(successor));
    }
    graph.first.push(graph.targets.length);
  }
  meter.states = tree.store.size;
  return graph;
}

/** Strongly connected components by Tarjan's algorithm, without recursion: the component of each node. */
export function components(graph: Pick<StateGraph, 'first' | 'targets'>): { of: Int32Array; count: number } {
  const size = graph.first.length - 1;
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const of = new Int32Array(size).fill(-1);
  const next = Int32Array.from(graph.first.slice(0, size));
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (order[root] >= 0) continue;
    path.push(root);
    while (path.length > 0) {
      const node = path[path.length - 1];
      if (order[node] < 0) {
        order[node] = low[node] = visited++;
        open.push(node);
      }
      if (next[node] < graph.first[node + 1]) {
        const target = graph.targets[next[node]++];
        if (order[target] < 0) path.push(target);
        else if (of[target] < 0) low[node] = Math.min(low[node], order[target]);
        continue;
      }
      if (low[node] === order[node]) {
        for (let member = open.pop()!; ; member = open.pop()!) {
          of[member] = count;
          if (member === node) break;
        }
        count++;
      }
      path.pop();
      if (path.length > 0) {
        const parent = path[path.length - 1];
        low[parent] = Math.min(low[parent], low[node]);
      }
    }
  }
  return { of, count };
}
