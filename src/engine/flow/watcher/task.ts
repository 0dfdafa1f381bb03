/**
 * Task automata: the order in which one process passes its nodes (FLAVERS 6.2). A state is the position that
 * the process entered last; a node can follow if the process may silently have come from there to the
 * position that the node leaves.
 */
import type { TraceFlowGraph } from '../graph/trace-flow-graph.js';
import type { Watcher } from '../watcher.js';

/** The nodes of one process, with the positions they lead from and to. */
export interface TaskNodes {
  process: number;
  nodes: { node: number; leaves: number; enters: number }[];
}

export function taskNodes(graph: TraceFlowGraph): Map<number, TaskNodes> {
  const { processOffsets, processes, leaves, enters } = graph;
  const found = new Map<number, TaskNodes>();
  for (let node = 0; node < graph.nodes; node++) {
    for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++) {
      if (leaves[i] < 0) continue;
      const process = processes[i];
      let task = found.get(process);
      if (task === undefined) {
        task = { process, nodes: [] };
        found.set(process, task);
      }
      task.nodes.push({ node, leaves: leaves[i], enters: enters[i] });
    }
  }
  return found;
}

/** All positions that a process at this one may silently come to, itself included. */
export function silently({ positions }: TraceFlowGraph, position: number): number[] {
  const { silentOffsets, silent } = positions;
  const found = [position];
  for (let i = silentOffsets[position]; i < silentOffsets[position + 1]; i++) found.push(silent[i]);
  return found;
}

/** Tables beyond this many entries are not made. */
const MOST_ENTRIES = 50_000_000;

export function taskAutomaton(graph: TraceFlowGraph, task: TaskNodes, name: string): Watcher | undefined {
  const { positions } = graph;
  const states = new Map<number, number>();
  const order: number[] = [];
  const state = (position: number): number => {
    let number = states.get(position);
    if (number === undefined) {
      number = order.push(position) - 1;
      states.set(position, number);
    }
    return number;
  };
  const initial = state(positions.initial[task.process]);
  const symbols = new Map<string, number>();
  const pairs: { leaves: number; enters: number }[] = [];
  const symbolOf = new Int32Array(graph.nodes).fill(-1);
  for (const { node, leaves, enters } of task.nodes) {
    const key = `${leaves} ${enters}`;
    let symbol = symbols.get(key);
    if (symbol === undefined) {
      symbol = pairs.push({ leaves, enters }) - 1;
      symbols.set(key, symbol);
      state(enters);
    }
    symbolOf[node] = symbol;
  }
  if (order.length * pairs.length > MOST_ENTRIES) return undefined;
  const next = new Int32Array(order.length * pairs.length).fill(-1);
  const accepting = new Uint8Array(order.length);
  const leaving = new Map<number, number[]>();
  pairs.forEach(({ leaves }, symbol) => {
    leaving.set(leaves, [...(leaving.get(leaves) ?? []), symbol]);
  });
  order.forEach((position, number) => {
    accepting[number] = positions.ends[position];
    for (const here of silently(graph, position))
      for (const symbol of leaving.get(here) ?? [])
        next[number * pairs.length + symbol] = state(pairs[symbol].enters);
  });
  return { name, states: order.length, initial, symbols: pairs.length, next, symbolOf, accepting };
}
