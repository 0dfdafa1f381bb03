/**
 * The same watcher with fewer states and symbols: states that no continuation tells apart are one, and so are
 * symbols that move every state alike. A symbol that moves no state is none (-1).
 */
import type { Judge } from './read.js';

/** Splitting takes time with the square of the states. */
const MOST_SPLIT = 400;

export function merged(watcher: Judge): Judge {
  const { symbols, next, states } = watcher;
  const blockOf = states > MOST_SPLIT ? Int32Array.from({ length: states }, (_, s) => s) : blocksOf(watcher);
  const first: number[] = [];
  for (let state = 0; state < states; state++) first[blockOf[state]] ??= state;
  const blocks = first.length;
  const columns = new Map<string, number>();
  const columnOf = new Int32Array(symbols).fill(-1);
  const kept: number[] = [];
  for (let symbol = 0; symbol < symbols; symbol++) {
    const column = first.map((state) => target(next[state * symbols + symbol], blockOf));
    if (column.every((to, block) => to === block)) continue;
    const key = column.join();
    let number = columns.get(key);
    if (number === undefined) {
      number = kept.push(symbol) - 1;
      columns.set(key, number);
    }
    columnOf[symbol] = number;
  }
  const width = kept.length;
  const small = new Int32Array(blocks * width);
  first.forEach((state, block) => {
    kept.forEach((symbol, i) => {
      small[block * width + i] = target(next[state * symbols + symbol], blockOf);
    });
  });
  return {
    name: watcher.name,
    states: blocks,
    initial: blockOf[watcher.initial],
    symbols: width,
    next: small,
    symbolOf: watcher.symbolOf.map((symbol) => (symbol < 0 ? -1 : columnOf[symbol])),
    accepting: Uint8Array.from(first, (state) => watcher.accepting[state]),
    bad: Uint8Array.from(first, (state) => watcher.bad[state]),
  };
}

const target = (state: number, blockOf: Int32Array): number => (state < 0 ? -1 : blockOf[state]);

/** Moore's refinement: blocks are split by where their states go until nothing more is split. */
function blocksOf({ states, symbols, next, accepting, bad }: Judge): Int32Array {
  let blockOf = Int32Array.from({ length: states }, (_, state) => accepting[state] * 2 + bad[state]);
  for (let count = 0; ; ) {
    const numbers = new Map<string, number>();
    const refined = new Int32Array(states);
    for (let state = 0; state < states; state++) {
      const to: number[] = [blockOf[state]];
      for (let symbol = 0; symbol < symbols; symbol++)
        to.push(target(next[state * symbols + symbol], blockOf));
      const key = to.join();
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
      }
      refined[state] = number;
    }
    blockOf = refined;
    if (numbers.size === count) return blockOf;
    count = numbers.size;
  }
}
