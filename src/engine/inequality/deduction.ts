/**
 * What is known about the columns at one point of a proof, and the proof steps that led there.
 *
 * `propagate` brings rows and graphs to a fixed point without any solver: a row whose other columns
 * leave no room fixes the rest, an edge set that no walk can enter has no flow. On a flowgraph this is
 * INCA's trimming; since a communication row dies as soon as one side is dead, it trims all automata
 * jointly. Only bounds that fix a column are kept, so the fixed point is reached after at most one
 * change for each column.
 */
import type { Inequalities, Proof, Row } from '../../evidence/certificate/certificate.js';

const LONG = 300;
const LONG_SHARE = 16;

/** For each column, the rows and the graphs it stands in; shared by all points of one proof. */
export interface Incidence {
  rows: Int32Array[];
  graphs: Int32Array[];
}

export function incidenceOf({ columns, rows, graphs }: Inequalities): Incidence {
  const inRows: number[][] = columns.map(() => []);
  const inGraphs: number[][] = columns.map(() => []);
  rows.forEach((row, r) => {
    for (const column of row.columns) inRows[column].push(r);
  });
  graphs.forEach((graph, g) => {
    for (const { column } of graph.edges) if (inGraphs[column].at(-1) !== g) inGraphs[column].push(g);
  });
  return {
    rows: inRows.map((list) => Int32Array.from(list)),
    graphs: inGraphs.map((list) => Int32Array.from(list)),
  };
}

export class Deduction {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly steps: Proof = [];
  contradiction = false;
  /** Columns whose bounds changed; whoever wants to know empties it. */
  readonly changed: number[] = [];
  /** Rows of `combine` steps, in order. */
  readonly derived: Row[];
  private readonly queue: number[] = [];
  private readonly queued: Uint8Array;
  private readonly dirtyGraphs = new Set<number>();
  /** Rows with many columns that wait, with the number of changes in them. */
  private readonly longRows = new Map<number, number>();

  constructor(
    readonly inequalities: Inequalities,
    readonly incidence: Incidence,
    /** Does a part of a graph that nothing enters count as empty? */
    private readonly settings: { trims: boolean } = { trims: true },
    parent?: Deduction,
  ) {
    const { columns, rows, graphs } = inequalities;
    this.lower = parent ? parent.lower.slice() : new Float64Array(columns.length);
    this.upper = parent
      ? parent.upper.slice()
      : Float64Array.from(columns, (column) => column.upper ?? Infinity);
    this.derived = parent ? [...parent.derived] : [];
    this.queued = new Uint8Array(rows.length);
    for (const [row, changes] of parent?.longRows ?? []) this.longRows.set(row, changes);
    if (!parent) {
      rows.forEach((_, r) => {
        this.enqueue(r);
      });
      graphs.forEach((_, g) => {
        this.dirtyGraphs.add(g);
      });
    }
  }

  rowAt(number: number): Row {
    const { rows } = this.inequalities;
    return number < rows.length ? rows[number] : this.derived[number - rows.length];
  }

  branch(): Deduction {
    return new Deduction(this.inequalities, this.incidence, this.settings, this);
  }

  /** Assumes a bound, as one side of a branch does. */
  assume(column: number, lower: number, upper: number): void {
    if (lower > this.lower[column]) this.setLower(column, lower);
    if (upper < this.upper[column]) this.setUpper(column, upper);
  }

  /**
   * A row that follows from the others, in the form `sum >= lower`; its bounds are drawn at once. With a
   * divisor, the row is what remains after division and rounding. Gives the number of the row.
   */
  combine(
    multipliers: [row: number, factor: string][],
    columns: number[],
    coefficients: number[],
    lower: number,
    divisor?: string,
  ): number {
    this.steps.push({ kind: 'combine', multipliers, ...(divisor === undefined ? {} : { divisor }) });
    const row: Row = { name: `derived ${this.derived.length + 1}`, columns, coefficients, lower };
    this.derived.push(row);
    const number = this.inequalities.rows.length + this.derived.length - 1;
    if (this.tighten(row)) this.steps.push({ kind: 'propagate', row: number });
    return number;
  }

  /** One side of an `enter` branch: at least one of these edges is used. Gives the number of the row. */
  assumeSome(columns: number[]): number {
    const row: Row = { name: 'entered', columns, coefficients: columns.map(() => 1), lower: 1 };
    this.derived.push(row);
    const number = this.inequalities.rows.length + this.derived.length - 1;
    if (this.tighten(row)) this.steps.push({ kind: 'propagate', row: number });
    return number;
  }

  /** Long rows are looked at when enough of their columns have changed, or when `all` is asked for. */
  propagate(all = false): void {
    while (!this.contradiction) {
      const row = this.queue.pop() ?? this.nextLongRow(all);
      if (row !== undefined) {
        this.queued[row] = 0;
        if (this.tighten(this.inequalities.rows[row])) this.steps.push({ kind: 'propagate', row });
        continue;
      }
      const [graph] = this.dirtyGraphs;
      if (graph === undefined) return;
      this.dirtyGraphs.delete(graph);
      if (this.settings.trims) this.trim(graph);
    }
  }

  private nextLongRow(all: boolean): number | undefined {
    for (const [row, changes] of this.longRows) {
      if (!all && changes * LONG_SHARE < this.inequalities.rows[row].columns.length) continue;
      this.longRows.delete(row);
      return row;
    }
    return undefined;
  }

  /** Vertices that cannot be reached from the sources along edges that `open` admits. */
  unreached(graph: number, open: (column: number) => boolean): Uint8Array {
    const { vertices, sources, edges } = this.inequalities.graphs[graph];
    const first = new Int32Array(vertices).fill(-1);
    const next = new Int32Array(edges.length);
    edges.forEach(({ column, from }, e) => {
      if (!open(column)) return;
      next[e] = first[from];
      first[from] = e;
    });
    const missing = new Uint8Array(vertices).fill(1);
    const stack = [...sources];
    for (const source of sources) missing[source] = 0;
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      for (let e = first[vertex]; e >= 0; e = next[e]) {
        const { to } = edges[e];
        if (missing[to] === 0) continue;
        missing[to] = 0;
        stack.push(to);
      }
    }
    return missing;
  }

  private trim(graph: number): void {
    const missing = this.unreached(graph, (column) => this.upper[column] > 0);
    const dead: number[] = [];
    const vertices = new Set<number>();
    for (const { column, from, to } of this.inequalities.graphs[graph].edges) {
      if (this.upper[column] === 0 || missing[from] === 0) continue;
      dead.push(column);
      vertices.add(from);
      vertices.add(to);
    }
    if (dead.length === 0) return;
    this.steps.push({ kind: 'unreachable', graph, vertices: [...vertices].filter((v) => missing[v] === 1) });
    for (const column of dead) this.setUpper(column, 0);
  }

  /** Draws what a row says; true if a bound changed or nothing is left. */
  private tighten(row: Row): boolean {
    const { columns, coefficients } = row;
    let least = 0;
    let most = 0;
    for (let i = 0; i < columns.length; i++) {
      const a = coefficients[i];
      const [low, high] = [this.lower[columns[i]], this.upper[columns[i]]];
      least += a > 0 ? a * low : high === 0 ? 0 : a * high;
      most += a > 0 ? (high === 0 ? 0 : a * high) : a * low;
    }
    if ((row.upper !== undefined && least > row.upper) || (row.lower !== undefined && most < row.lower)) {
      this.contradiction = true;
      return true;
    }
    let changed = false;
    if (row.upper !== undefined && least > -Infinity) changed = this.tightenSide(row, 1, row.upper - least);
    if (row.lower !== undefined && most < Infinity)
      changed = this.tightenSide(row, -1, most - row.lower) || changed;
    return changed;
  }

  /** How far each column may move towards the side with this much room left. */
  private tightenSide(row: Row, sign: 1 | -1, room: number): boolean {
    let changed = false;
    for (let i = 0; i < row.columns.length; i++) {
      const column = row.columns[i];
      const a = sign * row.coefficients[i];
      const [low, high] = [this.lower[column], this.upper[column]];
      if (low === high) continue;
      // Of amounts that need not be whole only "none" is drawn, so that bounds stay integers.
      if (room !== 0 && !this.inequalities.columns[column].integral) continue;
      const whole = Math.floor(room / Math.abs(a));
      if (a > 0) {
        const bound = low + whole;
        if (bound < high && (bound === 0 || high <= 1)) {
          this.setUpper(column, bound);
          changed = true;
        }
      } else if (high <= 1) {
        const bound = high - whole;
        if (bound > low) {
          this.setLower(column, bound);
          changed = true;
        }
      }
    }
    return changed;
  }

  private setUpper(column: number, value: number): void {
    this.upper[column] = value;
    if (value < this.lower[column]) this.contradiction = true;
    this.touch(column);
    if (value === 0) for (const graph of this.incidence.graphs[column]) this.dirtyGraphs.add(graph);
  }

  private setLower(column: number, value: number): void {
    this.lower[column] = value;
    if (value > this.upper[column]) this.contradiction = true;
    this.touch(column);
  }

  private touch(column: number): void {
    this.changed.push(column);
    for (const row of this.incidence.rows[column]) this.enqueue(row);
  }

  private enqueue(row: number): void {
    if (this.inequalities.rows[row].columns.length > LONG) {
      this.longRows.set(row, (this.longRows.get(row) ?? 0) + 1);
      return;
    }
    if (this.queued[row] === 1) return;
    this.queued[row] = 1;
    this.queue.push(row);
  }
}
