/**
 * The relaxation of what is still open at some point of a proof: columns that are already fixed are
 * put into the right-hand sides, rows without open columns are left out. Further bounds and rows may
 * come and go; answers are given in the numbering of the proof.
 */
import type { Highs } from 'highs';
import type { Row } from '../../evidence/certificate/certificate.js';
import type { Deduction } from './deduction.js';
import { Relaxation, type Relaxed } from './solver.js';

export class OpenRelaxation {
  private readonly relaxation: Relaxation;
  private readonly columns: number[] = [];
  private readonly positions: Int32Array;
  /** For each row of the relaxation its number in the proof; -1 where it has been removed. */
  private readonly rows: number[] = [];
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;

  constructor(
    private readonly highs: Highs,
    private readonly start: Deduction,
  ) {
    const { inequalities } = start;
    this.positions = new Int32Array(inequalities.columns.length).fill(-1);
    inequalities.columns.forEach((_, column) => {
      if (start.lower[column] === start.upper[column]) return;
      this.positions[column] = this.columns.length;
      this.columns.push(column);
    });
    const rows: Row[] = [];
    inequalities.rows.forEach((row, r) => {
      const open = this.restrict(row);
      if (open.columns.length === 0) return;
      rows.push(open);
      this.rows.push(r);
    });
    const part = { columns: this.columns.map((column) => inequalities.columns[column]), rows, graphs: [] };
    this.lower = new Float64Array(this.columns.length);
    this.upper = Float64Array.from(part.columns, ({ upper }) => upper ?? Infinity);
    this.relaxation = new Relaxation(
      this.highs,
      part,
      new Float64Array(this.columns.length),
      false,
      undefined,
    );
  }

  dispose(): void {
    this.relaxation.dispose();
  }

  private restrict({ name, columns, coefficients, lower, upper }: Row): Row {
    const open: Row = { name, columns: [], coefficients: [] };
    let fixed = 0;
    columns.forEach((column, i) => {
      if (this.positions[column] < 0) fixed += coefficients[i] * this.start.lower[column];
      else {
        open.columns.push(this.positions[column]);
        open.coefficients.push(coefficients[i]);
      }
    });
    if (lower !== undefined) open.lower = lower - fixed;
    if (upper !== undefined) open.upper = upper - fixed;
    return open;
  }

  /** Without costs any solution will do. */
  solve(deduction: Deduction, costs?: Float64Array): Relaxed {
    if (this.columns.length === 0) {
      // Every row has been propagated, so what is fixed is a solution.
      return { status: 'feasible', values: deduction.lower.slice(), duals: new Float64Array(0) };
    }
    this.columns.forEach((column, i) => {
      const [lower, upper] = [deduction.lower[column], deduction.upper[column]];
      if (this.lower[i] === lower && this.upper[i] === upper) return;
      this.relaxation.setBounds(i, lower, upper);
      this.lower[i] = lower;
      this.upper[i] = upper;
    });
    if (!costs) return this.inFull(this.relaxation.solve());
    this.relaxation.setCosts(Float64Array.from(this.columns, (column) => costs[column]));
    const relaxed = this.relaxation.solve();
    this.relaxation.setCosts(new Float64Array(this.columns.length));
    return this.inFull(relaxed);
  }

  private inFull(relaxed: Relaxed): Relaxed {
    if (relaxed.status !== 'feasible') return relaxed;
    const values = this.start.lower.slice();
    this.columns.forEach((column, i) => {
      values[column] = relaxed.values[i];
    });
    return { ...relaxed, values };
  }

  /** The solver's multipliers by the rows of the proof. */
  byRow(values: Float64Array): Map<number, number> {
    const found = new Map<number, number>();
    this.rows.forEach((row, i) => {
      if (row >= 0 && values[i] !== 0) found.set(row, values[i]);
    });
    return found;
  }

  /** Adds the row of the proof that says: at least one of these. */
  add(row: number, columns: number[]): void {
    const open = this.restrict({ name: '', columns, coefficients: columns.map(() => 1), lower: 1 });
    this.relaxation.addRow(this.rows.length, open.columns, open.coefficients, open.lower ?? 0);
    this.rows.push(row);
  }

  removeLast(): void {
    const last = this.rows.findLastIndex((row) => row >= 0);
    this.rows[last] = -1;
    this.relaxation.dropRow(last);
  }
}
