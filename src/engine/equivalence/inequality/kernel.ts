/** Whole solutions of homogeneous equations, exactly, with sparse rows. */

export type SparseVector = Map<number, number>;

const LARGEST = 2 ** 40;

/** A basis of the solutions in whole numbers; solutions whose numbers grow too large are left out. */
export function kernel(equations: SparseVector[], unknowns: number): SparseVector[] {
  const pivots = new Map<number, SparseVector>();
  for (const equation of equations) {
    let rest: SparseVector | undefined = new Map(equation);
    for (const [column, row] of pivots) {
      if (!rest?.has(column)) continue;
      rest = eliminate(rest, row, column);
    }
    if (!rest || rest.size === 0) continue;
    const [column] = [...rest].reduce((best, entry) =>
      Math.abs(entry[1]) < Math.abs(best[1]) ? entry : best,
    );
    for (const [other, row] of pivots) {
      if (!row.has(column)) continue;
      const reduced = eliminate(row, rest, column);
      if (reduced) pivots.set(other, reduced);
      else return [];
    }
    pivots.set(column, rest);
  }
  const solutions: SparseVector[] = [];
  for (let free = 0; free < unknowns; free++) {
    if (pivots.has(free)) continue;
    const used = [...pivots].filter(([, row]) => row.has(free));
    let scale = 1;
    for (const [column, row] of used) scale = lcm(scale, Math.abs(row.get(column)!));
    if (scale > LARGEST) continue;
    const solution: SparseVector = new Map([[free, scale]]);
    for (const [column, row] of used) solution.set(column, (-scale * row.get(free)!) / row.get(column)!);
    normalise(solution);
    solutions.push(solution);
  }
  return solutions;
}

/** `row` with the column removed by means of `pivot`; undefined where numbers grow too large. */
function eliminate(row: SparseVector, pivot: SparseVector, column: number): SparseVector | undefined {
  const [a, b] = [row.get(column)!, pivot.get(column)!];
  const g = gcd(Math.abs(a), Math.abs(b));
  const result: SparseVector = new Map();
  for (const [at, value] of row) result.set(at, (value * b) / g);
  for (const [at, value] of pivot) {
    const sum = (result.get(at) ?? 0) - (value * a) / g;
    if (Math.abs(sum) > LARGEST) return undefined;
    if (sum === 0) result.delete(at);
    else result.set(at, sum);
  }
  normalise(result);
  return result;
}

function normalise(vector: SparseVector): void {
  let common = 0;
  for (const value of vector.values()) {
    common = gcd(common, Math.abs(value));
    if (common === 1) return;
  }
  if (common > 1) for (const [at, value] of vector) vector.set(at, value / common);
}

export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

const lcm = (a: number, b: number): number => (a / gcd(a, b)) * b;
