/**
 * The control edges. At first every place is a vertex between the moves that enter and those that leave it;
 * then places go, and what led to one leads to all that it led to, unless there would be more edges than
 * before (FLAVERS, Fig. 6 with its footnote). What cannot directly follow is left out at the end.
 */
import type { Net } from './net.js';
import { areParallel, type Parallel, processAt } from './parallel.js';

/**
 * What is a node beside the moves: `steps`, only places without which there would be more edges; `places`, every
 * place (FLAVERS, Fig. 9); `statements`, every statement that may wait for others, the first of each process
 * and the last (FLAVERS, Fig. 8); `program`, every statement, before anything is refined away (FLAVERS, Fig. 5,
 * with its meetings). The last three are for drawings.
 */
export type Detail = 'steps' | 'places' | 'statements' | 'program';

export interface ControlEdges {
  /** The moves that are nodes, from node 1 on; node 0 is the start. */
  readonly moves: readonly number[];
  /** -1 when some process never comes to an end. */
  readonly final: number;
  /** The nodes that stand for nothing, from `firstPlaceNode` on: the place that each is at. */
  readonly places: readonly number[];
  readonly firstPlaceNode: number;
  readonly successors: readonly (readonly number[])[];
}

const INITIAL = 0;

export function controlEdges(net: Net, parallel: Parallel, detail: Detail): ControlEdges {
  const moves = net.moves.flatMap((move, index) => (move.silent ? [] : [index]));
  const silent = silentlyReached(net);
  const canEnd = endsSilently(net, silent);
  const ended = endPlaces(net, parallel);
  const last = moves.length + 1;
  const placeVertex = (place: number): number => last + 1 + place;
  /** The places themselves, and with `statements` what waits at them. */
  const placeAt: number[] = Array.from(net.ends, (_, place) => place);
  const after: Set<number>[] = Array.from({ length: placeVertex(net.ends.length) }, () => new Set());
  const before: Set<number>[] = after.map(() => new Set());
  const connect = (from: number, to: number): void => {
    after[from].add(to);
    before[to].add(from);
  };
  for (const place of net.initial) connect(INITIAL, placeVertex(place));
  moves.forEach((index, i) => {
    for (const place of net.moves[index].from) connect(placeVertex(place), i + 1);
    for (const place of net.moves[index].to) connect(i + 1, placeVertex(place));
  });
  for (const { silent: isSilent, from, to } of net.moves) {
    if (isSilent && from[0] !== to[0]) connect(placeVertex(from[0]), placeVertex(to[0]));
  }
  if (detail !== 'steps') {
    net.ends.forEach((end, place) => {
      if (end === 1) connect(placeVertex(place), last);
    });
  }
  const first = placeVertex(0);
  const statements = detail === 'statements' || detail === 'program' ? waitingStatements(net, moves) : [];
  for (const { place, nodes } of statements) {
    const vertex = after.push(new Set()) - 1;
    before.push(new Set());
    placeAt.push(place);
    connect(placeVertex(place), vertex);
    for (const node of nodes) {
      after[placeVertex(place)].delete(node);
      before[node].delete(placeVertex(place));
      connect(vertex, node);
    }
  }
  const idle = idleProcesses(net);
  const decides = deciding(net, statements);
  removePlaces(first, before, after, (vertex, entering, leaving) => {
    const place = placeAt[vertex - first];
    if (idle.has(processAt(net, place))) return true;
    if (detail === 'steps') return entering * leaving <= entering + leaving;
    if (detail === 'places' || vertex >= placeVertex(net.ends.length) || net.ends[place] === 1) return false;
    return detail === 'statements' ? !net.begins.has(place) : !decides.has(place);
  });

  const final = ended ? last : -1;
  const kept: number[] = [];
  const vertices = after.length;
  const nodeOf = new Int32Array(vertices).fill(-1);
  for (let vertex = 0; vertex < last; vertex++) nodeOf[vertex] = vertex;
  nodeOf[last] = final;
  const firstPlaceNode = ended ? last + 1 : last;
  for (let vertex = first; vertex < vertices; vertex++) {
    if (before[vertex].size === 0 && after[vertex].size === 0) continue;
    nodeOf[vertex] = firstPlaceNode + kept.length;
    kept.push(placeAt[vertex - first]);
  }
  const filter = new Following(net, parallel, silent, canEnd, ended);
  const successors: number[][] = [];
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (nodeOf[vertex] < 0) continue;
    const move = vertex === INITIAL ? -1 : moves[vertex - 1];
    successors[nodeOf[vertex]] = [...after[vertex]].flatMap((next) => {
      const node = nodeOf[next];
      if (node < 0) return [];
      if (vertex >= last || next > last) return [node];
      const follows = next === last ? filter.endsAfter(move) : filter.follows(move, moves[next - 1]);
      return follows ? [node] : [];
    });
    // Not by way of a place: whether all others may be at an end depends on the move.
    if (detail === 'steps' && ended && vertex < last && filter.endsAfter(move))
      successors[nodeOf[vertex]].push(final);
  }
  return { moves, final, places: kept, firstPlaceNode, successors };
}

/** A statement that meets others, where it waits for them, and the nodes that it takes part in. */
interface WaitingStatement {
  readonly place: number;
  readonly nodes: number[];
}

function waitingStatements(net: Net, moves: readonly number[]): WaitingStatement[] {
  const found = new Map<string, WaitingStatement>();
  moves.forEach((index, i) => {
    const { from, parts } = net.moves[index];
    if (parts.length === 1) return;
    from.forEach((place, k) => {
      const key = `${place} ${parts[k].step}`;
      const statement = found.get(key) ?? { place, nodes: [] };
      found.set(key, statement);
      statement.nodes.push(i + 1);
    });
  });
  return [...found.values()];
}

/** Places where a process does something by itself, or waits for one of several. */
function deciding(net: Net, statements: readonly WaitingStatement[]): Set<number> {
  const found = new Set<number>();
  for (const { silent, from } of net.moves) if (silent) found.add(from[0]);
  const waits = new Set<number>();
  for (const { place } of statements) (waits.has(place) ? found : waits).add(place);
  return found;
}

/** Processes that no node is of. */
function idleProcesses(net: Net): Set<number> {
  const idle = new Set(net.initial.keys());
  for (const { silent, parts } of net.moves)
    if (!silent) for (const { process } of parts) idle.delete(process);
  return idle;
}

/** Takes places out of the way between what leads to them and what they lead to. */
function removePlaces(
  first: number,
  before: Set<number>[],
  after: Set<number>[],
  mayGo: (vertex: number, entering: number, leaving: number) => boolean,
): void {
  const waiting: number[] = [];
  for (let vertex = before.length - 1; vertex >= first; vertex--) waiting.push(vertex);
  const gone = new Uint8Array(before.length);
  while (waiting.length > 0) {
    const vertex = waiting.pop()!;
    if (gone[vertex] === 1) continue;
    const [entering, leaving] = [before[vertex], after[vertex]];
    entering.delete(vertex);
    leaving.delete(vertex);
    if (!mayGo(vertex, entering.size, leaving.size)) continue;
    gone[vertex] = 1;
    for (const from of entering) {
      after[from].delete(vertex);
      for (const to of leaving) after[from].add(to);
    }
    for (const to of leaving) {
      before[to].delete(vertex);
      for (const from of entering) before[to].add(from);
    }
    for (const near of [...entering, ...leaving]) if (near >= first && gone[near] === 0) waiting.push(near);
    before[vertex] = new Set();
    after[vertex] = new Set();
  }
}

/** Whether one move can be the next of all after another. */
class Following {
  constructor(
    private readonly net: Net,
    private readonly parallel: Parallel,
    private readonly silent: readonly ReadonlySet<number>[],
    private readonly canEnd: Uint8Array,
    private readonly ended: readonly (readonly number[])[] | undefined,
  ) {}

  /** `first` is -1 for the start. Silent moves in between are made before it where they are of others. */
  follows(first: number, next: number): boolean {
    const { from } = this.net.moves[next];
    if (first < 0) {
      return from.every((place) => this.comesTo(this.net.initial[processAt(this.net, place)], place));
    }
    const { from: left, to: entered, parts } = this.net.moves[first];
    return from.every((place, i) => {
      const { process } = this.net.moves[next].parts[i];
      const shared = parts.findIndex((part) => part.process === process);
      if (shared >= 0) return this.comesTo(entered[shared], place);
      return left.every((other) => areParallel(this.parallel, place, other));
    });
  }

  /** Whether all processes may be at an end right after the move. */
  endsAfter(first: number): boolean {
    if (first < 0) return this.net.initial.every((place) => this.canEnd[place] === 1);
    const { to, parts } = this.net.moves[first];
    if (!this.ended || to.some((place) => this.canEnd[place] === 0)) return false;
    return this.ended.every(
      (places, process) =>
        parts.some((part) => part.process === process) ||
        places.some((place) => to.every((other) => areParallel(this.parallel, place, other))),
    );
  }

  private comesTo(from: number, to: number): boolean {
    return from === to || this.silent[from].has(to);
  }
}

/** The places a process can come to by silent moves alone, for each place; not the place itself. */
export function silentlyReached(net: Net): readonly ReadonlySet<number>[] {
  const direct: number[][] = net.ends.length === 0 ? [] : Array.from(net.ends, () => []);
  for (const { silent, from, to } of net.moves) {
    if (silent && from[0] !== to[0]) direct[from[0]].push(to[0]);
  }
  const none: ReadonlySet<number> = new Set();
  return direct.map((targets, place) => {
    if (targets.length === 0) return none;
    const found = new Set<number>();
    const waiting = [...targets];
    while (waiting.length > 0) {
      const next = waiting.pop()!;
      if (next === place || found.has(next)) continue;
      found.add(next);
      waiting.push(...direct[next]);
    }
    return found;
  });
}

/** Whether a process at a place is at an end or silently comes to one. */
export function endsSilently(net: Net, silent: readonly ReadonlySet<number>[]): Uint8Array {
  return net.ends.map((end, place) =>
    end === 1 || [...silent[place]].some((p) => net.ends[p] === 1) ? 1 : 0,
  );
}

/** The places of each process where it is at an end; undefined when some process never is. */
function endPlaces(net: Net, { reached }: Parallel): number[][] | undefined {
  const found: number[][] = [];
  for (let process = 0; process < net.initial.length; process++) {
    const places: number[] = [];
    for (let place = net.firstPlace[process]; place < net.firstPlace[process + 1]; place++) {
      if (net.ends[place] === 1 && reached[place] === 1) places.push(place);
    }
    if (places.length === 0) return undefined;
    found.push(places);
  }
  return found;
}
