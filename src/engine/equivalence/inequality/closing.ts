/**
 * Refutes a projection: first by what follows row by row and nearby, then action by action of those that
 * may be next, then by splitting columns on the linear relaxation. Undefined where a solution is left or
 * the nodes run out: the full system is then asked.
 */
import type { Highs } from 'highs';
import type { Proof } from '../../../evidence/certificate/certificate.js';
import { Deduction, incidenceOf } from '../../inequality/deduction.js';
import { contradictionFrom } from '../../inequality/exact.js';
import { OpenRelaxation } from '../../inequality/open.js';
import { Neighbourhoods, type Reach } from './neighbourhood.js';
import type { Projection } from './projection.js';

/** Up to so many actions that may be next, each is tried by itself before any solver is asked. */
const FEW = 12;
const MOST_NODES = 400;
const NEAR: Reach = { width: 8, distance: 3, columns: 60 };
const FAR: Reach = { width: 400, distance: 4, columns: 3000 };
const WHOLE = 1e-6;

/** A solution is left, or too much is to be split. */
class Open extends Error {}

export function refute(highs: Highs, projection: Projection, stop: () => boolean): Proof | undefined {
  const { inequalities } = projection;
  const deduction = new Deduction(inequalities, incidenceOf(inequalities), { trims: false });
  deduction.propagate(true);
  try {
    return new Closing(highs, projection, stop).root(deduction);
  } catch (error) {
    if (error instanceof Open) return undefined;
    throw error;
  }
}

class Closing {
  private nodes = 0;

  constructor(
    private readonly highs: Highs,
    private readonly projection: Projection,
    private readonly stop: () => boolean,
  ) {}

  root(deduction: Deduction): Proof {
    const { nexts } = this.projection;
    if (!deduction.contradiction && nexts.flat().length > FEW) this.lookAround(deduction);
    if (deduction.contradiction) return deduction.steps;
    const open = nexts.flat().filter((column) => deduction.upper[column] > 0);
    return open.length <= FEW ? this.oneByOne(deduction, open) : this.split(deduction);
  }

  /** Excludes end states and actions near by, until nothing new follows. */
  private lookAround(deduction: Deduction): void {
    const nearby = new Neighbourhoods(this.highs, deduction);
    const { ends, nexts } = this.projection;
    for (let changed = true; changed; ) {
      changed = false;
      for (const column of ends) {
        if (deduction.contradiction || this.stop()) return;
        if (nearby.exclude([column], NEAR)) changed = true;
      }
      for (const group of nexts) {
        if (deduction.contradiction || this.stop()) return;
        if (nearby.exclude(group, NEAR) || nearby.exclude(group, FAR)) changed = true;
      }
      deduction.propagate(true);
    }
  }

  /** Assumes each of the actions in turn. */
  private oneByOne(deduction: Deduction, [column, ...others]: number[]): Proof {
    if (column === undefined) return this.split(deduction);
    const above = deduction.branch();
    above.assume(column, 1, 1);
    above.propagate(true);
    const aboveProof = above.contradiction ? above.steps : this.split(above);
    const below = deduction.branch();
    below.assume(column, 0, 0);
    below.propagate(true);
    const belowProof = below.contradiction ? below.steps : this.oneByOne(below, others);
    deduction.steps.push({ kind: 'branch', column, at: 0, below: belowProof, above: aboveProof });
    return deduction.steps;
  }

  private split(deduction: Deduction): Proof {
    deduction.propagate(true);
    if (deduction.contradiction) return deduction.steps;
    if (++this.nodes > MOST_NODES || this.stop()) throw new Open();
    const relaxation = new OpenRelaxation(this.highs, deduction);
    const relaxed = relaxation.solve(deduction);
    relaxation.dispose();
    if (relaxed.status === 'unknown') throw new Open();
    if (relaxed.status === 'infeasible') {
      const found =
        relaxed.multipliers && contradictionFrom(deduction, relaxation.byRow(relaxed.multipliers));
      if (!found) throw new Open();
      deduction.combine(found.multipliers, found.columns, found.coefficients, found.lower);
      if (!deduction.contradiction) throw new Open();
      return deduction.steps;
    }
    const column = leastWhole(relaxed.values, deduction);
    if (column === undefined) throw new Open();
    const at = Math.floor(relaxed.values[column] + WHOLE);
    const above = deduction.branch();
    above.assume(column, at + 1, Infinity);
    const aboveProof = this.split(above);
    const below = deduction.branch();
    below.assume(column, 0, at);
    deduction.steps.push({ kind: 'branch', column, at, below: this.split(below), above: aboveProof });
    return deduction.steps;
  }
}

function leastWhole(values: Float64Array, { lower, upper }: Deduction): number | undefined {
  let best: number | undefined;
  let distance = WHOLE;
  values.forEach((value, column) => {
    const away = Math.abs(value - Math.round(value));
    if (lower[column] === upper[column] || away <= distance) return;
    [best, distance] = [column, away];
  });
  return best;
}
