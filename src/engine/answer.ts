/** What an engine says about one question. */
import type { Run } from '../model/transition.js';

/** Every engine fills in what it counts; the names are those of the JSON report. */
export interface Statistics {
  states?: number;
  transitions?: number;
  depth?: number;
  seconds?: number;
  bytes?: number;
  variables?: number;
  rows?: number;
  nodes?: number;
  edges?: number;
  tuples?: number;
  nodeTuples?: number;
}

export type Answer = { statistics: Statistics; notices: string[] } & (
  | { verdict: 'holds'; strength: 'proved' | 'exhaustive' }
  | { verdict: 'violated'; run: Run; reason: string }
  /** `limit` is set when a budget ran out; otherwise the engine cannot decide this question. */
  | { verdict: 'inconclusive'; reason: string; limit?: 'time' | 'memory' | 'states' | 'interrupted' }
);
