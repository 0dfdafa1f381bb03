/** Makes the lasso that depth-first search happened to find as short as breadth-first search can. */
import type { Run, Transition } from '../../../model/transition.js';
import { SearchTree } from './breadth.js';
import type { Lasso } from './depth.js';
import { endsHere, type Product } from './product.js';

/** Shortening may look at this many nodes; a longer lasso is better than a long wait. */
const MOST_NODES = 200_000;

/** A run to the node that repeats and back to it, or the lasso as it was where that is shorter. */
export async function shortenLasso(product: Product, lasso: Lasso): Promise<Run> {
  const { run, repeats } = lasso;
  const stem = shortestPath(product, product.initial(), repeats);
  if (!stem) return run;
  if (run.cycleFrom === undefined) return stem.steps.length < run.steps.length ? stem : run;
  const back = shortestPath(product, [{ node: repeats, system: stem.initial }], repeats, true);
  if (!back || stem.steps.length + back.steps.length >= run.steps.length) return run;
  return { initial: stem.initial, steps: [...stem.steps, ...back.steps], cycleFrom: stem.steps.length };
}

/** `around`: at least one step, even where the goal is the start. */
function shortestPath(
  product: Product,
  starts: { node: Int32Array; system: number }[],
  goal: Int32Array,
  around = false,
): { initial: number; steps: Transition[] } | undefined {
  const tree = new SearchTree(product);
  const isGoal = (node: Int32Array) => node.every((value, i) => value === goal[i]);
  for (const { node, system } of starts) {
    const id = tree.add(node, -1, system);
    if (id >= 0 && !around && isGoal(node)) return tree.run(id);
  }
  for (let id = 0; id < tree.store.size && id < MOST_NODES; id++) {
    for (const [via, successor] of product.successors(tree.store.row(id)).entries()) {
      if (endsHere(successor) || !successor.transition) continue;
      if (isGoal(successor.node)) return tree.run(id, successor);
      tree.add(successor.node, id, via);
    }
  }
  return undefined;
}
