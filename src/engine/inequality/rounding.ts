/** Rows that follow by rounding: a sum of rows is divided, and whole numbers leave no room for the fraction. */
import type { Deduction } from './deduction.js';
import type { Combination } from './exact.js';
import { indivisible } from './lattice.js';

/** Ends this point of a proof if its equations have no solution in whole numbers, whatever the bounds. */
export function refuteByDivision(deduction: Deduction): boolean {
  const found = indivisible(deduction);
  if (!found) return false;
  const sides = [found.factors, new Map([...found.factors].map(([row, factor]) => [row, -factor]))].map(
    (factors) => rounded(deduction, factors, found.divisor),
  );
  const [least, most] = sides;
  if (!least || !most) return false;
  // Rounded up and rounded down, the same sum is off by one from itself.
  const rows = [least, most].map(({ multipliers, columns, coefficients, lower }) =>
    deduction.combine(multipliers, columns, coefficients, lower, String(found.divisor)),
  );
  if (!deduction.contradiction)
    deduction.combine(
      rows.map((row) => [row, '1']),
      [],
      [],
      least.lower + most.lower,
    );
  return deduction.contradiction;
}

/** The sum of these rows after division and rounding up; undefined where a row has no such side or numbers are too large. */
function rounded(
  deduction: Deduction,
  factors: ReadonlyMap<number, bigint>,
  divisor: bigint,
): Combination | undefined {
  const { inequalities, lower, upper } = deduction;
  const sums = new Map<number, bigint>();
  let beyond = 0n;
  for (const [number, factor] of factors) {
    const row = deduction.rowAt(number);
    const bound = factor > 0n ? row.lower : row.upper;
    if (bound === undefined) return undefined;
    beyond += factor * BigInt(bound);
    row.columns.forEach((column, i) => {
      sums.set(column, (sums.get(column) ?? 0n) + factor * BigInt(row.coefficients[i]));
    });
  }
  const columns: number[] = [];
  const coefficients: number[] = [];
  let least = 0n;
  for (const [column, sum] of sums) {
    if (sum === 0n) continue;
    const bound = BigInt(lower[column]);
    beyond -= sum * bound;
    if (lower[column] === upper[column]) continue;
    if (!inequalities.columns[column].integral) return undefined;
    const coefficient = roundedUp(sum, divisor);
    least += coefficient * bound;
    columns.push(column);
    coefficients.push(Number(coefficient));
  }
  const bound = Number(roundedUp(beyond, divisor) + least);
  if (![bound, ...coefficients].every(Number.isSafeInteger)) return undefined;
  return {
    multipliers: [...factors].map(([row, factor]) => [row, String(factor)]),
    columns,
    coefficients,
    lower: bound,
  };
}

/** Division of bigints rounds towards 0. */
function roundedUp(value: bigint, divisor: bigint): bigint {
  return value / divisor + (value > 0n && value % divisor !== 0n ? 1n : 0n);
}
