/**
 * An automaton as an observer: what an execution has to do with a language of finite words.
 *
 * Only the events of the alphabet are read; whatever else happens leaves the automaton where it is.
 * With the quantifier `all` an execution violates the property
 *
 * - as soon as no continuation could still be accepted (`bad`): this is what a run that goes on for
 *   ever can do wrong, and a run that ends too;
 * - or when it terminates and what it did is not accepted (`badAtEnd`).
 *
 * So a run that goes on for ever without passing a point of no return satisfies it. The quantifier
 * `no` is the same for the complement of the language.
 *
 * A transition that shows two events of the alphabet at once is read as the earlier one in the
 * alphabet. Where event names alone make such a clash visible, binding refuses the property.
 */
import type { EventPattern } from '../event.js';
import type { Atom, Observer } from '../observer.js';
import { complement } from './boolean.js';
import { type Dfa, deadStates } from './dfa.js';
import type { Quantifier } from './parse.js';

/** Atom i is event i of the alphabet. */
export function observerOfDfa(dfa: Dfa, quantifier: Quantifier, atoms: Atom[]): Observer {
  const wanted = quantifier === 'all' ? dfa : complement(dfa);
  const dead = deadStates(wanted);
  const letters = wanted.alphabet.length;
  const successors = Array.from({ length: wanted.states }, (_, state) =>
    Array.from(wanted.next.subarray(state * letters, (state + 1) * letters), (target) => [target]),
  );
  const stay = Array.from({ length: wanted.states }, (_, state) => [state]);
  return {
    acceptance: 'finite',
    atoms,
    initial: [wanted.start],
    successors(state, letter) {
      return letter === 0 ? stay[state] : successors[state][31 - Math.clz32(letter & -letter)];
    },
    bad: (state) => dead[state] === 1,
    badAtEnd: (state) => wanted.accepting[state] === 0,
    accepting: () => false,
  };
}

/**
 * Joins the events that the automaton treats alike in every state, and leaves out those that never
 * move it, so that a large alphabet (one start event for each of two hundred customers) fits into the
 * letters of an observer.
 */
export function joinAlike(dfa: Dfa, events: readonly EventPattern[]): { dfa: Dfa; events: EventPattern[] } {
  const letters = dfa.alphabet.length;
  const columns = new Map<string, number[]>();
  const idle = Array.from({ length: dfa.states }, (_, state) => state).join();
  for (let letter = 0; letter < letters; letter++) {
    const column = Array.from({ length: dfa.states }, (_, state) => dfa.next[state * letters + letter]);
    const key = column.join();
    if (key === idle) continue;
    const alike = columns.get(key);
    if (alike === undefined) columns.set(key, [letter]);
    else alike.push(letter);
  }
  const groups = [...columns.values()];
  const next = new Int32Array(dfa.states * groups.length);
  for (let state = 0; state < dfa.states; state++) {
    groups.forEach((group, i) => {
      next[state * groups.length + i] = dfa.next[state * letters + group[0]];
    });
  }
  return {
    dfa: { ...dfa, alphabet: groups.map((group) => group.map((i) => dfa.alphabet[i]).join(' | ')), next },
    events: groups.map((group) => {
      const parts = group.map((letter) => events[letter]);
      return parts.length === 1 ? parts[0] : { kind: 'or', parts };
    }),
  };
}

/** Can an execution that never terminates leave this property undecided for ever? */
export function readsPrefixes(dfa: Dfa, quantifier: Quantifier): boolean {
  const wanted = quantifier === 'all' ? dfa : complement(dfa);
  const dead = deadStates(wanted);
  return dead.some((one, state) => one === 0 && wanted.accepting[state] === 0);
}
