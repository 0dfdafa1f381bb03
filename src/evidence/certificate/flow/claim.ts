/** What a fixed point says, in a form that can be asked and, while it is being found, added to. */
import { sizeOf } from '../../../model/data.js';
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import { placesOf } from './written.js';

export type Tuple = readonly (number | null)[];

/** A fixed point is asked whether it says something; while it is found, it is told. */
export interface Sink {
  reach(place: number): void;
  /** null: any value. */
  value(place: number, cell: number, value: number | null): void;
  together(a: number, b: number): void;
  tuple(observer: number, place: number, tuple: Tuple): void;
}

/** Numbers for places, and what belongs to each process. */
export class Ground {
  readonly interpreter: Interpreter;
  readonly firstPlace: number[] = [];
  readonly places: { process: number; location: number }[] = [];
  /** The integers whose values are kept for each process: its own, and shared ones that it alone writes. */
  readonly cellsOf: number[][];
  /** For those shared ones, by whom. */
  readonly writerOf = new Map<number, number>();

  constructor(readonly system: System) {
    this.interpreter = new Interpreter(system);
    const { layout } = this.interpreter;
    system.instances.forEach(({ type }, process) => {
      this.firstPlace.push(this.places.length);
      for (const location of system.types[type].locations.keys()) this.places.push({ process, location });
    });
    const written = system.instances.map((_, process) => placesOf(system, layout, process));
    const writers = new Map<number, number[]>();
    written.forEach((cells, process) => {
      for (const cell of cells) writers.set(cell, [...(writers.get(cell) ?? []), process]);
    });
    this.cellsOf = system.instances.map(({ type }, process) => {
      const own: number[] = [];
      const start = layout.processes[process];
      system.types[type].variables.forEach((variable, v) => {
        const first = start + layout.types[type].variables[v];
        for (let i = 0; i < sizeOf(variable.type); i++) own.push(first + i);
      });
      return own.filter((cell) => (writers.get(cell) ?? []).every((writer) => writer === process));
    });
    system.variables.forEach((variable, v) => {
      for (let i = 0; i < sizeOf(variable.type); i++) {
        const cell = layout.shared[v] + i;
        const by = writers.get(cell) ?? [];
        if (by.length > 1 || system.instances.length === 0) continue;
        const process = by[0] ?? 0;
        this.writerOf.set(cell, process);
        this.cellsOf[process].push(cell);
      }
    });
  }

  place(process: number, location: number): number {
    return this.firstPlace[process] + location;
  }
}

/** More values than this at a place are any. */
const MOST_VALUES = 24;

export class Claim implements Sink {
  readonly reached: Uint8Array;
  readonly values: Map<number, Set<number> | null>[];
  private readonly pairs: Uint8Array;
  readonly tuples: Tuple[][];
  readonly at: Set<number>[][];
  private readonly numbers: Map<string, number>[];
  changed = false;
  /** Counts changes; for each place the latest of its own, and the latest to the value of a shared variable. */
  version = 0;
  readonly versions: Int32Array;
  sharedVersion = 0;

  constructor(
    readonly ground: Ground,
    observers: number,
  ) {
    const count = ground.places.length;
    this.reached = new Uint8Array(count);
    this.versions = new Int32Array(count);
    this.values = ground.places.map(() => new Map());
    this.pairs = new Uint8Array(count * count);
    this.tuples = Array.from({ length: observers }, () => []);
    this.numbers = this.tuples.map(() => new Map());
    this.at = this.tuples.map(() => ground.places.map(() => new Set()));
  }

  areTogether(a: number, b: number): boolean {
    return this.pairs[a * this.reached.length + b] === 1;
  }

  private touch(place: number): void {
    this.changed = true;
    this.versions[place] = ++this.version;
  }

  reach(place: number): void {
    if (this.reached[place] === 1) return;
    this.reached[place] = 1;
    this.touch(place);
  }

  value(place: number, cell: number, value: number | null): void {
    const known = this.values[place].get(cell);
    if (known === null || (value !== null && known?.has(value))) return;
    this.touch(place);
    if (this.ground.writerOf.has(cell)) this.sharedVersion = this.version;
    if (value === null || (known?.size ?? 0) >= MOST_VALUES) this.values[place].set(cell, null);
    else if (known) known.add(value);
    else this.values[place].set(cell, new Set([value]));
  }

  together(a: number, b: number): void {
    if (this.areTogether(a, b)) return;
    this.pairs[a * this.reached.length + b] = 1;
    this.pairs[b * this.reached.length + a] = 1;
    this.touch(a);
    this.touch(b);
  }

  tuple(observer: number, place: number, tuple: Tuple): void {
    const key = tuple.join();
    let number = this.numbers[observer].get(key);
    if (number === undefined) {
      number = this.tuples[observer].push(tuple) - 1;
      this.numbers[observer].set(key, number);
    }
    if (this.at[observer][place].has(number)) return;
    this.at[observer][place].add(number);
    this.changed = true;
  }

  has(observer: number, place: number, tuple: Tuple): boolean {
    const number = this.numbers[observer].get(tuple.join());
    return number !== undefined && this.at[observer][place].has(number);
  }
}
