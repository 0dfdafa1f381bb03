/**
 * The flowgraph of one sequence of intervals, and its inequalities.
 *
 * Every component has one copy for each interval; flow moves inside a copy along the actions that the
 * interval admits before its end, and passes to the next copy when the interval ends. Where an
 * interval ends with an event, exactly one action of that kind happens at the border: its
 * participants cross along an edge that carries it, all others cross where they stand. So the ending
 * event, which may also be forbidden inside, is never confused with those before it, and an interval
 * may end with any of several actions.
 *
 * A perpetual interval becomes a finite one and a tail: the execution ends (nothing is offered), or it
 * goes on for ever (see `endless.ts`).
 */
import type { Graph } from '../../evidence/certificate/certificate.js';
import type { Interval } from '../../property/interval/query.js';
import { equals, InequalityBuilder, Terms } from './builder.js';
import {
  type Begins,
  beginning,
  communication,
  nothingOffered,
  sidesOf,
  someUnfinished,
} from './deadlock.js';
import { Demands } from './demands.js';
import { drawEndless, type Fairness } from './endless.js';
import { actionsOf, isMeant } from './meant.js';
import type { Network } from './network.js';
import { type Cut, type Segment, segmentsOf } from './segment.js';
import type { Trap } from './traps.js';

type Tail = 'none' | 'dead' | 'endless';

export interface Flowgraph {
  inequalities: InequalityBuilder;
  segments: number;
  /** For each interval and component, the column of each edge (-1: not admitted). */
  inner: number[][][];
  /** For each interval and component: the columns of crossing along an edge (-1: not with this one). */
  crossing: number[][][];
  /** The columns of crossing where it stands, by state (-1: cannot). */
  staying: number[][][];
  /** The amounts of the endless part. */
  endless: number[][];
  /** The columns of standing still for ever, under fairness. */
  idle: number[][];
  /** The columns of the shares of what goes on, under fairness. */
  shares: number[][];
  begins: Begins;
}

export interface FlowgraphOptions {
  tail: Tail;
  fairness?: Fairness;
  /** Sets of states that somebody is always in. */
  traps?: Trap[];
  /** States of all components from which nothing can go on for ever: the finite part does not end there. */
  barren?: number[][];
  /** At the end some process is not at an end. */
  unfinished?: boolean;
  /** At the end something is wrong: an `error` state (of this watching process), or, of the program, a fault. */
  wrong?: { observer?: string };
}

export function flowgraphOf(
  network: Network,
  sequence: Interval[],
  options: FlowgraphOptions,
  cuts: readonly Cut[] = [],
): Flowgraph {
  return new Drawing(network, segmentsOf(sequence, cuts), options).draw();
}

class Drawing {
  private readonly builder = new InequalityBuilder();
  private readonly result: Flowgraph;
  private readonly balance: Terms[][];
  private readonly graphs: Graph[];

  constructor(
    private readonly network: Network,
    private readonly segments: Segment[],
    private readonly options: FlowgraphOptions,
  ) {
    this.result = {
      inequalities: this.builder,
      segments: segments.length,
      inner: [],
      crossing: [],
      staying: [],
      endless: [],
      idle: [],
      shares: [],
      begins: new Map(),
    };
    this.balance = network.components.map(({ states }) =>
      Array.from({ length: (segments.length + 1) * states.length }, () => new Terms()),
    );
    this.graphs = network.components.map(({ name, states, initial }) => ({
      name,
      vertices: (segments.length + 1) * states.length,
      sources: initial,
      edges: [],
    }));
  }

  draw(): Flowgraph {
    this.segments.forEach((segment, number) => {
      this.inside(segment, number);
      this.border(segment, number);
    });
    const demands = new Demands(this.network, this.builder, this.segments, this.result);
    this.segments.forEach((segment, number) => {
      if (this.segments[number - 1]?.source !== segment.source) demands.interval(segment);
    });
    this.flow();
    const { tail, wrong, unfinished } = this.options;
    if (tail === 'dead') nothingOffered(this.network, this.builder, this.result.staying.at(-1)!);
    if (tail === 'endless') {
      const last = this.segments[this.segments.length - 1].interval;
      const admitted = this.network.actions.map(
        ({ fault }, action) => fault !== 'fatal' && !isMeant(this.network, last.forbid, action),
      );
      const ends = this.result.staying.at(-1)!;
      const parts = { ends, graphs: this.graphs, layer: this.segments.length };
      const { columns, idle, shares } = drawEndless(
        this.network,
        this.builder,
        admitted,
        parts,
        this.options.fairness,
      );
      this.result.endless = columns;
      this.result.idle = idle;
      this.result.shares = shares;
    }
    for (const trap of this.options.traps ?? []) demands.neverEmpty(trap);
    for (const states of this.options.barren ?? []) demands.notBarren(states);
    if (wrong) demands.somethingWrong(wrong.observer);
    if (unfinished) someUnfinished(this.network, this.builder, this.result.staying.at(-1)!);
    this.builder.graphs.push(...this.graphs);
    return this.result;
  }

  /** Actions that may happen before the segment ends. */
  private admitted({ interval, excluded }: Segment): boolean[] {
    const faults = this.options.wrong !== undefined;
    return this.network.actions.map(
      ({ fault }, action) =>
        (faults || fault !== 'fatal') &&
        !excluded.has(action) &&
        !isMeant(this.network, interval.forbid, action) &&
        (interval.open || !isMeant(this.network, interval.endsWith, action)),
    );
  }

  private inside(segment: Segment, number: number): void {
    const admitted = this.admitted(segment);
    const { components, actions } = this.network;
    const columns = components.map((component, c) =>
      component.edges.map(({ from, to, action }) => {
        if (!admitted[action]) return -1;
        const name = `${number + 1} ${component.name}: ${from} -> ${to} ${actions[action].name}`;
        const column = this.builder.count(name);
        const offset = number * component.states.length;
        this.edge(c, column, offset + from, offset + to);
        return column;
      }),
    );
    this.result.inner.push(columns);
    communication(this.network, this.builder, columns, `${number + 1} `);
  }

  private edge(component: number, column: number, from: number, to: number): void {
    this.balance[component][from].add(column, -1);
    this.balance[component][to].add(column);
    this.graphs[component].edges.push({ column, from, to });
  }

  /** From this copy to the next; after the last one, to the final vertex. */
  private border({ interval, endsAt }: Segment, number: number): void {
    const { components, actions } = this.network;
    const ending = interval.endsWith && actionsOf(this.network, interval.endsWith);
    const endings = endsAt === undefined ? ending : new Set([endsAt]);
    const target = (c: number, state: number) => (number + 1) * components[c].states.length + state;
    const crossing = components.map((component, c) =>
      component.edges.map(({ from, to, action }) => {
        if (!endings?.has(action)) return -1;
        const column = this.builder.count(
          `${number + 1} ends, ${component.name}: ${from} -> ${to} ${actions[action].name}`,
          1,
        );
        this.edge(c, column, number * component.states.length + from, target(c, to));
        return column;
      }),
    );
    const staying = components.map((component, c) => {
      const always =
        endings !== undefined && [...endings].every((action) => actions[action].participants.includes(c));
      return component.states.map((_, state) => {
        if (always) return -1;
        const column = this.builder.count(`${number + 1} ends, ${component.name} in ${state}`, 1);
        this.edge(c, column, number * component.states.length + state, target(c, state));
        return column;
      });
    });
    this.result.crossing.push(crossing);
    this.result.staying.push(staying);
    if (endings) this.ending(endings, crossing, number);
  }

  /** Exactly one ending action, and all its participants take it. */
  private ending(endings: Set<number>, crossing: number[][], number: number): void {
    const sides = sidesOf(this.network, crossing);
    const chosen = new Terms();
    for (const action of endings)
      chosen.addAll(sides[action].get(this.network.actions[action].participants[0]) ?? []);
    communication(this.network, this.builder, crossing, `${number + 1} ends with `);
    this.builder.row(`${number + 1} ends`, chosen, equals(1));
  }

  private flow(): void {
    this.network.components.forEach((component, c) => {
      const { name, states } = component;
      const start = beginning(component, c, this.builder, this.balance[c], this.result.begins);
      const arrival = this.segments.length * states.length;
      const arrives = new Terms();
      this.balance[c].forEach((terms, vertex) => {
        if (vertex >= arrival) {
          for (const column of terms.sums.keys()) arrives.add(column);
          return;
        }
        const where = `${Math.floor(vertex / states.length) + 1} ${name} at ${vertex % states.length}`;
        this.builder.row(where, terms, equals(vertex === start ? -1 : 0));
      });
      this.builder.row(`${name} arrives`, arrives, equals(1));
    });
  }
}
