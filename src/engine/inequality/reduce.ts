/**
 * The same question in fewer columns and rows, for reading, exporting and comparing sizes: fixed
 * columns go, a row with one column is a bound, two columns that are equal become one, and a column
 * that occurs in one equation only is the slack of that row. What is left has a solution in whole
 * numbers exactly if the original has.
 */
import type { Column, Inequalities, Row } from '../../evidence/certificate/certificate.js';
import { Deduction, incidenceOf } from './deduction.js';

export interface Reduced {
  columns: Column[];
  rows: Row[];
  /** The rows contradict each other already. */
  impossible: boolean;
}

/** `trims`: parts of a graph that no walk can enter are removed first. */
export function reduce(inequalities: Inequalities, { trims }: { trims: boolean }): Reduced {
  const deduction = new Deduction(inequalities, incidenceOf(inequalities), { trims });
  deduction.propagate(true);
  if (deduction.contradiction) return { columns: [], rows: [], impossible: true };
  return new Reduction(inequalities, deduction).run();
}

interface LooseRow {
  name: string;
  terms: Map<number, number>;
  lower: number;
  upper: number;
}

class Reduction {
  private readonly rows = new Map<number, LooseRow>();
  private readonly where: Set<number>[];
  private readonly queue: number[] = [];
  private readonly gone: Uint8Array;

  constructor(
    private readonly inequalities: Inequalities,
    private readonly bounds: Deduction,
  ) {
    const { columns, rows } = inequalities;
    this.where = columns.map(() => new Set());
    this.gone = new Uint8Array(columns.length);
    rows.forEach((row, r) => {
      const terms = new Map<number, number>();
      let fixed = 0;
      row.columns.forEach((column, i) => {
        if (bounds.lower[column] === bounds.upper[column])
          fixed += row.coefficients[i] * bounds.lower[column];
        else terms.set(column, row.coefficients[i]);
      });
      if (terms.size === 0) return;
      const [lower, upper] = [row.lower ?? -Infinity, row.upper ?? Infinity];
      this.rows.set(r, { name: row.name, terms, lower: lower - fixed, upper: upper - fixed });
      for (const column of terms.keys()) this.where[column].add(r);
      this.queue.push(r);
    });
  }

  run(): Reduced {
    for (let changed = true; changed; ) {
      changed = false;
      while (this.queue.length > 0) if (this.simplify(this.queue.pop()!)) changed = true;
      if (this.dropRepeated()) changed = true;
      for (let column = 0; column < this.where.length; column++) if (this.slacken(column)) changed = true;
    }
    const { columns } = this.inequalities;
    const kept = columns.flatMap((_, column) =>
      this.isOpen(column) && this.where[column].size > 0 ? [column] : [],
    );
    const position = new Map(kept.map((column, i) => [column, i]));
    return {
      impossible: false,
      columns: kept.map((column) => {
        const upper = this.bounds.upper[column];
        return {
          name: columns[column].name,
          integral: columns[column].integral,
          ...(upper < Infinity ? { upper } : {}),
        };
      }),
      rows: [...this.rows.values()].map(({ name, terms, lower, upper }) => ({
        name,
        columns: [...terms.keys()].map((column) => position.get(column)!),
        coefficients: [...terms.values()],
        ...(lower > -Infinity ? { lower } : {}),
        ...(upper < Infinity ? { upper } : {}),
      })),
    };
  }

  private isOpen(column: number): boolean {
    return this.gone[column] === 0 && this.bounds.lower[column] !== this.bounds.upper[column];
  }

  private remove(number: number): void {
    for (const column of this.rows.get(number)!.terms.keys()) this.where[column].delete(number);
    this.rows.delete(number);
  }

  private simplify(number: number): boolean {
    const row = this.rows.get(number);
    if (!row) return false;
    const columns = [...row.terms.keys()];
    if (columns.length === 0 || this.isImplied(row)) {
      this.remove(number);
      return true;
    }
    if (columns.length === 1) {
      if (!this.isBound(row, columns[0])) return false;
      this.remove(number);
      return true;
    }
    const [a, b] = columns;
    const equal =
      columns.length === 2 &&
      row.lower === 0 &&
      row.upper === 0 &&
      row.terms.get(a)! + row.terms.get(b)! === 0;
    if (!equal) return false;
    this.remove(number);
    this.merge(a, b);
    return true;
  }

  /** Of rows with the same sum, one is enough. */
  private dropRepeated(): boolean {
    const first = new Map<string, LooseRow>();
    let dropped = false;
    for (const [number, row] of this.rows) {
      const sorted = [...row.terms].sort((a, b) => a[0] - b[0]);
      const sign = sorted[0]?.[1] < 0 ? -1 : 1;
      const key = sorted.map(([column, a]) => `${column}:${sign * a}`).join();
      const [lower, upper] = sign > 0 ? [row.lower, row.upper] : [-row.upper, -row.lower];
      const other = first.get(key);
      if (!other) {
        first.set(key, row);
        if (sign < 0) for (const [column, a] of row.terms) row.terms.set(column, -a);
        [row.lower, row.upper] = [lower, upper];
        continue;
      }
      other.lower = Math.max(other.lower, lower);
      other.upper = Math.min(other.upper, upper);
      this.remove(number);
      dropped = true;
    }
    return dropped;
  }

  private isImplied({ terms, lower, upper }: LooseRow): boolean {
    let [least, most] = [0, 0];
    for (const [column, a] of terms) {
      const [low, high] = [this.bounds.lower[column], this.bounds.upper[column]];
      least += a > 0 ? a * low : a * high;
      most += a > 0 ? a * high : a * low;
    }
    return least >= lower && most <= upper;
  }

  /** A whole-number bound on one column. */
  private isBound({ terms, lower, upper }: LooseRow, column: number): boolean {
    const a = terms.get(column)!;
    if (Math.abs(a) !== 1 || this.bounds.lower[column] !== 0) return false;
    const [low, high] = a > 0 ? [lower, upper] : [-upper, -lower];
    if (low > 0 || high < 0) return false;
    this.bounds.upper[column] = Math.min(this.bounds.upper[column], high);
    for (const other of this.where[column]) this.queue.push(other);
    return true;
  }

  /** Puts `a` in the place of `b`. */
  private merge(a: number, b: number): void {
    this.gone[b] = 1;
    this.bounds.upper[a] = Math.min(this.bounds.upper[a], this.bounds.upper[b]);
    for (const number of [...this.where[b]]) {
      const row = this.rows.get(number)!;
      const sum = (row.terms.get(a) ?? 0) + row.terms.get(b)!;
      row.terms.delete(b);
      if (sum === 0) {
        row.terms.delete(a);
        this.where[a].delete(number);
      } else {
        row.terms.set(a, sum);
        this.where[a].add(number);
      }
      this.queue.push(number);
    }
    this.where[b].clear();
  }

  /** A column of a single equation, with whole coefficients throughout, is its slack. */
  private slacken(column: number): boolean {
    if (!this.isOpen(column) || this.where[column].size !== 1) return false;
    const [number] = this.where[column];
    const row = this.rows.get(number)!;
    const a = row.terms.get(column)!;
    if (row.lower !== row.upper || Math.abs(a) !== 1) return false;
    const high = this.bounds.upper[column];
    row.terms.delete(column);
    this.where[column].clear();
    this.gone[column] = 1;
    if (a > 0) row.lower -= high;
    else row.upper += high;
    this.queue.push(number);
    return true;
  }
}
