/**
 * INCA's interval queries: a query denotes the violating executions. A sequence of intervals denotes
 * the executions that split into consecutive segments, one for each interval.
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
  endsWith?: EventPattern;
  require: EventPattern[];
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
  events: EventPattern[];
}
