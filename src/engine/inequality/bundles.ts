/**
 * Edges by the thousand in few columns. A controller that lets n clients in and out, with a counter,
 * has an edge for every client at every count. Actions that label the same pairs of states form a
 * bundle: every pair carries every action of it. For such a bundle it is enough to count how often
 * each pair is passed and how often each action happens; any two lists of whole numbers with equal
 * sums are the margins of some table of whole numbers, so nothing is lost and n * m columns become
 * n + m.
 */
import type { Component, Network } from './network.js';

export interface Bundle {
  actions: number[];
  pairs: { from: number; to: number }[];
  /** The edges of the component in it: `edges[pair][action]`. */
  edges: number[][];
}

/** Below so many edges an automaton keeps a column for each. */
const MANY_EDGES = 1000;

export function bundlesOf({ actions }: Network, component: Component, from = MANY_EDGES): Bundle[] {
  if (component.edges.length < from) return [];
  const { length } = component.states;
  const byAction = new Map<number, Map<number, number>>();
  component.edges.forEach(({ from: source, to, action }, e) => {
    if (actions[action].fault === 'fatal') return;
    const pairs = byAction.get(action) ?? new Map<number, number>();
    byAction.set(action, pairs);
    pairs.set(source * length + to, e);
  });
  const alike = new Map<string, number[]>();
  for (const [action, pairs] of byAction) {
    const key = [...pairs.keys()].sort((a, b) => a - b).join();
    const members = alike.get(key);
    if (members) members.push(action);
    else alike.set(key, [action]);
  }
  const found: Bundle[] = [];
  for (const members of alike.values()) {
    const keys = [...byAction.get(members[0])!.keys()];
    if (keys.length * members.length <= keys.length + members.length + 1) continue;
    found.push({
      actions: members,
      pairs: keys.map((key) => ({ from: Math.floor(key / length), to: key % length })),
      edges: keys.map((key) => members.map((action) => byAction.get(action)!.get(key)!)),
    });
  }
  return found;
}

/** A table with these margins: for each edge of the bundle how often it is taken. */
export function* spread(bundle: Bundle, passages: number[], counts: number[]): Generator<[number, number]> {
  const left = [...counts];
  let action = 0;
  for (let pair = 0; pair < passages.length; pair++) {
    for (let rest = passages[pair]; rest > 0 && action < left.length; ) {
      const taken = Math.min(rest, left[action]);
      if (taken > 0) yield [bundle.edges[pair][action], taken];
      rest -= taken;
      left[action] -= taken;
      if (left[action] === 0) action++;
    }
  }
}
