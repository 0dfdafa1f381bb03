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
import { Partition } from './partition.js';
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
  // States that lead on by the very same moves are one: often there are many, and each has many moves.
  const alike = new Map<string, number>();
  const ends: number[] = [];
  const stateOf = entered.map((position) => {
    const reached = new Set(silently(graph, position));
    for (const here of reached)
      for (const enters of unseen.get(here) ?? [])
        for (const there of silently(graph, enters)) reached.add(there);
    const end = [...reached].some((here) => positions.ends[here] === 1) ? 1 : 0;
    const leading = [...reached].flatMap((here) => movesAt.get(here) ?? []).sort((x, y) => x - y);
    const key = `${end} ${leading.join()}`;
    let merged = alike.get(key);
    if (merged === undefined) {
      merged = ends.push(end) - 1;
      alike.set(key, merged);
      for (const move of leading) moves[move].from.push(merged);
    }
    return merged;
  });
  return {
    unit,
    ends: Uint8Array.from(ends),
    moves: moves.map(({ node, from, to }) => ({ node, from, to: stateOf[to] })),
    blockOf: Int32Array.from(ends),
  };
}

/** Splits until nothing more is split; gives the class of each seen node, -1 for others. */
function refine(
  nodes: number,
  drafts: readonly Draft[],
  seen: Uint8Array,
  others: readonly Watcher[],
): Int32Array {
  const classes = new Partition(
    Array.from({ length: nodes }, (_, node) =>
      seen[node] === 1 ? others.map(({ symbolOf }) => symbolOf[node]).join() : -1,
    ),
  );
  const links = new Links(nodes, drafts);
  const blocks = new Partition(links.kinds);
  for (let still = true; still; ) {
    const changed = classes.split((node) => links.lookOfNode(node, blocks.blockOf));
    for (const node of changed)
      for (const { from } of links.ofNode[node]) for (const state of from) blocks.mark(state);
    const moved = blocks.split((state) => links.lookOfState(state, classes.blockOf, blocks.blockOf));
    for (const state of moved) {
      for (const { node } of links.leaving[state]) classes.mark(node);
      for (const { node, from } of links.entering[state]) {
        classes.mark(node);
        for (const before of from) blocks.mark(before);
      }
    }
    still = changed.length + moved.length > 0;
  }
  links.number(drafts, blocks.blockOf);
  return classes.blockOf;
}

/** The states of all drafts, one after the other, and the moves at each of them and at each node. */
class Links {
  /** The first states that are told apart: those of another unit, and those where a task may end. */
  readonly kinds: string[] = [];
  readonly ofNode: (Move & { unit: number })[][];
  readonly leaving: Move[][] = [];
  readonly entering: Move[][] = [];

  constructor(nodes: number, drafts: readonly Draft[]) {
    this.ofNode = Array.from({ length: nodes }, () => []);
    for (const { unit, ends, moves } of drafts) {
      const first = this.kinds.length;
      for (const end of ends) {
        this.kinds.push(`${unit} ${end}`);
        this.leaving.push([]);
        this.entering.push([]);
      }
      for (const move of moves) {
        const link = { unit, node: move.node, from: move.from.map((s) => first + s), to: first + move.to };
        this.ofNode[move.node].push(link);
        this.entering[link.to].push(link);
        for (const state of link.from) this.leaving[state].push(link);
      }
    }
  }

  lookOfNode(node: number, blockOf: Int32Array): string {
    return this.ofNode[node]
      .map(({ unit, from, to }) => {
        const sources = [...new Set(from.map((state) => blockOf[state]))].sort((a, b) => a - b);
        return `${unit}:${blockOf[to]}<${sources.join()}`;
      })
      .sort()
      .join(';');
  }

  lookOfState(state: number, classOf: Int32Array, blockOf: Int32Array): string {
    const enabled = new Set<string>();
    for (const { node, to } of this.leaving[state]) enabled.add(`${classOf[node]}>${blockOf[to]}`);
    return [...enabled].sort().join();
  }

  /** Gives the drafts their blocks, which those of the same unit count from 0. */
  number(drafts: readonly Draft[], blockOf: Int32Array): void {
    const numbers = new Map<number, Map<number, number>>();
    let first = 0;
    for (const draft of drafts) {
      const its = numbers.get(draft.unit) ?? new Map<number, number>();
      numbers.set(draft.unit, its);
      draft.blockOf = Int32Array.from(draft.ends, (_, state) => {
        const block = blockOf[first + state];
        const number = its.get(block) ?? its.size;
        its.set(block, number);
        return number;
      });
      first += draft.ends.length;
    }
  }
}
