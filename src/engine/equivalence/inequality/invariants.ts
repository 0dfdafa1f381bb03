/**
 * From the flow equations of a pair to equations between end states alone.
 *
 * Potentials (`potential.ts`) tell where each automaton ends by how often each action happened. Those who
 * take part in an action count it equally, so the counts can be eliminated: what is left relates the end
 * states of different automata, as "places taken in the buffer = full cells in the chain". Every such
 * equation is a sum of rows, and the multipliers are kept for the proof.
 */
import type { Network } from '../../inequality/network.js';
import type { BadPair } from './bad-pair.js';
import { gcd, type SparseVector } from './kernel.js';
import { type Potential, potentialsOf } from './potential.js';

/** `sum of coefficient * column = 0`, and the rows whose multiples add up to it. */
export interface Invariant {
  columns: number[];
  coefficients: number[];
  multipliers: [row: number, factor: number][];
}

interface Source {
  component: number;
  potential: Potential;
}

/** An equation between action counts: which multiples of the potentials it is the sum of. */
interface Equation {
  actions: SparseVector;
  sources: SparseVector;
}

const LARGEST = 2 ** 40;
/** After so many terms were added up, what is not free of counts by then is left out. */
const MOST_WORK = 20_000_000;

export function invariantsOf(network: Network, bad: BadPair): Invariant[] {
  const sources: Source[] = network.components.flatMap((component, c) =>
    potentialsOf(component).map((potential) => ({ component: c, potential })),
  );
  const rows = new RowNumbers(network, bad);
  return withoutCounts(
    sources.map(({ potential }, i) => ({ actions: new Map(potential.actions), sources: new Map([[i, 1]]) })),
  )
    .map((equation) => invariantOf(equation, sources, bad, rows))
    .filter(({ columns }) => columns.length > 0);
}

/** Eliminates one action after another, those that occur least first, with the shortest equation. */
function withoutCounts(equations: Equation[]): Equation[] {
  const alive = new Set(equations);
  const where = new Map<number, Set<Equation>>();
  for (const equation of equations) {
    for (const action of equation.actions.keys()) {
      const users = where.get(action) ?? new Set();
      where.set(action, users.add(equation));
    }
  }
  const drop = (equation: Equation): void => {
    alive.delete(equation);
    for (const action of equation.actions.keys()) where.get(action)?.delete(equation);
  };
  const waiting = new ByUse(where);
  let work = 0;
  for (let action = waiting.next(); action !== undefined; action = waiting.next()) {
    const users = [...(where.get(action) ?? [])];
    where.delete(action);
    if (users.length === 0) continue;
    const size = ({ actions, sources }: Equation) => actions.size + sources.size;
    const pivot = users.reduce((best, one) => (size(one) < size(best) ? one : best));
    drop(pivot);
    if (work > MOST_WORK) break;
    for (const user of users) {
      if (user === pivot) continue;
      work += size(pivot);
      for (const other of pivot.actions.keys()) if (other !== action) waiting.touch(other);
      if (!addInto(user, pivot, action, where)) drop(user);
    }
  }
  return [...alive].filter(({ actions }) => actions.size === 0);
}

/** Actions by the number of equations they stand in, least first; the counts may be old, which costs only time. */
class ByUse {
  private readonly buckets: number[][] = [];

  constructor(private readonly where: Map<number, Set<Equation>>) {
    for (const [action, { size }] of where) this.put(action, size);
  }

  private put(action: number, uses: number): void {
    const bucket = Math.min(uses, 64);
    this.buckets[bucket] ??= [];
    this.buckets[bucket].push(action);
  }

  touch(action: number): void {
    const users = this.where.get(action);
    if (users) this.put(action, users.size);
  }

  next(): number | undefined {
    for (const bucket of this.buckets) {
      for (let action = bucket?.pop(); action !== undefined; action = bucket.pop()) {
        if (this.where.has(action)) return action;
      }
    }
    return undefined;
  }
}

/** Removes an action from `row` by means of `pivot`, in place; false where numbers grow too large. */
function addInto(row: Equation, pivot: Equation, action: number, where: Map<number, Set<Equation>>): boolean {
  const [a, b] = [row.actions.get(action)!, pivot.actions.get(action)!];
  const g = gcd(Math.abs(a), Math.abs(b));
  const [scale, factor] = b > 0 ? [b / g, -a / g] : [-b / g, a / g];
  if (scale !== 1) {
    for (const vector of [row.actions, row.sources])
      for (const [at, value] of vector) vector.set(at, value * scale);
  }
  for (const [at, value] of pivot.sources) row.sources.set(at, (row.sources.get(at) ?? 0) + factor * value);
  for (const [at, value] of pivot.actions) {
    const sum = (row.actions.get(at) ?? 0) + factor * value;
    if (Math.abs(sum) > LARGEST) return false;
    if (sum === 0) {
      row.actions.delete(at);
      where.get(at)?.delete(row);
    } else {
      row.actions.set(at, sum);
      where.get(at)?.add(row);
    }
  }
  return true;
}

/** Where the flow and communication equations stand among the rows. */
class RowNumbers {
  private readonly flow: number[];
  /** For each action, by participant; the first participant needs none. */
  readonly meeting: Map<number, number>[];

  constructor({ components, actions }: Network, { rows }: BadPair) {
    this.flow = rows.flow;
    this.meeting = actions.map(() => new Map());
    let row = rows.meetings;
    const used = actions.map(() => false);
    for (const { edges } of components) for (const { action } of edges) used[action] = true;
    actions.forEach(({ participants }, action) => {
      if (!used[action]) return;
      for (const participant of participants.slice(1)) this.meeting[action].set(participant, row++);
    });
  }

  at(component: number, state: number): number {
    return this.flow[component] + state;
  }
}

function invariantOf(
  { sources: used }: Equation,
  sources: Source[],
  bad: BadPair,
  rows: RowNumbers,
): Invariant {
  const ends: SparseVector = new Map();
  const multipliers: SparseVector = new Map();
  const add = (vector: SparseVector, at: number, value: number) => {
    if (value !== 0) vector.set(at, (vector.get(at) ?? 0) + value);
  };
  for (const [number, factor] of used) {
    const { component, potential } = sources[number];
    potential.states.forEach((height, state) => {
      add(ends, bad.ends[component][state], -factor * height);
      add(multipliers, rows.at(component, state), factor * height);
    });
    for (const [action, weight] of potential.actions) {
      const row = rows.meeting[action].get(component);
      if (row !== undefined) add(multipliers, row, factor * weight);
    }
  }
  const open = [...ends].filter(([, value]) => value !== 0);
  return {
    columns: open.map(([column]) => column),
    coefficients: open.map(([, value]) => value),
    multipliers: [...multipliers].filter(([, value]) => value !== 0),
  };
}
