/** What reading a program gives: the system, and what its text itself asks of it. */
import type { Expression, Pattern } from './expression.js';
import type { Span } from './source.js';
import type { Location, System } from './system.js';
import type { Watch } from './watch.js';

export interface Program {
  system: System;
  declared: Declared[];
  /**
   * A system with fewer states that can do everything this one can, in the same order and no less stuck: what
   * never happens there never happens here.
   */
  coarser?(watch?: Watch): System;
}

/** A property stated in the program's own text. */
export type Declared =
  /** A watching process of the system (`observes`) must not reach its error location. */
  | { kind: 'safety'; name: string; span?: Span }
  /** One of these events can always happen again; with `when`, only where one of those happens for ever. */
  | { kind: 'progress'; name: string; events: string[]; when?: string[]; span?: Span }
  /**
   * A formula in Heddle's LTL notation. Where it needs watching processes it brings a system of its own.
   * `states`: what quoted names in it stand for: conditions that the notation has no words for.
   */
  | {
      kind: 'ltl';
      name: string;
      formula: string;
      states?: Record<string, Expression>;
      system?: System;
      span?: Span;
    }
  /** A claim that no execution may match: see `Claim`. */
  | { kind: 'never'; name: string; claim: Claim; span?: Span }
  /** The sends and receives on some channels must follow (`negated`: must not follow to the end) this automaton. */
  | { kind: 'trace'; name: string; negated: boolean; trace: TraceAutomaton; span?: Span }
  /** No execution visits locations marked `accept` for ever. */
  | { kind: 'acceptance'; name: string; span?: Span }
  /** No execution goes on for ever without visiting a location marked `progress` again and again. */
  | { kind: 'non-progress'; name: string; span?: Span };

/**
 * An automaton that watches the states of an execution. It starts at `initial`; in each state of the
 * execution, from the first on, it takes one edge whose guard (evaluated outside any process) is true.
 * Where there is none, this way of matching ends. The execution matches the claim when the automaton can
 * arrive at a location marked `error`, or can be at locations marked `accept` again and again for ever
 * (an execution that has ended stays in its last state). Locations of region `atomic` are passed in the
 * same state of the execution.
 */
export interface Claim {
  locations: Location[];
  initial: number;
  edges: ClaimEdge[];
}

export interface ClaimEdge {
  from: number;
  to: number;
  guard?: Expression;
  /** Taking the edge where this is false is a violation in itself. */
  assertion?: { condition: Expression; message: string };
  text?: string;
  span?: Span;
}

/**
 * Watches the channels that its edges name: each send or receive on one of them must match an edge from
 * where the automaton is, which then moves. A location marked `end` is its end.
 */
export interface TraceAutomaton {
  locations: Location[];
  initial: number;
  edges: TraceEdge[];
}

export interface TraceEdge {
  from: number;
  to: number;
  side: 'send' | 'receive';
  channel: Expression;
  /** `match` and `ignore` only. */
  patterns: Pattern[];
  text?: string;
  span?: Span;
}
