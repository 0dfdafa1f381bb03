/**
 * One execution, told. A trace is made only by replaying a run on the reference interpreter, so
 * whatever it says did happen there. It is plain data: this is what reports print and JSON carries.
 */
import type { Span } from '../model/source.js';

export interface Trace {
  /** Names of all processes that take part, in order of their numbers. */
  processes: string[];
  /** Which initial state it begins in, where that is not the first. */
  start?: number;
  /** Values of the variables at the start (only those that are ever shown to change). */
  initial: NamedValue[];
  steps: TraceStep[];
  /** Of a very long execution not every step is told: this many are missing after the first `after`. */
  leftOut?: { after: number; steps: number };
  /** Steps from this index on repeat for ever. Absent: the trace ends after its last step. */
  cycleFrom?: number;
  /** What the last state is: where each process stands, and why it cannot go on. */
  ending: Ending;
}

/** How many steps the execution has. */
export const lengthOf = ({ steps, leftOut }: Trace): number => steps.length + (leftOut?.steps ?? 0);

/** Which step of the execution is told at this index, counted from 1. */
export const numberOf = ({ leftOut }: Trace, index: number): number =>
  index + 1 + (leftOut && index >= leftOut.after ? leftOut.steps : 0);

export interface TraceStep {
  /** The processes that step together; the first is the one that initiates (sends, calls). */
  participants: TraceParticipant[];
  /** Events as properties see them; empty for an internal step. */
  events: string[];
  /** What a chart shows: `token`, `ch!3`, `x = 4`. */
  label: string;
  changes: Change[];
  /** Text the program printed. */
  output: string[];
  /** The value taken, where the step may take any of several. */
  choice?: number;
}

export interface TraceParticipant {
  process: number;
  name: string;
  /** Index of the step in its process type, for replay by machine. */
  step: number;
  text?: string;
  span?: Span;
}

export interface Change {
  name: string;
  before: string;
  after: string;
}

export interface NamedValue {
  name: string;
  value: string;
}

export interface Ending {
  /** `fault`: the last step faulted, `message` says how. */
  kind: 'goes on' | 'deadlock' | 'terminated' | 'cycle' | 'fault' | 'error location';
  message?: string;
  /** Where every process stands at the end; filled for `deadlock` and `terminated`. */
  waiting: Waiting[];
  /** Processes that wait for one another in a circle, by number; empty where there is none. */
  circle: number[];
}

export interface Waiting {
  process: number;
  name: string;
  location: string;
  /** At an end mark: it may wait here for ever. */
  atEnd: boolean;
  /** What it could do if others let it: the labels it is ready for. */
  readyFor: string[];
  /** It waits to be called or sent to, and all that ever could have ended, or there are none. */
  idle?: boolean;
  /** The processes that would have to move first, by number. */
  waitsFor: number[];
  span?: Span;
}
