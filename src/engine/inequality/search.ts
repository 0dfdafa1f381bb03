/**
 * Shows that inequalities have no solution in whole numbers with connected flow, or finds one.
 *
 * At every node: propagation and trimming; the linear relaxation; if its solution has flow that no
 * walk can reach, the closure of the largest support (edges that can carry no flow at all are removed,
 * and the automata trimmed jointly again). What remains is split: a column that should be whole, or a
 * set of vertices that the walk never enters or enters at least once. Both splits cover everything, so
 * no bound on counts is assumed, and every closed node is a piece of an exact proof.
 */
import type { Highs } from 'highs';
import type { Inequalities, Proof } from '../../evidence/certificate/certificate.js';
import { solveAugmented } from './augment.js';
import { Deduction, incidenceOf } from './deduction.js';
import { contradictionFrom } from './exact.js';
import { OpenRelaxation } from './open.js';
import { type Blocks, LocalProbe } from './probe.js';
import { refuteByDivision } from './rounding.js';
import { type Relaxed, WHOLE } from './solver.js';
import { apart, closeSupport, fixExcluded } from './support.js';

export interface SearchProblem {
  inequalities: Inequalities;
  /** Columns to split first; the others are split only where these are whole. */
  decisive: number[];
  blocks?: Blocks;
  /** What a solution should have least of. */
  costs: Float64Array;
}

export interface SearchOptions {
  /** Look at connectedness at all. Off: disconnected solutions are returned. */
  eliminateCycles: boolean;
  mostNodes: number;
  /** After the last node, do not ask the solver for any solution with bounded counts. */
  impatient?: boolean;
  stop(): boolean;
  pause?(): Promise<void>;
}

export type SearchResult =
  | { kind: 'proved'; proof: Proof }
  | { kind: 'solution'; values: number[]; connected: boolean }
  | { kind: 'undecided'; reason: string; limit?: boolean };

const LAST_RESORT_SECONDS = 5;
/** With more groups than this in large automata, asking about each costs more than it saves. */
const MOST_GROUPS = 400;

/** Ends the search from inside a branch. */
class Ended extends Error {
  constructor(readonly result: SearchResult) {
    super();
  }
}

export async function search(
  highs: Highs,
  problem: SearchProblem,
  options: SearchOptions,
): Promise<SearchResult> {
  const tree = new BranchTree(highs, problem, options);
  try {
    return { kind: 'proved', proof: await tree.root() };
  } catch (error) {
    if (error instanceof Ended) return error.result;
    throw error;
  } finally {
    tree.dispose();
  }
}

/** The column farthest from a whole number, if any is. */
function leastWhole(values: Float64Array, columns: Iterable<number>): number | undefined {
  let best: number | undefined;
  let distance = WHOLE;
  for (const column of columns) {
    const away = Math.abs(values[column] - Math.round(values[column]));
    if (away > distance) [best, distance] = [column, away];
  }
  return best;
}

class BranchTree {
  private relaxed: OpenRelaxation | undefined;
  private probe: LocalProbe | undefined;
  private nodes = 0;

  constructor(
    private readonly highs: Highs,
    private readonly problem: SearchProblem,
    private readonly options: SearchOptions,
  ) {}

  dispose(): void {
    this.relaxed?.dispose();
  }

  async root(): Promise<Proof> {
    const { inequalities, blocks } = this.problem;
    const deduction = new Deduction(inequalities, incidenceOf(inequalities), {
      trims: this.options.eliminateCycles,
    });
    deduction.propagate(true);
    if (!deduction.contradiction && blocks) {
      this.probe = new LocalProbe(this.highs, blocks, inequalities.rows);
      // Nothing has been asked yet, so everything counts as changed.
      for (const { columns } of blocks.groups) deduction.changed.push(columns[0]);
      this.probe.run(deduction, this.options.stop);
      if (!deduction.contradiction) this.probeGroups(deduction, blocks);
    }
    return this.prove(deduction);
  }

  /** The groups of automata with many neighbours, asked of all rows at once. */
  private probeGroups(deduction: Deduction, blocks: Blocks): void {
    const open = (column: number) => deduction.upper[column] > 0;
    const largest = Math.max(...blocks.columns.map((columns) => columns.length));
    // Small automata have been asked locally.
    const groups = blocks.groups.filter(
      ({ block }) => blocks.columns[block].length * 4 >= largest && blocks.columns[block].length >= 40,
    );
    if (groups.length > MOST_GROUPS) return;
    for (const { columns } of groups) {
      if (deduction.contradiction || this.options.stop()) return;
      const group = columns.filter(open);
      if (group.length > 0) this.exclude(deduction, group);
    }
  }

  /** Fixes the group at 0 if less than one unit is possible. */
  private exclude(deduction: Deduction, group: number[]): boolean {
    const costs = new Float64Array(this.problem.costs.length);
    for (const column of group) costs[column] = -1;
    const relaxed = this.relax(deduction, costs);
    if (relaxed.status !== 'feasible') return false;
    const most = group.reduce((sum, column) => sum + relaxed.values[column], 0);
    if (most > 1 - WHOLE) return false;
    if (!fixExcluded(deduction, group, this.relaxed!.byRow(relaxed.duals))) return false;
    deduction.propagate();
    return true;
  }

  private async prove(deduction: Deduction): Promise<Proof> {
    this.nodes++;
    await this.options.pause?.();
    for (;;) {
      if (this.options.stop())
        throw new Ended({ kind: 'undecided', reason: 'the time ran out', limit: true });
      deduction.propagate(true);
      if (!deduction.contradiction) this.probe?.run(deduction, this.options.stop);
      deduction.propagate(true);
      if (deduction.contradiction) return deduction.steps;
      let relaxed = this.relax(deduction);
      if (relaxed.status === 'feasible' && this.splitDecisive(relaxed.values) === undefined)
        relaxed = this.relax(deduction, this.problem.costs);
      if (relaxed.status === 'unknown') throw new Ended({ kind: 'undecided', reason: relaxed.reason });
      if (relaxed.status === 'infeasible') return this.close(deduction, relaxed);
      const lost = this.options.eliminateCycles ? apart(deduction, relaxed.values) : undefined;
      if (lost && closeSupport(deduction, relaxed.values, this.asking)) continue;
      if (this.nodes > this.options.mostNodes) throw new Ended(this.lastResort(deduction));
      const column = this.splitColumn(deduction, relaxed.values);
      if (column !== undefined && this.isSettled(relaxed.values) && refuteByDivision(deduction))
        return deduction.steps;
      if (column !== undefined)
        return this.split(deduction, column, Math.floor(relaxed.values[column] + WHOLE));
      if (lost) return this.enter(deduction, lost);
      const connected = apart(deduction, relaxed.values) === undefined;
      throw new Ended({ kind: 'solution', values: Array.from(relaxed.values, Math.round), connected });
    }
  }

  /** Where only counts are left to be made whole, branching may never end. */
  private isSettled(values: Float64Array): boolean {
    return this.splitDecisive(values) === undefined;
  }

  /** Too many cases: perhaps the solver knows a solution with bounded counts. */
  private lastResort(deduction: Deduction): SearchResult {
    const { mostNodes, eliminateCycles, impatient } = this.options;
    const undecided = {
      kind: 'undecided',
      reason: `no answer after ${mostNodes} cases`,
      limit: true,
    } as const;
    if (!eliminateCycles || impatient) return undecided;
    const { inequalities } = this.problem;
    const solved = solveAugmented(this.highs, inequalities, LAST_RESORT_SECONDS);
    if (solved.status !== 'feasible') return undecided;
    const values = solved.values.slice(0, inequalities.columns.length);
    if (apart(deduction, values) !== undefined) return undecided;
    return { kind: 'solution', values: Array.from(values, Math.round), connected: true };
  }

  private close(deduction: Deduction, relaxed: Extract<Relaxed, { status: 'infeasible' }>): Proof {
    const found =
      relaxed.multipliers && contradictionFrom(deduction, this.relaxed!.byRow(relaxed.multipliers));
    if (!found)
      throw new Ended({
        kind: 'undecided',
        reason: 'the solver finds no solution, but no exact proof of that was found',
      });
    deduction.combine(found.multipliers, found.columns, found.coefficients, found.lower);
    if (!deduction.contradiction) throw new Error('an exact contradiction was not one');
    return deduction.steps;
  }

  private readonly asking = {
    relax: (deduction: Deduction, costs: Float64Array) => this.relax(deduction, costs),
    byRow: (values: Float64Array) => this.relaxed!.byRow(values),
    stop: () => this.options.stop(),
  };

  private relax(deduction: Deduction, costs?: Float64Array): Relaxed {
    this.relaxed ??= new OpenRelaxation(this.highs, deduction);
    return this.relaxed.solve(deduction, costs);
  }

  private splitDecisive(values: Float64Array): number | undefined {
    return leastWhole(values, this.problem.decisive);
  }

  private splitColumn(deduction: Deduction, values: Float64Array): number | undefined {
    const { columns } = this.problem.inequalities;
    const rest = function* (): Generator<number> {
      for (let column = 0; column < values.length; column++)
        if (columns[column].integral && deduction.lower[column] !== deduction.upper[column]) yield column;
    };
    return this.splitDecisive(values) ?? leastWhole(values, rest());
  }

  private async split(deduction: Deduction, column: number, at: number): Promise<Proof> {
    const side = (lower: number, upper: number): Promise<Proof> => {
      const branch = deduction.branch();
      branch.assume(column, lower, upper);
      return this.prove(branch);
    };
    // A choice is made first, but of counts the small ones come first: upwards there may be no end.
    const choice = deduction.upper[column] === 1;
    const first = choice ? await side(at + 1, Infinity) : await side(0, at);
    const second = choice ? await side(0, at) : await side(at + 1, Infinity);
    const [below, above] = choice ? [second, first] : [first, second];
    deduction.steps.push({ kind: 'branch', column, at, below, above });
    return deduction.steps;
  }

  private async enter(
    deduction: Deduction,
    { graph, vertices }: { graph: number; vertices: number[] },
  ): Promise<Proof> {
    const inside = new Set(vertices);
    const { edges } = this.problem.inequalities.graphs[graph];
    const entering = edges
      .filter(({ from, to }) => inside.has(to) && !inside.has(from))
      .map(({ column }) => column);
    const never = deduction.branch();
    for (const { column, from, to } of edges)
      if (inside.has(to) || inside.has(from)) never.assume(column, 0, 0);
    const neverProof = await this.prove(never);
    const some = deduction.branch();
    const row = some.assumeSome(entering);
    this.relaxed!.add(row, entering);
    const someProof = await this.prove(some);
    this.relaxed!.removeLast();
    deduction.steps.push({ kind: 'enter', graph, vertices, never: neverProof, some: someProof });
    return deduction.steps;
  }
}
