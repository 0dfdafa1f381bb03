/** What a question asks of a flowgraph beyond its walks: rows over the columns that are drawn already. */
import type { LinearSum } from '../../property/interval/query.js';
import { atLeast, atMost, equals, type InequalityBuilder, Terms } from './builder.js';
import type { Flowgraph } from './flowgraph.js';
import { actionsOf } from './meant.js';
import type { Network } from './network.js';
import type { Segment } from './segment.js';
import type { Trap } from './traps.js';

export class Demands {
  constructor(
    private readonly network: Network,
    private readonly builder: InequalityBuilder,
    private readonly segments: Segment[],
    private readonly drawn: Flowgraph,
  ) {}

  /** The columns that count occurrences of these actions in an interval. */
  private counts(actions: Set<number>, source: number): number[] {
    const columns: number[] = [];
    this.segments.forEach((segment, number) => {
      if (segment.source !== source) return;
      for (const where of [this.drawn.inner[number], this.drawn.crossing[number]]) {
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

  interval({ interval, source }: Segment): void {
    for (const pattern of interval.require) {
      const terms = new Terms().addAll(this.counts(actionsOf(this.network, pattern), source));
      this.builder.row(`${source + 1} requires`, terms, atLeast(1));
    }
    for (const { left, relation, right } of interval.constraints) {
      const terms = new Terms();
      const add = (sum: LinearSum, sign: number) => {
        for (const event of sum.events)
          terms.addAll(this.counts(actionsOf(this.network, event), source), sign);
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

  neverEmpty(trap: Trap): void {
    this.segments.forEach((_, number) => {
      const terms = new Terms();
      this.network.components.forEach(({ edges }, c) => {
        const add = (column: number, state: number) => {
          if (column >= 0 && trap[c][state] === 1) terms.add(column);
        };
        this.drawn.staying[number][c].forEach(add);
        edges.forEach(({ to }, e) => {
          add(this.drawn.crossing[number][c][e], to);
        });
      });
      this.builder.row(`${number + 1} ends with somebody in a trap`, terms, atLeast(1));
    });
  }

  notBarren(states: number[]): void {
    const terms = new Terms();
    const ends = this.drawn.staying.at(-1)!;
    states.forEach((state, c) => {
      terms.add(ends[c][state]);
    });
    this.builder.row('from there nothing goes on for ever', terms, atMost(states.length - 1));
  }

  somethingWrong(observer: string | undefined): void {
    const terms = new Terms();
    this.network.components.forEach(({ observes, errors }, c) => {
      if (observes === observer) for (const state of errors) terms.add(this.drawn.staying.at(-1)![c][state]);
    });
    const faults = new Set(this.network.actions.flatMap(({ fault }, action) => (fault ? [action] : [])));
    if (observer === undefined) terms.addAll(this.counts(faults, 0));
    this.builder.row('something is wrong', terms, atLeast(1));
  }
}
