/**
 * State propagation over positions instead of nodes: which tuples may hold while a process is at a position.
 *
 * A move can happen with a tuple only if it may hold at every position that the move leaves; it then holds, as
 * the move changes it, where the move leads, and wherever others may stand while it happens and the tuple held
 * there. All that holds in an execution is found, by induction on its steps: at every moment the tuple of the
 * moment holds at the position of every process. There is no path to tell where a violation may be, but often
 * none is found here where the graph, whose paths forget where the others stand, has one.
 */
import type { Budget } from '../../budget.js';
import type { TraceFlowGraph } from '../graph/trace-flow-graph.js';
import type { Judge } from '../watcher/read.js';
import type { Watcher } from '../watcher.js';
import { TupleSets } from './tuple-sets.js';
import { Tuples } from './tuples.js';

/** What led to a violation as one process saw it: its own nodes, and those that changed the tuple meanwhile. */
export interface View {
  process: number;
  path: number[];
}

export interface PlacesPropagated {
  proved: boolean;
  /** Of the processes that took part in the violation; not where all had come to an end. */
  views: View[];
  tuples: number;
  placeTuples: number;
  bytes: number;
}

const CHECK_EVERY = 1 << 14;

/** Not proved also where a limit was reached; whoever asks has another way. */
export async function propagatePlaces(
  graph: TraceFlowGraph,
  property: Judge,
  constraints: readonly Watcher[],
  budget: Budget,
): Promise<PlacesPropagated> {
  return new PlacePropagation(graph, property, constraints, budget).run();
}

class PlacePropagation {
  private readonly watchers: readonly Watcher[];
  private readonly tuples: Tuples;
  private readonly at: TupleSets;
  private readonly made: TupleSets;
  private readonly leaving: number[][];
  /** For each tuple, the moves that changed it, and into which. */
  private readonly changes: { node: number; to: number }[][] = [];
  private readonly queue = new Held();
  private readonly scratch: Int32Array;
  private readonly common: Uint32Array;
  private violation: { node: number; tuple: number } | undefined;

  constructor(
    private readonly graph: TraceFlowGraph,
    private readonly property: Judge,
    constraints: readonly Watcher[],
    private readonly budget: Budget,
  ) {
    this.watchers = [property, ...constraints];
    this.tuples = new Tuples(this.watchers.length);
    this.scratch = new Int32Array(this.watchers.length);
    const { positions, nodes, origin, processOffsets, leaves } = graph;
    this.at = new TupleSets(positions.count);
    this.made = new TupleSets(nodes);
    this.common = new Uint32Array(positions.words);
    this.leaving = Array.from({ length: positions.count }, () => []);
    for (let node = 0; node < nodes; node++) {
      if (origin[node].length === 0) continue;
      for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++)
        this.leaving[leaves[i]].push(node);
    }
  }

  async run(): Promise<PlacesPropagated> {
    const { graph, queue } = this;
    if (this.watchers.every(({ initial }) => initial >= 0)) {
      this.watchers.forEach(({ initial }, w) => {
        this.scratch[w] = initial;
      });
      const start = this.tuples.intern(this.scratch);
      for (const position of graph.positions.initial) this.hold(position, start, -1, -1, -1);
    }
    for (let next = 0; next < queue.positions.length && !this.violation; next++) {
      if (next % CHECK_EVERY === CHECK_EVERY - 1 && (await this.limited())) return this.result(false);
      this.spread(queue.positions[next], queue.tuples[next]);
    }
    return this.result(!this.violation && !this.endsBadly());
  }

  private result(proved: boolean): PlacesPropagated {
    const bytes = this.tuples.bytes + this.at.bytes + this.made.bytes + this.queue.positions.length * 40;
    const placeTuples = this.queue.positions.length;
    return { proved, views: this.views(), tuples: this.tuples.count, placeTuples, bytes };
  }

  /** `node` made it of another tuple at a position, -1 for a silent move. */
  private hold(position: number, tuple: number, node: number, from: number, before: number): void {
    if (!this.at.add(position, tuple)) return;
    if (this.property.bad[this.tuples.state(tuple, 0)] === 1) this.violation ??= { node, tuple: before };
    this.queue.add(position, tuple, node, from, before);
  }

  private views(): View[] {
    if (this.violation === undefined || this.violation.node < 0) return [];
    const { node, tuple } = this.violation;
    const { processOffsets, processes, leaves } = this.graph;
    const views: View[] = [];
    for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++)
      views.push({ process: processes[i], path: [...this.queue.path(leaves[i], tuple), node] });
    return views;
  }

  /** What follows from a tuple that is new at a position. */
  private spread(position: number, tuple: number): void {
    const { silentOffsets, silent } = this.graph.positions;
    for (let i = silentOffsets[position]; i < silentOffsets[position + 1]; i++)
      this.hold(silent[i], tuple, -1, position, tuple);
    for (const node of this.leaving[position]) this.make(node, tuple);
    for (const { node, to } of this.changes[tuple] ?? [])
      if (this.isBeside(position, node)) this.hold(position, to, node, position, tuple);
  }

  private make(node: number, tuple: number): void {
    const { processOffsets, leaves, enters } = this.graph;
    const [first, last] = [processOffsets[node], processOffsets[node + 1]];
    for (let i = first; i < last; i++) if (!this.at.has(leaves[i], tuple)) return;
    if (!this.made.add(node, tuple)) return;
    const after = this.moved(node, tuple);
    if (after < 0) return;
    for (let i = first; i < last; i++) this.hold(enters[i], after, node, leaves[i], tuple);
    if (after === tuple) return;
    this.changes[tuple] ??= [];
    this.changes[tuple].push({ node, to: after });
    this.holdBeside(node, tuple, after);
  }

  private holdBeside(node: number, tuple: number, after: number): void {
    const { processOffsets, leaves, positions } = this.graph;
    const { words, together } = positions;
    const { common } = this;
    for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++)
      for (let w = 0; w < words; w++) {
        const row = together[leaves[i] * words + w];
        common[w] = i === processOffsets[node] ? row : common[w] & row;
      }
    for (let w = 0; w < words; w++)
      for (let rest = common[w]; rest !== 0; rest &= rest - 1) {
        const position = w * 32 + (31 - Math.clz32(rest & -rest));
        if (this.at.has(position, tuple)) this.hold(position, after, node, position, tuple);
      }
  }

  private isBeside(position: number, node: number): boolean {
    const { processOffsets, leaves, positions } = this.graph;
    const { words, together } = positions;
    for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++)
      if (((together[leaves[i] * words + (position >>> 5)] >>> (position & 31)) & 1) === 0) return false;
    return true;
  }

  private moved(node: number, tuple: number): number {
    const { scratch, watchers } = this;
    this.tuples.read(tuple, scratch);
    for (const [w, { symbolOf, next, symbols }] of watchers.entries()) {
      const symbol = symbolOf[node];
      if (symbol < 0) continue;
      scratch[w] = next[scratch[w] * symbols + symbol];
      if (scratch[w] < 0) return -1;
    }
    return this.tuples.intern(scratch);
  }

  /** May all processes be at an end with a tuple that the property does not accept? */
  private endsBadly(): boolean {
    const { positions } = this.graph;
    for (let tuple = 0; tuple < this.tuples.count; tuple++) {
      if (this.property.accepting[this.tuples.state(tuple, 0)] === 1) continue;
      if (this.watchers.some(({ accepting }, w) => w > 0 && accepting[this.tuples.state(tuple, w)] === 0))
        continue;
      const ended = new Set<number>();
      for (let position = 0; position < positions.count; position++)
        if (positions.ends[position] === 1 && this.at.has(position, tuple))
          ended.add(positions.process[position]);
      if (ended.size === positions.initial.length) return true;
    }
    return false;
  }

  private async limited(): Promise<boolean> {
    const { budget } = this;
    const { tuples, bytes, placeTuples } = this.result(false);
    budget.progress?.({ states: placeTuples, transitions: 0, depth: 0, bytes, work: `${tuples} tuples` });
    await budget.pause?.();
    return (
      budget.interrupted?.() === true ||
      (budget.deadline !== undefined && budget.now() >= budget.deadline) ||
      (budget.bytes !== undefined && bytes > budget.bytes) ||
      (budget.states !== undefined && placeTuples > budget.states)
    );
  }
}

/** What holds where, in the order in which it was found, and what each follows from. */
class Held {
  readonly positions: number[] = [];
  readonly tuples: number[] = [];
  private readonly nodes: number[] = [];
  private readonly froms: number[] = [];
  private readonly befores: number[] = [];

  add(position: number, tuple: number, node: number, from: number, before: number): void {
    this.positions.push(position);
    this.tuples.push(tuple);
    this.nodes.push(node);
    this.froms.push(from);
    this.befores.push(before);
  }

  /** The nodes that led to the tuple at the position. */
  path(position: number, tuple: number): number[] {
    const path: number[] = [];
    let [wantedPosition, wantedTuple] = [position, tuple];
    // What something follows from was found before it.
    for (let i = this.positions.length - 1; i >= 0; i--) {
      if (this.positions[i] !== wantedPosition || this.tuples[i] !== wantedTuple) continue;
      if (this.nodes[i] >= 0) path.push(this.nodes[i]);
      [wantedPosition, wantedTuple] = [this.froms[i], this.befores[i]];
    }
    return path.reverse();
  }
}
