/**
 * From a solution to a run: its steps in an order in which the automata can take them. The run is built
 * on the network; whether it is one of the system is for the judge to say.
 */
import type { Interpreter } from '../../model/interpreter.js';
import type { Run, Transition } from '../../model/transition.js';
import { type Arrangement, inBase, statesInBase } from './arrangement.js';
import type { Network } from './network.js';
import { type Blocked, orderOf, type Plan } from './ordering.js';

export interface Realised {
  run?: Run;
  /** Where the components of the base stand after it. */
  end?: number[];
  /** The states of the automata at the end of a run from which nothing goes on for ever. */
  barren?: number[];
  /** There is such an end, but it is one of several states that the automata take as one. */
  crowded?: boolean;
  blocked: Blocked;
}

export function realise(
  interpreter: Interpreter,
  arrangement: Arrangement,
  plan: Plan,
  starts: number[],
): Realised {
  const { network, base } = arrangement;
  const from = statesInBase(arrangement, starts);
  const initial = initialState(interpreter, base, from);
  if (initial < 0) return { blocked: [] };
  const { moves, blocked } = orderOf(network, plan, starts);
  const taken = moves && inBase(arrangement, moves, from);
  if (!taken) return { blocked };
  const steps = taken.moves.map(({ action, edges }) => transitionOf(base, action, edges));
  return { run: { initial, steps }, end: taken.end, blocked };
}

/** The initial state in which the components stand where the solution begins. */
function initialState(interpreter: Interpreter, network: Network, starts: number[]): number {
  return interpreter
    .initialStates()
    .findIndex((state) =>
      network.components.every(({ states, offset }, c) =>
        states[starts[c]].every((value, i) => state[offset + i] === value),
      ),
    );
}

/** The interpreter's transition for an action taken along these edges, one for each participant. */
export function transitionOf(network: Network, action: number, edges: number[]): Transition {
  const participants: Transition['participants'] = [];
  let choice: number | undefined;
  network.actions[action].participants.forEach((c, i) => {
    const { process } = network.components[c];
    const edge = network.components[c].edges[edges[i]];
    if (process === undefined) return;
    participants.push({ process, step: edge.step! });
    choice ??= edge.choice;
  });
  return choice === undefined ? { participants } : { participants, choice };
}
