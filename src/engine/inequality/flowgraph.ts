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
import { type EventPattern, matchesEvent } from '../../property/event.js';
import type { Interval, LinearSum } from '../../property/interval/query.js';
import { atLeast, atMost, equals, InequalityBuilder, Terms } from './builder.js';
import {
  type Begins,
  beginning,
  communication,
  nothingOffered,
  sidesOf,
  someUnfinished,
} from './deadlock.js';
import { drawEndless, type Fairness } from './endless.js';
import type { Network } from './network.js';
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

/** A case distinction on one segment: the action never happens in it, or it is split where it first or last does. */
export interface Cut {
  segment: number;
  action: number;
  how: 'never' | 'first' | 'last';
}

/** A copy of the automata. Without cuts there is one for each interval. */
interface Segment {
  interval: Interval;
  /** The number of its interval: what an interval demands is counted over all its segments. */
  source: number;
  excluded: ReadonlySet<number>;
  /** The action it ends with, where its interval goes on after it. */
  endsAt?: number;
}

export function flowgraphOf(
  network: Network,
  sequence: Interval[],
  options: FlowgraphOptions,
  cuts: readonly Cut[] = [],
): Flowgraph {
  let segments = finiteIntervals(sequence).map(
    (interval, source): Segment => ({ interval, source, excluded: new Set() }),
  );
  for (const { segment, action, how } of cuts) {
    const whole = segments[segment];
    const without = { ...whole, excluded: new Set([...whole.excluded, action]) };
    const parts = {
      never: [without],
      first: [{ ...without, endsAt: action }, whole],
      last: [{ ...whole, endsAt: action }, without],
    }[how];
    segments = segments.toSpliced(segment, 1, ...parts);
  }
  return new Drawing(network, segments, options).draw();
}

export const ANYTHING: Interval = {
  initial: true,
  open: false,
  perpetual: false,
  require: [],
  constraints: [],
};

/** The perpetual interval's finite part may be empty; relations over an endless part are left out. */
function finiteIntervals(sequence: Interval[]): Interval[] {
  const first = sequence[0]?.initial ? [] : [ANYTHING];
  const finite = sequence.map((interval) =>
    interval.perpetual ? { ...interval, perpetual: false, constraints: [] } : interval,
  );
  const last = finite.at(-1);
  const before = finite.at(-2);
  const idle = (i: Interval) =>
    i.endsWith === undefined && i.require.length === 0 && i.constraints.length === 0;
  const doubled =
    sequence.at(-1)?.perpetual &&
    last &&
    before &&
    idle(last) &&
    idle(before) &&
    JSON.stringify(before.forbid) === JSON.stringify(last.forbid);
  return [...first, ...(doubled ? finite.slice(0, -1) : finite)];
}

class Drawing {
  private readonly builder = new InequalityBuilder();
  private readonly result: Flowgraph;
  private readonly balance: Terms[][];
  private readonly graphs: Graph[];
  /** For each action 1 if it has an edge: where automata were put together, what one cannot do with the other is gone. */
  private readonly drawn: Uint8Array;

  constructor(
    private readonly network: Network,
    private readonly segments: Segment[],
    private readonly options: FlowgraphOptions,
  ) {
    this.drawn = new Uint8Array(network.actions.length);
    for (const { edges } of network.components) for (const { action } of edges) this.drawn[action] = 1;
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
    this.segments.forEach((segment, number) => {
      if (this.segments[number - 1]?.source !== segment.source) this.demands(segment);
    });
    this.flow();
    const { tail, wrong, unfinished } = this.options;
    if (tail === 'dead') nothingOffered(this.network, this.builder, this.result.staying.at(-1)!);
    if (tail === 'endless') {
      const last = this.segments[this.segments.length - 1].interval;
      const admitted = this.network.actions.map(
        ({ fault }, action) => fault !== 'fatal' && !this.matches(last.forbid, action),
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
    for (const trap of this.options.traps ?? []) this.neverEmpty(trap);
    for (const states of this.options.barren ?? []) this.notBarren(states);
    if (wrong) this.somethingWrong(wrong.observer);
    if (unfinished) someUnfinished(this.network, this.builder, this.result.staying.at(-1)!);
    this.builder.graphs.push(...this.graphs);
    return this.result;
  }

  private matches(pattern: EventPattern | undefined, action: number): boolean {
    if (!pattern) return false;
    return this.network.actions[action].events.some((event) => matchesEvent(pattern, event));
  }

  private actionsOf(pattern: EventPattern): Set<number> {
    const found = new Set<number>();
    this.network.actions.forEach(({ fault }, action) => {
      if (this.drawn[action] === 1 && fault !== 'fatal' && this.matches(pattern, action)) found.add(action);
    });
    return found;
  }

  /** Actions that may happen before the segment ends. */
  private admitted({ interval, excluded }: Segment): boolean[] {
    const faults = this.options.wrong !== undefined;
    return this.network.actions.map(
      ({ fault }, action) =>
        (faults || fault !== 'fatal') &&
        !excluded.has(action) &&
        !this.matches(interval.forbid, action) &&
        (interval.open || !this.matches(interval.endsWith, action)),
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
    const ending = interval.endsWith && this.actionsOf(interval.endsWith);
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

  /** The columns that count occurrences of these actions in an interval. */
  private counts(actions: Set<number>, source: number): number[] {
    const columns: number[] = [];
    this.segments.forEach((segment, number) => {
      if (segment.source !== source) return;
      for (const where of [this.result.inner[number], this.result.crossing[number]]) {
        this.network.components.forEach(({ edges }, c) => {
          edges.forEach(({ action }, e) => {
            const counts = actions.has(action) && this.network.actions[action].participants[0] === c;
            if (counts && where[c][e] >= 0) columns.push(where[c][e]);
          });
        });
      }
    });
    return columns;
  }

  private demands({ interval, source }: Segment): void {
    for (const pattern of interval.require) {
      const terms = new Terms().addAll(this.counts(this.actionsOf(pattern), source));
      this.builder.row(`${source + 1} requires`, terms, atLeast(1));
    }
    for (const { left, relation, right } of interval.constraints) {
      const terms = new Terms();
      const add = (sum: LinearSum, sign: number) => {
        for (const event of sum.events) terms.addAll(this.counts(this.actionsOf(event), source), sign);
      };
      add(left, 1);
      add(right, -1);
      const constant = right.constant - left.constant;
      const bounds = {
        '=': equals(constant),
        '<': atMost(constant - 1),
        '<=': atMost(constant),
        '>': atLeast(constant + 1),
        '>=': atLeast(constant),
      }[relation];
      this.builder.row(`${source + 1} constraint`, terms, bounds);
    }
  }

  private neverEmpty(trap: Trap): void {
    this.segments.forEach((_, number) => {
      const terms = new Terms();
      this.network.components.forEach(({ edges }, c) => {
        const add = (column: number, state: number) => {
          if (column >= 0 && trap[c][state] === 1) terms.add(column);
        };
        this.result.staying[number][c].forEach(add);
        edges.forEach(({ to }, e) => {
          add(this.result.crossing[number][c][e], to);
        });
      });
      this.builder.row(`${number + 1} ends with somebody in a trap`, terms, atLeast(1));
    });
  }

  private notBarren(states: number[]): void {
    const terms = new Terms();
    const ends = this.result.staying.at(-1)!;
    states.forEach((state, c) => {
      terms.add(ends[c][state]);
    });
    this.builder.row('from there nothing goes on for ever', terms, atMost(states.length - 1));
  }

  private somethingWrong(observer: string | undefined): void {
    const terms = new Terms();
    this.network.components.forEach(({ observes, errors }, c) => {
      if (observes === observer) for (const state of errors) terms.add(this.result.staying.at(-1)![c][state]);
    });
    const faults = new Set(this.network.actions.flatMap(({ fault }, action) => (fault ? [action] : [])));
    if (observer === undefined) terms.addAll(this.counts(faults, 0));
    this.builder.row('something is wrong', terms, atLeast(1));
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
