/**
 * Safety: where a violation is complete as soon as an accepting state is reached, whatever comes after, the sets of
 * states that an automaton may be in are the states of one that has no choice. A search then meets each state of a
 * program with one reading of what came before, and not with every guess.
 */
import { type Buchi, successorsOn } from './buchi.js';

/** An automaton without choice; `accepting` has no way out. */
export interface Deterministic {
  initial: number;
  accepting: number;
  /** How many states there are. */
  states: number;
  /** Undefined: nothing that follows is accepted. */
  successor(state: number, letter: number): number | undefined;
}

/** Sets of states by letters that are gone through to see that there are not too many. */
const MOST_WORK = 1 << 16;

/** Undefined where an accepting state may be left or there are too many sets. */
export function determinise(buchi: Buchi): Deterministic | undefined {
  if (!buchi.accepting.includes(1)) return undefined;
  if (buchi.accepting.some((accepting, state) => accepting === 1 && !isFinal(buchi, state))) return undefined;
  const sets: number[][] = [];
  const numbers = new Map<string, number>();
  const isAccepting = (set: readonly number[]) => set.some((state) => buchi.accepting[state] === 1);
  const numberOf = (set: number[]): number => {
    const key = isAccepting(set) ? 'accepting' : set.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, sets.length);
    return sets.push(set) - 1;
  };
  const accepting = numberOf([buchi.accepting.indexOf(1)]);
  const initial = numberOf([...buchi.initial].sort((a, b) => a - b));
  const relevant = (set: readonly number[]): number =>
    set.reduce(
      (mask, state) => buchi.edges[state].reduce((all, e) => all | e.positive | e.negative, mask),
      0,
    );
  const successor = (number: number, letter: number): number | undefined => {
    const next = new Set(sets[number].flatMap((state) => successorsOn(buchi, state, letter)));
    return next.size === 0 ? undefined : numberOf([...next].sort((a, b) => a - b));
  };
  const most = 4 * buchi.states + 16;
  for (let number = 0, work = 0; number < sets.length; number++) {
    if (number === accepting) continue;
    const mask = relevant(sets[number]);
    // Each letter of these atoms, from the largest on.
    for (let letter = mask; ; letter = (letter - 1) & mask) {
      successor(number, letter);
      if (++work > MOST_WORK || sets.length > most) return undefined;
      if (letter === 0) break;
    }
  }
  return {
    initial,
    accepting,
    states: sets.length,
    successor: (s, letter) => (s === accepting ? s : successor(s, letter)),
  };
}

/** Once there, always there. */
const isFinal = ({ edges }: Buchi, state: number): boolean =>
  edges[state].some(({ positive, negative, target }) => target === state && positive === 0 && negative === 0);
