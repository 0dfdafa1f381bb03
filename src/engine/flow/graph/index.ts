/**
 * From a system to its trace-flow graph, for a set of steps that somebody watches.
 *
 *     const flow = new FlowSource(system);
 *     const graph = flow.graph((process, step) => watched(process, step));
 *
 * Where a program has what the graph cannot take in (processes that start while it runs), there is a reason
 * instead, and the engine abstains.
 */
import type { System } from '../../../model/system.js';
import { contract } from './contraction.js';
import { interleavingOf, type Standing } from './interleaving.js';
import { meetings } from './meetings.js';
import { type Move, type Net, netOf, type Part, refusal, type Visible } from './net.js';
import { mayBeParallel, type Parallel, processAt } from './parallel.js';
import { controlEdges, type Detail, endsSilently, silentlyReached } from './refinement.js';
import type { Positions, TraceFlowGraph } from './trace-flow-graph.js';
import { SystemValues } from './values/system-values.js';

export type { Visible } from './net.js';

export interface GraphOptions {
  /** What is a node beside the steps; `steps` when absent: nothing that is not needed. */
  readonly detail?: Detail;
}

export interface Refused {
  readonly reason: string;
}

/**
 * What is known of a system whatever is watched. Some steps are possible only where others stand at certain
 * places (a call fails where the task called has ended). They are left out at first; those that then turn out
 * to be possible are taken in, with all that follows from them, until there is none. What is left out in the
 * end is never taken: the first time it was, it would have been found possible.
 */
export class FlowSource {
  private readonly taken = new Set<string>();
  private values: SystemValues;
  private moves: readonly (readonly Part[])[] = [];
  private readonly refused: Refused | undefined;
  private latest: { key: string; graph: TraceFlowGraph | Refused } | undefined;

  constructor(readonly system: System) {
    const isTaken = this.isTaken.bind(this);
    const reason = refusal(system);
    this.values = new SystemValues(system, isTaken);
    for (let before = -1; reason === undefined && before < this.taken.size; ) {
      before = this.taken.size;
      if (before > 0) this.values = new SystemValues(system, isTaken);
      const found = meetings(system, this.values, MOST_MOVES);
      if (!found) {
        this.refused = { reason: 'there are too many ways in which processes can meet' };
        return;
      }
      const net = contract(
        netOf(system, this.values, found, isTaken, () => false),
        everything,
        everything,
      );
      const { made } = mayBeParallel(net);
      const possible = new Set<readonly Part[]>();
      net.moves.forEach(({ probe, parts }, index) => {
        if (made[index] === 0) return;
        possible.add(parts);
        if (probe) for (const part of parts) this.taken.add(keyOf(part.process, part.step));
      });
      // Who meets is never made one with anything, so what was not found possible here never is.
      this.moves = found.filter((parts) => parts.length === 1 || possible.has(parts));
    }
    if (reason !== undefined) this.refused = { reason };
  }

  /** The graph for the same visible steps as the last time is the same graph. */
  graph(visible: Visible, options: GraphOptions = {}): TraceFlowGraph | Refused {
    const key = `${options.detail ?? ''} ${this.visibleSteps(visible)}`;
    const known = this.latest?.key === key ? this.latest.graph : undefined;
    if (known) return known;
    const places = this.places(
      visible,
      options.detail === 'program' ? withinStatement(this.system) : undefined,
    );
    const graph = 'reason' in places ? places : assemble(places, options);
    this.latest = { key, graph };
    return graph;
  }

  /** The places that are left of the program's locations, and which of them may be occupied together. */
  places(visible: Visible, joins?: (move: Move) => boolean): Places | Refused {
    if (this.refused) return this.refused;
    return settled(netOf(this.system, this.values, this.moves, this.isTaken.bind(this), visible), joins);
  }

  private visibleSteps(visible: Visible): string {
    return this.system.instances
      .map(({ type }, process) =>
        this.system.types[type].steps.map((_, step) => (visible(process, step) ? 'x' : '.')).join(''),
      )
      .join();
  }

  private isTaken(process: number, step: number): boolean {
    return this.taken.has(keyOf(process, step));
  }
}

/** Beyond this there are too many ways to meet for a graph of them. */
const MOST_MOVES = 4_000_000;

const keyOf = (process: number, step: number): string => `${process} ${step}`;
const everything = (): boolean => true;

export interface Places {
  readonly net: Net;
  readonly parallel: Parallel;
  /** The place of each location of each process (`locations[process][location]`), -1 where it never comes. */
  readonly locations: readonly Int32Array[];
}

/** Moves after which the same process goes on with what stands on the same line. */
function withinStatement(system: System): (move: Move) => boolean {
  return ({ parts: [{ process, step }] }) => {
    const { steps } = system.types[system.instances[process].type];
    const line = steps[step].span?.line;
    return steps.some(({ from, span }) => from === steps[step].to && span?.line === line);
  };
}

/** Places made one where that is possible (and `joins` allows), and only moves that can be made. */
function settled(whole: Net, joins?: (move: Move) => boolean): Places {
  let contracted = contract(whole, (move) => !whole.moves[move].probe, everything, joins);
  let placeOf = contracted.placeOf;
  for (;;) {
    const net = contracted;
    const parallel = mayBeParallel(net);
    if (parallel.made.every((made) => made === 1) && parallel.reached.every((reached) => reached === 1)) {
      const locations = Array.from(net.initial, (_, process) =>
        placeOf.subarray(whole.firstPlace[process], whole.firstPlace[process + 1]),
      );
      return { net, parallel, locations };
    }
    // Without the moves that are never made there may be more to make one, and fewer needs to be met.
    contracted = contract(
      net,
      (move) => parallel.made[move] === 1,
      (place) => parallel.reached[place] === 1,
      joins,
    );
    placeOf = placeOf.map((place) => (place < 0 ? -1 : contracted.placeOf[place]));
  }
}

function assemble({ net, parallel }: Places, { detail = 'steps' }: GraphOptions): TraceFlowGraph {
  const { moves, final, places, firstPlaceNode, successors } = controlEdges(net, parallel, detail);
  const nodes = successors.length;
  const taking = Array.from({ length: nodes }, (): { process: number; from: number; to: number }[] => []);
  const origin: { parts: { process: number; step: number }[] }[][] = Array.from({ length: nodes }, () => []);
  const alone: (readonly number[])[] = Array.from({ length: nodes }, () => []);
  const silentAt: number[][] = Array.from(net.ends, () => []);
  for (const { silent, from, parts } of net.moves) if (silent) silentAt[from[0]].push(parts[0].step);
  const standing: Standing[] = [];
  moves.forEach((index, i) => {
    const move = net.moves[index];
    taking[i + 1] = move.parts.map(({ process }, k) => ({ process, from: move.from[k], to: move.to[k] }));
    origin[i + 1] = [{ parts: move.parts.map(({ process, step }) => ({ process, step })) }];
    standing.push({ node: i + 1, places: move.from });
  });
  places.forEach((place, i) => {
    const node = firstPlaceNode + i;
    taking[node] = [{ process: processAt(net, place), from: place, to: place }];
    alone[node] = silentAt[place];
    if (detail !== 'steps') standing.push({ node, places: [place] });
  });
  const { offsets: processOffsets, flat: all } = flattened(taking);
  const { offsets, flat: targets } = flattened(successors);
  return {
    nodes,
    initial: 0,
    final,
    processOffsets,
    processes: Int32Array.from(all, ({ process }) => process),
    leaves: Int32Array.from(all, ({ from }) => from),
    enters: Int32Array.from(all, ({ to }) => to),
    positions: positionsOf(net, parallel),
    offsets,
    targets: Int32Array.from(targets),
    interleaving: interleavingOf(nodes, standing, parallel),
    origin,
    alone,
  };
}

function positionsOf(net: Net, { words, rows }: Parallel): Positions {
  const silent = silentlyReached(net);
  const { offsets, flat } = flattened(silent.map((set) => [...set]));
  return {
    count: net.ends.length,
    process: Int32Array.from(net.ends, (_, place) => processAt(net, place)),
    initial: net.initial,
    ends: endsSilently(net, silent),
    silentOffsets: offsets,
    silent: Int32Array.from(flat),
    words,
    together: rows,
  };
}

function flattened<T>(lists: readonly (readonly T[])[]): { offsets: Int32Array; flat: T[] } {
  const offsets = new Int32Array(lists.length + 1);
  const flat: T[] = [];
  lists.forEach((list, i) => {
    for (const item of list) flat.push(item);
    offsets[i + 1] = flat.length;
  });
  return { offsets, flat };
}
