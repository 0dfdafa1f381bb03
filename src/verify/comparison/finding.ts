/** What a way of comparing came to. */
import type { LimitReached } from '../../engine/reach/reference/meter.js';
import type { Certificate } from '../../evidence/certificate/certificate.js';
import type { Difference } from './evidence.js';

export type Finding =
  /** `basis`: what the answer rests on, one sentence for each link. */
  | { verdict: 'equivalent'; strength: 'exhaustive' | 'proved'; basis: string[]; certificate?: Certificate }
  | { verdict: 'different'; reason: string; evidence: Difference }
  | { verdict: 'inconclusive'; reason: string; limit?: LimitReached['limit'] };
