/** From the end of a finite part to a cycle: a bounded search among the actions that go on for ever. */
import type { Interpreter } from '../../model/interpreter.js';
import type { Run, Transition } from '../../model/transition.js';
import type { Network } from './network.js';
import { transitionOf } from './realise.js';

const MOST_STATES = 20_000;

/** `flows[component][edge]`: is this edge used for ever? */
export function closeCycle(
  interpreter: Interpreter,
  network: Network,
  stem: Run,
  flows: boolean[][],
): Run | undefined {
  let state = interpreter.initialStates()[stem.initial];
  for (const transition of stem.steps) state = interpreter.successor(state, transition).state;
  const goal = state.join();
  const allowed = allowedTransitions(network, flows);
  const parents = new Map<string, { from: string; transition: Transition } | undefined>();
  const queue = [state];
  parents.set(goal, undefined);
  for (let head = 0; head < queue.length && queue.length < MOST_STATES; head++) {
    const from = queue[head].join();
    for (const transition of interpreter.transitions(queue[head])) {
      if (!allowed.has(keyOf(transition))) continue;
      const outcome = interpreter.successor(queue[head], transition);
      if (outcome.fault) continue;
      const key = outcome.state.join();
      if (key === goal) {
        const cycle = [transition];
        for (let at = parents.get(from); at; at = parents.get(at.from)) cycle.push(at.transition);
        return { ...stem, steps: [...stem.steps, ...cycle.reverse()], cycleFrom: stem.steps.length };
      }
      if (parents.has(key)) continue;
      parents.set(key, { from, transition });
      queue.push(outcome.state);
    }
  }
  return undefined;
}

const keyOf = ({ participants, choice }: Transition): string =>
  `${participants.map(({ process, step }) => `${process}.${step}`).join()} ${choice ?? ''}`;

const MOST_TRANSITIONS = 100_000;

function allowedTransitions(network: Network, flows: boolean[][]): Set<string> {
  const byAction = network.actions.map(() => new Map<number, number[]>());
  network.components.forEach(({ edges }, c) => {
    edges.forEach(({ action }, e) => {
      if (flows[c][e]) byAction[action].set(c, [...(byAction[action].get(c) ?? []), e]);
    });
  });
  const found = new Set<string>();
  network.actions.forEach(({ participants }, action) => {
    let choices: number[][] = [[]];
    for (const c of participants) {
      choices = choices.flatMap((chosen) => (byAction[action].get(c) ?? []).map((e) => [...chosen, e]));
      if (choices.length > MOST_TRANSITIONS) return;
    }
    for (const edges of choices) found.add(keyOf(transitionOf(network, action, edges)));
  });
  return found;
}
