/** The reachable states, walked breadth first with the reference interpreter until a bound. */
import type { Interpreter } from '../../model/interpreter.js';
import type { Transition } from '../../model/transition.js';
import { type Graph, type GraphNode, mergeEdges } from './graph.js';

export interface StateSpace {
  initial: number[];
  states: number;
  /** States whose transitions were not followed, because the bound was hit. */
  unexplored: Set<number>;
  /** States where nothing can happen though a process is not at an end, and states entered by a fault. */
  stuck: Set<number>;
  ended: Set<number>;
  transitions: StateTransition[];
}

interface StateTransition {
  from: number;
  to: number;
  /** Its events, or in words what happens without being seen. */
  label: string;
  silent: boolean;
}

/** What a transition that shows nothing is called where only events count. */
export const TAU = 'tau';

export async function exploreStates(
  interpreter: Interpreter,
  most: number,
  interrupted?: () => boolean,
): Promise<StateSpace> {
  const numbers = new Map<string, number>();
  const found: Int32Array[] = [];
  const space: StateSpace = {
    initial: [],
    states: 0,
    unexplored: new Set(),
    stuck: new Set(),
    ended: new Set(),
    transitions: [],
  };
  const numberOf = (state: Int32Array): number | undefined => {
    const key = state.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (found.length >= most) return undefined;
    numbers.set(key, found.length);
    return found.push(state) - 1;
  };
  for (const state of interpreter.initialStates()) {
    const number = numberOf(state);
    if (number !== undefined) space.initial.push(number);
  }
  for (let from = 0; from < found.length; from++) {
    if (from % 200 === 199) await new Promise((resolve) => setTimeout(resolve));
    if (interrupted?.()) {
      for (let rest = from; rest < found.length; rest++) space.unexplored.add(rest);
      break;
    }
    const transitions = interpreter.transitions(found[from]);
    if (transitions.length === 0) {
      (interpreter.unfinished(found[from]).length > 0 ? space.stuck : space.ended).add(from);
    }
    for (const transition of transitions) {
      const outcome = interpreter.successor(found[from], transition);
      const to = numberOf(outcome.state);
      if (to === undefined) {
        space.unexplored.add(from);
        continue;
      }
      if (outcome.fault) space.stuck.add(to);
      const shown = [...new Set(outcome.events.map((event) => event.text))].join(', ');
      const label = shown || labelOf(interpreter, found[from], transition);
      space.transitions.push({ from, to, label, silent: shown === '' });
    }
  }
  space.states = found.length;
  return space;
}

/** A transition without events is told by what its first participant does. */
function labelOf(interpreter: Interpreter, state: Int32Array, transition: Transition): string {
  const step = interpreter.stepOf(state, transition.participants[0]);
  const text = step.text ?? TAU;
  return transition.choice === undefined ? text : `${text} = ${transition.choice}`;
}

export function statesGraph(name: string, space: StateSpace): Graph {
  const nodes: GraphNode[] = Array.from({ length: space.states }, (_, i) => ({
    label: String(i),
    initial: space.initial.includes(i) || undefined,
    mark: space.stuck.has(i)
      ? 'stuck'
      : space.ended.has(i)
        ? 'end'
        : space.unexplored.has(i)
          ? 'more'
          : undefined,
  }));
  return {
    name,
    groups: [{ nodes, edges: mergeEdges(space.transitions) }],
    caption:
      space.unexplored.size > 0
        ? `cut at ${space.states} states: dashed ones have transitions that are not drawn`
        : undefined,
  };
}
