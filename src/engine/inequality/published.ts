/**
 * The inequalities exactly as the papers print them, before any reduction: one copy of each automaton
 * for each interval, connection variables where an interval may end, accept variables where a trace
 * may end, hang symbols as ordinary transitions with a restriction for each channel. The engine itself
 * uses the sharper flowgraph; this form is for comparing with what was published.
 */
import { type EventPattern, matchesEvent } from '../../property/event.js';
import type { Interval } from '../../property/interval/query.js';
import { atLeast, atMost, equals, InequalityBuilder, Terms } from './builder.js';
import { stronglyConnected } from './connected.js';
import { communication, sidesOf } from './deadlock.js';
import type { Component, Network } from './network.js';

export type PublishedForm =
  /** A trace in which every automaton stops at an accepting state. */
  | { kind: 'finite' }
  /** The same, or going on for ever. */
  | { kind: 'infinite' }
  /** A prefix of a trace that splits into these intervals; an only end state may need no variable. */
  | { kind: 'prefix'; intervals: Interval[]; onlyEndIsImplicit: boolean };

/** Transitions are numbered through all automata in the order of their steps, from 1; states as found. */
export function publishedInequalities(network: Network, form: PublishedForm): InequalityBuilder {
  return new Printing(network).print(form);
}

class Printing {
  private readonly builder = new InequalityBuilder();
  private readonly firstEdge: number[] = [];
  private readonly firstState: number[] = [];

  private readonly network: Network;

  constructor(unordered: Network) {
    const components = unordered.components.map((component) => ({
      ...component,
      edges: [...component.edges].sort((a, b) => (a.step ?? 0) - (b.step ?? 0)),
    }));
    this.network = { ...unordered, components };
    const { network } = this;
    let [edges, states] = [1, 1];
    for (const component of network.components) {
      this.firstEdge.push(edges);
      this.firstState.push(states);
      edges += component.edges.length;
      states += component.states.length;
    }
  }

  print(form: PublishedForm): InequalityBuilder {
    const { components } = this.network;
    const intervals = form.kind === 'prefix' ? form.intervals : [undefined];
    const implicit = form.kind === 'prefix' && form.onlyEndIsImplicit;
    const copies: number[][][] = [];
    // Flow that arrives at each state: one at the start, later what the interval before handed over.
    let arriving: (number | 'start' | undefined)[][] = components.map(({ states, initial }) =>
      states.map((_, state) => (initial.includes(state) ? 'start' : undefined)),
    );
    intervals.forEach((interval, i) => {
      const prefix = intervals.length > 1 || form.kind === 'infinite' ? `${i + 1},` : '';
      const columns = this.transitions(prefix);
      copies.push(columns);
      const perpetual = form.kind === 'infinite' ? this.inCycles() : undefined;
      const leaving = components.map((component, c) =>
        component.states.map((_, state) => {
          const number = this.firstState[c] + state;
          if (!interval) {
            if (component.ends[state]) return this.builder.count(`f${number}`, 1);
            return perpetual?.[c].has(state) ? this.builder.count(`c${prefix}${number}`, 1) : undefined;
          }
          const ends = this.endStates(interval, component, c);
          if (!ends.has(state)) return undefined;
          return ends.size === 1 && i === intervals.length - 1 && implicit
            ? ('end' as const)
            : this.builder.count(`c${prefix}${number}`, 1);
        }),
      );
      this.flow(prefix, columns, arriving, leaving);
      communication(this.network, this.builder, columns, prefix);
      if (interval) this.requirements(prefix, interval, columns);
      if (perpetual) copies.push(this.perpetual(perpetual, leaving));
      arriving = leaving.map((states) => states.map((column) => (column === 'end' ? undefined : column)));
    });
    this.restrictions(copies);
    return this.builder;
  }

  private transitions(prefix: string): number[][] {
    return this.network.components.map(({ edges }, c) =>
      edges.map((_, e) => this.builder.count(`x${prefix}${this.firstEdge[c] + e}`)),
    );
  }

  private flow(
    prefix: string,
    columns: number[][],
    arriving: (number | 'start' | undefined)[][],
    leaving: (number | 'end' | undefined)[][],
  ): void {
    this.network.components.forEach(({ states, edges }, c) => {
      const balance = states.map(() => new Terms());
      edges.forEach(({ from, to }, e) => {
        balance[from].add(columns[c][e], -1);
        balance[to].add(columns[c][e]);
      });
      balance.forEach((terms, state) => {
        let implicit = 0;
        const [before, after] = [arriving[c][state], leaving[c][state]];
        if (before === 'start') implicit--;
        else if (before !== undefined) terms.add(before);
        if (after === 'end') implicit++;
        else if (after !== undefined) terms.add(after, -1);
        this.builder.row(`${prefix}flow at ${this.firstState[c] + state}`, terms, equals(implicit));
      });
    });
  }

  private matching(pattern: EventPattern): number[] {
    return this.network.actions.flatMap(({ events }, action) =>
      events.some((event) => matchesEvent(pattern, event)) ? [action] : [],
    );
  }

  /** After the ending event, and after whatever else has to have happened in it. */
  private endStates(interval: Interval, { states, edges }: Component, c: number): Set<number> {
    const takesPart = (actions: number[]) =>
      actions.every((action) => this.network.actions[action].participants.includes(c));
    const ending = interval.endsWith ? this.matching(interval.endsWith) : [];
    let ends = new Set(states.keys());
    if (ending.length > 0 && takesPart(ending))
      ends = new Set(edges.flatMap(({ action, to }) => (ending.includes(action) ? [to] : [])));
    for (const pattern of interval.require) {
      const required = this.matching(pattern);
      if (!takesPart(required)) continue;
      const after = new Set(edges.flatMap(({ action, to }) => (required.includes(action) ? [to] : [])));
      for (const state of after) for (const { from, to } of edges) if (from === state) after.add(to);
      ends = new Set([...ends].filter((state) => after.has(state)));
    }
    return ends;
  }

  private requirements(prefix: string, interval: Interval, columns: number[][]): void {
    const sides = sidesOf(this.network, columns);
    // The side with the fewest transitions counts.
    const count = (actions: number[]): Terms => {
      const terms = new Terms();
      for (const action of actions) {
        const [fewest] = [...sides[action].values()].sort((a, b) => a.length - b.length);
        terms.addAll(fewest ?? []);
      }
      return terms;
    };
    const ending = interval.endsWith ? this.matching(interval.endsWith) : [];
    const forbidden = interval.forbid
      ? this.matching(interval.forbid).filter((a) => !ending.includes(a))
      : [];
    // Where the ending event fixes the end state of every participant, it needs no row.
    if (ending.length > 0 && !this.fixesEnds(ending))
      this.builder.row(`${prefix}ending`, count(ending), interval.open ? atLeast(1) : equals(1));
    for (const action of forbidden) this.builder.row(`${prefix}forbidden`, count([action]), equals(0));
    for (const pattern of interval.require)
      this.builder.row(`${prefix}required`, count(this.matching(pattern)), atLeast(1));
  }

  /** No way into the end states but by the ending event itself. */
  private fixesEnds(ending: number[]): boolean {
    return this.network.components.some(({ edges, initial }, c) => {
      if (!ending.every((action) => this.network.actions[action].participants.includes(c))) return false;
      const ends = new Set(edges.flatMap(({ action, to }) => (ending.includes(action) ? [to] : [])));
      if (initial.some((state) => ends.has(state))) return false;
      return edges.every(
        ({ action, from, to }) => !ends.has(to) || (ending.includes(action) && !ends.has(from)),
      );
    });
  }

  /** The states with a transition inside their strongly connected part. */
  private inCycles(): Set<number>[] {
    return this.network.components.map(({ states, edges }) => {
      const part = stronglyConnected(states.length, edges);
      return new Set(edges.flatMap(({ from, to }) => (part[from] === part[to] ? [from] : [])));
    });
  }

  private perpetual(cyclic: Set<number>[], connections: (number | 'end' | undefined)[][]): number[][] {
    const { components } = this.network;
    const columns = components.map(({ states, edges }, c) => {
      const part = stronglyConnected(states.length, edges);
      return edges.map(({ from, to }, e) =>
        part[from] === part[to] ? this.builder.count(`x2,${this.firstEdge[c] + e}`) : -1,
      );
    });
    components.forEach(({ edges }, c) => {
      for (const state of cyclic[c]) {
        const terms = new Terms();
        const out = new Terms();
        edges.forEach(({ from, to }, e) => {
          if (columns[c][e] < 0) return;
          if (from === state) terms.add(columns[c][e], -1);
          if (to === state) terms.add(columns[c][e]);
          if (from === state) out.add(columns[c][e]);
        });
        const number = this.firstState[c] + state;
        this.builder.row(`2,flow at ${number}`, terms, equals(0));
        const connection = connections[c][state];
        if (typeof connection === 'number')
          this.builder.row(`perpetual at ${number}`, out.add(connection, -1), atLeast(0));
      }
    });
    communication(this.network, this.builder, columns, '2,');
    return columns;
  }

  /** At most one side of a channel waits for ever on it; a hang symbol is the channel after `<` or `>`. */
  private restrictions(copies: number[][][]): void {
    const hangs = new Map<string, Terms>();
    for (const columns of copies) {
      this.network.components.forEach(({ edges }, c) => {
        edges.forEach(({ action }, e) => {
          const [event] = this.network.actions[action].events;
          if (columns[c][e] < 0 || !/^[<>]/.test(event?.name ?? '')) return;
          const channel = event.name.slice(1);
          hangs.set(channel, (hangs.get(channel) ?? new Terms()).add(columns[c][e]));
        });
      });
    }
    for (const [channel, terms] of hangs) this.builder.row(`restriction ${channel}`, terms, atMost(1));
  }
}
