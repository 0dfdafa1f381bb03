/**
 * Whole numbers that satisfy equations, bounds apart: no branching ends where two automata must agree
 * on a count that is even for one and odd for the other, but the equations themselves show it.
 *
 * Column operations bring the equations to a lower triangle (Hermite's form) without changing which
 * right-hand sides whole numbers can produce. Going down the triangle, the first unknown that is not
 * whole gives the proof: a row of the triangle's inverse combines the equations to one whose
 * coefficients are all whole while its right-hand side is not.
 */
import type { Deduction } from './deduction.js';

/** All coefficients of open columns in this sum of equations are multiples of the divisor; the right side is not. */
export interface Indivisible {
  factors: Map<number, bigint>;
  divisor: bigint;
}

/** Beyond so many terms the triangle is not worth its time. */
const MOST_TERMS = 20_000;
/** Beyond so many digits the numbers have run away. */
const LARGEST = 2n ** 200n;

type Sparse = Map<number, bigint>;

interface Equations {
  /** For each equation its number among the rows, and its right-hand side. */
  rows: number[];
  right: bigint[];
  /** For each unknown its coefficients by equation. */
  unknowns: Sparse[];
}

/** A proof that the equations have no solution in whole numbers, whatever the bounds; undefined if they may have. */
export function indivisible(deduction: Deduction): Indivisible | undefined {
  const equations = equationsOf(deduction);
  return equations && new Triangle(equations).search();
}

/** The equations between open columns that are all whole; what is fixed goes to the right-hand side. */
function equationsOf({ inequalities, lower, upper }: Deduction): Equations | undefined {
  const found: Equations = { rows: [], right: [], unknowns: [] };
  const unknownOf = new Map<number, Sparse>();
  let terms = 0;
  inequalities.rows.forEach((row, number) => {
    if (row.lower === undefined || row.lower !== row.upper) return;
    const open: [column: number, coefficient: number][] = [];
    let right = row.lower;
    row.columns.forEach((column, i) => {
      if (lower[column] === upper[column]) right -= row.coefficients[i] * lower[column];
      else if (row.coefficients[i] !== 0) open.push([column, row.coefficients[i]]);
    });
    if (open.length === 0 || !open.every(([column]) => inequalities.columns[column].integral)) return;
    const equation = found.rows.push(number) - 1;
    found.right.push(BigInt(right));
    terms += open.length;
    for (const [column, coefficient] of open) {
      const unknown = unknownOf.get(column) ?? new Map<number, bigint>();
      unknownOf.set(column, unknown);
      unknown.set(equation, BigInt(coefficient));
    }
  });
  if (terms > MOST_TERMS) return undefined;
  found.unknowns = [...unknownOf.values()];
  return found;
}

class Triangle {
  /** For each equation with a pivot, the unknown that is 0 in all equations before it. */
  private readonly pivots = new Map<number, Sparse>();
  private readonly active: Set<Sparse>;
  private readonly byEquation: Set<Sparse>[];

  constructor(private readonly equations: Equations) {
    this.active = new Set(equations.unknowns);
    this.byEquation = equations.rows.map(() => new Set());
    for (const unknown of equations.unknowns)
      for (const equation of unknown.keys()) this.byEquation[equation].add(unknown);
  }

  search(): Indivisible | undefined {
    const solved = new Map<number, bigint>();
    for (let equation = 0; equation < this.equations.rows.length; equation++) {
      const pivot = this.pivotOf(equation);
      if (pivot === 'too large') return undefined;
      // Without one the equation depends on those before it; whether it agrees with them is not asked here.
      if (!pivot) continue;
      this.pivots.set(equation, pivot);
      let rest = this.equations.right[equation];
      for (const [earlier, value] of solved) rest -= value * (this.pivots.get(earlier)!.get(equation) ?? 0n);
      const leading = pivot.get(equation)!;
      if (rest % leading !== 0n) return this.proofAt(equation);
      solved.set(equation, rest / leading);
    }
    return undefined;
  }

  /** Brings all unknowns that are still free but one to 0 in this equation; that one is used up. */
  private pivotOf(equation: number): Sparse | 'too large' | undefined {
    const free = () => [...this.byEquation[equation]].filter((unknown) => this.active.has(unknown));
    for (let candidates = free(); candidates.length > 0; candidates = free()) {
      const smallest = candidates.reduce((best, one) => (this.isBetter(one, best, equation) ? one : best));
      const leading = smallest.get(equation)!;
      for (const unknown of candidates)
        if (unknown !== smallest && !this.subtract(unknown, smallest, unknown.get(equation)! / leading))
          return 'too large';
      if (candidates.every((unknown) => unknown === smallest || !unknown.has(equation))) {
        this.active.delete(smallest);
        return smallest;
      }
    }
    return undefined;
  }

  private isBetter(one: Sparse, other: Sparse, equation: number): boolean {
    const [a, b] = [size(one.get(equation)!), size(other.get(equation)!)];
    return a < b || (a === b && one.size < other.size);
  }

  private subtract(unknown: Sparse, other: Sparse, times: bigint): boolean {
    if (times === 0n) return true;
    for (const [equation, coefficient] of other) {
      const value = (unknown.get(equation) ?? 0n) - times * coefficient;
      if (size(value) > LARGEST) return false;
      if (value === 0n) {
        unknown.delete(equation);
        this.byEquation[equation].delete(unknown);
      } else {
        unknown.set(equation, value);
        this.byEquation[equation].add(unknown);
      }
    }
    return true;
  }

  /** The row of the inverse that belongs to this equation, over one denominator and modulo it. */
  private proofAt(last: number): Indivisible | undefined {
    const numerators = new Map<number, bigint>([[last, 1n]]);
    let divisor = this.pivots.get(last)!.get(last)!;
    const earlier = [...this.pivots.keys()].filter((equation) => equation < last).reverse();
    for (const equation of earlier) {
      const column = this.pivots.get(equation)!;
      let sum = 0n;
      for (const [row, numerator] of numerators) sum -= numerator * (column.get(row) ?? 0n);
      if (sum === 0n) continue;
      const leading = column.get(equation)!;
      const scale = size(leading) / common(sum, leading);
      for (const [row, numerator] of numerators) numerators.set(row, numerator * scale);
      divisor *= scale;
      if (size(divisor) > LARGEST) return undefined;
      numerators.set(equation, (sum * scale) / leading);
    }
    divisor = size(divisor);
    const factors = new Map<number, bigint>();
    for (const [equation, numerator] of numerators) {
      const factor = numerator % divisor;
      if (factor !== 0n) factors.set(this.equations.rows[equation], factor);
    }
    return { factors, divisor };
  }
}

const size = (value: bigint): bigint => (value < 0n ? -value : value);

function common(a: bigint, b: bigint): bigint {
  let [x, y] = [size(a), size(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
