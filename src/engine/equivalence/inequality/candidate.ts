/** From a solution to a trace: the steps of both sides in an order in which they agree on what is visible. */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Transition } from '../../../model/transition.js';
import type { Begins } from '../../inequality/deadlock.js';
import type { Network } from '../../inequality/network.js';
import { orderOf, type Plan } from '../../inequality/ordering.js';
import { transitionOf } from '../../inequality/realise.js';
import { labelOf } from '../enumerative/explore.js';
import type { Side } from '../enumerative/index.js';
import type { Visible } from '../enumerative/visibility.js';
import type { Pair } from './pair.js';

export interface Candidate {
  /** What the side that can go on shows, with the action that is next; absent where there is no such order. */
  word?: string[];
  /** What could not be ordered. */
  blocked: { interval: number; action: number }[];
}

export function candidateOf(
  pair: Pair,
  can: Side,
  interpreter: Interpreter,
  visible: Visible,
  solution: { plan: Plan; begins: Begins; values: number[]; next: string },
): Candidate {
  const { plan, begins, values, next } = solution;
  const starts = pair.network.components.map(({ initial }, c) => {
    const chosen = begins.get(c)?.findIndex((column) => values[column] > 0) ?? 0;
    return initial[Math.max(0, chosen)];
  });
  const network = stepsOf(pair, can);
  const { moves, blocked } = orderOf(network, plan, starts);
  if (!moves) return { blocked };
  const steps = moves.map(({ action, edges }) => transitionOf(network, action, edges));
  const half = pair.halves[can];
  const own = starts.slice(half.offset, half.offset + half.network.components.length);
  const word = shownBy(interpreter, visible, half.network, own, steps);
  return word ? { word: [...word, next], blocked: [] } : { blocked: [] };
}

/** The pair with the processes of one side: its steps are that side's transitions, the other's are empty. */
function stepsOf({ network, halves }: Pair, can: Side): Network {
  const { offset, network: own } = halves[can];
  const isOwn = (c: number) => c >= offset && c < offset + own.components.length;
  return {
    ...network,
    components: network.components.map((component, c) =>
      isOwn(c) ? component : { ...component, process: undefined },
    ),
  };
}

/** What the interpreter shows on the way; undefined where it cannot take these steps. */
function shownBy(
  interpreter: Interpreter,
  visible: Visible,
  { components }: Network,
  starts: number[],
  steps: Transition[],
): string[] | undefined {
  const isStart = (state: Int32Array) =>
    components.every(({ states, offset }, c) =>
      states[starts[c]].every((value, i) => state[offset + i] === value),
    );
  let state = interpreter.initialStates().find(isStart);
  if (!state) return undefined;
  const word: string[] = [];
  for (const step of steps) {
    if (step.participants.length === 0) continue;
    const outcome = interpreter.successor(state, step);
    if (outcome.fault && outcome.fault.code !== 'assertion') return undefined;
    const label = labelOf(outcome.events, visible);
    if (label !== '') word.push(label);
    state = outcome.state;
  }
  return word;
}
