/** Deterministic, total automata: what every regular notation becomes. */
export interface Dfa {
  alphabet: string[];
  states: number;
  start: number;
  accepting: Uint8Array;
  /** The successor of state s on letter a is `next[s * alphabet.length + a]`. */
  next: Int32Array;
}

/** Automata beyond this are refused: nothing that reads them could go on. */
export const MOST_STATES = 65_536;
export const MOST_EDGES = 4_000_000;

export function accepts(dfa: Dfa, word: readonly number[]): boolean {
  const letters = dfa.alphabet.length;
  let state = dfa.start;
  for (const letter of word) state = dfa.next[state * letters + letter];
  return dfa.accepting[state] === 1;
}

/** 1 for each state from which no word is accepted any more. */
export function deadStates(dfa: Dfa): Uint8Array {
  const letters = dfa.alphabet.length;
  const { from, sources } = invert(dfa);
  const dead = new Uint8Array(dfa.states).fill(1);
  const waiting: number[] = [];
  for (let state = 0; state < dfa.states; state++) {
    if (dfa.accepting[state] === 1) {
      dead[state] = 0;
      waiting.push(state);
    }
  }
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (let i = from[state * letters]; i < from[(state + 1) * letters]; i++) {
      const before = sources[i];
      if (dead[before] === 1) {
        dead[before] = 0;
        waiting.push(before);
      }
    }
  }
  return dead;
}

/**
 * The edges backwards: the states that go to t on letter a are `sources[from[i]] … sources[from[i + 1] - 1]`
 * with i = t * letters + a.
 */
export function invert(dfa: Dfa): { from: Int32Array; sources: Int32Array } {
  const letters = dfa.alphabet.length;
  const { next } = dfa;
  const from = new Int32Array(next.length + 1);
  for (let edge = 0; edge < next.length; edge++) from[next[edge] * letters + (edge % letters) + 1]++;
  for (let i = 0; i < next.length; i++) from[i + 1] += from[i];
  const fill = from.slice();
  const sources = new Int32Array(next.length);
  for (let edge = 0; edge < next.length; edge++) {
    const letter = edge % letters;
    sources[fill[next[edge] * letters + letter]++] = (edge - letter) / letters;
  }
  return { from, sources };
}

/** The reachable part, with states numbered in breadth-first order: equal for isomorphic automata. */
export function canonical(dfa: Dfa): Dfa {
  const letters = dfa.alphabet.length;
  const number = new Int32Array(dfa.states).fill(-1);
  const order = [dfa.start];
  number[dfa.start] = 0;
  for (let i = 0; i < order.length; i++) {
    for (let letter = 0; letter < letters; letter++) {
      const target = dfa.next[order[i] * letters + letter];
      if (number[target] < 0) {
        number[target] = order.length;
        order.push(target);
      }
    }
  }
  const next = new Int32Array(order.length * letters);
  order.forEach((state, i) => {
    for (let letter = 0; letter < letters; letter++) {
      next[i * letters + letter] = number[dfa.next[state * letters + letter]];
    }
  });
  const accepting = Uint8Array.from(order, (state) => dfa.accepting[state]);
  return { alphabet: dfa.alphabet, states: order.length, start: 0, accepting, next };
}
