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
const WIDER: Reach = { width: 8, distance: 6, columns: 300 };
const FAR: Reach = { width: 400, distance: 4, columns: 3000 };
const WHOLE = 1e-6;
/** Others get their turn after so many questions. */
const LOOKS = 50;

/** A solution is left, or too much is to be split. */
class Open extends Error {}

export interface Patience {
  stop(): boolean;
  pause?(): Promise<void>;
}

export async function refute(
  highs: Highs,
  projection: Projection,
  patience: Patience,
): Promise<Proof | undefined> {
  const { inequalities } = projection;
  const deduction = new Deduction(inequalities, incidenceOf(inequalities), { trims: false });
  deduction.propagate(true);
  try {
    return await new Closing(highs, projection, patience).root(deduction);
  } catch (error) {
    if (error instanceof Open) return undefined;
    throw error;
  }
}

class Closing {
  private nodes = 0;
  private looks = 0;

  constructor(
    private readonly highs: Highs,
    private readonly projection: Projection,
    private readonly patience: Patience,
  ) {}

  async root(deduction: Deduction): Promise<Proof> {
    const { nexts } = this.projection;
    if (!deduction.contradiction && nexts.flat().length > FEW) await this.lookAround(deduction);
    if (deduction.contradiction) return deduction.steps;
    const open = nexts.flat().filter((column) => deduction.upper[column] > 0);
    return open.length <= FEW ? this.oneByOne(deduction, open) : this.split(deduction);
  }

  /** Excludes end states and actions near by, until nothing new follows. */
  private async lookAround(deduction: Deduction): Promise<void> {
    const nearby = new Neighbourhoods(this.highs, deduction);
    const { ends, nexts } = this.projection;
    for (let reach = NEAR; ; ) {
      let changed = false;
      for (const column of ends) {
        if (deduction.contradiction || (await this.isOver())) return;
        if (nearby.exclude([column], reach)) changed = true;
      }
      for (const group of nexts) {
        if (deduction.contradiction || (await this.isOver())) return;
        if (nearby.exclude(group, reach) || nearby.exclude(group, FAR)) changed = true;
      }
      deduction.propagate(true);
      if (!changed && reach === WIDER) return;
      reach = changed ? NEAR : WIDER;
    }
  }

  private async isOver(): Promise<boolean> {
    if (++this.looks % LOOKS === 0) await this.patience.pause?.();
    return this.patience.stop();
  }

  /** Assumes each of the actions in turn. */
  private async oneByOne(deduction: Deduction, [column, ...others]: number[]): Promise<Proof> {
    if (column === undefined) return this.split(deduction);
    const above = deduction.branch();
    above.assume(column, 1, 1);
    above.propagate(true);
    const aboveProof = above.contradiction ? above.steps : await this.split(above);
    const below = deduction.branch();
    below.assume(column, 0, 0);
    below.propagate(true);
    const belowProof = below.contradiction ? below.steps : await this.oneByOne(below, others);
    deduction.steps.push({ kind: 'branch', column, at: 0, below: belowProof, above: aboveProof });
    return deduction.steps;
  }

  private async split(deduction: Deduction): Promise<Proof> {
    deduction.propagate(true);
    if (deduction.contradiction) return deduction.steps;
    await this.patience.pause?.();
    if (++this.nodes > MOST_NODES || this.patience.stop()) throw new Open();
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
    const aboveProof = await this.split(above);
    const below = deduction.branch();
    below.assume(column, 0, at);
    deduction.steps.push({ kind: 'branch', column, at, below: await this.split(below), above: aboveProof });
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
