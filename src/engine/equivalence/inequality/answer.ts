/** What is asked of the inequalities, and what they answer. */
import type { Certificate } from '../../../evidence/certificate/certificate.js';
import type { LimitReached } from '../../reach/reference/meter.js';
import type { Side } from '../enumerative/index.js';
import type { Determinism } from './determinism.js';

export interface InequalityComparison {
  /** Ask only that the implementation does nothing the specification does not. */
  refines?: boolean;
  /** Most case distinctions on actions, for each direction. */
  mostSplits?: number;
  /** Most nodes of the search in one system of inequalities. */
  mostNodes?: number;
}

/** What was found out about one side on the way. */
export interface SideConditions {
  /** `leftOut`: actions with which it may go on for ever; the others come to rest. */
  divergenceFree: { shown: true } | { shown: false; leftOut: string[] };
  deterministic: Determinism;
}

/** The sizes of one direction: as the paper writes the system, and without the counts of single steps. */
export interface DirectionSize {
  can: Side;
  variables: number;
  rows: number;
  reduced: { variables: number; rows: number };
}

export type InequalityEquivalence = {
  conditions: Partial<Record<Side, SideConditions>>;
  sizes: DirectionSize[];
  /** The most segments a trace was cut into. */
  segments: number;
} /** `rebuilt`: its rows were derived a second time, from the systems alone. */ & (
  | { verdict: 'equivalent'; certificate: Certificate; rebuilt: boolean }
  | { verdict: 'different'; side: Side; word: string[] }
  | { verdict: 'inconclusive'; reason: string; limit?: LimitReached['limit'] }
);
