/**
 * What goes on for ever. Executions are finite-state, so an endless one can be taken to end in a
 * cycle: each automaton walks from the state where its finite part ended back to that state, or stands
 * still. The walk is one more copy in the flowgraph, with closed flow; that it must be reached from
 * the entry state is the same connectedness as everywhere else, so no large constant is needed.
 *
 * Fairness speaks of automata that stand still although a meeting they wait for is possible again and
 * again. For that the same cycle is written a second time as amounts that sum to 1: then "the partner
 * does not pass by" is a row of its own.
 */
import type { Graph } from '../../evidence/certificate/certificate.js';
import { atLeast, atMost, equals, type InequalityBuilder, Terms } from './builder.js';
import { stronglyConnected } from './connected.js';
import { communication } from './deadlock.js';
import type { Network } from './network.js';

/**
 * What the rows say of fair executions. `meetings`: who waits for a meeting of two that is possible again
 * and again gets it. `whoever can move`: also, who could move all the time does; not said where atomic
 * regions may keep others from moving. `unsaid`: nothing, because what is offered may be held up; only
 * the run that is looked for is a fair one.
 */
export type Fairness = 'unsaid' | 'meetings' | 'whoever can move';

interface Parts {
  /** The columns of ending the finite part in each state. */
  ends: number[][];
  graphs: Graph[];
  /** The number of the copy. */
  layer: number;
}

export function drawEndless(
  network: Network,
  builder: InequalityBuilder,
  admitted: boolean[],
  parts: Parts,
  fairness: Fairness | undefined,
): { columns: number[][]; idle: number[][]; shares: number[][] } {
  const { components, actions } = network;
  const cyclic = components.map(({ states, edges }) => {
    const part = stronglyConnected(
      states.length,
      edges.filter(({ action }) => admitted[action]),
    );
    return edges.map(({ from, to, action }) => admitted[action] && part[from] === part[to]);
  });
  const draw = (make: (name: string) => number, prefix: string): number[][] =>
    components.map(({ name, edges }, c) =>
      edges.map(({ from, to, action }, e) =>
        cyclic[c][e] ? make(`${prefix}${name}: ${from} -> ${to} ${actions[action].name}`) : -1,
      ),
    );
  const columns = draw((name) => builder.count(name), 'for ever ');
  closed(network, builder, columns, 'for ever ');
  components.forEach(({ states, edges }, c) => {
    const offset = parts.layer * states.length;
    edges.forEach(({ from, to }, e) => {
      const column = columns[c][e];
      if (column >= 0) parts.graphs[c].edges.push({ column, from: offset + from, to: offset + to });
    });
  });
  const open = (all: number[][]) => all.flat().filter((column) => column >= 0);
  builder.row('something happens for ever', new Terms().addAll(open(columns)), atLeast(1));
  if (!fairness || fairness === 'unsaid') return { columns, idle: [], shares: [] };

  const idle = components.map(({ name, states }) =>
    states.map((_, state) => builder.count(`${name} waits for ever in ${state}`, 1)),
  );
  const shares = draw((name) => builder.amount(name, 1), 'share of ');
  closed(network, builder, shares, 'share of ');
  builder.row('all shares', new Terms().addAll(open(shares)), equals(1));
  components.forEach(({ name, states, edges }, c) => {
    const leaving = states.map(() => new Terms());
    edges.forEach(({ from }, e) => {
      if (columns[c][e] >= 0) leaving[from].add(columns[c][e]);
    });
    const moving = new Terms().addAll(shares[c].filter((column) => column >= 0));
    states.forEach((_, state) => {
      const [end, wait] = [parts.ends[c][state], idle[c][state]];
      builder.row(
        `${name} waits in ${state} or leaves it`,
        leaving[state].add(end, -1).add(wait),
        atLeast(0),
      );
      builder.row(`${name} waits where it is, ${state}`, new Terms().add(end).add(wait, -1), atLeast(0));
      moving.add(wait);
    });
    builder.row(`${name} moves or waits`, moving, atMost(1));
  });
  notStarved(network, builder, shares, idle);
  if (fairness === 'whoever can move') notIgnored(network, builder, idle);
  return { columns, idle, shares };
}

/** As much flow into every state as out of it, and equal counts wherever automata meet. */
function closed(network: Network, builder: InequalityBuilder, columns: number[][], prefix: string): void {
  network.components.forEach(({ name, states, edges }, c) => {
    const balance = states.map(() => new Terms());
    edges.forEach(({ from, to }, e) => {
      if (columns[c][e] >= 0) balance[from].add(columns[c][e], -1);
      if (columns[c][e] >= 0) balance[to].add(columns[c][e]);
    });
    balance.forEach((terms, state) => {
      if (terms.sums.size > 0) builder.row(`${prefix}${name} at ${state}`, terms, equals(0));
    });
  });
  communication(network, builder, columns, prefix);
}

/** Who waits for ever for a meeting of two is not passed by again and again by the other. */
function notStarved(
  network: Network,
  builder: InequalityBuilder,
  shares: number[][],
  idle: number[][],
): void {
  const { components, actions } = network;
  const offering = actions.map(() => new Map<number, Set<number>>());
  components.forEach(({ edges }, c) => {
    for (const { action, from } of edges)
      offering[action].set(c, (offering[action].get(c) ?? new Set()).add(from));
  });
  actions.forEach(({ name, participants, parties = participants.length }, action) => {
    if (
      parties !== 2 ||
      participants.length !== 2 ||
      participants.some((c) => components[c].kind !== 'process')
    )
      return;
    for (const [waiting, passing] of [participants, [...participants].reverse()]) {
      const terms = new Terms();
      components[passing].edges.forEach(({ from }, e) => {
        if (shares[passing][e] >= 0 && offering[action].get(passing)?.has(from))
          terms.add(shares[passing][e]);
      });
      if (terms.sums.size === 0) continue;
      for (const state of offering[action].get(waiting) ?? []) terms.add(idle[waiting][state]);
      builder.row(`${components[waiting].name} is not starved of ${name}`, terms, atMost(1));
    }
  });
}

/** Those who wait for ever do not all offer the same action: it would be possible all the time. */
function notIgnored(network: Network, builder: InequalityBuilder, idle: number[][]): void {
  const waiting = network.actions.map(() => new Map<number, Set<number>>());
  network.components.forEach(({ edges }, c) => {
    for (const { action, from } of edges)
      waiting[action].set(c, (waiting[action].get(c) ?? new Set()).add(idle[c][from]));
  });
  network.actions.forEach(({ name, participants }, action) => {
    if (participants.some((c) => !waiting[action].has(c))) return;
    const terms = new Terms();
    for (const c of participants) terms.addAll(waiting[action].get(c)!);
    builder.row(`${name} is not ignored for ever`, terms, atMost(participants.length - 1));
  });
}
