/** A search that leaves out interleavings, or the reason why it would not answer the question. */
import type { Ask } from '../../../../property/question.js';
import type { Meter } from '../meter.js';
import type { Product } from '../product.js';
import { type Violation, violationTest } from '../safety.js';
import { Independence } from './independence.js';
import { Support } from './overman.js';
import { ReducedSearch, type Reduction } from './reduced.js';
import { visibilityOf } from './visibility.js';

export type { Reduction };

export const REDUCTIONS: readonly Reduction[] = [
  'none',
  'local',
  'conflict',
  'local+conflict',
  'overman',
  'symmetry',
  'auto',
];

/** Why this reduction cannot be used for the question, or undefined. */
export function refusal(product: Product, ask: Ask, reduction: Reduction): string | undefined {
  if (reduction === 'none' || reduction === 'auto') return undefined;
  if (reduction === 'symmetry') return refusalOf(reduction, 'only the compiled search exchanges processes');
  const seen = visibilityOf(product.interpreter, ask);
  return seen.ok ? undefined : refusalOf(reduction, seen.reason);
}

/** Would a reduced search answer the question? */
export const isSound = (product: Product, ask: Ask): boolean => visibilityOf(product.interpreter, ask).ok;

export const refusalOf = (reduction: Reduction, reason: string): string =>
  `the reduction '${reduction}' is not sound here: ${reason}`;

export async function searchReduced(
  product: Product,
  ask: Ask,
  reduction: Reduction,
  meter: Meter,
): Promise<Violation | undefined> {
  const { interpreter } = product;
  const seen = visibilityOf(interpreter, ask);
  if (!seen.ok) throw new Error(seen.reason);
  const independence = new Independence(interpreter, seen.visible);
  const support = new Support(interpreter.system, independence);
  return new ReducedSearch(
    product,
    violationTest(product, ask),
    meter,
    reduction,
    independence,
    support,
  ).run();
}
