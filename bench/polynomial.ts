/** Which polynomial a column of measurements follows. */

const MOST_DEGREE = 3;
const TOLERANCE = 0.03;

/** The least degree that fits every value within the tolerance, or the slope between the last two as `~1.4`. */
export function fittedDegree(sizes: readonly number[], values: readonly number[]): string {
  const last = sizes.length - 1;
  for (let degree = 0; degree <= Math.min(MOST_DEGREE, last - 1); degree++) {
    const coefficients = leastSquares(sizes, values, degree);
    const fits = sizes.every((n, i) => {
      const predicted = coefficients.reduce((sum, c, power) => sum + c * n ** power, 0);
      return Math.abs(predicted - values[i]) <= TOLERANCE * Math.max(1, Math.abs(values[i]));
    });
    if (fits) return String(degree);
  }
  const slope = Math.log(values[last] / values[last - 1]) / Math.log(sizes[last] / sizes[last - 1]);
  return `~${slope.toFixed(1)}`;
}

/** Weighted by the size of the values, so that small ones count as much as large ones. */
function leastSquares(sizes: readonly number[], values: readonly number[], degree: number): number[] {
  const scale = sizes[sizes.length - 1];
  const width = degree + 1;
  const rows = Array.from({ length: width }, () => new Array<number>(width + 1).fill(0));
  sizes.forEach((n, i) => {
    const weight = 1 / Math.max(1, Math.abs(values[i])) ** 2;
    const powers = Array.from({ length: width }, (_, power) => (n / scale) ** power);
    for (let r = 0; r < width; r++) {
      for (let c = 0; c < width; c++) rows[r][c] += weight * powers[r] * powers[c];
      rows[r][width] += weight * powers[r] * values[i];
    }
  });
  for (let column = 0; column < width; column++) {
    let pivot = column;
    for (let r = column; r < width; r++)
      if (Math.abs(rows[r][column]) > Math.abs(rows[pivot][column])) pivot = r;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let r = 0; r < width; r++) {
      if (r === column || rows[column][column] === 0) continue;
      const factor = rows[r][column] / rows[column][column];
      for (let c = column; c <= width; c++) rows[r][c] -= factor * rows[column][c];
    }
  }
  return rows.map((row, power) => (row[power] === 0 ? 0 : row[width] / row[power]) / scale ** power);
}
