/**
 * Traps: sets of states of the automata such that whoever leaves the set takes somebody into it. A trap
 * that somebody is in at the start is never empty afterwards. The equations do not know that, so a
 * solution that empties one is spurious, and a row that forbids it loses no execution.
 */
import type { Network } from './network.js';

/** For each component, 1 for each of its states in the trap. */
export type Trap = Uint8Array[];

const MOST_EDGES = 20_000;

/** A trap that is not empty at the start, but is when the components stand in these states. */
export function emptiedTrap(network: Network, standing: readonly number[]): Trap | undefined {
  const { components, actions } = network;
  if (components.reduce((sum, { edges }) => sum + edges.length, 0) > MOST_EDGES) return undefined;
  const trap = components.map(({ states }, c) => {
    const inside = new Uint8Array(states.length).fill(1);
    inside[standing[c]] = 0;
    return inside;
  });
  for (let changed = true; changed; ) {
    changed = false;
    // Participants that are certain to be in the set after an action.
    const entering = actions.map(() => new Set<number>());
    components.forEach((_, c) => {
      for (const { action, to } of components[c].edges) if (trap[c][to] === 1) entering[action].add(c);
    });
    components.forEach((_, c) => {
      for (const { action, to } of components[c].edges) if (trap[c][to] === 0) entering[action].delete(c);
    });
    components.forEach(({ edges }, c) => {
      for (const { action, from, to } of edges) {
        if (trap[c][from] === 0 || trap[c][to] === 1 || entering[action].size > 0) continue;
        trap[c][from] = 0;
        changed = true;
      }
    });
  }
  const marked = components.some(({ initial }, c) => initial.every((state) => trap[c][state] === 1));
  return marked ? trap : undefined;
}
