/**
 * Depth-first search: for violations seen in one state or step, and for cycles.
 *
 * Cycles through accepting states are found by nested depth-first search: when the outer search
 * leaves an accepting node, an inner one looks for a way back onto the outer search's path.
 */
import type { Run, Transition } from '../../../model/transition.js';
import type { Meter } from './meter.js';
import { endsHere, type Product, type Successor, stepsOf } from './product.js';
import { type Violation, type ViolationTest, wrongOnTheWay } from './safety.js';
import { VectorStore } from './store.js';

interface Frame {
  id: number;
  successors: Successor[];
  next: number;
  /** States inside atomic sequences on the way to the successors. */
  passed: Successor[];
  /** How this node was reached. */
  arrived?: Successor;
}

const ON_PATH = 1;
const INNER = 2;

/** The state shared by the depth-first searches: nodes, their flags, and the current path. */
class DepthFirst {
  readonly store: VectorStore;
  readonly flags: number[] = [];
  readonly path: Frame[] = [];
  initial = 0;

  constructor(
    readonly product: Product,
    readonly meter: Meter,
  ) {
    this.store = new VectorStore(product.width);
  }

  /** Expands a node and puts it on the path. */
  async enter(path: Frame[], id: number, arrived?: Successor): Promise<Frame> {
    this.meter.states = this.store.size;
    this.meter.bytes = this.store.bytes + this.flags.length * 8;
    this.meter.depth = Math.max(this.meter.depth, path.length);
    await this.meter.tick();
    const passed: Successor[] = [];
    const successors = this.product.successors(this.store.row(id), passed);
    const frame = { id, successors, passed, next: 0, arrived };
    path.push(frame);
    return frame;
  }

  /** Would this node be farther from the start than the search may go? */
  isTooDeep(node: Int32Array): boolean {
    if (!this.meter.isDeepest(this.path.length - 1) || this.store.find(node) >= 0) return false;
    this.meter.cut = true;
    return true;
  }

  add(node: Int32Array): number {
    const id = this.store.add(node);
    if (id >= 0) this.flags.push(0);
    return id;
  }

  steps(path: Frame[]): Transition[] {
    return path.flatMap((frame) => stepsOf(frame.arrived));
  }
}

export async function searchDepthFirst(
  product: Product,
  test: ViolationTest,
  meter: Meter,
): Promise<Violation | undefined> {
  const search = new DepthFirst(product, meter);
  const { path } = search;
  const visit = async (
    id: number,
    arrived?: Successor,
  ): Promise<{ at?: Successor; reason: string } | undefined> => {
    const frame = await search.enter(path, id, arrived);
    const stuck = frame.successors.length + frame.passed.length === 0;
    const reason = test.node(search.store.row(id), stuck);
    return reason ? { reason } : wrongOnTheWay(test, frame.passed);
  };
  for (const { node, system } of product.initial()) {
    const start = search.add(node);
    if (start < 0) continue;
    const run = (last?: Successor) => ({
      initial: system,
      steps: [...search.steps(path), ...stepsOf(last)],
    });
    const first = await visit(start);
    if (first) return { run: run(first.at), reason: first.reason };
    while (path.length > 0) {
      const frame = path[path.length - 1];
      if (frame.next >= frame.successors.length) {
        path.pop();
        continue;
      }
      const successor = frame.successors[frame.next++];
      meter.transitions++;
      const wrong = test.step(successor);
      if (wrong) return { run: run(successor), reason: wrong };
      if (endsHere(successor) || search.isTooDeep(successor.node)) continue;
      const id = search.add(successor.node);
      if (id < 0) continue;
      const found = await visit(id, successor);
      if (found) return { run: run(found.at), reason: found.reason };
    }
  }
  meter.states = search.store.size;
  return undefined;
}

/** A run that repeats for ever (or stays finished for ever), and a node that it repeats. */
export interface Lasso {
  run: Run;
  repeats: Int32Array;
}

/** A lasso with an accepting node among those that repeat, or none. `accepting` undefined: any cycle will do. */
export async function searchCycle(
  product: Product,
  accepting: ((node: Int32Array) => boolean) | undefined,
  meter: Meter,
): Promise<Lasso | undefined> {
  const search = new DepthFirst(product, meter);
  const { path, flags, store } = search;
  for (const { node, system } of product.initial()) {
    const start = search.add(node);
    if (start < 0) continue;
    flags[start] |= ON_PATH;
    await search.enter(path, start);
    while (path.length > 0) {
      const frame = path[path.length - 1];
      if (frame.next < frame.successors.length) {
        const successor = frame.successors[frame.next++];
        meter.transitions++;
        if (endsHere(successor) || search.isTooDeep(successor.node)) continue;
        const id = search.add(successor.node);
        if (id >= 0) {
          flags[id] |= ON_PATH;
          await search.enter(path, id, successor);
          continue;
        }
        const old = -1 - id;
        if (!(flags[old] & ON_PATH)) continue;
        const repeats = [frame.id, old].find((node) => !accepting || accepting(store.row(node)));
        if (repeats !== undefined) return lasso(search, system, path, successor, old, repeats);
        continue;
      }
      if (accepting?.(store.row(frame.id))) {
        const inner = await searchBack(search, frame.id);
        if (inner)
          return lasso(search, system, [...path, ...inner.path.slice(1)], inner.last, inner.to, frame.id);
      }
      flags[frame.id] &= ~ON_PATH;
      path.pop();
    }
  }
  meter.states = store.size;
  return undefined;
}

/** The inner search: from an accepting node back to any node of the outer path. */
async function searchBack(
  search: DepthFirst,
  seed: number,
): Promise<{ path: Frame[]; last: Successor; to: number } | undefined> {
  const { flags, store } = search;
  const path: Frame[] = [];
  await search.enter(path, seed);
  flags[seed] |= INNER;
  while (path.length > 0) {
    const frame = path[path.length - 1];
    if (frame.next >= frame.successors.length) {
      path.pop();
      continue;
    }
    const successor = frame.successors[frame.next++];
    search.meter.transitions++;
    if (endsHere(successor)) continue;
    const id = store.find(successor.node);
    if (id < 0 && search.meter.cut) continue;
    if (id < 0) throw new Error('the inner search left the nodes of the outer one');
    if (flags[id] & ON_PATH) return { path, last: successor, to: id };
    if (flags[id] & INNER) continue;
    flags[id] |= INNER;
    await search.enter(path, id, successor);
  }
  return undefined;
}

/** Along `path`, then by `last` back to node `to`, which is on the path. */
function lasso(
  search: DepthFirst,
  initial: number,
  path: Frame[],
  last: Successor,
  to: number,
  repeating: number,
): Lasso {
  const repeats = search.store.row(repeating).slice();
  const steps = search.steps(path);
  // A step without transition is a finished execution staying as it is: the run simply ends.
  if (!last.transition) return { run: { initial, steps }, repeats };
  const before = path.slice(0, path.findIndex((frame) => frame.id === to) + 1);
  return {
    run: { initial, steps: [...steps, ...stepsOf(last)], cycleFrom: search.steps(before).length },
    repeats,
  };
}
