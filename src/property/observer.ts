/**
 * An observer reads an execution letter by letter and looks for a violation. It is what all
 * event-order notations become: regular expressions, automata, LTL and interval queries.
 *
 * A letter is the set of atoms that hold at one position, as a bit set (atom i is bit i, at most 30
 * atoms): the state before the transition, and the events the transition shows. A complete execution
 * that ends is followed by the letter of its last state without events, for ever.
 */
import type { Expression } from '../model/expression.js';
import type { EventPattern } from './event.js';

/** A letter is a bit set in a small integer; one bit is left for what properties do not say themselves. */
export const MOST_ATOMS = 30;

export type Atom =
  | { kind: 'event'; name: string; pattern: EventPattern }
  /** Evaluated outside any process: shared variables, or `other` places and locations. */
  | { kind: 'state'; name: string; predicate: Expression };

/**
 * `finite`: a violation is a state with `bad`, or an execution that terminated (nothing enabled, all
 * processes at an end) in a state with `badAtEnd`.
 * `infinite`: a violation is an execution with infinitely many `accepting` states (Büchi).
 * States are small integers, numbered by the observer; it may be nondeterministic: some way of
 * reading the execution is enough. No successor: this reading is given up.
 */
export interface Observer {
  acceptance: 'finite' | 'infinite';
  /** With `infinite`: an execution that ends violates nothing, whatever its last state is. */
  endless?: boolean;
  atoms: Atom[];
  initial: number[];
  successors(state: number, letter: number): readonly number[];
  bad(state: number): boolean;
  badAtEnd(state: number): boolean;
  accepting(state: number): boolean;
}
