/** Are two labelled transition systems the same under a relation, and if not, what tells them apart? */
import type { Budget } from '../../budget.js';
import { LimitReached, Meter } from '../../reach/reference/meter.js';
import { contract } from './contract.js';
import { distinguish, type Formula, truth } from './formula.js';
import { type Excess, findExcess } from './inclusion.js';
import { type Lts, union } from './lts.js';
import { minimise, partitionOf } from './minimise.js';
import { blockGraph } from './quotient.js';
import type { Partition } from './refine.js';
import { saturate } from './saturate.js';

export const RELATIONS = ['trace', 'failures', 'strong', 'branching', 'weak'] as const;
export type Relation = (typeof RELATIONS)[number];

export type Side = 'spec' | 'impl';

/** What one side can do and the other cannot. */
export type Distinction =
  | { kind: 'trace'; side: Side; word: string[] }
  /** After the word it can be in a state that does nothing internally and refuses all of these. */
  | { kind: 'failure'; side: Side; word: string[]; refusal: string[] }
  /** True at the start of this side, false at the start of the other. */
  | { kind: 'formula'; side: Side; formula: Formula }
  /** No trace, refusal or short formula was found: how they differ in words. */
  | { kind: 'words'; words: string };

export interface Comparison {
  relation: Relation;
  /** Ask only that the implementation does nothing the specification does not; for `trace` and `failures`. */
  refines?: boolean;
  /** With `branching`: going on internally for ever counts. */
  divergence?: boolean;
}

/** Both systems must have the same labels. Undefined: they are the same (the implementation refines). */
export async function findDistinction(
  spec: Lts,
  impl: Lts,
  comparison: Comparison,
  budget: Budget,
): Promise<Distinction | undefined> {
  const { relation } = comparison;
  if (relation === 'trace' || relation === 'failures') {
    return linear(spec, impl, relation, comparison.refines ?? false, budget);
  }
  const both = union(spec, impl);
  const options = { divergence: comparison.divergence };
  const partition = await partitionOf(both, relation, new Meter(budget), options);
  const [p, q] = [spec.initial, spec.states + impl.initial];
  if (partition.of[p] === partition.of[q]) return undefined;
  return explain(spec, impl, both, partition, comparison, budget);
}

async function linear(
  spec: Lts,
  impl: Lts,
  what: 'trace' | 'failures',
  refines: boolean,
  budget: Budget,
): Promise<Distinction | undefined> {
  // A smaller system with the same traces and stable failures: divergence is kept for the latter.
  const small = (lts: Lts) =>
    minimise(lts, 'branching', new Meter(budget), { divergence: what === 'failures' });
  const [left, right] = [await small(impl), await small(spec)];
  const beyond = await findExcess(left, right, what, new Meter(budget));
  const missing = refines ? undefined : await findExcess(right, left, what, new Meter(budget));
  if (missing && (!beyond || lengthOf(missing) < lengthOf(beyond))) return distinction('spec', missing);
  return beyond && distinction('impl', beyond);
}

const lengthOf = (excess: Excess): number => excess.word.length;

function distinction(side: Side, { word, refusal }: Excess): Distinction {
  return refusal ? { kind: 'failure', side, word, refusal } : { kind: 'trace', side, word };
}

/** Explaining may cost no more than this many pairs; the verdict stands without it. */
const MOST_PAIRS = 300_000;

async function explain(
  spec: Lts,
  impl: Lts,
  both: Lts,
  partition: Partition,
  { relation, divergence }: Comparison,
  budget: Budget,
): Promise<Distinction> {
  const bounded = { ...budget, states: Math.min(budget.states ?? MOST_PAIRS, MOST_PAIRS) };
  const trace = await attempt(() => linear(spec, impl, 'trace', false, bounded));
  if (trace) return trace;
  // A refusal is a reason only for relations that see when a system is stable.
  const seesStability = relation === 'strong' || (relation === 'branching' && divergence === true);
  if (seesStability || (isDivergenceFree(spec) && isDivergenceFree(impl))) {
    const failure = await attempt(() => linear(spec, impl, 'failures', false, bounded));
    if (failure) return failure;
  }
  const formula = await attempt(() => formulaFor(both, spec, impl, partition, relation, bounded));
  if (formula) {
    const side = truth(formula, spec)[spec.initial] === 1 ? 'spec' : 'impl';
    const other = side === 'spec' ? impl : spec;
    if (truth(formula, other)[other.initial] === 1) throw new Error('the formula tells nothing apart');
    return { kind: 'formula', side, formula };
  }
  if (divergence && relation === 'branching') {
    const blind = await attempt(() => partitionOf(both, 'branching', new Meter(budget)));
    if (blind && blind.of[spec.initial] === blind.of[spec.states + impl.initial]) {
      const words = 'they differ only in where internal steps can go on for ever';
      return { kind: 'words', words };
    }
  }
  const words =
    relation === 'branching'
      ? 'internal steps on the way to the same visible actions pass through states that the other side has not'
      : 'no short formula tells them apart';
  return { kind: 'words', words };
}

async function formulaFor(
  both: Lts,
  spec: Lts,
  impl: Lts,
  partition: Partition,
  relation: Relation,
  budget: Budget,
): Promise<Formula | undefined> {
  const starts = [spec.initial, spec.states + impl.initial];
  if (relation === 'strong') {
    const [p, q] = starts.map((s) => partition.of[s]);
    return distinguish(blockGraph(both, partition, false), p, q, false);
  }
  const meter = new Meter(budget);
  const weak = relation === 'weak' ? partition : await partitionOf(both, 'weak', meter);
  const [p, q] = starts.map((s) => weak.of[s]);
  if (p === q) return undefined;
  return distinguish(await saturate(blockGraph(both, weak, true), meter), p, q, true);
}

function isDivergenceFree(lts: Lts): boolean {
  return contract(lts).divergent.every((value) => value === 0);
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}
