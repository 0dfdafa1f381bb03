/**
 * A fixed point that shows that no execution violates a property of order.
 *
 * It says, for a program as its reader finds it:
 *
 * - at which locations each process can stand, and which values its variables can have there;
 * - which two locations can be occupied at the same time;
 * - for each observer of the property, which tuples can hold while a process stands at a location. A tuple is
 *   a state of the observer, values of some integers of the state (null: any), and locations of some processes.
 *
 * All executions are inside when the start is and no step leads out; then nothing outside ever happens. The
 * checker sees to that, and that no tuple inside is a violation.
 */
import type { Reached } from './named.js';

export interface FlowCertificate {
  schema: 'heddle-flow-2';
  /** The integers of the state, by offset, and the processes that tuples follow. */
  cells: number[];
  tasks: number[];
  places: CertifiedPlace[];
  /** For each place, the later places that can be occupied at the same time. */
  together: number[][];
  observers: CertifiedObserver[];
}

interface CertifiedPlace {
  process: number;
  location: number;
  /** Possible values of integers of the state; null where any is. */
  values: [cell: number, values: number[] | null][];
}

interface CertifiedObserver {
  /** How its states are reached, after those at the start: so they are numbered in tuples. */
  reached: Reached[];
  /** State of the observer, then values, then locations. */
  tuples: (number | null)[][];
  /** For each place, numbers of tuples. */
  at: number[][];
}
