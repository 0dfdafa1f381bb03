/**
 * How many combinations of values groups of cells have in the states that were met. Some of the states are
 * kept for that: which groups there are depends on the bits that cells have, and these may prove too few.
 */

/** Combinations that were met, and how many there may be in all. */
export interface Met {
  met: number;
  guess: number;
}

/** Cells that were found to have so many combinations of values in all the states that were met. */
interface Noted {
  cells: readonly number[];
  met: number;
}

/** Where so many were met before all states were, there may be so many times as many. */
const STILL_TO_COME = 2;

/** The values of a cell in the states that are kept, or the only value that it has in all of them. */
type Column = Int32Array | number;

/** Nothing can be said. */
const UNKNOWN: Met = { met: Number.POSITIVE_INFINITY, guess: Number.POSITIVE_INFINITY };

export class Variety {
  private readonly counter: Counter;

  private constructor(
    private readonly columns: readonly Column[],
    private readonly states: number,
    private readonly noted: readonly Noted[],
    private readonly counted = new Map<string, Met>(),
  ) {
    this.counter = new Counter(states);
  }

  /** Of so many states, each of which is looked at before the next. */
  static of(states: Iterable<Int32Array>, many: number, noted: readonly Noted[] = []): Variety {
    let columns: Int32Array[] = [];
    let at = 0;
    for (const state of states) {
      if (at === 0) columns = Array.from(state, () => new Int32Array(many));
      for (let cell = 0; cell < columns.length; cell++) columns[cell][at] = state[cell];
      at++;
    }
    return new Variety(columns.map(shortened), many, noted);
  }

  /** Of these states and others of the same system. */
  and({ columns, states, noted }: Variety): Variety {
    const all = [...this.noted, ...noted];
    if (states === 0) return new Variety(this.columns, this.states, all, this.counted);
    if (this.states === 0) return new Variety(columns, states, all);
    const both = this.columns.map((column, cell) => {
      const all = new Int32Array(this.states + states);
      put(column, all.subarray(0, this.states));
      put(columns[cell], all.subarray(this.states));
      return shortened(all);
    });
    return new Variety(both, this.states + states, all);
  }

  /** How many combinations of values these cells have. */
  met(cells: readonly number[]): Met {
    if (this.states === 0) return UNKNOWN;
    const varying = this.varying(cells);
    const { met, guess } = this.count(varying);
    // Groups that were cut otherwise have nearly the same to number.
    const alike = this.noted.filter((noted) => {
      const others = this.varying(noted.cells);
      return 2 * others.filter((cell) => varying.includes(cell)).length > others.length;
    });
    const least = Math.max(0, ...alike.map(({ met }) => met));
    return { met: Math.max(met, least), guess: Math.max(guess, STILL_TO_COME * least) };
  }

  private varying(cells: readonly number[]): number[] {
    return cells.filter((cell) => typeof this.columns[cell] === 'object');
  }

  private count(cells: readonly number[]): Met {
    const name = cells.join();
    const columns = cells.map((cell) => this.columns[cell] as Int32Array);
    const found = this.counted.get(name) ?? this.counter.count(columns);
    this.counted.set(name, found);
    return found;
  }
}

function shortened(column: Int32Array): Column {
  for (let i = 1; i < column.length; i++) if (column[i] !== column[0]) return column;
  return column[0];
}

function put(column: Column, into: Int32Array): void {
  if (typeof column === 'number') into.fill(column);
  else into.set(column);
}

/** Counts what is met once, twice, and more often. */
class Counter {
  private readonly mixed: Int32Array;
  /** A table with open addressing: what was met, and how often, up to three times. */
  private readonly table: Int32Array;
  private readonly times: Uint8Array;
  private readonly shift: number;

  constructor(private readonly states: number) {
    const bits = Math.ceil(Math.log2(2 * states + 2));
    this.mixed = new Int32Array(states);
    this.table = new Int32Array(2 ** bits);
    this.times = new Uint8Array(2 ** bits);
    this.shift = 32 - bits;
  }

  /**
   * The more of what was met was met once only, the more is to come; how much at least can be told from how much
   * of it was met twice.
   */
  count(columns: readonly Int32Array[]): Met {
    const { mixed, table, times, shift, states } = this;
    times.fill(0);
    const [first, ...others] = columns;
    if (first) mixed.set(first);
    else mixed.fill(0);
    for (const column of others)
      for (let i = 0; i < states; i++)
        mixed[i] = Math.imul(mixed[i] ^ (mixed[i] >>> 15), 0x2c1b3c6d) + column[i];
    const mask = table.length - 1;
    const often = [0, 0, 0];
    for (let i = 0; i < states; i++) {
      const value = mixed[i];
      let slot = Math.imul(value, 0x9e3779b1) >>> shift;
      while (times[slot] > 0 && table[slot] !== value) slot = (slot + 1) & mask;
      if (times[slot] === 3) continue;
      table[slot] = value;
      often[times[slot]++]++;
    }
    // Met at all, at least twice, and at least three times.
    const [met, again, third] = often;
    const [once, twice] = [met - again, again - third];
    return { met, guess: met + Math.ceil((once * (once - 1)) / (2 * (twice + 1))) };
  }
}
