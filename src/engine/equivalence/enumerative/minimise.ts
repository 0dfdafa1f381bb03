/** The smallest system that does the same, for four meanings of "the same". */
import type { Meter } from '../../reach/reference/meter.js';
import { contract } from './contract.js';
import { determinise } from './determinise.js';
import { type Lts, TAU } from './lts.js';
import { blockGraph, fromRows, quotient } from './quotient.js';
import { type Partition, refine } from './refine.js';
import { Closures, saturate } from './saturate.js';

export const MODULO = ['strong', 'branching', 'weak', 'trace'] as const;
export type Modulo = (typeof MODULO)[number];

export interface MinimiseOptions {
  /** With `branching`: going on internally for ever is something that can be told apart, and is kept. */
  divergence?: boolean;
}

export async function minimise(
  lts: Lts,
  modulo: Modulo,
  meter: Meter,
  options: MinimiseOptions = {},
): Promise<Lts> {
  switch (modulo) {
    case 'strong':
      return quotient(lts, await refine(lts, {}, meter));
    case 'branching':
      return minimiseBranching(lts, options.divergence ?? false, meter);
    case 'weak': {
      const small = await minimiseBranching(lts, false, meter);
      const partition = await refine(await saturate(small, meter), {}, meter);
      const lean = await withoutImplied(quotient(small, partition, { inert: true }), meter);
      return quotient(lean, everyStateAlone(lean));
    }
    case 'trace': {
      const deterministic = await determinise(await minimiseBranching(lts, false, meter), meter);
      return quotient(deterministic, await refine(deterministic, {}, meter));
    }
  }
}

/** For its numbering. */
function everyStateAlone(lts: Lts): Partition {
  return { of: Int32Array.from({ length: lts.states }, (_, s) => s), count: lts.states };
}

async function minimiseBranching(lts: Lts, divergence: boolean, meter: Meter): Promise<Lts> {
  const { lts: acyclic, divergent } = contract(lts);
  const seen = divergence ? divergent : undefined;
  const partition = await refine(acyclic, { inert: true, divergent: seen }, meter);
  return quotient(acyclic, partition, { inert: true, divergent: seen });
}

/** The blocks of a relation on all states of a system. */
export async function partitionOf(
  lts: Lts,
  relation: Exclude<Modulo, 'trace'>,
  meter: Meter,
  options: MinimiseOptions = {},
): Promise<Partition> {
  if (relation === 'strong') return refine(lts, {}, meter);
  const { lts: acyclic, of, divergent } = contract(lts);
  const branching = await refine(
    acyclic,
    { inert: true, divergent: options.divergence ? divergent : undefined },
    meter,
  );
  const through = (inner: Partition): Partition => ({ of: of.map((s) => inner.of[s]), count: inner.count });
  if (relation === 'branching') return through(branching);
  const blocks = blockGraph(acyclic, branching, true);
  const weak = await refine(await saturate(blocks, meter), {}, meter);
  return through({ of: branching.of.map((b) => weak.of[b]), count: weak.count });
}

/**
 * Leaves out transitions that others imply through internal steps. No two states of the system may be
 * weakly bisimilar: internal steps then make no cycle, so none of the reasons depends on itself.
 */
async function withoutImplied(lts: Lts, meter: Meter): Promise<Lts> {
  const closures = new Closures(lts);
  const rows: number[][] = [];
  for (let s = 0; s < lts.states; s++) {
    await meter.tick();
    const implied = new Set<number>();
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      const [label, target] = [lts.label[e], lts.target[e]];
      for (const further of closures.of(target)) {
        if (further !== target) implied.add(label * lts.states + further);
        if (label === TAU) addWeakMoves(lts, closures, further, implied);
      }
    }
    const row: number[] = [];
    for (let e = lts.first[s]; e < lts.first[s + 1]; e++) {
      const key = lts.label[e] * lts.states + lts.target[e];
      if (!implied.has(key)) row.push(key);
    }
    rows.push(row);
  }
  return fromRows(lts, lts.initial, rows);
}

function addWeakMoves(lts: Lts, closures: Closures, state: number, moves: Set<number>): void {
  for (let e = lts.first[state]; e < lts.first[state + 1]; e++) {
    if (lts.label[e] === TAU) continue;
    for (const target of closures.of(lts.target[e])) moves.add(lts.label[e] * lts.states + target);
  }
}
