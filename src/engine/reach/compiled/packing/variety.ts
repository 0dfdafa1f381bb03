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

/** So many cells that change do not go into a key, whatever they stand as. */
const MOST_VARYING = 512;

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
    const columns: Column[] = [];
    let [at, varying] = [0, 0];
    for (const state of states) {
      for (let cell = 0; cell < state.length; cell++) {
        const column = at === 0 ? state[cell] : columns[cell];
        if (at === 0) columns.push(column);
        else if (typeof column === 'object') column[at] = state[cell];
        else if (column !== state[cell]) {
          if (++varying > MOST_VARYING) return new Variety([], 0, noted);
          const values = new Int32Array(many).fill(column, 0, at);
          values[at] = state[cell];
          columns[cell] = values;
        }
      }
      at++;
    }
    return new Variety(columns, many, noted);
  }

  /** Of these states and others of the same system. */
  and({ columns, states, noted }: Variety): Variety {
    const all = [...this.noted, ...noted];
    if (states === 0) return new Variety(this.columns, this.states, all, this.counted);
    if (this.states === 0) return new Variety(columns, states, all);
    const both = this.columns.map((column, cell) => {
      if (column === columns[cell]) return column;
      const values = new Int32Array(this.states + states);
      put(column, values.subarray(0, this.states));
      put(columns[cell], values.subarray(this.states));
      return values;
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

  constructor(states: number) {
    const bits = Math.ceil(Math.log2(2 * states + 2));
    this.mixed = new Int32Array(states);
    this.table = new Int32Array(2 ** bits);
    this.times = new Uint8Array(2 ** bits);
  }

  /**
   * The more of what was met was met once only, the more is to come; how much at least can be told from how much
   * of it was met twice.
   */
  count(columns: readonly Int32Array[]): Met {
    const { mixed } = this;
    if (columns.length === 0) mixed.fill(0);
    else mixed.set(columns[0]);
    for (let i = 1; i < columns.length; i++) mix(mixed, columns[i]);
    this.times.fill(0);
    const [met, again, third] = tally(mixed, this.table, this.times);
    const [once, twice] = [met - again, again - third];
    return { met, guess: met + Math.ceil((once * (once - 1)) / (2 * (twice + 1))) };
  }
}

/** Each with one value more. */
function mix(mixed: Int32Array, column: Int32Array): void {
  for (let i = 0; i < mixed.length; i++)
    mixed[i] = Math.imul(mixed[i] ^ (mixed[i] >>> 15), 0x2c1b3c6d) + column[i];
}

/** How many values there are, how many of them at least twice, and how many at least three times. */
function tally(values: Int32Array, table: Int32Array, times: Uint8Array): [number, number, number] {
  const [mask, shift] = [table.length - 1, Math.clz32(table.length - 1)];
  let [met, again, third] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    let slot = Math.imul(value, 0x9e3779b1) >>> shift;
    while (times[slot] > 0 && table[slot] !== value) slot = (slot + 1) & mask;
    const before = times[slot];
    if (before === 3) continue;
    table[slot] = value;
    times[slot] = before + 1;
    if (before === 0) met++;
    else if (before === 1) again++;
    else third++;
  }
  return [met, again, third];
}
