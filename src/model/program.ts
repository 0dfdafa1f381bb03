/** What reading a program gives: the system, and what its text itself asks of it. */
import type { Span } from './source.js';
import type { System } from './system.js';

export interface Program {
  system: System;
  declared: Declared[];
}

/** A property stated in the program's own text. */
export type Declared =
  /** A watching process of the system (`observes`) must not reach its error location. */
  | { kind: 'safety'; name: string; span?: Span }
  /** One of these events can always happen again; with `when`, only where one of those happens for ever. */
  | { kind: 'progress'; name: string; events: string[]; when?: string[]; span?: Span }
  /** A formula in Heddle's LTL notation. Where it needs watching processes it brings a system of its own. */
  | { kind: 'ltl'; name: string; formula: string; system?: System; span?: Span };
