/**
 * The subset construction. Letters that no set of the automaton tells apart are handled as one; only
 * the finished table has a column for each.
 */
import { type Dfa, MOST_EDGES, MOST_STATES } from './dfa.js';
import { minimise } from './minimise.js';
import { FINAL, type Nondeterministic, SPLIT } from './nondeterministic.js';

/** Bounds the time: states of the nondeterministic automaton entered, over all subsets. */
const MOST_WORK = 5_000_000;

/** The minimal automaton; undefined where it, or the way to it, is too large. */
export function determinise(automaton: Nondeterministic, alphabet: string[]): Dfa | undefined {
  const { classes, classOf } = letterClasses(automaton.letterSets, alphabet.length);
  const columns = classes.length;
  const membership = automaton.letterSets.map((set) => [...new Set(set.map((letter) => classOf[letter]))]);
  const numbers = new Map<string, number>();
  const subsets: Int32Array[] = [];
  const accepting: number[] = [];
  const next: number[] = [];
  const stamp = new Int32Array(automaton.kind.length).fill(-1);
  const stack: number[] = [];
  let round = 0;
  let work = 0;

  /** The number of the subset that these states and their silent successors form. */
  function subset(entries: readonly number[]): number {
    round++;
    const members: number[] = [];
    let final = 0;
    for (const entry of entries) stack.push(entry);
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (stamp[state] === round) continue;
      stamp[state] = round;
      work++;
      if (automaton.kind[state] === SPLIT) stack.push(automaton.target[state], automaton.other[state]);
      else if (automaton.kind[state] === FINAL) final = 1;
      else members.push(state);
    }
    const sorted = Int32Array.from(members).sort();
    const key = `${final}:${sorted.join()}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = subsets.push(sorted) - 1;
      numbers.set(key, number);
      accepting.push(final);
    }
    return number;
  }

  subset(automaton.starts);
  for (let current = 0; current < subsets.length; current++) {
    const targets: number[][] = Array.from({ length: columns }, () => []);
    for (const state of subsets[current]) {
      const read = membership[automaton.kind[state]];
      work += read.length;
      for (const column of read) targets[column].push(automaton.target[state]);
    }
    for (const entries of targets) next.push(subset(entries));
    if (work > MOST_WORK || subsets.length > MOST_STATES || next.length > MOST_EDGES) return undefined;
  }
  const byClass: Dfa = {
    alphabet: classes.map(String),
    states: subsets.length,
    start: 0,
    accepting: Uint8Array.from(accepting),
    next: Int32Array.from(next),
  };
  const minimal = minimise(byClass);
  return minimal.states * alphabet.length > MOST_EDGES ? undefined : spread(minimal, alphabet, classOf);
}

function letterClasses(sets: readonly number[][], letters: number): { classes: number[]; classOf: number[] } {
  const signatures: number[][] = Array.from({ length: letters }, () => []);
  sets.forEach((set, i) => {
    for (const letter of set) signatures[letter].push(i);
  });
  const numbers = new Map<string, number>();
  const classOf = signatures.map((signature) => {
    const key = signature.join();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { classes: [...numbers.values()], classOf };
}

function spread(dfa: Dfa, alphabet: string[], classOf: readonly number[]): Dfa {
  const columns = dfa.alphabet.length;
  const letters = alphabet.length;
  const next = new Int32Array(dfa.states * letters);
  for (let state = 0; state < dfa.states; state++) {
    for (let letter = 0; letter < letters; letter++) {
      next[state * letters + letter] = dfa.next[state * columns + classOf[letter]];
    }
  }
  return { ...dfa, alphabet, next };
}
