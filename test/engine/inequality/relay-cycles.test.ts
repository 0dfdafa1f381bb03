/**
 * Relay(n) as an Ada program: the automaton of its resource has as many cycles as CYCLES, section 4.4, counts.
 *
 * The paper speaks of the resource's part of the flowgraph for the query that forbids setting 0. Its sizes follow
 * from Fig. 10: with v vertices and e edges, initial and final vertex included, v + e variables and 2e + v - 1
 * rows are new, so that v = n^2 + 1 and e = 3n^2 - 4n + 3.
 */
import { describe, expect, it } from 'vitest';
import { relay } from '../../../bench/ada-programs/relay.js';
import type { Network } from '../../../src/engine/inequality/network.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { loadText } from '../../../src/verify/load.js';

interface Automaton {
  initial: number;
  edges: { from: number; to: number; events: string[] }[];
}

function resourceOf(n: number): Automaton {
  const { program, properties } = relay.write(n);
  const { system } = loadText({ file: 'relay.adb', text: program }, 'ada', { asked: [properties] }).program;
  const network: Network = unfold(system);
  const resource = network.components.find(({ name }) => name.toLowerCase() === 'resource')!;
  const edges = resource.edges.map(({ from, to, action }) => ({
    from,
    to,
    events: network.actions[action].events.map(({ text }) => text),
  }));
  return { initial: resource.initial[0], edges };
}

/** A rendezvous that gives nothing back is one step there, not a beginning and an end. */
function withoutEnd({ initial, edges }: Automaton, end: string): Automaton {
  const ends = new Map(edges.filter(({ events }) => events.includes(end)).map(({ from, to }) => [from, to]));
  return {
    initial,
    edges: edges
      .filter(({ from }) => !ends.has(from))
      .map((edge) => ({ ...edge, to: ends.get(edge.to) ?? edge.to })),
  };
}

/** What is left, and can be reached, when an event is forbidden. */
function without({ initial, edges }: Automaton, forbidden: string): Automaton {
  const allowed = edges.filter(({ events }) => !events.some((event) => event.endsWith(forbidden)));
  const reached = new Set([initial]);
  for (const vertex of reached) for (const { from, to } of allowed) if (from === vertex) reached.add(to);
  return { initial, edges: allowed.filter(({ from }) => reached.has(from)) };
}

const verticesOf = ({ initial, edges }: Automaton): number[] => [
  ...new Set([initial, ...edges.flatMap(({ from, to }) => [from, to])]),
];

/** Sets of vertices that a closed walk can visit, no more and no less: all of them are tried. */
function cycleSets(automaton: Automaton): number {
  const vertices = verticesOf(automaton);
  const next = vertices.map(() => 0);
  const previous = vertices.map(() => 0);
  for (const { from, to } of automaton.edges) {
    const [a, b] = [vertices.indexOf(from), vertices.indexOf(to)];
    next[a] |= 1 << b;
    previous[b] |= 1 << a;
  }
  const reachedIn = (set: number, along: number[]): number => {
    let reached = set & -set;
    for (let old = 0; old !== reached; ) {
      old = reached;
      for (let i = 0; i < along.length; i++) if ((old >> i) & 1) reached |= along[i] & set;
    }
    return reached;
  };
  let count = 0;
  for (let set = 1; set < 1 << vertices.length; set++) {
    const isSingle = (set & (set - 1)) === 0;
    const walks = !isSingle || next.some((to, i) => (set >> i) & 1 && to & set);
    if (walks && reachedIn(set, next) === set && reachedIn(set, previous) === set) count++;
  }
  return count;
}

describe.each([2, 3, 4])('Relay(%i), the resource', (n) => {
  const whole = withoutEnd(resourceOf(n), 'resource.set.end');
  const sector = without(whole, '.set(0)');

  it('has n (n + 1) states: a value, and perhaps a runner that asks for it', () => {
    expect(verticesOf(whole).length).toBe(n * (n + 1));
  });

  it('has the size that follows from the paper, when 0 is not set', () => {
    expect(verticesOf(sector).length + 2).toBe(n ** 2 + 1);
    expect(sector.edges.length + 2).toBe(3 * n ** 2 - 4 * n + 3);
  });

  it('has (2^n + 1)^(n - 1) - 1 sets of vertices that form cycles', () => {
    expect(cycleSets(sector)).toBe((2 ** n + 1) ** (n - 1) - 1);
  });
});
