/** The violation that a compiled search has found, in the reference engine's words. */
import type { Ask } from '../../../property/question.js';
import { type Product, type Successor, stepsOf } from '../reference/product.js';
import { type Violation, violationTest, wrongOnTheWay } from '../reference/safety.js';
import type { Retracer } from './retrace.js';

/** What the question says is wrong in the last of these states or in a step from it. */
export function confirmed(
  product: Product,
  ask: Ask,
  retracer: Retracer,
  keys: readonly bigint[],
): Violation {
  const { run, end: node } = retracer.follow(keys);
  const test = violationTest(product, ask);
  const passed: Successor[] = [];
  const successors = product.successors(node, passed);
  const reason = test.node(node, successors.length + passed.length === 0);
  if (reason) return { run, reason };
  const beyond = (last: Successor) => ({ ...run, steps: [...run.steps, ...stepsOf(last)] });
  const within = wrongOnTheWay(test, passed);
  if (within) return { run: beyond(within.at), reason: within.reason };
  for (const successor of successors) {
    const wrong = test.step(successor);
    if (wrong) return { run: beyond(successor), reason: wrong };
  }
  throw new Error('the compiled search found a violation that the interpreter does not see');
}
