/**
 * A sufficient test, on the automata alone, that what a system can do is determined by what it has
 * visibly done. Every automaton has at most one edge for each action in each state, every label belongs
 * to one action, and no action competes with an invisible one: two actions compete if they have
 * participants in common, and each of these has a state in which it could take either. Then an invisible
 * action that is possible stays possible until it happens and gets in nobody's way, so it does not
 * matter when it happens. Systems that fail the test may be deterministic all the same.
 */
import { type Half, isPossible } from './pair.js';

export type Determinism = { shown: true } | { shown: false; because: string };

export function structuralDeterminism(half: Half): Determinism {
  return severalActions(half) ?? severalEdges(half) ?? competition(half) ?? { shown: true };
}

const no = (because: string): Determinism => ({ shown: false, because });

function severalActions(half: Half): Determinism | undefined {
  const seen = new Set<string>();
  for (const [action, label] of half.labels.entries()) {
    if (label === '' || !isPossible(half, action)) continue;
    if (seen.has(label)) return no(`${label} stands for several actions`);
    seen.add(label);
  }
  return undefined;
}

function severalEdges(half: Half): Determinism | undefined {
  const { components, actions } = half.network;
  for (const { name, initial, edges } of components) {
    if (initial.length > 1) return no(`${name} may begin in several ways`);
    const seen = new Set<string>();
    for (const { from, action } of edges) {
      if (seen.has(`${from} ${action}`) && isPossible(half, action))
        return no(`${actions[action].name} leads ${name} to several states`);
      seen.add(`${from} ${action}`);
    }
  }
  return undefined;
}

function competition(half: Half): Determinism | undefined {
  const { network, labels } = half;
  /** For each invisible action, those it shares a state with, and the automata that have such a state. */
  const rivals = network.actions.map(() => new Map<number, Set<number>>());
  network.components.forEach(({ states, edges }, c) => {
    const offered: number[][] = states.map(() => []);
    for (const { from, action } of edges) if (isPossible(half, action)) offered[from].push(action);
    for (const actions of offered) {
      for (const action of actions) {
        if (labels[action] !== '') continue;
        for (const rival of actions) {
          if (rival === action) continue;
          const where = rivals[action].get(rival) ?? new Set();
          rivals[action].set(rival, where.add(c));
        }
      }
    }
  });
  for (const [action, competing] of rivals.entries()) {
    const own = network.actions[action];
    for (const [rival, where] of competing) {
      const other = network.actions[rival];
      if (other.participants.some((c) => own.participants.includes(c) && !where.has(c))) continue;
      const [c] = where;
      const { name } = network.components[c];
      return no(`${name} has a choice between ${own.name}, which is not visible, and ${other.name}`);
    }
  }
  return undefined;
}
