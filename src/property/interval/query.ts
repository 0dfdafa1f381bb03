/**
 * INCA's interval queries: a query denotes the violating executions. A sequence of intervals denotes
 * the executions that split into consecutive segments, one for each interval, and then, if the last
 * interval is not perpetual, go on in any way. `match.ts` says it in full.
 */
import type { EventPattern } from '../event.js';

export interface IntervalQuery {
  name: string;
  fairness: 'fair' | 'nofair';
  /** The union of these sequences. */
  sequences: Interval[][];
}

export interface Interval {
  /** Starts with the execution. */
  initial: boolean;
  /** May contain its ending event before its end. */
  open: boolean;
  /** The rest of the execution; only the last interval. */
  perpetual: boolean;
  /** Its last event, and unless it is open the only such one. Absent: it may end anywhere, at once too. */
  endsWith?: EventPattern;
  /** Each of these occurs. */
  require: EventPattern[];
  /** Does not occur, but for the ending event, which may be one of these. */
  forbid?: EventPattern;
  constraints: LinearRelation[];
}

/** `left relation right`, over the numbers of occurrences inside the interval. */
export interface LinearRelation {
  relation: '=' | '<' | '<=' | '>' | '>=';
  left: LinearSum;
  right: LinearSum;
}

export interface LinearSum {
  constant: number;
  /** An event with a coefficient stands here that many times; a transition counts once for each. */
  events: EventPattern[];
}
