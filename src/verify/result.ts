/** The answer to one question about one program: plain data, a union on `verdict`. */
import type { Limit, Statistics } from '../engine/answer.js';
import type { Entry } from '../evidence/certificate/evidence.js';
import type { Trace } from '../evidence/trace.js';
import type { Span } from '../model/source.js';
import type { Attempt } from './portfolio/conduct.js';
import type { UnreachedCode } from './unreached.js';

export type Result = {
  file: string;
  /** Name of the property. */
  property: string;
  /** The property as written. */
  text: string;
  span?: Span;
  engine: string;
  statistics: Statistics;
  notices: string[];
  /** Where the answer was not found on the program itself: how it follows, link by link. */
  reasoning?: string[];
  /** Found by an earlier run of the same Heddle on the same texts with the same options. */
  cached?: true;
  /** Which engines were planned for it, and what each said. */
  attempts?: Attempt[];
  /** Of an answer that holds: what a certificate file says about it. */
  certificate?: Entry;
} /** `unreached`: after a search of all states, told once for each program. `vacuous`: events of the property that never happen. */ & (
  | { verdict: 'holds'; strength: 'proved' | 'exhaustive'; unreached?: UnreachedCode[]; vacuous?: string[] }
  | { verdict: 'violated'; reason: string; trace: Trace }
  /** `candidate`: an execution of the model that violates the property, and may be none of the program. */
  | { verdict: 'inconclusive'; reason: string; limit?: Limit; candidate?: Trace }
);

/** The execution that comes with the answer: one of the program, or a candidate. */
export function executionIn(result: Result): Trace | undefined {
  if (result.verdict === 'violated') return result.trace;
  return result.verdict === 'inconclusive' ? result.candidate : undefined;
}

/** Exit codes of the command, documented and never reused. */
export const EXIT = {
  holds: 0,
  violated: 1,
  inconclusive: 2,
  badInput: 3,
  limit: 4,
  defect: 5,
} as const;

export function exitCode(results: readonly Result[]): number {
  if (results.some((r) => r.verdict === 'violated')) return EXIT.violated;
  if (results.some((r) => r.verdict === 'inconclusive' && r.limit !== undefined)) return EXIT.limit;
  if (results.some((r) => r.verdict === 'inconclusive')) return EXIT.inconclusive;
  return EXIT.holds;
}
