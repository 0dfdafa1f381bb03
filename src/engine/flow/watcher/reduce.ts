/**
 * Smaller task automata for several tasks at once.
 *
 * A node that only one of these tasks takes part in, and that no other watcher sees, is silent: its task may
 * pass it unseen. Of the rest, nodes are alike when the other watchers read the same there and, in each of
 * the tasks, they lead from like states to like states; states are alike when like nodes lead from them to
 * like states. The coarsest such partition is found by splitting, and its blocks are the states and symbols:
 * two hundred customers that the property does not tell apart are then one customer to the operator.
 *
 * Tasks that are constrained together are not told apart at all: their automaton counts how many of them are
 * in each block. Each automaton allows every order of nodes that its tasks can do, and may allow more.
 */
import type { TraceFlowGraph } from '../graph/trace-flow-graph.js';
import type { Watcher } from '../watcher.js';
import { countingAutomaton } from './counting.js';
import { silently, type TaskNodes } from './task.js';

interface Move {
  node: number;
  /** The states it leads from. */
  from: number[];
  to: number;
}

/** One task: its states are the positions it enters by seen nodes; the first is the initial one. */
export interface Draft {
  /** Tasks of the same unit share the numbers of their blocks. */
  unit: number;
  ends: Uint8Array;
  moves: Move[];
  blockOf: Int32Array;
}

/** A watcher for each unit; undefined where one would be too large. */
export function reducedTaskAutomata(
  graph: TraceFlowGraph,
  units: readonly { name: string; tasks: readonly TaskNodes[] }[],
  others: readonly Watcher[],
): (Watcher | undefined)[] {
  const seen = seenNodes(
    graph,
    units.flatMap(({ tasks }) => tasks),
    others,
  );
  const drafts = units.map(({ tasks }, unit) => tasks.map((task) => draftOf(graph, task, seen, unit)));
  const classOf = refine(graph.nodes, drafts.flat(), seen, others);
  return units.map(({ name }, unit) => countingAutomaton(graph.nodes, drafts[unit], classOf, name));
}

/** For each task, all that do the same as it, as far as these watchers tell. */
export function alikeTasks(
  graph: TraceFlowGraph,
  tasks: readonly TaskNodes[],
  others: readonly Watcher[],
): Map<number, number[]> {
  const seen = seenNodes(graph, tasks, others);
  const drafts = tasks.map((task) => draftOf(graph, task, seen, 0));
  refine(graph.nodes, drafts, seen, others);
  const groups = new Map<number, number[]>();
  drafts.forEach(({ blockOf }, i) => {
    groups.set(blockOf[0], [...(groups.get(blockOf[0]) ?? []), tasks[i].process]);
  });
  return new Map(drafts.map(({ blockOf }, i) => [tasks[i].process, groups.get(blockOf[0])!]));
}

/** 1 for nodes that another watcher reads, or that two of the tasks take part in. */
function seenNodes(
  graph: TraceFlowGraph,
  tasks: readonly TaskNodes[],
  others: readonly Watcher[],
): Uint8Array {
  const seen = new Uint8Array(graph.nodes);
  const once = new Uint8Array(graph.nodes);
  for (const { nodes } of tasks)
    for (const { node } of nodes) {
      if (once[node] === 1) seen[node] = 1;
      once[node] = 1;
    }
  for (const { symbolOf } of others)
    for (let node = 0; node < graph.nodes; node++) if (symbolOf[node] >= 0) seen[node] = 1;
  return seen;
}

function draftOf(graph: TraceFlowGraph, task: TaskNodes, seen: Uint8Array, unit: number): Draft {
  const { positions } = graph;
  const unseen = new Map<number, Set<number>>();
  for (const { node, leaves, enters } of task.nodes) {
    if (seen[node] === 1) continue;
    const to = unseen.get(leaves) ?? new Set();
    unseen.set(leaves, to.add(enters));
  }
  const entered: number[] = [];
  const numbers = new Map<number, number>();
  const state = (position: number): number => {
    let number = numbers.get(position);
    if (number === undefined) {
      number = entered.push(position) - 1;
      numbers.set(position, number);
    }
    return number;
  };
  state(positions.initial[task.process]);
  const moves = task.nodes
    .filter(({ node }) => seen[node] === 1)
    .map(({ node, leaves, enters }) => ({ node, leaves, from: [] as number[], to: state(enters) }));
  const movesAt = new Map<number, number[]>();
  moves.forEach(({ leaves }, i) => {
    movesAt.set(leaves, [...(movesAt.get(leaves) ?? []), i]);
  });
  const ends = new Uint8Array(entered.length);
  entered.forEach((position, number) => {
    const reached = new Set(silently(graph, position));
    for (const here of reached)
      for (const enters of unseen.get(here) ?? [])
        for (const there of silently(graph, enters)) reached.add(there);
    for (const here of reached) {
      if (positions.ends[here] === 1) ends[number] = 1;
      for (const move of movesAt.get(here) ?? []) moves[move].from.push(number);
    }
  });
  return { unit, ends, moves, blockOf: Int32Array.from(ends) };
}

/** Splits until nothing more is split; gives the class of each seen node, -1 for others. */
function refine(
  nodes: number,
  drafts: readonly Draft[],
  seen: Uint8Array,
  others: readonly Watcher[],
): Int32Array {
  let classOf = new Int32Array(nodes).fill(-1);
  const read = new Map<string, number>();
  for (let node = 0; node < nodes; node++)
    if (seen[node] === 1) classOf[node] = numbered(read, others.map(({ symbolOf }) => symbolOf[node]).join());
  for (let parts = 0; ; ) {
    const keys = new Map<number, string[]>();
    for (const { unit, moves, blockOf } of drafts)
      for (const { node, from, to } of moves) {
        const sources = [...new Set(from.map((state) => blockOf[state]))].sort((a, b) => a - b);
        const key = `${unit}:${blockOf[to]}<${sources.join()}`;
        keys.set(node, [...(keys.get(node) ?? []), key]);
      }
    const classes = new Map<string, number>();
    const refined = new Int32Array(nodes).fill(-1);
    for (let node = 0; node < nodes; node++)
      if (seen[node] === 1)
        refined[node] = numbered(classes, `${classOf[node]};${(keys.get(node) ?? []).sort().join(';')}`);
    classOf = refined;
    const blocks = new Map<number, Map<string, number>>(drafts.map(({ unit }) => [unit, new Map()]));
    for (const draft of drafts) splitStates(draft, classOf, blocks.get(draft.unit)!);
    const count = [...blocks.values()].reduce((sum, { size }) => sum + size, classes.size);
    if (count === parts) return classOf;
    parts = count;
  }
}

function splitStates(draft: Draft, classOf: Int32Array, blocks: Map<string, number>): void {
  const { blockOf, moves } = draft;
  const enabled: Set<string>[] = Array.from(blockOf, () => new Set());
  for (const { node, from, to } of moves)
    for (const state of from) enabled[state].add(`${classOf[node]}>${blockOf[to]}`);
  draft.blockOf = blockOf.map((block, state) =>
    numbered(blocks, `${block}|${[...enabled[state]].sort().join()}`),
  );
}

function numbered(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}
