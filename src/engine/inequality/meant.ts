/** Which actions of a network a pattern means. */
import { type EventPattern, matchesEvent } from '../../property/event.js';
import type { Network } from './network.js';

export function isMeant({ actions }: Network, pattern: EventPattern | undefined, action: number): boolean {
  return pattern !== undefined && actions[action].events.some((event) => matchesEvent(pattern, event));
}

/** Those that an execution may go on after, and that have an edge: where automata were put together, what one cannot do with the other has none. */
export function actionsOf(network: Network, pattern: EventPattern): Set<number> {
  const drawn = new Uint8Array(network.actions.length);
  for (const { edges } of network.components) for (const { action } of edges) drawn[action] = 1;
  const found = new Set<number>();
  network.actions.forEach(({ fault }, action) => {
    if (drawn[action] === 1 && fault !== 'fatal' && isMeant(network, pattern, action)) found.add(action);
  });
  return found;
}
