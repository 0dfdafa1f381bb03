/**
 * Hopcroft's minimisation: blocks of states are split by the predecessors of a block on a letter,
 * always going on with the smaller half, until no split is left. O(letters · states · log states).
 */
import { canonical, type Dfa, invert } from './dfa.js';

export function minimise(dfa: Dfa): Dfa {
  const reached = canonical(dfa);
  const blockOf = refine(reached);
  const letters = reached.alphabet.length;
  const states = blockOf.reduce((most, block) => Math.max(most, block + 1), 0);
  const accepting = new Uint8Array(states);
  const next = new Int32Array(states * letters);
  for (let state = 0; state < reached.states; state++) {
    const block = blockOf[state];
    accepting[block] = reached.accepting[state];
    for (let letter = 0; letter < letters; letter++) {
      next[block * letters + letter] = blockOf[reached.next[state * letters + letter]];
    }
  }
  return canonical({ alphabet: reached.alphabet, states, start: blockOf[reached.start], accepting, next });
}

/**
 * The states stand in `order`, each block contiguous: block b is `order[first[b]] … order[end[b] - 1]`,
 * and the first `marked[b]` of them are those found by the splitter at hand.
 */
function refine(dfa: Dfa): Int32Array {
  const letters = dfa.alphabet.length;
  const { states } = dfa;
  const { from, sources } = invert(dfa);
  const order = Int32Array.from({ length: states }, (_, i) => i).sort(
    (a, b) => dfa.accepting[a] - dfa.accepting[b] || a - b,
  );
  const place = new Int32Array(states);
  order.forEach((state, i) => {
    place[state] = i;
  });
  const rejecting = states - dfa.accepting.reduce((sum, one) => sum + one, 0);
  const first: number[] = [];
  const end: number[] = [];
  const blockOf = new Int32Array(states);
  for (const [low, high] of [
    [0, rejecting],
    [rejecting, states],
  ]) {
    if (low === high) continue;
    for (let i = low; i < high; i++) blockOf[order[i]] = first.length;
    first.push(low);
    end.push(high);
  }
  const marked = first.map(() => 0);
  /** Splitters still to be used: block and letter in one number. */
  const waiting: number[] = [];
  const isWaiting = new Set<number>();
  const wait = (block: number, letter: number) => {
    const splitter = block * letters + letter;
    if (!isWaiting.has(splitter)) {
      isWaiting.add(splitter);
      waiting.push(splitter);
    }
  };
  for (let letter = 0; letter < letters; letter++) wait(0, letter);
  if (first.length > 1) for (let letter = 0; letter < letters; letter++) wait(1, letter);

  for (let splitter = waiting.pop(); splitter !== undefined; splitter = waiting.pop()) {
    isWaiting.delete(splitter);
    const block = Math.floor(splitter / letters);
    const letter = splitter % letters;
    const found: number[] = [];
    for (let i = first[block]; i < end[block]; i++) {
      const index = order[i] * letters + letter;
      for (let edge = from[index]; edge < from[index + 1]; edge++) found.push(sources[edge]);
    }
    const touched: number[] = [];
    for (const state of found) {
      const its = blockOf[state];
      if (marked[its] === 0) touched.push(its);
      const to = first[its] + marked[its]++;
      const other = order[to];
      order[place[state]] = other;
      place[other] = place[state];
      order[to] = state;
      place[state] = to;
    }
    for (const its of touched) {
      const middle = first[its] + marked[its];
      marked[its] = 0;
      if (middle === end[its]) continue;
      const fresh = first.length;
      const smallerIsFront = middle - first[its] <= end[its] - middle;
      // The new block is the smaller half, so that waiting entries of the old number stay right.
      first.push(smallerIsFront ? first[its] : middle);
      end.push(smallerIsFront ? middle : end[its]);
      marked.push(0);
      if (smallerIsFront) first[its] = middle;
      else end[its] = middle;
      for (let i = first[fresh]; i < end[fresh]; i++) blockOf[order[i]] = fresh;
      for (let each = 0; each < letters; each++) wait(fresh, each);
    }
  }
  return blockOf;
}
