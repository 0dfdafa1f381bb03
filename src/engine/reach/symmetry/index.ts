/**
 * Symmetry: processes that do the same can be exchanged, with everything that belongs to them and every name they
 * go by, and the system is what it was. Of the states that such exchanges lead to from one another, one is enough.
 *
 * What is found here holds of the whole system: a group's members have code of the same shape (`alike.ts`); where
 * numbers differ in it, they stand for the members, and nobody reckons with such numbers or names one of them
 * (`reading.ts`, `kinds.ts`; `finding.ts` draws the conclusions). Where an execution begins does not matter: what
 * follows from two states that become one another is the same.
 */
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import type { Ask } from '../../../property/question.js';
import { prepare, withThoseWhoEnded } from '../prepare/index.js';
import { Finding } from './finding.js';

/** Processes any two of which can be exchanged. */
export interface Group {
  /** Their numbers. */
  members: number[];
  /**
   * Somebody names a member only at first: it can be exchanged with others while these cells, where that process is,
   * hold one of these locations, from which it never comes back to name it.
   */
  whenAt: { cell: number; locations: number[] }[][];
  /** The cells that belong to each of them, like cells at like places. */
  own: number[][];
  /** The cells that may hold the name of a member. */
  valued: Valued[];
}

export interface Valued {
  cell: number;
  /** The name of each member there. */
  values: number[];
  within?: { length: number; slot: number };
}

/** Beyond this, finding out who is like whom takes longer than most searches. */
const MOST_STEPS = 20_000;

/** Nothing in the question tells processes apart. */
export const isAboutAnyProcess = ({ kind }: Ask): boolean =>
  kind === 'deadlock-free' || kind === 'assertions';

/** In how many ways like processes can be exchanged, in the system as it is searched for this question. */
export function orderOf(system: System, ask: Ask, watch: Watch = unwatched): number {
  const steps = system.types.reduce((sum, type) => sum + type.steps.length, 0);
  if (steps > MOST_STEPS) return 1;
  const { system: searched } = withThoseWhoEnded(prepare(system, [ask], watch));
  return countOf(symmetryOf(new Interpreter(searched)));
}

/** The groups of a system's processes that can be exchanged. */
export const symmetryOf = (interpreter: Interpreter): Group[] => new Finding(interpreter).groups;

const countOf = (groups: readonly Group[]): number =>
  groups.reduce((count, { members }) => count * factorial(members.length), 1);

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
