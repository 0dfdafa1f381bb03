/**
 * What a certificate file says: for each property that holds, how a reader can see for himself that it
 * does. Each kind of evidence has a checker of its own that shares no code with the engines.
 */
import type { SourceText } from '../../model/source.js';
import type { Certificate } from './certificate.js';
import type { FlowCertificate } from './flow/certificate.js';

export type Evidence =
  /** Inequalities that every violating execution would satisfy, and a proof that nothing does. */
  | { kind: 'inequality'; certificate: Certificate }
  /** What can hold where, closed under every step, with no violation in it. */
  | { kind: 'flow'; certificate: FlowCertificate }
  /** The states are few enough to visit all of them again. */
  | { kind: 'enumeration' };

export const CERTIFICATES = 'heddle-certificates-1';

/** One file for the properties of one program. */
export interface CertificateFile {
  schema: typeof CERTIFICATES;
  /** Version of Heddle that made it. */
  heddle: string;
  /** As it was called there; what counts is the program that the reader names. */
  program: string;
  /** How the program was read. */
  reading: { target?: string; asked: string[]; definitions?: string[] };
  entries: Entry[];
}

export interface Entry {
  property: string;
  text: string;
  /** How the question is made from the program: the so-manyth of all that is asked. */
  asked: { properties?: SourceText[]; ltl?: string[]; deadlock?: boolean; fair?: boolean };
  index: number;
  evidence?: Evidence;
  /** Why there is none. */
  missing?: string;
}

/** `refused`: this is no proof. `not shown`: it may be one, but the reader cannot see that it is about this program. */
export type Certified =
  | { outcome: 'accepted'; how: string }
  | { outcome: 'refused' | 'not shown'; reason: string };
