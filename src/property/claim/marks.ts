/** Cycles that the marks on a program's own locations forbid, as observers. */
import { constant, type Expression, not } from '../../model/expression.js';
import type { Mark, System } from '../../model/system.js';
import type { Observer } from '../observer.js';

const never = (): boolean => false;

/** Looks for an execution that is at an `accept` location again and again. */
export function acceptanceObserver(system: System): Observer {
  return {
    acceptance: 'infinite',
    endless: true,
    atoms: [{ kind: 'state', name: 'accept', predicate: somewhere(system, 'accept') }],
    initial: [0],
    successors: (_, letter) => (letter & 1 ? IN_ONE : IN_ZERO),
    bad: never,
    badAtEnd: never,
    accepting: (state) => state === 1,
  };
}

/** Looks for an execution that from some moment on is never at a `progress` location. */
export function nonProgressObserver(system: System): Observer {
  return {
    acceptance: 'infinite',
    endless: true,
    atoms: [{ kind: 'state', name: 'np_', predicate: not(somewhere(system, 'progress')) }],
    initial: [0],
    // It guesses when the last visit was: from 0 it may go to 1, where every state must be without progress.
    successors: (state, letter) =>
      letter & 1 ? (state === 0 ? IN_EITHER : IN_ONE) : state === 0 ? IN_ZERO : NOWHERE,
    bad: never,
    badAtEnd: never,
    accepting: (state) => state === 1,
  };
}

const IN_ZERO = [0];
const IN_ONE = [1];
const IN_EITHER = [0, 1];
const NOWHERE: number[] = [];

/** Is some process at a location with this mark? */
function somewhere(system: System, mark: Mark): Expression {
  const tests: Expression[] = [];
  for (let process = 0; process < system.processBound; process++) {
    system.types.forEach((type, index) => {
      const locations = type.locations.flatMap((l, i) => (l.marks?.includes(mark) ? [i] : []));
      if (locations.length > 0)
        tests.push({ kind: 'at', process: constant(process), type: index, locations });
    });
  }
  return balanced(tests);
}

/** Any of these, nested no deeper than need be. */
function balanced(tests: Expression[]): Expression {
  if (tests.length === 0) return constant(0);
  if (tests.length === 1) return tests[0];
  const half = tests.length >> 1;
  return {
    kind: 'binary',
    operator: 'or',
    left: balanced(tests.slice(0, half)),
    right: balanced(tests.slice(half)),
  };
}
