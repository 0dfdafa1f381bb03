/** Collects columns, rows and graphs; terms on the same column are added up, and rows keep their names. */
import type { Graph, Inequalities, Row } from '../../evidence/certificate/certificate.js';

export interface Bounds {
  lower?: number;
  upper?: number;
}

export const equals = (value: number): Bounds => ({ lower: value, upper: value });
export const atLeast = (value: number): Bounds => ({ lower: value });
export const atMost = (value: number): Bounds => ({ upper: value });

export class InequalityBuilder implements Inequalities {
  readonly columns: Inequalities['columns'] = [];
  readonly rows: Row[] = [];
  readonly graphs: Graph[] = [];

  /** A count: a whole number, at least 0. */
  count(name: string, upper?: number): number {
    this.columns.push({ name, integral: true, ...(upper === undefined ? {} : { upper }) });
    return this.columns.length - 1;
  }

  /** Any number, at least 0. */
  amount(name: string, upper?: number): number {
    this.columns.push({ name, integral: false, ...(upper === undefined ? {} : { upper }) });
    return this.columns.length - 1;
  }

  row(name: string, terms: Terms, bounds: Bounds): void {
    const columns: number[] = [];
    const coefficients: number[] = [];
    for (const [column, coefficient] of terms.sums) {
      if (coefficient === 0) continue;
      columns.push(column);
      coefficients.push(coefficient);
    }
    this.rows.push({ name, columns, coefficients, ...bounds });
  }
}

export class Terms {
  readonly sums = new Map<number, number>();

  add(column: number, coefficient = 1): this {
    this.sums.set(column, (this.sums.get(column) ?? 0) + coefficient);
    return this;
  }

  addAll(columns: Iterable<number>, coefficient = 1): this {
    for (const column of columns) this.add(column, coefficient);
    return this;
  }
}
