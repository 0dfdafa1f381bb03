/**
 * From the solver's floating-point multipliers to integers that prove something. The dual vectors of
 * these systems are nearly always ratios of small numbers, so each is replaced by the simplest
 * fraction near it, and all are brought to one denominator.
 */
import type { Deduction } from './deduction.js';

export interface Combination {
  multipliers: [row: number, factor: string][];
  columns: number[];
  coefficients: number[];
  /** `sum of coefficient * column >= lower` */
  lower: number;
}

/** Multipliers by row; rows without one are left out. */
export type RowValues = ReadonlyMap<number, number>;

const NEGLIGIBLE = 1e-9;
const LARGEST = 2 ** 52;

/** The combination of rows with these factors, exactly; undefined where numbers grow too large. */
export function combination(deduction: Deduction, factors: Map<number, number>): Combination | undefined {
  const sums = new Map<number, number>();
  let lower = 0;
  let size = 0;
  for (const [r, factor] of factors) {
    const row = deduction.rowAt(r);
    const bound = factor > 0 ? row.lower : row.upper;
    if (bound === undefined) return undefined;
    lower += factor * bound;
    size += Math.abs(factor * bound);
    for (let i = 0; i < row.columns.length; i++) {
      const product = factor * row.coefficients[i];
      size += Math.abs(product);
      sums.set(row.columns[i], (sums.get(row.columns[i]) ?? 0) + product);
    }
    if (size > LARGEST) return undefined;
  }
  const columns: number[] = [];
  const coefficients: number[] = [];
  for (const [column, sum] of sums) {
    if (sum === 0 || deduction.upper[column] === 0) continue;
    columns.push(column);
    coefficients.push(sum);
  }
  return { multipliers: [...factors].map(([r, f]) => [r, String(f)]), columns, coefficients, lower };
}

/** The most that the left side can be within the bounds. */
export function mostOf({ columns, coefficients }: Combination, deduction: Deduction): number {
  let most = 0;
  columns.forEach((column, i) => {
    const a = coefficients[i];
    most += a > 0 ? a * deduction.upper[column] : a * deduction.lower[column];
  });
  return most;
}

/** Whole numbers in the proportions of these, from a few attempts; sides that rows do not have are dropped. */
export function* wholeFactors(deduction: Deduction, values: RowValues): Generator<Map<number, number>> {
  let largest = 0;
  for (const value of values.values()) largest = Math.max(largest, Math.abs(value));
  if (largest === 0) return;
  for (const cutoff of [NEGLIGIBLE, 1e-7]) {
    const used: [number, number][] = [];
    let least = Infinity;
    for (const [r, value] of values) {
      if (Math.abs(value) <= cutoff * largest) continue;
      const row = deduction.rowAt(r);
      if ((value > 0 ? row.lower : row.upper) === undefined) continue;
      used.push([r, value]);
      least = Math.min(least, Math.abs(value));
    }
    for (const unit of [1, least]) {
      const denominator = commonDenominator(used.map(([, value]) => Math.abs(value) / unit));
      if (denominator === undefined) continue;
      yield new Map(used.map(([r, value]) => [r, Math.round((value / unit) * denominator)]));
    }
    for (const multiple of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 24, 60, 120, 360, 720, 2520])
      yield new Map(used.map(([r, value]) => [r, Math.round((value / least) * multiple)]));
  }
}

const MOST_DENOMINATOR = 1_000_000;

function commonDenominator(values: number[]): number | undefined {
  let common = 1;
  for (const value of new Set(values)) {
    if (Math.abs(value * common - Math.round(value * common)) < 1e-7 * Math.max(1, common)) continue;
    const denominator = denominatorOf(value * common);
    if (denominator === undefined) return undefined;
    common *= denominator;
    if (common > MOST_DENOMINATOR) return undefined;
  }
  return common;
}

/** The denominator of the simplest fraction near the value (continued fractions). */
function denominatorOf(value: number): number | undefined {
  let [before, denominator] = [0, 1];
  let rest = value;
  for (let i = 0; i < 20; i++) {
    const whole = Math.floor(rest);
    if (i > 0) [before, denominator] = [denominator, whole * denominator + before];
    if (denominator > MOST_DENOMINATOR) return undefined;
    if (Math.abs(value * denominator - Math.round(value * denominator)) < 1e-6) return denominator;
    if (rest === whole) return denominator;
    rest = 1 / (rest - whole);
  }
  return undefined;
}

/** A combination that contradicts the bounds. */
export function contradictionFrom(deduction: Deduction, values: RowValues): Combination | undefined {
  for (const sign of [1, -1]) {
    const signed = sign === 1 ? values : new Map([...values].map(([row, value]) => [row, -value]));
    for (const factors of wholeFactors(deduction, signed)) {
      const found = combination(deduction, factors);
      if (found && mostOf(found, deduction) < found.lower) return found;
    }
  }
  return undefined;
}
