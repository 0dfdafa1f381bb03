/**
 * Fixing columns before any branching: if the inequalities allow a group of alternatives (end states
 * of one automaton that offer the same actions) less than one unit in all, whole numbers allow none.
 *
 * Most such facts are local: an automaton that holds a lock knows that the lock is taken. They are
 * looked for among the rows of a few neighbouring automata, and since large systems consist of many
 * like parts, what one neighbourhood has shown is reused in every other with the same rows.
 */

import type { Highs } from 'highs';
import type { Row } from '../../evidence/certificate/certificate.js';
import type { Deduction } from './deduction.js';
import { type Combination, combination, mostOf, wholeFactors } from './exact.js';
import { Relaxation } from './solver.js';

/** Which automaton each column belongs to (-1: none), and the groups worth asking about. */
export interface Blocks {
  blockOf: Int32Array;
  columns: number[][];
  groups: { block: number; columns: number[] }[];
}

const MOST_BLOCKS = 8;
const MOST_COLUMNS = 240;
const WIDEST_ROW = 4;
const MOST_ASKED = 40;

export class LocalProbe {
  private readonly answers = new Map<string, [row: number, factor: number][] | undefined>();
  private readonly neighbours: number[][];
  private readonly neighbourhoods = new Map<number, readonly number[]>();
  solved = 0;

  private readonly groupsOf: number[][];

  constructor(
    private readonly highs: Highs,
    private readonly blocks: Blocks,
    rows: readonly Row[],
  ) {
    this.neighbours = this.findNeighbours(rows);
    this.groupsOf = blocks.columns.map(() => []);
    blocks.groups.forEach(({ block }, i) => {
      this.groupsOf[block].push(i);
    });
  }

  /** Asks about the groups near every change until nothing new follows: next to it first, then farther. */
  run(deduction: Deduction, stop: () => boolean): void {
    const far = new Set<number>();
    for (;;) {
      deduction.propagate();
      if (deduction.contradiction || stop()) return;
      const changed = new Set<number>();
      for (const column of deduction.changed.splice(0)) {
        const block = this.blocks.blockOf[column];
        if (block >= 0) changed.add(block);
      }
      const pending = new Set<number>();
      for (const block of changed) {
        for (const near of [block, ...this.neighbours[block]]) pending.add(near);
        for (const other of this.around(block)) far.add(other);
      }
      if (pending.size === 0) {
        if (far.size === 0) return;
        for (const block of far) pending.add(block);
        far.clear();
      }
      for (const block of pending) {
        if (this.askAll(deduction, block)) far.delete(block);
        if (deduction.contradiction) return;
      }
    }
  }

  /** Asks about every group of one automaton; true if something followed. */
  private askAll(deduction: Deduction, block: number): boolean {
    let found = false;
    // A large automaton is no neighbourhood: what it can do is asked of all rows at once.
    if (this.blocks.columns[block].length > MOST_COLUMNS && this.groupsOf[block].length > MOST_ASKED)
      return false;
    for (const number of this.groupsOf[block]) {
      const { columns } = this.blocks.groups[number];
      const open = columns.filter((column) => deduction.upper[column] > 0 && deduction.lower[column] === 0);
      if (open.length === 0 || !this.ask(deduction, block, open)) continue;
      found = true;
      deduction.propagate();
      if (deduction.contradiction) return true;
    }
    return found;
  }

  private findNeighbours(rows: readonly Row[]): number[][] {
    const found = this.blocks.columns.map(() => new Set<number>());
    for (const row of rows) {
      const touched = new Set<number>();
      for (const column of row.columns) {
        touched.add(this.blocks.blockOf[column]);
        if (touched.size > WIDEST_ROW) break;
      }
      if (touched.size > WIDEST_ROW || touched.has(-1)) continue;
      for (const a of touched) for (const b of touched) if (a !== b) found[a].add(b);
    }
    return found.map((set) => [...set]);
  }

  /** The block itself, its neighbours and theirs, as far as they stay few and small. */
  private around(block: number): readonly number[] {
    const known = this.neighbourhoods.get(block);
    if (known) return known;
    const near = [block];
    this.neighbourhoods.set(block, near);
    const seen = new Set(near);
    let columns = this.blocks.columns[block].length;
    let level = [block];
    for (let distance = 0; distance < 2; distance++) {
      const next: number[] = [];
      for (const from of level) {
        if (from !== block && this.neighbours[from].length > MOST_BLOCKS) continue;
        for (const other of this.neighbours[from]) {
          const size = this.blocks.columns[other].length;
          if (seen.has(other) || near.length >= MOST_BLOCKS || columns + size > MOST_COLUMNS) continue;
          seen.add(other);
          near.push(other);
          next.push(other);
          columns += size;
        }
      }
      level = next;
    }
    return near;
  }

  private ask(deduction: Deduction, block: number, group: number[]): boolean {
    const local = new Map<number, number>();
    for (const near of this.around(block))
      for (const column of this.blocks.columns[near])
        if (deduction.upper[column] > 0) local.set(column, local.size);
    const rows = this.localRows(deduction, local);
    const bounds = [...local.keys()].map((column) => `${deduction.lower[column]}:${deduction.upper[column]}`);
    const key = `${bounds.join()}/${group.map((column) => local.get(column)).join()}/${rows.map(({ text }) => text).join(';')}`;
    if (!this.answers.has(key)) this.answers.set(key, this.solve(deduction, local, rows, group));
    const answer = this.answers.get(key);
    if (!answer) return false;
    const factors = new Map(answer.map(([position, factor]) => [rows[position].row, factor]));
    const found = combination(deduction, factors);
    if (!found || !excludes(found, group, deduction)) return false;
    deduction.combine(found.multipliers, found.columns, found.coefficients, found.lower);
    return true;
  }

  /** The rows whose open columns are all local, in an order that does not depend on where they stand. */
  private localRows(deduction: Deduction, local: Map<number, number>): { row: number; text: string }[] {
    const { inequalities, incidence, upper } = deduction;
    const seen = new Set<number>();
    const found: { row: number; text: string }[] = [];
    for (const column of local.keys()) {
      for (const row of incidence.rows[column]) {
        if (seen.has(row)) continue;
        seen.add(row);
        const text = localText(inequalities.rows[row], local, upper);
        if (text !== undefined) found.push({ row, text });
      }
    }
    return found.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  }

  private solve(
    deduction: Deduction,
    local: Map<number, number>,
    rows: { row: number; text: string }[],
    group: number[],
  ): [row: number, factor: number][] | undefined {
    this.solved++;
    const { inequalities } = deduction;
    const positions = new Map(rows.map(({ row }, i) => [row, i]));
    const costs = new Float64Array(local.size);
    for (const column of group) costs[local.get(column)!] = -1;
    const part = {
      columns: [...local.keys()].map((column) => inequalities.columns[column]),
      rows: rows.map(({ row }): Row => restrict(inequalities.rows[row], local)),
      graphs: [],
    };
    const relaxation = new Relaxation(this.highs, part, costs, false, 5);
    for (const [column, i] of local)
      relaxation.setBounds(i, deduction.lower[column], deduction.upper[column]);
    const relaxed = relaxation.solve();
    relaxation.dispose();
    const values =
      relaxed.status === 'feasible'
        ? relaxed.duals
        : relaxed.status === 'infeasible'
          ? relaxed.multipliers
          : undefined;
    if (!values) return undefined;
    for (const sign of relaxed.status === 'infeasible' ? [1, -1] : [1]) {
      const whole = new Map([...positions].map(([row, i]) => [row, sign * values[i]]));
      for (const factors of wholeFactors(deduction, whole)) {
        const found = combination(deduction, factors);
        if (found && excludes(found, group, deduction))
          return [...factors].map(([row, factor]) => [positions.get(row)!, factor]);
      }
    }
    return undefined;
  }
}

/** Does this row leave no unit to any column of the group? */
export function excludes(found: Combination, group: readonly number[], deduction: Deduction): boolean {
  const most = mostOf(found, deduction);
  if (most === Infinity) return false;
  if (most < found.lower) return true;
  const wanted = new Set(group);
  let excluded = 0;
  found.columns.forEach((column, i) => {
    if (wanted.has(column) && most + found.coefficients[i] < found.lower) excluded++;
  });
  return excluded > 0;
}

function localText(row: Row, local: Map<number, number>, upper: Float64Array): string | undefined {
  const terms: [number, number][] = [];
  for (let i = 0; i < row.columns.length; i++) {
    const column = row.columns[i];
    if (upper[column] === 0) continue;
    const position = local.get(column);
    if (position === undefined) return undefined;
    terms.push([position, row.coefficients[i]]);
  }
  terms.sort((a, b) => a[0] - b[0]);
  return `${terms.map(([position, a]) => `${a}*${position}`).join(' ')} ${row.lower ?? ''}..${row.upper ?? ''}`;
}

function restrict(row: Row, local: Map<number, number>): Row {
  const kept: number[] = [];
  row.columns.forEach((column, i) => {
    if (local.has(column)) kept.push(i);
  });
  return {
    ...row,
    columns: kept.map((i) => local.get(row.columns[i])!),
    coefficients: kept.map((i) => row.coefficients[i]),
  };
}
