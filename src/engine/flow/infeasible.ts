/** Why a path of the graph is no execution: which constraint would stop it, and where. */
import { footprintOf, type Resource } from '../../model/footprint.js';
import type { Step, System } from '../../model/system.js';
import { type FollowedVariable, isOf } from './constraint.js';
import { outcomesOf } from './data/joint.js';
import type { Known } from './data/surroundings.js';
import type { JointStep, TraceFlowGraph } from './graph/trace-flow-graph.js';
import { silently } from './watcher/task.js';

export interface WalkedPath {
  graph: TraceFlowGraph;
  path: readonly number[];
  /** The path is about an execution that ends there. */
  atEnd: boolean;
}

/** Where on the path the order of the process's nodes is broken; undefined where it is not. */
export function brokenOrder({ graph, path, atEnd }: WalkedPath, process: number): number | undefined {
  const { processOffsets, processes, leaves, enters, positions } = graph;
  let at = new Set(silently(graph, positions.initial[process]));
  for (const [i, node] of path.entries()) {
    for (let k = processOffsets[node]; k < processOffsets[node + 1]; k++) {
      if (processes[k] !== process || leaves[k] < 0) continue;
      if (!at.has(leaves[k])) return i;
      at = new Set(silently(graph, enters[k]));
    }
  }
  return atEnd && ![...at].some((position) => positions.ends[position] === 1) ? path.length : undefined;
}

const MOST_POINTS = 20_000;

/**
 * Where on the path there is no way for the process to have come, with these variables of it and nothing
 * known of others; undefined where there is one, or where looking takes too long.
 */
export function brokenValues(
  known: Known,
  { graph, path }: WalkedPath,
  process: number,
  variables: readonly FollowedVariable[],
): number | undefined {
  return new ValueWalk(
    known,
    graph,
    process,
    variables.map(({ cell }) => cell),
  ).walk(path);
}

/** Those of the variables that a step of the process on its way along the path looks at: no other can stop it. */
export function lookedAtOnWay(
  known: Known,
  { graph, path }: WalkedPath,
  process: number,
  variables: readonly FollowedVariable[],
): FollowedVariable[] {
  const walk = new ValueWalk(known, graph, process, []);
  walk.walk(path);
  if (walk.isCutShort()) return [...variables];
  const looked = walk.looked();
  return variables.filter((variable) => looked.some((one) => isOf(known.system, process, one, variable)));
}

/** A location of the process, then the values of the cells. */
type Point = readonly number[];

class ValueWalk {
  private readonly leaving: number[][];
  private readonly inGraph = new Set<number>();
  private readonly taken = new Set<number>();
  private points = 0;

  constructor(
    private readonly known: Known,
    private readonly graph: TraceFlowGraph,
    private readonly process: number,
    private readonly cells: readonly number[],
  ) {
    const { system } = known;
    const type = system.types[system.instances[process].type];
    this.leaving = type.locations.map(() => []);
    for (const joints of graph.origin)
      for (const { parts } of joints)
        for (const part of parts) if (part.process === process) this.inGraph.add(part.step);
    type.steps.forEach((step, i) => {
      if (!this.inGraph.has(i) && !meets(system, step)) this.leaving[step.from].push(i);
    });
  }

  walk(path: readonly number[]): number | undefined {
    const { system, starts } = this.known;
    const { initial } = system.types[system.instances[this.process].type];
    let at = this.silently(starts.map((state) => [initial, ...this.cells.map((cell) => state[cell])]));
    for (const [i, node] of path.entries()) {
      const joints = this.graph.origin[node].filter(({ parts }) =>
        parts.some(({ process }) => process === this.process),
      );
      if (joints.length === 0) continue;
      const next = joints.flatMap((joint) => at.flatMap((point) => this.step(joint, point)));
      if (this.points > MOST_POINTS) return undefined;
      if (next.length === 0) return i;
      at = this.silently(next);
    }
    return undefined;
  }

  isCutShort(): boolean {
    return this.points > MOST_POINTS;
  }

  /** What the steps that were looked at read or test; what they only write stops nothing. */
  looked(): Resource[] {
    const { system } = this.known;
    const { steps } = system.types[system.instances[this.process].type];
    const found = new Map<string, Resource>();
    for (const index of this.taken) {
      const { reads, tests } = footprintOf(steps[index]);
      for (const one of [...reads, ...tests]) found.set(JSON.stringify(one), one);
    }
    return [...found.values()];
  }

  private step(joint: JointStep, [location, ...values]: Point): Point[] {
    const { system } = this.known;
    const { steps } = system.types[system.instances[this.process].type];
    const part = joint.parts.find(({ process }) => process === this.process)!;
    if (steps[part.step].from !== location) return [];
    this.taken.add(part.step);
    this.points++;
    return outcomesOf(this.known, joint, this.cells, values).map((outcome) => [
      steps[part.step].to,
      ...outcome.values,
    ]);
  }

  private silently(points: readonly Point[]): Point[] {
    const found = new Map(points.map((point) => [point.join(), point]));
    for (const point of found.values()) {
      if (this.points > MOST_POINTS) break;
      for (const step of this.leaving[point[0]])
        for (const after of this.step({ parts: [{ process: this.process, step }] }, point))
          if (!found.has(after.join())) found.set(after.join(), after);
    }
    return [...found.values()];
  }
}

/** A step that others must take part in is in the graph, or cannot be taken. */
function meets(system: System, { action }: Step): boolean {
  if (action.kind === 'synchronise')
    return (
      system.instances.filter(({ type }) => system.types[type].alphabet.includes(action.symbol)).length > 1
    );
  if (action.kind !== 'send' && action.kind !== 'receive') return false;
  return action.channel.kind === 'constant' && system.channels[action.channel.value - 1]?.capacity === 0;
}
