/** What can be asked of a system, bound to that system. This is what engines read. */
import type { Expression } from '../model/expression.js';
import type { Span } from '../model/source.js';
import type { EventPattern } from './event.js';
import type { IntervalQuery } from './interval/query.js';
import type { Observer } from './observer.js';

export interface Question {
  name: string;
  /** The property as written, or a sentence for the built-in ones. */
  text: string;
  span?: Span;
  ask: Ask;
  /** It follows from these together, as the one who wrote it says. */
  follows?: Premise[];
  /** Properties of the same program that may be proved first and then be relied on. */
  uses?: Premise[];
  /** Which reading of an ambiguous notation was taken, for the report. */
  notices?: string[];
}

export interface Premise {
  name: string;
  ask: Ask;
}

export type Fairness = 'weak' | 'strong';

export type Ask =
  /** No reachable state is stuck with a process that is not at an end. */
  | { kind: 'deadlock-free' }
  /** Every execution ends, with all processes at an end. */
  | { kind: 'terminates' }
  /** No assertion fails, nothing faults, no `error` location is reached (of this watching process, or of any). */
  | { kind: 'assertions'; observer?: string }
  | { kind: 'invariant'; predicate: Expression }
  /**
   * Several observers: each looks for one way to violate; none may succeed. With `fairness` only fair
   * executions count: a process that could move all the time (`weak`), or again and again (`strong`),
   * does move again and again.
   */
  | { kind: 'order'; observers: Observer[]; queries?: IntervalQuery[]; fairness?: Fairness }
  /** Whatever happens, one of these events can always happen again (under fair choice). */
  | { kind: 'progress'; events: EventPattern; when?: EventPattern };
