/**
 * One automaton for tasks that are not told apart: how many of them are in each block. A node moves one of
 * them from a block it leads from; where several blocks would do, all ways are kept.
 */
import type { Watcher } from '../watcher.js';
import type { Draft } from './reduce.js';

const MOST_STATES = 30_000;

/** How many tasks are in each block. */
type Counts = readonly number[];

/** What a class of nodes does: for each task that takes part, the blocks it may come from and the one it goes to. */
interface Shift {
  from: number[];
  to: number;
}

export function countingAutomaton(
  nodes: number,
  drafts: readonly Draft[],
  classOf: Int32Array,
  name: string,
): Watcher | undefined {
  const { symbolOf, shifts } = shiftsOf(nodes, drafts, classOf);
  const blocks = drafts.reduce((most, { blockOf }) => blockOf.reduce((m, b) => Math.max(m, b + 1), most), 0);
  const ends = new Uint8Array(blocks);
  for (const draft of drafts)
    draft.blockOf.forEach((block, state) => {
      if (draft.ends[state] === 1) ends[block] = 1;
    });
  const start: number[] = new Array(blocks).fill(0);
  for (const { blockOf } of drafts) start[blockOf[0]]++;

  const numbers = new Map<string, number>();
  const sets: Counts[][] = [];
  const number = (set: Counts[]): number => {
    if (set.length === 0) return -1;
    const key = set
      .map((counts) => counts.join())
      .sort()
      .join(' ');
    let found = numbers.get(key);
    if (found === undefined) {
      found = sets.push(set) - 1;
      numbers.set(key, found);
    }
    return found;
  };
  number([start]);
  const next: number[] = [];
  for (let state = 0; state < sets.length; state++) {
    if (sets.length > MOST_STATES) return undefined;
    for (const shift of shifts) next.push(number(shifted(sets[state], shift)));
  }
  const ended = (counts: Counts): boolean => counts.every((count, block) => count === 0 || ends[block] === 1);
  return {
    name,
    states: sets.length,
    initial: 0,
    symbols: shifts.length,
    next: Int32Array.from(next),
    symbolOf,
    accepting: Uint8Array.from(sets, (set) => (set.some(ended) ? 1 : 0)),
  };
}

function shiftsOf(
  nodes: number,
  drafts: readonly Draft[],
  classOf: Int32Array,
): { symbolOf: Int32Array; shifts: Shift[][] } {
  const symbolOf = new Int32Array(nodes).fill(-1);
  const symbols = new Map<number, number>();
  const shifts: Shift[][] = [];
  /** The node whose moves stand for its class. */
  const model: number[] = [];
  for (const { moves, blockOf } of drafts)
    for (const { node, from, to } of moves) {
      let symbol = symbols.get(classOf[node]);
      if (symbol === undefined) {
        symbol = shifts.push([]) - 1;
        symbols.set(classOf[node], symbol);
        model.push(node);
      }
      symbolOf[node] = symbol;
      if (model[symbol] === node)
        shifts[symbol].push({ from: [...new Set(from.map((state) => blockOf[state]))], to: blockOf[to] });
    }
  return { symbolOf, shifts };
}

function shifted(set: readonly Counts[], shift: readonly Shift[]): Counts[] {
  let current = [...set];
  for (const { from, to } of shift) {
    const found = new Map<string, Counts>();
    for (const counts of current)
      for (const block of from) {
        if (counts[block] === 0) continue;
        const after = [...counts];
        after[block]--;
        after[to]++;
        found.set(after.join(), after);
      }
    current = [...found.values()];
  }
  return current;
}
