/**
 * Facts that follow from a few rows near each other: if these allow a group of columns less than one
 * unit, whole numbers allow none. Large systems consist of many like parts, so an answer is kept for all
 * neighbourhoods that look the same.
 */
import type { Highs } from 'highs';
import type { Row } from '../../../evidence/certificate/certificate.js';
import type { Deduction } from '../../inequality/deduction.js';
import { combination, wholeFactors } from '../../inequality/exact.js';
import { excludes } from '../../inequality/probe.js';
import { Relaxation } from '../../inequality/solver.js';

export interface Reach {
  /** Longer rows are not followed. */
  width: number;
  distance: number;
  columns: number;
}

export class Neighbourhoods {
  private readonly answers = new Map<string, [position: number, factor: number][] | undefined>();

  constructor(
    private readonly highs: Highs,
    private readonly deduction: Deduction,
  ) {}

  /** Fixes the group at 0 if that follows nearby. */
  exclude(group: readonly number[], reach: Reach): boolean {
    const { deduction } = this;
    const open = group.filter((column) => deduction.upper[column] > 0 && deduction.lower[column] === 0);
    if (open.length === 0) return false;
    const local = this.around(open, reach);
    if (!local) return false;
    const rows = this.rowsWithin(local);
    const key = this.keyOf(local, open.length, rows);
    if (!this.answers.has(key)) this.answers.set(key, this.solve(local, rows, open));
    const answer = this.answers.get(key);
    if (!answer) return false;
    const found = combination(
      deduction,
      new Map(answer.map(([position, factor]) => [rows[position], factor])),
    );
    if (!found || !excludes(found, open, deduction)) return false;
    deduction.combine(found.multipliers, found.columns, found.coefficients, found.lower);
    deduction.propagate();
    return true;
  }

  private isOpen(column: number): boolean {
    return this.deduction.lower[column] !== this.deduction.upper[column];
  }

  private openWidth({ columns }: Row, most: number): number {
    let width = 0;
    for (const column of columns) if (this.isOpen(column) && ++width > most) break;
    return width;
  }

  /** Open columns in the order in which they are found; undefined where they are too many. */
  private around(
    group: readonly number[],
    { width, distance, columns }: Reach,
  ): Map<number, number> | undefined {
    const { inequalities, incidence } = this.deduction;
    const local = new Map(group.map((column, i) => [column, i]));
    const seen = new Set<number>();
    let level: number[] = [...group];
    for (let step = 0; step < distance; step++) {
      const next: number[] = [];
      for (const column of level) {
        for (const row of incidence.rows[column]) {
          if (seen.has(row) || this.openWidth(inequalities.rows[row], width) > width) continue;
          seen.add(row);
          for (const other of inequalities.rows[row].columns) {
            if (local.has(other) || !this.isOpen(other)) continue;
            local.set(other, local.size);
            next.push(other);
            if (local.size > columns) return undefined;
          }
        }
      }
      level = next;
    }
    return local;
  }

  private rowsWithin(local: Map<number, number>): number[] {
    const { inequalities, incidence } = this.deduction;
    const seen = new Set<number>();
    const found: number[] = [];
    for (const column of local.keys()) {
      for (const row of incidence.rows[column]) {
        if (seen.has(row)) continue;
        seen.add(row);
        if (inequalities.rows[row].columns.every((other) => local.has(other) || !this.isOpen(other)))
          found.push(row);
      }
    }
    return found;
  }

  private keyOf(local: Map<number, number>, group: number, rows: number[]): string {
    const { inequalities, lower, upper } = this.deduction;
    const parts = [String(group)];
    for (const column of local.keys()) parts.push(`${lower[column]}:${upper[column]}`);
    for (const number of rows) {
      const row = inequalities.rows[number];
      const terms = row.columns.map((column, i) => {
        const position = local.get(column);
        return position === undefined
          ? `${row.coefficients[i] * lower[column]}`
          : `${row.coefficients[i]}*${position}`;
      });
      parts.push(`${row.lower ?? ''}..${row.upper ?? ''} ${terms.sort().join(' ')}`);
    }
    return parts.join('|');
  }

  private solve(local: Map<number, number>, rows: number[], group: readonly number[]) {
    const { deduction } = this;
    const { inequalities } = deduction;
    const costs = new Float64Array(local.size);
    for (const column of group) costs[local.get(column)!] = -1;
    const part = {
      columns: [...local.keys()].map((column) => inequalities.columns[column]),
      rows: rows.map((row) => this.restricted(inequalities.rows[row], local)),
      graphs: [],
    };
    const relaxation = new Relaxation(this.highs, part, costs, false, 5);
    for (const [column, i] of local)
      relaxation.setBounds(i, deduction.lower[column], deduction.upper[column]);
    const relaxed = relaxation.solve();
    relaxation.dispose();
    if (relaxed.status === 'unknown') return undefined;
    const values = relaxed.status === 'feasible' ? relaxed.duals : relaxed.multipliers;
    if (!values) return undefined;
    for (const sign of relaxed.status === 'feasible' ? [1] : [1, -1]) {
      const factorsByRow = new Map(rows.map((row, i) => [row, sign * values[i]]));
      for (const factors of wholeFactors(deduction, factorsByRow)) {
        const found = combination(deduction, factors);
        if (!found || !excludes(found, group, deduction)) continue;
        const position = new Map(rows.map((row, i) => [row, i]));
        return [...factors].map(([row, factor]): [number, number] => [position.get(row)!, factor]);
      }
    }
    return undefined;
  }

  private restricted(row: Row, local: Map<number, number>): Row {
    const open: Row = { name: row.name, columns: [], coefficients: [] };
    let fixed = 0;
    row.columns.forEach((column, i) => {
      const position = local.get(column);
      if (position === undefined) fixed += row.coefficients[i] * this.deduction.lower[column];
      else {
        open.columns.push(position);
        open.coefficients.push(row.coefficients[i]);
      }
    });
    if (row.lower !== undefined) open.lower = row.lower - fixed;
    if (row.upper !== undefined) open.upper = row.upper - fixed;
    return open;
  }
}
