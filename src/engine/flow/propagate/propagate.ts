/**
 * State propagation (FLAVERS, Fig. 10, with the tuples of 6.3): which tuples of watcher states may hold after
 * each node, on any path of the graph that no constraint forbids.
 *
 * Interleaving edges lead from class to class: what leaves any member of a class enters every class that an
 * edge leads to, and from there each of its members, once for each tuple and not once for each pair of nodes.
 */
import type { Limit } from '../../answer.js';
import type { Budget } from '../../budget.js';
import type { TraceFlowGraph } from '../graph/trace-flow-graph.js';
import type { Judge } from '../watcher/read.js';
import type { Watcher } from '../watcher.js';
import { TupleSets } from './tuple-sets.js';
import { Tuples } from './tuples.js';
import { Visits } from './visits.js';

/** `shortest`: breadth first. `first`: depth first. `none`: all of it, whatever is violated. */
export type Search = 'shortest' | 'first' | 'none';

export interface PropagationOptions {
  search?: Search;
  /**
   * No interleaving edge is followed from a node that moves no watcher. Every execution can be rearranged,
   * with the order of each process kept, so that such a node comes right before one that depends on it.
   */
  partialOrder?: boolean;
}

export interface Counterexample {
  /** The nodes of the path, from the initial one on. */
  path: number[];
  /** Violated at the end of an execution, or as soon as the path is walked. */
  atEnd: boolean;
}

export interface Propagated {
  tuples: Tuples;
  /** The tuples after each node. */
  after: TupleSets;
  nodeTuples: number;
  bytes: number;
  counterexample?: Counterexample;
  limit?: Limit;
}

const CHECK_EVERY = 1 << 14;

export async function propagate(
  graph: TraceFlowGraph,
  property: Judge,
  constraints: readonly Watcher[],
  budget: Budget,
  { search = 'shortest', partialOrder = true }: PropagationOptions = {},
): Promise<Propagated> {
  const propagation = new Propagation(graph, property, constraints, budget, search, partialOrder);
  return propagation.run();
}

class Propagation {
  private readonly watchers: readonly Watcher[];
  private readonly tuples: Tuples;
  private readonly before: TupleSets;
  private readonly after: TupleSets;
  /** For each class: the tuples that entered it, and those that left it. */
  private readonly entered: TupleSets;
  private readonly left: TupleSets;
  private readonly visits = new Visits();
  /** The watchers that each node moves: `movers[moverOffsets[n] .. moverOffsets[n + 1]]`. */
  private readonly moverOffsets: Int32Array;
  private readonly movers: Int32Array;
  private readonly scratch: Int32Array;
  private readonly waiting: number[] = [];
  private nodeTuples = 0;
  private found: { visit: number; atEnd: boolean } | undefined;

  constructor(
    private readonly graph: TraceFlowGraph,
    private readonly property: Judge,
    constraints: readonly Watcher[],
    private readonly budget: Budget,
    private readonly search: Search,
    private readonly partialOrder: boolean,
  ) {
    this.watchers = [property, ...constraints];
    this.tuples = new Tuples(this.watchers.length);
    this.scratch = new Int32Array(this.watchers.length);
    this.before = new TupleSets(graph.nodes);
    this.after = new TupleSets(graph.nodes);
    this.entered = new TupleSets(graph.interleaving.classes);
    this.left = new TupleSets(graph.interleaving.classes);
    this.moverOffsets = new Int32Array(graph.nodes + 1);
    const movers: number[] = [];
    for (let node = 0; node < graph.nodes; node++) {
      this.watchers.forEach(({ symbolOf }, w) => {
        if (symbolOf[node] >= 0) movers.push(w);
      });
      this.moverOffsets[node + 1] = movers.length;
    }
    this.movers = Int32Array.from(movers);
  }

  async run(): Promise<Propagated> {
    const { graph, visits } = this;
    this.watchers.forEach(({ initial }, w) => {
      this.scratch[w] = initial;
    });
    const start = this.tuples.intern(this.scratch);
    const possible = this.watchers.every(({ initial }) => initial >= 0);
    if (possible) this.arrive(graph.initial, start, -1);
    let limit: Limit | undefined;
    let next = 0;
    let sinceCheck = 0;
    while (this.found === undefined) {
      let visit: number;
      if (this.search === 'first') {
        const top = this.waiting.pop();
        if (top === undefined) break;
        visit = top;
      } else {
        if (next === visits.count) break;
        visit = next++;
      }
      if (++sinceCheck === CHECK_EVERY) {
        sinceCheck = 0;
        limit = await this.checkLimits();
        if (limit !== undefined) break;
      }
      this.leave(visits.node(visit), visits.tuple(visit), visit);
    }
    return {
      tuples: this.tuples,
      after: this.after,
      nodeTuples: this.nodeTuples,
      bytes: this.bytes(),
      ...(this.found ? { counterexample: this.counterexample(this.found) } : {}),
      ...(limit ? { limit } : {}),
    };
  }

  /** From a node: along its control edges, and into the classes that its interleaving edges lead to. */
  private leave(node: number, tuple: number, visit: number): void {
    const { offsets, targets, interleaving } = this.graph;
    for (let i = offsets[node]; i < offsets[node + 1]; i++) this.arrive(targets[i], tuple, visit);
    if (this.partialOrder && this.moverOffsets[node] === this.moverOffsets[node + 1]) return;
    const from = interleaving.classOf[node];
    if (from < 0 || !this.left.add(from, tuple)) return;
    for (let i = interleaving.offsets[from]; i < interleaving.offsets[from + 1]; i++) {
      const to = interleaving.targets[i];
      if (this.entered.add(to, tuple)) this.spread(to, tuple, visit);
    }
  }

  private spread(to: number, tuple: number, visit: number): void {
    const { memberOffsets, members } = this.graph.interleaving;
    for (let i = memberOffsets[to]; i < memberOffsets[to + 1]; i++) this.arrive(members[i], tuple, visit);
  }

  private arrive(node: number, tuple: number, parent: number): void {
    let result = tuple;
    if (this.moverOffsets[node] < this.moverOffsets[node + 1]) {
      if (!this.before.add(node, tuple)) return;
      result = this.moved(node, tuple);
      if (result < 0) return;
    }
    if (!this.after.add(node, result)) return;
    this.nodeTuples++;
    const visit = this.visits.add(node, result, parent);
    if (this.search === 'first') this.waiting.push(visit);
    if (this.search === 'none' || this.found) return;
    if (this.property.bad[this.tuples.state(result, 0)] === 1) this.found = { visit, atEnd: false };
    else if (node === this.graph.final && this.endsBadly(result)) this.found = { visit, atEnd: true };
  }

  /** The tuple after the node; -1 where a constraint says that this does not happen. */
  private moved(node: number, tuple: number): number {
    const { scratch, movers, watchers } = this;
    this.tuples.read(tuple, scratch);
    for (let i = this.moverOffsets[node]; i < this.moverOffsets[node + 1]; i++) {
      const w = movers[i];
      const { next, symbols, symbolOf } = watchers[w];
      const state = next[scratch[w] * symbols + symbolOf[node]];
      if (state < 0) return -1;
      scratch[w] = state;
    }
    return this.tuples.intern(scratch);
  }

  private endsBadly(tuple: number): boolean {
    if (this.property.accepting[this.tuples.state(tuple, 0)] === 1) return false;
    for (let w = 1; w < this.watchers.length; w++)
      if (this.watchers[w].accepting[this.tuples.state(tuple, w)] === 0) return false;
    return true;
  }

  private counterexample({ visit, atEnd }: { visit: number; atEnd: boolean }): Counterexample {
    const path: number[] = [];
    for (let at = visit; at >= 0; at = this.visits.parent(at)) path.push(this.visits.node(at));
    return { path: path.reverse(), atEnd };
  }

  private bytes(): number {
    const parts = [this.tuples, this.before, this.after, this.entered, this.left, this.visits];
    return parts.reduce((sum, part) => sum + part.bytes, 0);
  }

  private async checkLimits(): Promise<Limit | undefined> {
    const { budget } = this;
    const bytes = this.bytes();
    budget.progress?.({
      states: this.nodeTuples,
      transitions: this.visits.count,
      depth: 0,
      bytes,
      work: `${this.tuples.count} tuples`,
    });
    await budget.pause?.();
    if (budget.interrupted?.()) return 'interrupted';
    if (budget.deadline !== undefined && budget.now() >= budget.deadline) return 'time';
    if (budget.bytes !== undefined && bytes > budget.bytes) return 'memory';
    if (budget.states !== undefined && this.nodeTuples > budget.states) return 'states';
    return undefined;
  }
}
