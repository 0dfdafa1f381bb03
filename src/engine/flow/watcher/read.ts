/**
 * Watchers from what joint steps do: the property as an observer reads it, the values of variables, or both
 * together where the events of the property show the value of a followed variable.
 *
 * What is carried is a set of possibilities: a value for each followed cell and a state of the observer. The
 * set for all executions that took the same path has each of their possibilities, so a property state that
 * has no violating possibility is reached by no violation, and an empty set by no execution at all.
 */
import type { Observer } from '../../../property/observer.js';
import { outcomesOf } from '../data/joint.js';
import { lettersOf } from '../data/letters.js';
import type { Known } from '../data/surroundings.js';
import type { JointStep } from '../graph/trace-flow-graph.js';
import type { Watcher } from '../watcher.js';
import { merged } from './merge.js';

/** How the observer is used: what it finds is a violation, or cannot happen. */
type Use = 'property' | 'constraint';

export interface Reader {
  name: string;
  /** The cells whose values are followed. */
  cells: readonly number[];
  observer?: Observer;
  use: Use;
}

/** A watcher whose `bad` states are violations as soon as they are reached. */
export interface Judge extends Watcher {
  readonly bad: Uint8Array;
}

export interface ReadLimits {
  states: number;
  /** In all states together. */
  possibilities: number;
}

const LIMITS: ReadLimits = { states: 4096, possibilities: 20_000 };

/**
 * `relevant`: may the node concern this reader? Undefined when there would be too many states: a property
 * then has a state `bad` for all that was not looked at, so only constraints can be undefined.
 */
export function watcherOf(
  known: Known,
  origin: readonly (readonly JointStep[])[],
  relevant: (node: number) => boolean,
  reader: Reader,
  limits: ReadLimits = LIMITS,
): Judge | undefined {
  return new Reading(known, origin, relevant, reader, limits).watcher();
}

/** Values of the cells, then the state of the observer. */
type Possibility = readonly number[];

class Reading {
  private readonly symbolOf: Int32Array;
  /** For each symbol, the joint steps it stands for. */
  private readonly steps: (readonly JointStep[])[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly sets: Possibility[][] = [];
  private readonly effects: Map<string, readonly Possibility[]>[] = [];
  /** The state for all that was not looked at any more, or -1. */
  private lost = -1;
  private possibilities = 0;

  constructor(
    private readonly known: Known,
    origin: readonly (readonly JointStep[])[],
    relevant: (node: number) => boolean,
    private readonly reader: Reader,
    private readonly limits: ReadLimits,
  ) {
    this.symbolOf = new Int32Array(origin.length).fill(-1);
    const symbols = new Map<string, number>();
    origin.forEach((joints, node) => {
      if (joints.length === 0 || !relevant(node)) return;
      const key = reader.cells.length === 0 ? this.shown(joints) : namedBy(joints);
      if (key === SILENT) return;
      let symbol = symbols.get(key);
      if (symbol === undefined) {
        symbol = this.steps.push(joints) - 1;
        this.effects.push(new Map());
        symbols.set(key, symbol);
      }
      this.symbolOf[node] = symbol;
    });
  }

  /** Where no value is followed, joint steps that may show the same letters are the same. */
  private shown(joints: readonly JointStep[]): string {
    const letters = new Set<number>();
    for (const joint of joints)
      for (const { events } of outcomesOf(this.known, joint, [], []))
        for (const letter of this.letters(joint, events)) letters.add(letter);
    return [...letters].sort((a, b) => a - b).join();
  }

  watcher(): Judge | undefined {
    const { name, use } = this.reader;
    const symbols = this.steps.length;
    const initial = this.number(this.closed(this.starts()));
    const next: number[] = [];
    for (let state = 0; state < this.sets.length; state++) {
      if (use === 'constraint' && this.isFull()) return undefined;
      for (let symbol = 0; symbol < symbols; symbol++) next.push(this.successor(state, symbol));
    }
    const states = this.sets.length;
    const bad = new Uint8Array(states);
    const accepting = new Uint8Array(states).fill(1);
    this.sets.forEach((set, state) => {
      if (use === 'property') {
        bad[state] = state === this.lost || set.some((one) => this.isBad(one)) ? 1 : 0;
        accepting[state] = bad[state] === 1 || set.some((one) => this.isBadAtEnd(one)) ? 0 : 1;
      } else accepting[state] = set.some((one) => !this.isBadAtEnd(one)) ? 1 : 0;
    });
    const raw = {
      name,
      states,
      initial,
      symbols,
      next: Int32Array.from(next),
      symbolOf: this.symbolOf,
      accepting,
      bad,
    };
    return merged(raw);
  }

  private starts(): Possibility[] {
    const { cells, observer } = this.reader;
    const found = new Map<string, Possibility>();
    for (const start of this.known.starts)
      for (const state of observer?.initial ?? [0]) {
        const possibility = [...cells.map((cell) => start[cell]), state];
        found.set(possibility.join(), possibility);
      }
    return [...found.values()];
  }

  private successor(state: number, symbol: number): number {
    if (state === this.lost) return state;
    const found = new Map<string, Possibility>();
    for (const possibility of this.sets[state])
      for (const after of this.after(symbol, possibility)) found.set(after.join(), after);
    if (found.size === 0) return -1;
    return this.number(this.closed([...found.values()]));
  }

  private after(symbol: number, possibility: Possibility): readonly Possibility[] {
    const key = possibility.join();
    const before = this.effects[symbol].get(key);
    if (before !== undefined) return before;
    const found: Possibility[] = [];
    for (const joint of this.steps[symbol]) {
      const { cells } = this.reader;
      const values = possibility.slice(0, cells.length);
      for (const outcome of outcomesOf(this.known, joint, cells, values))
        for (const state of this.readings(joint, outcome.events, possibility[cells.length]))
          found.push([...outcome.values, state]);
    }
    this.effects[symbol].set(key, found);
    return found;
  }

  private readings(
    joint: JointStep,
    events: Parameters<typeof lettersOf>[2],
    state: number,
  ): readonly number[] {
    const { observer } = this.reader;
    if (observer === undefined) return [state];
    return this.letters(joint, events).flatMap((letter) => observer.successors(state, letter));
  }

  private letters(joint: JointStep, events: Parameters<typeof lettersOf>[2]): number[] {
    const { system } = this.known;
    const [first] = joint.parts;
    const { action } = system.types[system.instances[first.process].type].steps[first.step];
    const symbol = action.kind === 'synchronise' ? system.symbols[action.symbol] : undefined;
    const letters = lettersOf(
      this.reader.observer?.atoms ?? [],
      symbol && !symbol.hidden ? [symbol.name] : [],
      events,
    );
    if (letters === undefined) throw new TooManyLetters();
    return letters;
  }

  /** Steps that show nothing are not in the graph, so what they lead to is added at once. */
  private closed(set: Possibility[]): Possibility[] {
    const { observer, cells, use } = this.reader;
    if (observer === undefined) return set;
    const found = new Map(set.map((one) => [one.join(), one]));
    for (const one of found.values()) {
      for (const state of observer.successors(one[cells.length], 0)) {
        const after = [...one.slice(0, cells.length), state];
        if (!found.has(after.join())) found.set(after.join(), after);
      }
    }
    const all = [...found.values()];
    return use === 'constraint' ? all.filter((one) => !this.isBad(one)) : all;
  }

  /** -1 for no possibility at all. */
  private number(set: Possibility[]): number {
    if (set.length === 0) return -1;
    const violating = this.reader.use === 'property' ? set.find((one) => this.isBad(one)) : undefined;
    // Once there is a violation, what else there may be does not matter.
    const shown = violating === undefined ? set : [violating];
    const key = shown
      .map((one) => one.join())
      .sort()
      .join(' ');
    const found = this.numbers.get(key);
    if (found !== undefined) return found;
    if (this.reader.use === 'property' && this.isFull()) {
      if (this.lost < 0) this.lost = this.sets.push([]) - 1;
      return this.lost;
    }
    this.numbers.set(key, this.sets.length);
    this.possibilities += shown.length;
    return this.sets.push(shown) - 1;
  }

  private isFull(): boolean {
    return this.sets.length > this.limits.states || this.possibilities > this.limits.possibilities;
  }

  private isBad(possibility: Possibility): boolean {
    const { observer, cells } = this.reader;
    return observer?.bad(possibility[cells.length]) === true;
  }

  private isBadAtEnd(possibility: Possibility): boolean {
    const { observer, cells } = this.reader;
    return observer?.badAtEnd(possibility[cells.length]) === true;
  }
}

/** An event has so many forms that it cannot be said which of the property's events it may be. */
export class TooManyLetters extends Error {}

/** Only the letter without any event. */
const SILENT = '0';

const namedBy = (joints: readonly JointStep[]): string =>
  joints.map(({ parts }) => parts.map((p) => `${p.process}.${p.step}`).join('+')).join(' ');
