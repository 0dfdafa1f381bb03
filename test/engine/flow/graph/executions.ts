/** All executions of a small system, held against its trace-flow graph. */
import type { Places } from '../../../../src/engine/flow/graph/index.js';
import { areParallel } from '../../../../src/engine/flow/graph/parallel.js';
import type { TraceFlowGraph } from '../../../../src/engine/flow/graph/trace-flow-graph.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { Step, System } from '../../../../src/model/system.js';
import type { Participant } from '../../../../src/model/transition.js';

/** Every reachable state, at most so many; `complete` says whether these are all. */
export function reachable(system: System, most: number): { states: Int32Array[]; complete: boolean } {
  const interpreter = new Interpreter(system);
  const states = interpreter.initialStates();
  const seen = new Set(states.map((state) => state.join()));
  for (let i = 0; i < states.length; i++) {
    if (states.length >= most) return { states, complete: false };
    for (const transition of interpreter.transitions(states[i])) {
      const { state, fault } = interpreter.successor(states[i], transition);
      if (fault !== undefined && fault.code !== 'assertion') continue;
      const key = state.join();
      if (seen.has(key)) continue;
      seen.add(key);
      states.push(state);
    }
  }
  return { states, complete: true };
}

/** The pairs of locations that are occupied together in some reachable state, and yet not in the relation. */
export function missingPairs(system: System, { locations, parallel }: Places, most: number): string[] {
  const interpreter = new Interpreter(system);
  const missing = new Set<string>();
  for (const state of reachable(system, most).states) {
    const standing = interpreter.living(state).map((process) => ({
      process,
      place: locations[process][interpreter.locationOf(state, process)],
    }));
    for (const a of standing) {
      if (a.place < 0) missing.add(`process ${a.process} is where it never comes`);
      for (const b of standing) {
        if (a.process >= b.process || a.place < 0 || b.place < 0) continue;
        if (!areParallel(parallel, a.place, b.place)) missing.add(`${a.process} and ${b.process}`);
      }
    }
  }
  return [...missing];
}

/** What can follow a node: by a control edge, also through nodes that stand for nothing, or by an interleaving edge. */
class Successors {
  private readonly known = new Map<number, Set<number>>();

  constructor(private readonly graph: TraceFlowGraph) {}

  of(node: number): ReadonlySet<number> {
    const known = this.known.get(node);
    if (known) return known;
    const { graph } = this;
    const found = new Set<number>();
    const passed = new Set<number>();
    const waiting = [node];
    while (waiting.length > 0) {
      const from = waiting.pop()!;
      for (const next of this.edges(from)) {
        if (graph.origin[next].length > 0 || next === graph.final) found.add(next);
        else if (!passed.has(next)) {
          passed.add(next);
          waiting.push(next);
        }
      }
    }
    this.known.set(node, found);
    return found;
  }

  /** By one edge of either kind. */
  *edges(node: number): Generator<number> {
    const { offsets, targets, interleaving: between } = this.graph;
    for (let e = offsets[node]; e < offsets[node + 1]; e++) yield targets[e];
    const from = between.classOf[node];
    for (let e = between.offsets[from]; e < between.offsets[from + 1]; e++) {
      const to = between.targets[e];
      for (let m = between.memberOffsets[to]; m < between.memberOffsets[to + 1]; m++)
        yield between.members[m];
    }
  }
}

/** The joint steps of a transition one after the other; more than one where a sequence is indivisible. */
function jointSteps(
  system: System,
  participants: readonly Participant[],
  taken: readonly Step[],
): Participant[][] {
  const joint: Participant[][] = [[...participants]];
  const identify = (step: Step): Participant => {
    const process = system.instances.findIndex(({ type }) => system.types[type].steps.includes(step));
    return { process, step: system.types[system.instances[process].type].steps.indexOf(step) };
  };
  for (let i = participants.length; i < taken.length; ) {
    const { action } = taken[i];
    let size = 1;
    if (action.kind === 'synchronise') {
      size = system.instances.filter(({ type }) =>
        system.types[type].alphabet.includes(action.symbol),
      ).length;
    } else if (action.kind === 'send' && action.channel.kind === 'constant') {
      size = system.channels[action.channel.value - 1].capacity === 0 ? 2 : 1;
    }
    joint.push(taken.slice(i, i + size).map(identify));
    i += size;
  }
  return joint;
}

const nameOf = (parts: readonly Participant[]): string =>
  parts.map(({ process, step }) => `${process}:${step}`).join(' ');

/**
 * Whether every execution is a path, up to so many pairs of a state and the node before it. Gives what is
 * not: a joint step that is no node, or one that cannot follow the one before.
 */
export function wayOff(
  system: System,
  graph: TraceFlowGraph,
  visible: (process: number, step: number) => boolean,
  most: number,
): string | undefined {
  const interpreter = new Interpreter(system);
  const successors = new Successors(graph);
  const nodeOf = new Map<string, number>();
  graph.origin.forEach((steps, node) => {
    for (const { parts } of steps) nodeOf.set(nameOf(parts), node);
  });
  const start = interpreter.initialStates().map((state) => ({ state, node: graph.initial }));
  const seen = new Set(start.map(({ state, node }) => `${state.join()} ${node}`));
  for (let i = 0; i < start.length && i < most; i++) {
    const { state, node } = start[i];
    const transitions = interpreter.transitions(state);
    if (transitions.length === 0 && interpreter.unfinished(state).length === 0) {
      if (graph.final < 0 || !successors.of(node).has(graph.final)) return `ends after ${node}`;
    }
    for (const { participants, ...rest } of transitions) {
      const outcome = interpreter.successor(state, { participants, ...rest });
      const faulted = outcome.fault !== undefined && outcome.fault.code !== 'assertion';
      if (faulted) continue;
      let at = node;
      for (const parts of jointSteps(system, participants, outcome.taken)) {
        const next = nodeOf.get(nameOf(parts));
        if (next === undefined) {
          const watched = parts.some(({ process, step }) => visible(process, step));
          if (parts.length > 1 || watched) return `no node for ${nameOf(parts)}`;
          continue;
        }
        if (!successors.of(at).has(next)) return `${nameOf(parts)} (${next}) after ${at}`;
        at = next;
      }
      const key = `${outcome.state.join()} ${at}`;
      if (seen.has(key)) continue;
      seen.add(key);
      start.push({ state: outcome.state, node: at });
    }
  }
  return undefined;
}
