/**
 * What must be true of a trace that one system can continue with an action and the other cannot.
 *
 * The trace is a flow through the automata of both, with equal counts of whatever is visible (`pair.ts`).
 * It ends where the side that `can` offers the action, and where the other side has come to rest and does
 * not offer it: every execution of the other side can be prolonged by its `progress` actions until none
 * of them is possible, since these cannot go on for ever, and what it shows stays the same.
 */
import type { Graph } from '../../../evidence/certificate/certificate.js';
import { atMost, equals, InequalityBuilder, Terms } from '../../inequality/builder.js';
import { type Begins, beginning, communication } from '../../inequality/deadlock.js';
import type { Network } from '../../inequality/network.js';
import type { Side } from '../enumerative/index.js';
import { byLabel, type Half, isPossible, otherSide, type Pair } from './pair.js';

export interface Direction {
  /** The side that can go on. */
  can: Side;
  /** Invisible actions of the other side, by its own numbers, that cannot go on for ever by themselves. */
  progress: ReadonlySet<number>;
}

export interface BadPair {
  inequalities: InequalityBuilder;
  /** For each component of the pair, the column of each edge and of ending in each state. */
  edges: number[][];
  ends: number[][];
  begins: Begins;
  /** The columns of going on with each label. */
  extensions: Map<string, number[]>;
  /** Where the flow equations of each component begin, and those of meetings. */
  rows: { flow: number[]; meetings: number };
}

/**
 * `published`: exactly the rows of the paper's algorithm. Otherwise two kinds of rows are stronger: every
 * automaton ends in one state (the sum of its flow equations), and actions that are offered in the same
 * states share a row, since only one of them is chosen.
 */
export function badPair(pair: Pair, direction: Direction, form: 'published' | 'strong'): BadPair {
  const builder = new InequalityBuilder();
  const { network } = pair;
  const edges = network.components.map((component) =>
    component.edges.map(({ from, to, action }) =>
      builder.count(`${component.name}: ${from} -> ${to} ${network.actions[action].name}`),
    ),
  );
  const ends = network.components.map((component) =>
    component.states.map((_, state) => builder.count(`${component.name} ends in ${state}`, 1)),
  );
  const { begins, flow } = flows(network, builder, edges, ends);
  const meetings = builder.rows.length;
  communication(network, builder, edges, '');
  if (form === 'strong')
    ends.forEach((columns, c) => {
      builder.row(`${network.components[c].name} ends`, new Terms().addAll(columns), equals(1));
    });
  const extensions = extension(pair, direction, builder, ends, form);
  return { inequalities: builder, edges, ends, begins, extensions, rows: { flow, meetings } };
}

function flows(
  network: Network,
  builder: InequalityBuilder,
  edges: number[][],
  ends: number[][],
): { begins: Begins; flow: number[] } {
  const begins: Begins = new Map();
  const flow: number[] = [];
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
      balance[from].add(column, -1);
      balance[to].add(column);
      graph.edges.push({ column, from, to });
    });
    const start = beginning(component, c, builder, balance, begins);
    flow.push(builder.rows.length);
    balance.forEach((terms, state) => {
      terms.add(ends[c][state], -1);
      builder.row(`${component.name} at ${state}`, terms, equals(state === start ? -1 : 0));
    });
    builder.graphs.push(graph);
  });
  return { begins, flow };
}

/** Adds how the trace ends; `ends` are the columns of ending in each state of each component of the pair. */
export function extension(
  pair: Pair,
  { can, progress }: Direction,
  builder: InequalityBuilder,
  ends: number[][],
  form: 'published' | 'strong',
): BadPair['extensions'] {
  const [one, other] = [pair.halves[can], pair.halves[otherSide(can)]];
  const endsOf = (half: Half, c: number, states: readonly number[]) =>
    states.map((state) => ends[half.offset + c][state]);
  const chosen = new Terms();
  const extensions = new Map<string, number[]>();
  const enabled = new Map<string, { name: string; extensions: number[]; ends: number[] }>();
  for (const [label, actions] of byLabel(one)) {
    const columns: number[] = [];
    extensions.set(label, columns);
    for (const action of actions) {
      const column = builder.count(actions.length === 1 ? `next ${label}` : `next ${label} (${action})`, 1);
      columns.push(column);
      chosen.add(column);
      for (const c of one.network.actions[action].participants) {
        const states = endsOf(one, c, one.offers[action].get(c)!);
        const key = form === 'strong' ? `${c} ${[...states].sort((a, b) => a - b).join()}` : `${action} ${c}`;
        const row = enabled.get(key) ?? { name: `${label} can be next`, extensions: [], ends: states };
        enabled.set(key, row);
        row.extensions.push(column);
      }
    }
  }
  builder.row('one is next', chosen, equals(1));
  for (const row of enabled.values())
    builder.row(row.name, new Terms().addAll(row.extensions).addAll(row.ends, -1), atMost(0));
  atRest(other, progress, builder, endsOf);
  excluded(other, progress, builder, extensions, endsOf);
  return extensions;
}

type EndsOf = (half: Half, component: number, states: readonly number[]) => number[];

/** No progress action that others take part in is possible. */
function atRest(half: Half, progress: ReadonlySet<number>, builder: InequalityBuilder, endsOf: EndsOf): void {
  for (const action of progress) {
    const { name, participants } = half.network.actions[action];
    if (participants.length < 2 || !isPossible(half, action)) continue;
    const terms = new Terms();
    for (const c of participants) terms.addAll(endsOf(half, c, half.offers[action].get(c)!));
    builder.row(`${name} is not possible`, terms, atMost(participants.length - 1));
  }
}

/** Whoever rests in a state does not offer the chosen action there. */
function excluded(
  half: Half,
  progress: ReadonlySet<number>,
  builder: InequalityBuilder,
  extensions: BadPair['extensions'],
  endsOf: EndsOf,
): void {
  const { network, offers, labels } = half;
  const alone = network.components.map(({ states }) =>
    states.map(() => ({ moves: false, next: [] as number[] })),
  );
  const together: number[] = [];
  network.actions.forEach(({ participants }, action) => {
    if (!isPossible(half, action)) return;
    const [c] = participants;
    if (labels[action] !== '') {
      const next = extensions.get(labels[action]);
      if (!next) return;
      if (participants.length > 1) together.push(action);
      else for (const state of offers[action].get(c)!) alone[c][state].next.push(...next);
    } else if (progress.has(action) && participants.length === 1)
      for (const state of offers[action].get(c)!) alone[c][state].moves = true;
  });
  network.components.forEach(({ name, states }, c) => {
    states.forEach((_, state) => {
      const { moves, next } = alone[c][state];
      const terms = new Terms().addAll(endsOf(half, c, [state]));
      if (moves) builder.row(`${name} does not rest in ${state}`, terms, equals(0));
      else builder.row(`${name} offers it in ${state}`, terms.addAll(new Set(next)), atMost(1));
    });
  });
  for (const action of together) {
    const { participants } = network.actions[action];
    const terms = new Terms().addAll(extensions.get(labels[action])!);
    for (const c of participants) terms.addAll(endsOf(half, c, offers[action].get(c)!));
    builder.row(`${labels[action]} is not possible`, terms, atMost(participants.length));
  }
}
