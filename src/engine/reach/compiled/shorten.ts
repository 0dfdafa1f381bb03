/** Makes the lasso that depth-first search happened to find as short as breadth-first search can, within the limits. */
import type { Run, Transition } from '../../../model/transition.js';
import { endsHere, type Product, stepsOf } from '../reference/product.js';
import type { Machine } from './machine.js';
import { Retracer } from './retrace.js';
import type { Limits } from './search/limits.js';
import { BreadthFirst } from './search/queue.js';

/** A longer lasso is better than a long wait. */
const MOST_STATES = 500_000;

export class LassoShortener {
  private readonly search: BreadthFirst;
  private readonly retracer: Retracer;

  /** The machine's purpose is to look for one state, its goal. */
  constructor(
    private readonly machine: Machine,
    private readonly starts: readonly bigint[],
    private readonly product: Product,
    private readonly limits: Limits,
  ) {
    this.search = new BreadthFirst(machine);
    this.retracer = new Retracer(machine, product);
  }

  /** A run to the node that repeats and back to it, or the run as it was where that is no longer. */
  async shorten(run: Run, repeats: Int32Array): Promise<Run> {
    const stem = await this.path(this.starts, this.keyOf(repeats));
    if (!stem) return run;
    const to = this.retracer.run(stem);
    if (run.cycleFrom === undefined) return to.steps.length < run.steps.length ? to : run;
    const back = await this.around(repeats);
    if (!back || to.steps.length + back.length >= run.steps.length) return run;
    return { initial: to.initial, steps: [...to.steps, ...back], cycleFrom: to.steps.length };
  }

  /** The same run, but with a shortest way to the state that it comes to after so many steps. */
  async straighten(run: Run, steps: number, to: Int32Array): Promise<Run> {
    const way = await this.path(this.starts, this.keyOf(to));
    if (!way) return run;
    const direct = this.retracer.run(way);
    if (direct.steps.length >= steps) return run;
    const cycleFrom = run.cycleFrom === undefined ? undefined : direct.steps.length;
    return { initial: direct.initial, steps: [...direct.steps, ...run.steps.slice(steps)], cycleFrom };
  }

  /** At least one step away from a node and back to it. */
  private async around(node: Int32Array): Promise<Transition[] | undefined> {
    const first = this.product.successors(node).filter((s) => !endsHere(s) && s.transition);
    const keys = first.map((successor) => this.keyOf(successor.node));
    const path = await this.path(keys, this.keyOf(node));
    if (!path) return undefined;
    const steps = path.slice(1).flatMap((key, i) => stepsOf(this.retracer.step(path[i], key)));
    return [...stepsOf(first[keys.indexOf(path[0])]), ...steps];
  }

  private async path(from: readonly bigint[], goal: bigint): Promise<bigint[] | undefined> {
    this.search.begin(from, goal);
    const found = await this.search.run(this.limits, true, MOST_STATES);
    return found ? this.search.path() : undefined;
  }

  private keyOf(node: Int32Array): bigint {
    const { observation } = this.machine.scene;
    const observed = observation ? observation.numberOf(node[node.length - 1]) : 0;
    return this.machine.pack(node.subarray(0, node.length - 1), observed);
  }
}
