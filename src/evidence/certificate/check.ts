/**
 * Checks a certificate, exactly and without any solver. It knows nothing of how the proof was found;
 * all it uses is written here: integer bounds, sums of rows, rounding of whole numbers, and walks that
 * cannot enter what they cannot enter. It answers with the first thing that is wrong.
 */
import type { Certificate, Inequalities, Proof, Row } from './certificate.js';

export type Checked = { valid: true; steps: number } | { valid: false; reason: string };

export function checkCertificate(certificate: Certificate): Checked {
  if (certificate.cases.length === 0) return { valid: false, reason: 'there is nothing to check' };
  let steps = 0;
  for (const { name, inequalities, proof } of certificate.cases) {
    try {
      checkShape(inequalities);
      steps += new Reader(inequalities).close(proof);
    } catch (error) {
      if (error instanceof Refusal) return { valid: false, reason: `${name}: ${error.message}` };
      throw error;
    }
  }
  return { valid: true, steps };
}

class Refusal extends Error {}

const NONE = -1n;

function checkShape({ columns, rows, graphs }: Inequalities): void {
  const isColumn = (column: number) => Number.isInteger(column) && column >= 0 && column < columns.length;
  const isWhole = (value: number | undefined) => value === undefined || Number.isSafeInteger(value);
  for (const { upper } of columns) if (!isWhole(upper)) throw new Refusal('a bound is not an integer');
  for (const row of rows) {
    if (row.columns.length !== row.coefficients.length) throw new Refusal(`row ${row.name} is incomplete`);
    if (!row.columns.every(isColumn) || new Set(row.columns).size !== row.columns.length)
      throw new Refusal(`row ${row.name} has wrong columns`);
    if (!row.coefficients.every(isWhole) || !isWhole(row.lower) || !isWhole(row.upper))
      throw new Refusal(`row ${row.name} has numbers that are not integers`);
  }
  for (const { name, vertices, sources, edges } of graphs) {
    const isVertex = (vertex: number) => Number.isInteger(vertex) && vertex >= 0 && vertex < vertices;
    const sound = edges.every(({ column, from, to }) => isColumn(column) && isVertex(from) && isVertex(to));
    if (!sound || !sources.every(isVertex)) throw new Refusal(`graph ${name} is malformed`);
  }
}

interface ExactRow {
  columns: number[];
  coefficients: bigint[];
  lower?: bigint;
  upper?: bigint;
}

/** The bounds that hold at one point of the proof. */
class Reader {
  private readonly lower: bigint[];
  /** -1: none. */
  private readonly upper: bigint[];
  private readonly derived: ExactRow[];
  private impossible = false;

  constructor(
    private readonly inequalities: Inequalities,
    parent?: Reader,
  ) {
    this.lower = parent ? [...parent.lower] : inequalities.columns.map(() => 0n);
    this.upper = parent
      ? [...parent.upper]
      : inequalities.columns.map(({ upper }) => (upper === undefined ? NONE : BigInt(upper)));
    this.derived = parent ? [...parent.derived] : [];
  }

  /** Follows the proof to a contradiction; gives the number of its steps. */
  close(proof: Proof): number {
    let count = 0;
    for (const step of proof) {
      if (this.impossible) break;
      count++;
      switch (step.kind) {
        case 'propagate':
          this.propagate(this.row(step.row));
          break;
        case 'unreachable':
          this.unreachable(step.graph, step.vertices);
          break;
        case 'combine':
          this.derived.push(
            step.divisor === undefined
              ? this.combine(step.multipliers)
              : this.divide(this.combine(step.multipliers), step.divisor),
          );
          break;
        case 'branch': {
          const { column, at } = step;
          if (!this.inequalities.columns[column]?.integral || !Number.isSafeInteger(at))
            throw new Refusal('a branch on a column that need not be whole');
          const below = new Reader(this.inequalities, this);
          below.atMost(column, BigInt(at));
          const above = new Reader(this.inequalities, this);
          above.atLeast(column, BigInt(at) + 1n);
          return count + below.close(step.below) + above.close(step.above);
        }
        case 'enter': {
          const inside = new Set(step.vertices);
          const { edges, sources } = this.graph(step.graph);
          if (sources.some((source) => inside.has(source)))
            throw new Refusal('a walk that begins inside need not enter');
          const never = new Reader(this.inequalities, this);
          for (const { column, from, to } of edges)
            if (inside.has(from) || inside.has(to)) never.atMost(column, 0n);
          const some = new Reader(this.inequalities, this);
          const entering = [
            ...new Set(
              edges.filter(({ from, to }) => inside.has(to) && !inside.has(from)).map(({ column }) => column),
            ),
          ];
          if (!entering.every((column) => this.inequalities.columns[column].integral))
            throw new Refusal('edges that need not carry whole flow');
          some.derived.push({ columns: entering, coefficients: entering.map(() => 1n), lower: 1n });
          return count + never.close(step.never) + some.close(step.some);
        }
      }
    }
    if (!this.impossible) throw new Refusal('the proof ends without a contradiction');
    return count;
  }

  private graph(number: number): Inequalities['graphs'][number] {
    const graph = this.inequalities.graphs[number];
    if (!graph) throw new Refusal(`there is no graph ${number}`);
    return graph;
  }

  private row(number: number): ExactRow {
    const { rows } = this.inequalities;
    const row =
      number < rows.length ? rows[number] && exact(rows[number]) : this.derived[number - rows.length];
    if (!row) throw new Refusal(`there is no row ${number}`);
    return row;
  }

  private atMost(column: number, bound: bigint): void {
    const { upper, lower } = this;
    if (upper[column] === NONE || bound < upper[column]) upper[column] = bound < 0n ? 0n : bound;
    if (bound < lower[column]) this.impossible = true;
  }

  private atLeast(column: number, bound: bigint): void {
    const { upper, lower } = this;
    if (bound > lower[column]) lower[column] = bound;
    if (upper[column] !== NONE && lower[column] > upper[column]) this.impossible = true;
  }

  /** The least the sum can be, or undefined where it can be anything; likewise for the negated row. */
  private least({ columns, coefficients }: ExactRow, sign: bigint): bigint | undefined {
    let sum = 0n;
    for (let i = 0; i < columns.length; i++) {
      const a = sign * coefficients[i];
      if (a > 0n) sum += a * this.lower[columns[i]];
      else if (this.upper[columns[i]] === NONE && a !== 0n) return undefined;
      else sum += a * this.upper[columns[i]];
    }
    return sum;
  }

  private propagate(row: ExactRow): void {
    if (row.upper !== undefined) this.propagateSide(row, 1n, row.upper);
    if (row.lower !== undefined) this.propagateSide(row, -1n, -row.lower);
  }

  /** Draws from `sign * sum <= most`. */
  private propagateSide(row: ExactRow, sign: bigint, most: bigint): void {
    const least = this.least(row, sign);
    if (least === undefined) return;
    const room = most - least;
    if (room < 0n) {
      this.impossible = true;
      return;
    }
    const changes: (() => void)[] = [];
    row.columns.forEach((column, i) => {
      const a = sign * row.coefficients[i];
      if (a === 0n || (room !== 0n && !this.inequalities.columns[column].integral)) return;
      // Division of bigints rounds towards 0, and both are at least 0 here.
      if (a > 0n) {
        const bound = this.lower[column] + room / a;
        changes.push(() => this.atMost(column, bound));
      } else {
        const bound = this.upper[column] - room / -a;
        changes.push(() => this.atLeast(column, bound));
      }
    });
    for (const change of changes) change();
  }

  private unreachable(number: number, vertices: number[]): void {
    const { edges, sources } = this.graph(number);
    const inside = new Set(vertices);
    if (sources.some((source) => inside.has(source)))
      throw new Refusal('a walk may begin at an unreachable vertex');
    for (const { column, from, to } of edges) {
      if (inside.has(to) && !inside.has(from) && this.upper[column] !== 0n)
        throw new Refusal('an edge leads to an unreachable vertex');
    }
    for (const { column, from, to } of edges) if (inside.has(from) || inside.has(to)) this.atMost(column, 0n);
  }

  private combine(multipliers: [number, string][]): ExactRow {
    const sums = new Map<number, bigint>();
    let lower = 0n;
    for (const [number, text] of multipliers) {
      if (!/^-?\d+$/.test(text)) throw new Refusal(`the factor ${text} is not an integer`);
      const factor = BigInt(text);
      if (factor === 0n) continue;
      const row = this.row(number);
      const bound = factor > 0n ? row.lower : row.upper;
      if (bound === undefined) throw new Refusal(`row ${number} has no bound on that side`);
      lower += factor * bound;
      row.columns.forEach((column, i) => {
        sums.set(column, (sums.get(column) ?? 0n) + factor * row.coefficients[i]);
      });
    }
    const used = [...sums].filter(([column, sum]) => sum !== 0n && this.upper[column] !== 0n);
    return { columns: used.map(([column]) => column), coefficients: used.map(([, sum]) => sum), lower };
  }

  /**
   * Divides `sum >= lower` and rounds up on both sides. What a column has beyond its least value is a
   * whole number that is at least 0, so a greater coefficient makes the left side no smaller; then that
   * side is whole.
   */
  private divide({ columns, coefficients, lower }: ExactRow, text: string): ExactRow {
    if (!/^[1-9]\d*$/.test(text)) throw new Refusal(`the divisor ${text} is not a positive integer`);
    const divisor = BigInt(text);
    const result: ExactRow = { columns: [], coefficients: [] };
    let beyond = lower!;
    let least = 0n;
    columns.forEach((column, i) => {
      beyond -= coefficients[i] * this.lower[column];
      if (this.lower[column] === this.upper[column]) return;
      if (!this.inequalities.columns[column].integral)
        throw new Refusal('rounding with a column that need not be whole');
      const coefficient = roundedUp(coefficients[i], divisor);
      least += coefficient * this.lower[column];
      result.columns.push(column);
      result.coefficients.push(coefficient);
    });
    return { ...result, lower: roundedUp(beyond, divisor) + least };
  }
}

/** Division of bigints rounds towards 0. */
function roundedUp(value: bigint, divisor: bigint): bigint {
  return value / divisor + (value > 0n && value % divisor !== 0n ? 1n : 0n);
}

function exact({ columns, coefficients, lower, upper }: Row): ExactRow {
  return {
    columns,
    coefficients: coefficients.map(BigInt),
    ...(lower === undefined ? {} : { lower: BigInt(lower) }),
    ...(upper === undefined ? {} : { upper: BigInt(upper) }),
  };
}
