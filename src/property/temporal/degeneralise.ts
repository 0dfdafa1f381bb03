/**
 * From promises on edges to accepting states: a state is copied for each number of promises kept in
 * turn, and the copy in which all were kept is accepting. Each component needs only the promises
 * that occur inside it; a component without any needs no copies, and neither does one that accepts
 * nothing. Entering a component starts afresh, and several promises may be kept in one step.
 */
import { type ComponentFacts, componentFacts, components, type Generalised } from './generalised.js';

/** State-based acceptance: an accepting state's edges carry nothing, those of all others the promise 1. */
export const PUT_OFF = 1n;

export interface Degeneralised extends Generalised {
  accepting: boolean[];
}

/** `reverse` keeps the promises in the opposite order, which sometimes gives fewer states. */
export function degeneralise(automaton: Generalised, reverse: boolean): Degeneralised {
  const component = components(automaton.edges);
  const facts = componentFacts(automaton, component);
  const turns = facts.map((fact) => turnsOf(fact, reverse));

  const numbers = new Map<string, number>();
  const states: { state: number; level: number }[] = [];
  const numberOf = (state: number, level: number): number => {
    const key = `${state},${level}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = states.length;
      numbers.set(key, number);
      states.push({ state, level });
    }
    return number;
  };
  const isAccepting = ({ state, level }: { state: number; level: number }): boolean => {
    const fact = facts[component[state]];
    return fact.accepting && level === turns[component[state]].length;
  };

  const initial = automaton.initial.map((state) => numberOf(state, 0));
  const edges: Generalised['edges'] = [];
  const accepting: boolean[] = [];
  for (let i = 0; i < states.length; i++) {
    const { state, level } = states[i];
    accepting.push(isAccepting(states[i]));
    const here = component[state];
    const order = turns[here];
    edges.push(
      automaton.edges[state].map(({ positive, negative, target, promises }) => {
        let reached = 0;
        if (component[target] === here && order.length > 0) {
          reached = level === order.length ? 0 : level;
          while (reached < order.length && (promises & order[reached]) === 0n) reached++;
        }
        return {
          positive,
          negative,
          target: numberOf(target, reached),
          promises: accepting[i] ? 0n : PUT_OFF,
        };
      }),
    );
  }
  return { initial, edges, promises: PUT_OFF, accepting };
}

/** The promises to be kept, one after the other. */
function turnsOf(fact: ComponentFacts, reverse: boolean): bigint[] {
  const turns: bigint[] = [];
  if (!fact.accepting) return turns;
  for (let bit = 1n; bit <= fact.relevant; bit <<= 1n) if (fact.relevant & bit) turns.push(bit);
  return reverse ? turns.reverse() : turns;
}
