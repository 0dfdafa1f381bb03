/**
 * Deadlock as inequalities, in the direct form: a flow through every automaton from its start to one
 * state where it ends (`m` columns), equal counts for all who take part in an action, and in the end
 * no action is offered by all its participants while some process is not at an end.
 */

import type { Graph } from '../../evidence/certificate/certificate.js';
import { atLeast, atMost, equals, InequalityBuilder, Terms } from './builder.js';
import { type Bundle, bundlesOf, spread } from './bundles.js';
import type { Component, Network } from './network.js';
import type { Blocks } from './probe.js';

export interface DeadlockInequalities {
  inequalities: InequalityBuilder;
  /** For each component, the column of each edge (-1: it never carries flow, or is in a bundle), and of ending in each state. */
  edges: number[][];
  ends: number[][];
  bundles: BundleColumns[][];
  begins: Begins;
}

export interface BundleColumns {
  bundle: Bundle;
  /** How often each pair is passed. */
  passages: number[];
  /** How often each action happens. */
  counts: number[];
  /** 1 if the component ends where the actions are offered. */
  offer: number;
}

/** For each component with several initial states, the columns of beginning in each of them. */
export type Begins = Map<number, number[]>;

export function deadlockInequalities(network: Network, bundleFrom?: number): DeadlockInequalities {
  const builder = new InequalityBuilder();
  const edges: number[][] = [];
  const ends: number[][] = [];
  const bundles: BundleColumns[][] = [];
  const { components, actions } = network;
  components.forEach((component) => {
    const { name } = component;
    const found = bundlesOf(network, component, bundleFrom);
    const bundled = new Uint8Array(component.edges.length);
    for (const bundle of found) for (const row of bundle.edges) for (const e of row) bundled[e] = 1;
    edges.push(
      component.edges.map(({ action, from, to }, e) =>
        actions[action].fault === 'fatal' || bundled[e] === 1
          ? -1
          : builder.count(`${name}: ${from} -> ${to} ${actions[action].name}`),
      ),
    );
    ends.push(component.states.map((_, state) => builder.count(`${name} ends in ${state}`, 1)));
    bundles.push(found.map((bundle) => bundleColumns(network, component, builder, bundle, ends.at(-1)!)));
  });
  const begins = walks(network, builder, { edges, ends, bundles });
  communication(network, builder, edges, '', bundles);
  nothingOffered(network, builder, ends, bundles);
  someUnfinished(network, builder, ends);
  return { inequalities: builder, edges, ends, bundles, begins };
}

function bundleColumns(
  { actions }: Network,
  { name }: Component,
  builder: InequalityBuilder,
  bundle: Bundle,
  ends: number[],
): BundleColumns {
  const like = actions[bundle.actions[0]].name;
  const passages = bundle.pairs.map(({ from, to }) =>
    builder.count(`${name}: ${from} -> ${to} ${like} or the like`),
  );
  const counts = bundle.actions.map((action) => builder.count(`${name}: ${actions[action].name}`));
  const offer = builder.count(`${name} ends where ${like} is offered`, 1);
  builder.row(`${name}: ${like} and the like`, new Terms().addAll(passages).addAll(counts, -1), equals(0));
  const offering = new Set(bundle.pairs.map(({ from }) => ends[from]));
  builder.row(`${name} offers ${like}`, new Terms().addAll(offering).add(offer, -1), equals(0));
  return { bundle, passages, counts, offer };
}

/** How often each edge of each component is taken. */
export function edgeCounts({ edges, bundles }: DeadlockInequalities, values: number[]): number[][] {
  return edges.map((columns, c) => {
    const counts = columns.map((column) => (column < 0 ? 0 : values[column]));
    for (const { bundle, passages, counts: actions } of bundles[c]) {
      const of = (list: number[]) => list.map((column) => values[column]);
      for (const [edge, times] of spread(bundle, of(passages), of(actions))) counts[edge] = times;
    }
    return counts;
  });
}

export function someUnfinished(network: Network, builder: InequalityBuilder, ends: number[][]): void {
  const unfinished = new Terms();
  network.components.forEach((component, c) => {
    component.ends.forEach((atEnd, state) => {
      if (!atEnd) unfinished.add(ends[c][state]);
    });
  });
  builder.row('some process is not at an end', unfinished, atLeast(1));
}

/** Flow equations, and the graphs they belong to. */
function walks(
  network: Network,
  builder: InequalityBuilder,
  { edges, ends, bundles }: Pick<DeadlockInequalities, 'edges' | 'ends' | 'bundles'>,
): Begins {
  const begins: Begins = new Map();
  network.components.forEach((component, c) => {
    const balance = component.states.map(() => new Terms());
    const graph: Graph = {
      name: component.name,
      vertices: component.states.length,
      sources: component.initial,
      edges: [],
    };
    const flow = (column: number, from: number, to: number) => {
      balance[from].add(column, -1);
      balance[to].add(column);
      graph.edges.push({ column, from, to });
    };
    component.edges.forEach(({ from, to }, e) => {
      if (edges[c][e] >= 0) flow(edges[c][e], from, to);
    });
    for (const { bundle, passages } of bundles[c])
      bundle.pairs.forEach(({ from, to }, i) => {
        flow(passages[i], from, to);
      });
    const start = beginning(component, c, builder, balance, begins);
    balance.forEach((terms, state) => {
      terms.add(ends[c][state], -1);
      builder.row(`${component.name} at ${state}`, terms, equals(state === start ? -1 : 0));
    });
    builder.row(`${component.name} ends`, new Terms().addAll(ends[c]), equals(1));
    builder.graphs.push(graph);
  });
  return begins;
}

/** The only initial state, or columns for the choice among several. */
export function beginning(
  { name, initial }: Component,
  number: number,
  builder: InequalityBuilder,
  balance: Terms[],
  begins: Begins,
): number | undefined {
  if (initial.length === 1) return initial[0];
  const columns = initial.map((state) => builder.count(`${name} begins in ${state}`, 1));
  begins.set(number, columns);
  initial.forEach((state, i) => {
    balance[state].add(columns[i]);
  });
  builder.row(`${name} begins`, new Terms().addAll(columns), equals(1));
  return undefined;
}

/** All participants of an action count it equally often. */
export function communication(
  network: Network,
  builder: InequalityBuilder,
  edges: number[][],
  prefix: string,
  bundles: BundleColumns[][] = [],
): void {
  const sides = sidesOf(network, edges, bundles);
  network.actions.forEach(({ name, participants }, action) => {
    if (sides[action].size === 0) return;
    const [first, ...others] = participants;
    for (const other of others) {
      const terms = new Terms()
        .addAll(sides[action].get(first) ?? [])
        .addAll(sides[action].get(other) ?? [], -1);
      const who = `${network.components[first].name} = ${network.components[other].name}`;
      builder.row(`${prefix}${name}: ${who}`, terms, equals(0));
    }
  });
}

/** For each action and participant, the columns of its edges. */
export function sidesOf(
  network: Network,
  edges: number[][],
  bundles: BundleColumns[][] = [],
): Map<number, number[]>[] {
  const sides = network.actions.map(() => new Map<number, number[]>());
  network.components.forEach((component, c) => {
    component.edges.forEach(({ action }, e) => {
      if (edges[c][e] < 0) return;
      const columns = sides[action].get(c) ?? [];
      sides[action].set(c, columns);
      columns.push(edges[c][e]);
    });
  });
  bundles.forEach((list, c) => {
    for (const { bundle, counts } of list)
      bundle.actions.forEach((action, i) => {
        sides[action].set(c, [counts[i]]);
      });
  });
  return sides;
}

/** In the end no action is offered by all its participants. */
export function nothingOffered(
  network: Network,
  builder: InequalityBuilder,
  ends: number[][],
  bundles: BundleColumns[][] = [],
): void {
  // For each action and participant, the columns of ending where it is offered.
  const offering = network.actions.map(() => new Map<number, Set<number>>());
  bundles.forEach((list, c) => {
    for (const { bundle, offer } of list)
      for (const action of bundle.actions) offering[action].set(c, new Set([offer]));
  });
  network.components.forEach((component, c) => {
    const bundled = new Set((bundles[c] ?? []).flatMap(({ bundle }) => bundle.actions));
    for (const { action, from } of component.edges) {
      if (bundled.has(action)) continue;
      const columns = offering[action].get(c) ?? new Set();
      offering[action].set(c, columns);
      columns.add(ends[c][from]);
    }
  });
  network.actions.forEach(({ name, participants }, a) => {
    if (participants.some((c) => !offering[a].has(c))) return;
    const terms = new Terms();
    for (const c of participants) terms.addAll(offering[a].get(c)!);
    builder.row(`${name} is not offered`, terms, atMost(participants.length - 1));
  });
}

/** The columns of each component, and its end states grouped by the actions they offer. */
export function offerGroups(
  network: Network,
  { inequalities, edges, ends, bundles }: DeadlockInequalities,
): Blocks {
  const blockOf = new Int32Array(inequalities.columns.length).fill(-1);
  const columns: number[][] = [];
  const groups: Blocks['groups'] = [];
  network.components.forEach((component, c) => {
    columns.push([
      ...edges[c].filter((column) => column >= 0),
      ...ends[c],
      ...bundles[c].flatMap(({ passages, counts, offer }) => [...passages, ...counts, offer]),
    ]);
    for (const column of columns[c]) blockOf[column] = c;
    const offers = component.states.map(() => new Set<string>());
    const bundled = new Set(bundles[c].flatMap(({ bundle }) => bundle.actions));
    for (const { from, action } of component.edges)
      if (!bundled.has(action)) offers[from].add(String(action));
    bundles[c].forEach(({ bundle }, b) => {
      for (const { from } of bundle.pairs) offers[from].add(`bundle ${b}`);
    });
    const alike = new Map<string, number[]>();
    component.states.forEach((_, state) => {
      const key = `${component.ends[state]} ${[...offers[state]].sort().join()}`;
      const group = alike.get(key);
      if (group) group.push(ends[c][state]);
      else alike.set(key, [ends[c][state]]);
    });
    for (const group of alike.values()) groups.push({ block: c, columns: group });
  });
  return { blockOf, columns, groups };
}
