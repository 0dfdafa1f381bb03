/**
 * Deadlock as inequalities, in the direct form: a flow through every automaton from its start to one
 * state where it ends (`m` columns), equal counts for all who take part in an action, and in the end
 * no action is offered by all its participants while some process is not at an end.
 */

import type { Graph } from '../../evidence/certificate/certificate.js';
import { atLeast, atMost, equals, InequalityBuilder, Terms } from './builder.js';
import type { Component, Network } from './network.js';
import type { Blocks } from './probe.js';

export interface DeadlockInequalities {
  inequalities: InequalityBuilder;
  /** For each component, the column of each edge (-1: it never carries flow), and of ending in each state. */
  edges: number[][];
  ends: number[][];
  begins: Begins;
}

/** For each component with several initial states, the columns of beginning in each of them. */
export type Begins = Map<number, number[]>;

export function deadlockInequalities(network: Network): DeadlockInequalities {
  const builder = new InequalityBuilder();
  const edges: number[][] = [];
  const ends: number[][] = [];
  const { components, actions } = network;
  components.forEach((component) => {
    edges.push(
      component.edges.map(({ action, from, to }) =>
        actions[action].fault === 'fatal'
          ? -1
          : builder.count(`${component.name}: ${from} -> ${to} ${actions[action].name}`),
      ),
    );
    ends.push(component.states.map((_, state) => builder.count(`${component.name} ends in ${state}`, 1)));
  });
  const begins = walks(network, builder, edges, ends);
  communication(network, builder, edges, '');
  nothingOffered(network, builder, ends);
  someUnfinished(network, builder, ends);
  return { inequalities: builder, edges, ends, begins };
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
function walks(network: Network, builder: InequalityBuilder, edges: number[][], ends: number[][]): Begins {
  const begins: Begins = new Map();
  network.components.forEach((component, c) => {
    const balance = component.states.map(() => new Terms());
    const graph: Graph = {
      name: component.name,
      vertices: component.states.length,
      sources: component.initial,
      edges: [],
    };
    component.edges.forEach(({ from, to }, e) => {
      const column = edges[c][e];
      if (column < 0) return;
      balance[from].add(column, -1);
      balance[to].add(column);
      graph.edges.push({ column, from, to });
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
): void {
  const sides = sidesOf(network, edges);
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
export function sidesOf(network: Network, edges: number[][]): Map<number, number[]>[] {
  const sides = network.actions.map(() => new Map<number, number[]>());
  network.components.forEach((component, c) => {
    component.edges.forEach(({ action }, e) => {
      if (edges[c][e] < 0) return;
      const columns = sides[action].get(c) ?? [];
      sides[action].set(c, columns);
      columns.push(edges[c][e]);
    });
  });
  return sides;
}

/** In the end no action is offered by all its participants. */
export function nothingOffered(network: Network, builder: InequalityBuilder, ends: number[][]): void {
  const offering = network.actions.map(() => new Map<number, Set<number>>());
  network.components.forEach((component, c) => {
    for (const { action, from } of component.edges) {
      const states = offering[action].get(c) ?? new Set();
      offering[action].set(c, states);
      states.add(from);
    }
  });
  network.actions.forEach(({ name, participants }, a) => {
    if (participants.some((c) => !offering[a].has(c))) return;
    const terms = new Terms();
    for (const c of participants) for (const state of offering[a].get(c)!) terms.add(ends[c][state]);
    builder.row(`${name} is not offered`, terms, atMost(participants.length - 1));
  });
}

/** The columns of each component, and its end states grouped by the actions they offer. */
export function offerGroups(network: Network, { inequalities, edges, ends }: DeadlockInequalities): Blocks {
  const blockOf = new Int32Array(inequalities.columns.length).fill(-1);
  const columns: number[][] = [];
  const groups: Blocks['groups'] = [];
  network.components.forEach((component, c) => {
    columns.push([...edges[c].filter((column) => column >= 0), ...ends[c]]);
    for (const column of columns[c]) blockOf[column] = c;
    const offers = component.states.map(() => new Set<number>());
    for (const { from, action } of component.edges) offers[from].add(action);
    const alike = new Map<string, number[]>();
    component.states.forEach((_, state) => {
      const key = `${component.ends[state]} ${[...offers[state]].sort((a, b) => a - b).join()}`;
      alike.set(key, [...(alike.get(key) ?? []), ends[c][state]]);
    });
    for (const group of alike.values()) groups.push({ block: c, columns: group });
  });
  return { blockOf, columns, groups };
}
