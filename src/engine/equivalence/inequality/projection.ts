/**
 * The inequalities without the counts of single steps: only where the automata end and which action is
 * next. Their rows are those of the full system that speak of these columns alone, and the invariants
 * that follow from the others. That counts are not negative is given up, so a solution here means
 * nothing; but a contradiction here is one of the full system, and it is translated to that.
 */
import type { Inequalities, Proof, Row } from '../../../evidence/certificate/certificate.js';
import type { Network } from '../../inequality/network.js';
import type { BadPair } from './bad-pair.js';
import { type Invariant, invariantsOf } from './invariants.js';

export interface Projection {
  inequalities: Inequalities;
  /** Groups of columns of which at most one is 1 and that share what enables them: the actions that may be next. */
  nexts: number[][];
  /** The columns of ending in a state. */
  ends: number[];
  /** A proof about the projection as one about the full system. */
  translate(proof: Proof): Proof;
}

export function project(network: Network, bad: BadPair): Projection {
  const full = bad.inequalities;
  const kept: number[] = [];
  const position = new Int32Array(full.columns.length).fill(-1);
  const keep = (column: number): void => {
    position[column] = kept.length;
    kept.push(column);
  };
  for (const columns of bad.ends) columns.forEach(keep);
  for (const columns of bad.extensions.values()) columns.forEach(keep);
  const rows: Row[] = [];
  const origin: number[] = [];
  full.rows.forEach((row, number) => {
    if (!row.columns.every((column) => position[column] >= 0) || saysNothing(row, full)) return;
    origin.push(number);
    rows.push({ ...row, columns: row.columns.map((column) => position[column]) });
  });
  const invariants = invariantsOf(network, bad);
  invariants.forEach(({ columns, coefficients }, i) => {
    rows.push({
      name: `invariant ${i + 1}`,
      columns: columns.map((column) => position[column]),
      coefficients,
      lower: 0,
      upper: 0,
    });
  });
  return {
    inequalities: { columns: kept.map((column) => full.columns[column]), rows, graphs: [] },
    nexts: nextGroups(bad, position),
    ends: bad.ends.flat().map((column) => position[column]),
    translate: (proof) => translated(proof, { full, kept, origin, invariants, rows: rows.length }),
  };
}

/** Implied by the bounds of its columns. */
function saysNothing({ columns, coefficients, lower, upper }: Row, full: Inequalities): boolean {
  let [least, most] = [0, 0];
  columns.forEach((column, i) => {
    const range = coefficients[i] * (full.columns[column].upper ?? Infinity);
    if (range < 0) least += range;
    else most += range;
  });
  return least >= (lower ?? -Infinity) && most <= (upper ?? Infinity);
}

/** Actions that are offered in the same states share a row, and are excluded together. */
function nextGroups({ inequalities, extensions }: BadPair, position: Int32Array): number[][] {
  const isNext = new Set([...extensions.values()].flat());
  const groups: number[][] = [];
  const placed = new Set<number>();
  for (const { columns, coefficients, lower } of inequalities.rows) {
    if (lower !== undefined) continue;
    const own = columns.filter((column, i) => isNext.has(column) && coefficients[i] > 0);
    const isEnabling = own.length < columns.length && coefficients.some((a) => a < 0);
    if (!isEnabling || own.length === 0 || own.some((column) => placed.has(column))) continue;
    for (const column of own) placed.add(column);
    groups.push(own.map((column) => position[column]));
  }
  for (const column of isNext) if (!placed.has(column)) groups.push([position[column]]);
  return groups;
}

interface Translation {
  full: Inequalities;
  kept: number[];
  origin: number[];
  invariants: Invariant[];
  /** Rows of the projection. */
  rows: number;
}

/** Each invariant is derived twice, once for each side; then the proof follows, its rows and columns renamed. */
function translated(proof: Proof, { full, kept, origin, invariants, rows }: Translation): Proof {
  const first = full.rows.length;
  const used = usedRows(proof);
  const start: Proof = [];
  const above = new Map<number, number>();
  invariants.forEach(({ multipliers }, i) => {
    if (!used.has(origin.length + i)) return;
    above.set(i, first + start.length);
    for (const sign of [1, -1])
      start.push({ kind: 'combine', multipliers: multipliers.map(([row, f]) => [row, String(sign * f)]) });
  });
  const later = first + start.length - rows;
  /** The rows that say what a row of the projection says: its lower side, its upper side. */
  const sides = (row: number): [lower: number, upper: number, negated: boolean] => {
    if (row < origin.length) return [origin[row], origin[row], false];
    if (row >= rows) return [row + later, row + later, false];
    const lower = above.get(row - origin.length)!;
    return [lower, lower + 1, true];
  };
  const rename = (steps: Proof): Proof =>
    steps.flatMap((step): Proof => {
      if (step.kind === 'propagate') {
        const [lower, upper] = sides(step.row);
        const both: Proof = [{ kind: 'propagate', row: upper }];
        return lower === upper ? both : [...both, { kind: 'propagate', row: lower }];
      }
      if (step.kind === 'combine') {
        const multipliers = step.multipliers.map(([row, text]): [number, string] => {
          const [lower, upper, negated] = sides(row);
          if (!negated || !text.startsWith('-')) return [lower, text];
          return [upper, text.slice(1)];
        });
        return [{ kind: 'combine', multipliers }];
      }
      if (step.kind === 'branch')
        return [{ ...step, column: kept[step.column], below: rename(step.below), above: rename(step.above) }];
      throw new Error(`a projection has no graphs, so no step '${step.kind}'`);
    });
  return [...start, ...rename(proof)];
}

function usedRows(proof: Proof, found = new Set<number>()): Set<number> {
  for (const step of proof) {
    if (step.kind === 'propagate') found.add(step.row);
    if (step.kind === 'combine') for (const [row] of step.multipliers) found.add(row);
    if (step.kind === 'branch') {
      usedRows(step.below, found);
      usedRows(step.above, found);
    }
  }
  return found;
}
