/** An LTL property as an observer: it looks for an execution that satisfies the negation. */
import type { Atom, Observer } from '../observer.js';
import { type Buchi, successorsOn } from './buchi.js';
import { type Deterministic, determinise } from './determinise.js';
import { type Formula, negate } from './formula.js';
import { translate } from './translate.js';

export interface LtlProperty {
  formula: Formula;
  /** Atom i of the formula is `atoms[i]`. */
  atoms: Atom[];
  /** The automaton of the negation, where it was built already. */
  violation?: Buchi;
}

/** Letters remembered for each state; beyond it successors are computed anew. */
const REMEMBERED_LETTERS = 4096;

export function observerOfLtl(property: LtlProperty): Observer {
  const buchi = property.violation ?? translate(negate(property.formula));
  const deterministic = determinise(buchi);
  if (deterministic) return observerWithoutChoice(property.atoms, deterministic);
  /** The atoms that a state's edges look at: letters that agree on them have the same successors. */
  const relevant = buchi.edges.map((edges) => edges.reduce((mask, e) => mask | e.positive | e.negative, 0));
  const remembered = buchi.edges.map(() => new Map<number, readonly number[]>());
  return {
    acceptance: 'infinite',
    atoms: property.atoms,
    initial: buchi.initial,
    successors(state, letter) {
      const seen = letter & relevant[state];
      const known = remembered[state].get(seen);
      if (known !== undefined) return known;
      const successors = successorsOn(buchi, state, seen);
      if (remembered[state].size < REMEMBERED_LETTERS) remembered[state].set(seen, successors);
      return successors;
    },
    bad: () => false,
    badAtEnd: () => false,
    accepting: (state) => buchi.accepting[state] === 1,
  };
}

function observerWithoutChoice(atoms: Atom[], automaton: Deterministic): Observer {
  const remembered = new Map<number, readonly number[]>();
  const finite = endsWithAnEvent(atoms, automaton);
  return {
    acceptance: finite ? 'finite' : 'infinite',
    atoms,
    initial: [automaton.initial],
    successors(state, letter) {
      const successor = automaton.successor(state, letter);
      if (successor === undefined) return NONE;
      const known = remembered.get(successor) ?? [successor];
      remembered.set(successor, known);
      return known;
    },
    bad: (state) => finite && state === automaton.accepting,
    badAtEnd: (state) => finite && state === automaton.accepting,
    accepting: (state) => state === automaton.accepting,
  };
}

/**
 * Does only an event ever violate the formula, and no step or end without one? Then a violation is complete with that
 * event: whatever comes after it, be it a fault, after which nothing is considered.
 */
function endsWithAnEvent(atoms: readonly Atom[], automaton: Deterministic): boolean {
  const { initial, accepting, states, successor } = automaton;
  if (initial === accepting || atoms.some(({ kind }) => kind === 'state')) return false;
  for (let state = 0; state < states; state++) if (successor(state, 0) !== state) return false;
  return true;
}

const NONE: readonly number[] = [];
