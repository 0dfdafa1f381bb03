/**
 * Which places may hold the same values. What only ever stands for a process, because it is copied, compared with
 * its like and used as an index, but never reckoned with, can be renamed along with the processes.
 */
import type { Own } from './alike.js';

/** Where something is said: in steps of a type whose processes are like no others, from a location; or elsewhere. */
export type Source = { type: number; from: number } | undefined;

const NOTHING: Map<number, Set<Source>> = new Map();

export class Kinds {
  private readonly parents: number[] = [];
  private readonly names = new Map<string, number>();
  private readonly reckoned: boolean[] = [];
  private readonly constants: Map<number, Set<Source>>[] = [];
  private readonly owned: Own[][] = [];
  private readonly sizes: number[] = [];
  /** Holds numbers that somebody reckons with. */
  readonly plain: number;

  constructor() {
    this.plain = this.fresh();
    this.reckoned[this.plain] = true;
  }

  fresh(owned: readonly Own[] = []): number {
    const node = this.parents.length;
    this.parents.push(node);
    this.sizes.push(1);
    this.reckoned.push(false);
    this.constants.push(new Map());
    this.owned.push([...owned]);
    return node;
  }

  /** A value that is said there. */
  constant(value: number, source: Source): number {
    const node = this.fresh();
    this.constants[node].set(value, new Set([source]));
    return node;
  }

  named(name: string): number {
    const known = this.names.get(name) ?? this.fresh();
    this.names.set(name, known);
    return known;
  }

  /** The place that stands for all that hold the same values. */
  classOf(node: number): number {
    let at = node;
    while (this.parents[at] !== at) {
      this.parents[at] = this.parents[this.parents[at]];
      at = this.parents[at];
    }
    return at;
  }

  unite(a: number, b: number): number {
    let [to, from] = [this.classOf(a), this.classOf(b)];
    if (to === from) return to;
    // What is said in few places is added to what is said in many.
    if (this.sizes[to] < this.sizes[from]) [to, from] = [from, to];
    this.parents[from] = to;
    this.sizes[to] += this.sizes[from];
    this.reckoned[to] ||= this.reckoned[from];
    const said = this.constants[to];
    for (const [value, sources] of this.constants[from]) {
      const known = said.get(value);
      if (!known) said.set(value, sources);
      else for (const source of sources) known.add(source);
    }
    this.constants[from] = NOTHING;
    for (const own of this.owned[from])
      if (!this.owned[to].some((other) => isSame(own, other))) this.owned[to].push(own);
    return to;
  }

  /** More values that stand for the members of a group. */
  give(node: number, own: Own): void {
    this.unite(node, this.fresh([own]));
  }

  isPlain(node: number): boolean {
    return this.reckoned[this.classOf(node)];
  }

  /** The values that stand for the members of the groups there. */
  ownOf(node: number): readonly Own[] {
    return this.owned[this.classOf(node)];
  }

  constantsOf(node: number): ReadonlyMap<number, ReadonlySet<Source>> {
    return this.constants[this.classOf(node)];
  }

  /** Every class of places, by one of them. */
  *classes(): Generator<number> {
    for (let node = 0; node < this.parents.length; node++) if (this.parents[node] === node) yield node;
  }
}

export const isSame = (a: Own, b: Own): boolean =>
  a.group === b.group && a.values.every((value, i) => value === b.values[i]);
