/**
 * Smaller task automata for several tasks at once.
 *
 * A node that only one of these tasks takes part in, and that no other watcher sees, is silent: its task may
 * pass it unseen. Of the rest, nodes are alike when the other watchers read the same there and, in each of
 * the tasks, they lead from like states to like states; states are alike when like nodes lead from them to
 * like states. The coarsest such partition is found by splitting, and its blocks are the states and symbols:
 * two hundred customers that the property does not tell apart are then one customer to the operator.
 *
 * Each automaton allows every order of its nodes that the task can do, and may allow more.
 */
import type { TraceFlowGraph } from '../graph/trace-flow-graph.js';
import type { Watcher } from '../watcher.js';
import { silently, type TaskNodes } from './task.js';

interface Draft {
  process: number;
  /** The position each state stands for; the first is the initial one. */
  entered: number[];
  ends: Uint8Array;
  /** The seen nodes, each with the states it leads from and the one it leads to. */
  moves: { node: number; from: number[]; to: number }[];
  blockOf: Int32Array;
}

export function reducedTaskAutomata(
  graph: TraceFlowGraph,
  tasks: readonly TaskNodes[],
  others: readonly Watcher[],
  nameOf: (process: number) => string,
): Watcher[] {
  const seen = seenNodes(graph, tasks, others);
  const drafts = tasks.map((task) => draftOf(graph, task, seen));
  const classOf = refine(graph.nodes, drafts, seen, others);
  return drafts.map((draft) => watcherOf(graph.nodes, draft, classOf, nameOf(draft.process)));
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

function draftOf(graph: TraceFlowGraph, task: TaskNodes, seen: Uint8Array): Draft {
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
  return { process: task.process, entered, ends, moves, blockOf: Int32Array.from(ends) };
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
    const keys: string[] = new Array(nodes).fill('');
    drafts.forEach(({ moves, blockOf }, d) => {
      for (const { node, from, to } of moves) {
        const sources = [...new Set(from.map((state) => blockOf[state]))].sort((a, b) => a - b);
        keys[node] += `;${d}:${blockOf[to]}<${sources.join()}`;
      }
    });
    const classes = new Map<string, number>();
    const refined = new Int32Array(nodes).fill(-1);
    for (let node = 0; node < nodes; node++)
      if (seen[node] === 1) refined[node] = numbered(classes, `${classOf[node]}${keys[node]}`);
    classOf = refined;
    let count = classes.size;
    for (const draft of drafts) count += splitStates(draft, classOf);
    if (count === parts) return classOf;
    parts = count;
  }
}

function splitStates(draft: Draft, classOf: Int32Array): number {
  const { blockOf, moves } = draft;
  const enabled: Set<string>[] = Array.from(blockOf, () => new Set());
  for (const { node, from, to } of moves)
    for (const state of from) enabled[state].add(`${classOf[node]}>${blockOf[to]}`);
  const blocks = new Map<string, number>();
  draft.blockOf = blockOf.map((block, state) =>
    numbered(blocks, `${block}|${[...enabled[state]].sort().join()}`),
  );
  return blocks.size;
}

function numbered(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}

/** Like nodes lead from a block to one block, since what they lead to is part of being alike. */
function watcherOf(nodes: number, draft: Draft, classOf: Int32Array, name: string): Watcher {
  const { blockOf, moves, ends } = draft;
  const symbolNumbers = new Map<number, number>();
  const symbolOf = new Int32Array(nodes).fill(-1);
  for (const { node } of moves) {
    let symbol = symbolNumbers.get(classOf[node]);
    if (symbol === undefined) {
      symbol = symbolNumbers.size;
      symbolNumbers.set(classOf[node], symbol);
    }
    symbolOf[node] = symbol;
  }
  const states = blockOf.reduce((most, block) => Math.max(most, block + 1), 0);
  const symbols = symbolNumbers.size;
  const next = new Int32Array(states * symbols).fill(-1);
  const accepting = new Uint8Array(states);
  blockOf.forEach((block, state) => {
    if (ends[state] === 1) accepting[block] = 1;
  });
  for (const { node, from, to } of moves)
    for (const state of from) next[blockOf[state] * symbols + symbolOf[node]] = blockOf[to];
  return { name, states, initial: blockOf[0], symbols, next, symbolOf, accepting };
}
