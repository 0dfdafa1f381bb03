/**
 * The automata that inequalities are made from, and the way back to the network they came from.
 *
 * At first they are the components of the network. They may be put together: the product of two
 * automata knows in which order these two move, which the equations between them do not; with all of
 * them in one, nothing is lost any more. And they may be made smaller where a question cannot tell
 * states apart. Actions keep their numbers throughout.
 */
import type { Component, Edge, Network } from './network.js';

export interface Arrangement {
  network: Network;
  base: Network;
  /** For each automaton, the components of the base it is made from. */
  members: number[][];
  /** For each automaton and state: the states of its members that it stands for, in any of these ways. */
  states: number[][][][];
  /** For each automaton and edge: the edges of its members (-1: does not move), in any of these ways. */
  edges: number[][][][];
  /** For each automaton: actions that count as the first of them, where it takes them alone and the question does not mention them. */
  quiet: number[][][];
}

export function asItIs(network: Network): Arrangement {
  return {
    network,
    base: network,
    members: network.components.map((_, c) => [c]),
    states: network.components.map(({ states }) => states.map((_, state) => [[state]])),
    edges: network.components.map(({ edges }) => edges.map((_, edge) => [[edge]])),
    quiet: network.components.map(() => []),
  };
}

/** An action, and the edge along which each participant takes it. */
export interface Move {
  action: number;
  edges: number[];
}

/** The same moves in the base; undefined where the automata can do what their members cannot. */
export function inBase(
  { network, base, members, edges }: Arrangement,
  moves: Move[],
  starts: number[],
): { moves: Move[]; end: number[] } | undefined {
  const at = [...starts];
  const found: Move[] = [];
  for (const { action, edges: taken } of moves) {
    const edgeOf = new Map<number, number>();
    for (const [i, automaton] of network.actions[action].participants.entries()) {
      const ways = edges[automaton][taken[i]];
      const isOpen = (edge: number, c: number) => edge < 0 || base.components[c].edges[edge].from === at[c];
      const way = ways.find((way) => way.every((edge, m) => isOpen(edge, members[automaton][m])));
      if (!way) return undefined;
      way.forEach((edge, m) => {
        if (edge >= 0) edgeOf.set(members[automaton][m], edge);
      });
    }
    // What looks like one action from outside may be another one inside.
    const [[c, edge]] = edgeOf;
    const actual = base.components[c].edges[edge].action;
    const { participants } = base.actions[actual];
    if (!participants.every((p) => edgeOf.has(p))) return undefined;
    found.push({ action: actual, edges: participants.map((p) => edgeOf.get(p)!) });
    for (const [p, e] of edgeOf) at[p] = base.components[p].edges[e].to;
  }
  return { moves: found, end: at };
}

/** The edges of the base of which some edge of its automaton is used. */
export function edgesInBase({ base, members, edges }: Arrangement, used: boolean[][]): boolean[][] {
  const found = base.components.map((component) => component.edges.map(() => false));
  members.forEach((parts, automaton) => {
    edges[automaton].forEach((ways, edge) => {
      if (!used[automaton][edge]) return;
      for (const way of ways)
        way.forEach((e, m) => {
          if (e >= 0) found[parts[m]][e] = true;
        });
    });
  });
  return found;
}

/** States of the members of all automata, one for each component of the base. */
export function statesInBase({ base, members, states }: Arrangement, at: readonly number[]): number[] {
  const found = base.components.map(() => 0);
  members.forEach((parts, automaton) => {
    parts.forEach((c, m) => {
      found[c] = states[automaton][at[automaton]][0][m];
    });
  });
  return found;
}

/** Most combinations of edges that the edges of a product may stand for. */
const MOST_BEHIND = 100_000;

/** Two automata in one: the states that they can reach together, if the others let them do everything. */
export function composed(
  arrangement: Arrangement,
  one: number,
  other: number,
  most: number,
): Arrangement | undefined {
  const { network, base, members, states, edges, quiet } = arrangement;
  const pair = [network.components[one], network.components[other]] as const;
  const product = productOf(network, one, other, most);
  const behind = product?.edges.reduce(
    (sum, { parts: [a, b] }) => sum + (edges[one][a]?.length ?? 1) * (edges[other][b]?.length ?? 1),
    0,
  );
  if (!product || behind! > MOST_BEHIND) return undefined;
  const place = (c: number) => (c === other ? one : c) - ((c === other ? one : c) > other ? 1 : 0);
  const joined = <T>(list: readonly T[], item: T): T[] =>
    list.flatMap((old, c) => (c === other ? [] : c === one ? [item] : [old]));
  const both = (left: number[][], right: number[][]) => left.flatMap((a) => right.map((b) => [...a, ...b]));
  const still = (automaton: number) => [members[automaton].map(() => -1)];
  const component: Component = {
    name: `${pair[0].name}*${pair[1].name}`,
    kind: pair[0].kind === 'process' && pair[1].kind === 'process' ? 'process' : 'variable',
    offset: -1,
    states: product.states.map(([a, b]) => Int32Array.from([...pair[0].states[a], ...pair[1].states[b]])),
    initial: product.initial,
    edges: product.edges.map(({ from, to, action }): Edge => ({ from, to, action })),
    ends: product.states.map(([a, b]) => pair[0].ends[a] && pair[1].ends[b]),
    errors: product.states.flatMap(([a, b], state) =>
      pair[0].errors.includes(a) || pair[1].errors.includes(b) ? [state] : [],
    ),
    observes: pair[0].observes,
  };
  return {
    base,
    network: {
      components: joined(network.components, component),
      actions: network.actions.map((action) => ({
        ...action,
        participants: [...new Set(action.participants.map(place))],
        parties: action.parties ?? action.participants.length,
      })),
    },
    members: joined(members, [...members[one], ...members[other]]),
    quiet: joined(quiet, [...quiet[one], ...quiet[other]]),
    states: joined(
      states,
      product.states.map(([a, b]) => both(states[one][a], states[other][b])),
    ),
    edges: joined(
      edges,
      product.edges.map(({ parts: [a, b] }) =>
        both(a < 0 ? still(one) : edges[one][a], b < 0 ? still(other) : edges[other][b]),
      ),
    ),
  };
}

interface Product {
  states: [number, number][];
  initial: number[];
  edges: { from: number; to: number; action: number; parts: [number, number] }[];
}

function productOf(
  { components, actions }: Network,
  one: number,
  other: number,
  most: number,
): Product | undefined {
  const leaving = [one, other].map((c) => {
    const from: number[][] = components[c].states.map(() => []);
    components[c].edges.forEach((edge, e) => {
      from[edge.from].push(e);
    });
    return from;
  });
  const [left, right] = [components[one], components[other]];
  const product: Product = { states: [], initial: [], edges: [] };
  const numbers = new Map<number, number>();
  const stateOf = (a: number, b: number): number => {
    const key = a * right.states.length + b;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, product.states.length);
    return product.states.push([a, b]) - 1;
  };
  for (const a of left.initial) for (const b of right.initial) product.initial.push(stateOf(a, b));
  for (let from = 0; from < product.states.length; from++) {
    const [a, b] = product.states[from];
    const add = (action: number, e: number, f: number) => {
      const to = stateOf(e < 0 ? a : left.edges[e].to, f < 0 ? b : right.edges[f].to);
      product.edges.push({ from, to, action, parts: [e, f] });
    };
    for (const e of leaving[0][a]) {
      const { action } = left.edges[e];
      if (!actions[action].participants.includes(other)) add(action, e, -1);
      else for (const f of leaving[1][b]) if (right.edges[f].action === action) add(action, e, f);
    }
    for (const f of leaving[1][b])
      if (!actions[right.edges[f].action].participants.includes(one)) add(right.edges[f].action, -1, f);
    if (product.edges.length + product.states.length > most) return undefined;
  }
  return product;
}
