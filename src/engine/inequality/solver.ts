/**
 * The floating-point solver behind one small interface. Whatever it says is only a suggestion: a
 * contradiction counts when `exact.ts` has turned its multipliers into integers that prove it, and a
 * solution counts when the interpreter can run it.
 */
import highsModule, { type Highs, type Model } from 'highs';
import type { Inequalities } from '../../evidence/certificate/certificate.js';

export type Relaxed =
  | { status: 'feasible'; values: Float64Array; duals: Float64Array }
  /** One multiplier for each row, if the solver has them. */
  | { status: 'infeasible'; multipliers?: Float64Array }
  | { status: 'unknown'; reason: string };

/** Closer to a whole number than this, a value of the solver counts as one. */
export const WHOLE = 1e-6;

let loading: Promise<Highs> | undefined;

/** The package is an ES module at run time, but its types describe the CommonJS one. */
const load = highsModule as unknown as typeof highsModule.default;

/** The solver is loaded once; it keeps no state between problems. */
export function loadSolver(): Promise<Highs> {
  if (loading === undefined) loading = load();
  return loading;
}

/** The numbers that mean "infeasible" and so on in HiGHS. */
const OPTIMAL = 7;
const INFEASIBLE = 8;
const PRIMAL_SIMPLEX = 4;
/** Up to so many rows, reducing the problem first costs more than it saves. */
const SMALL = 400;
/** With so many columns, and so many to each row, the elastic problem is the easier one (measured). */
const MANY_COLUMNS = 5000;
const WIDE = 20;
const NEGLIGIBLE = 1e-7;

/**
 * A linear problem that is solved again and again with other bounds and costs.
 *
 * Wide ones get, for each side of each row, a column that makes up what is missing there. Having as
 * little of these as possible is a problem with an obvious start, and where some are needed, its duals
 * are the multipliers that prove it.
 */
export class Relaxation {
  private readonly model: Model;
  private readonly elastic: number[] = [];
  private readonly isElastic: boolean;
  private readonly presolves: boolean;
  private readonly size: number;
  private costs: Float64Array;

  constructor(
    private readonly highs: Highs,
    inequalities: Inequalities,
    costs: Float64Array,
    private readonly integral: boolean,
    seconds: number | undefined,
  ) {
    const { columns, rows } = inequalities;
    const { infinity } = highs;
    let width = columns.length;
    this.size = width;
    this.costs = costs;
    this.isElastic = !integral && width > MANY_COLUMNS && width > WIDE * rows.length;
    this.presolves = !integral && !this.isElastic && rows.length > SMALL;
    const starts: number[] = [];
    const indices: number[] = [];
    const values: number[] = [];
    for (const row of rows) {
      starts.push(indices.length);
      for (const column of row.columns) indices.push(column);
      for (const coefficient of row.coefficients) values.push(coefficient);
      if (!this.isElastic) continue;
      for (const sign of [
        ...(row.lower === undefined ? [] : [1]),
        ...(row.upper === undefined ? [] : [-1]),
      ]) {
        this.elastic.push(width);
        indices.push(width++);
        values.push(sign);
      }
    }
    starts.push(indices.length);
    const upper = columns.map((column) => column.upper ?? infinity);
    const rest = new Array<number>(width - columns.length).fill(0);
    this.model = highs.createModel({
      numCols: width,
      numRows: rows.length,
      colCost: Float64Array.from([...costs, ...rest]),
      colLower: new Float64Array(width),
      colUpper: Float64Array.from([...upper, ...rest]),
      rowLower: Float64Array.from(rows, (row) => row.lower ?? -infinity),
      rowUpper: Float64Array.from(rows, (row) => row.upper ?? infinity),
      matrix: {
        format: 'csr',
        numRows: rows.length,
        numCols: width,
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      },
      ...(integral ? { integrality: Int32Array.from(columns, (column) => (column.integral ? 1 : 0)) } : {}),
    });
    this.model.options.set({ output_flag: false, presolve: integral || this.presolves ? 'on' : 'off' });
    if (this.isElastic) this.model.options.set({ simplex_strategy: PRIMAL_SIMPLEX });
    if (seconds !== undefined) this.model.options.set({ time_limit: Math.max(0.1, seconds) });
  }

  setBounds(column: number, lower: number, upper: number): void {
    this.model.changeColBounds(column, lower, upper === Infinity ? this.highs.infinity : upper);
  }

  setCosts(costs: Float64Array): void {
    this.costs = costs;
    if (!this.isElastic) this.useCosts(costs);
  }

  private useCosts(costs: Float64Array): void {
    this.model.changeColsCost({ kind: 'range', from: 0, to: this.size - 1 }, costs);
  }

  /** Switches a row off. */
  dropRow(row: number): void {
    this.model.changeRowBounds(row, -this.highs.infinity, this.highs.infinity);
  }

  /** The row with this number: `sum >= lower`. */
  addRow(row: number, columns: number[], coefficients: number[], lower: number): void {
    const { infinity } = this.highs;
    this.model.addRow(lower, infinity, {
      indices: Int32Array.from(columns),
      values: Float64Array.from(coefficients),
    });
    if (!this.isElastic) return;
    this.elastic.push(this.size + this.elastic.length);
    this.model.addCol(0, 0, 0, { indices: Int32Array.from([row]), values: Float64Array.from([1]) });
  }

  solve(): Relaxed {
    try {
      return this.isElastic ? this.solveElastic() : this.run();
    } catch (error) {
      loading = undefined;
      const message = error instanceof Error ? error.message : String(error);
      return { status: 'unknown', reason: `the solver failed: ${message}` };
    }
  }

  private solveElastic(): Relaxed {
    const range = { kind: 'range', from: this.size, to: this.size + this.elastic.length - 1 } as const;
    const [none, one] = [
      new Float64Array(this.elastic.length),
      new Float64Array(this.elastic.length).fill(1),
    ];
    this.useCosts(new Float64Array(this.size));
    this.model.changeColsCost(range, one);
    this.model.changeColsBounds(range, none, new Float64Array(this.elastic.length).fill(this.highs.infinity));
    const elastic = this.run();
    const missing = elastic.status === 'feasible' ? this.model.getObjectiveValue() : 0;
    this.model.changeColsCost(range, none);
    this.model.changeColsBounds(range, none, none);
    if (elastic.status !== 'feasible') return elastic;
    if (missing > NEGLIGIBLE) return { status: 'infeasible', multipliers: elastic.duals };
    if (this.costs.every((cost) => cost === 0)) return elastic;
    this.useCosts(this.costs);
    return this.run();
  }

  private run(): Relaxed {
    this.model.run();
    let status = Number(this.model.getModelStatus());
    if (status !== OPTIMAL && status !== INFEASIBLE && !this.integral) {
      // Numerical trouble: once more from the beginning.
      this.model.clearSolver();
      this.model.run();
      status = Number(this.model.getModelStatus());
    }
    if (status === OPTIMAL) {
      const { colValue, rowDual } = this.model.getSolution();
      return { status: 'feasible', values: colValue.slice(0, this.size), duals: rowDual };
    }
    if (status === INFEASIBLE && this.presolves) {
      // Multipliers exist only for the whole problem.
      this.model.options.set({ presolve: 'off' });
      this.model.run();
      status = Number(this.model.getModelStatus());
      this.model.options.set({ presolve: 'on' });
    }
    if (status !== INFEASIBLE) return { status: 'unknown', reason: `the solver ended with status ${status}` };
    const ray = this.integral ? undefined : this.model.getDualRay();
    return { status: 'infeasible', ...(ray ? { multipliers: ray.values } : {}) };
  }

  dispose(): void {
    this.model.dispose();
  }
}
