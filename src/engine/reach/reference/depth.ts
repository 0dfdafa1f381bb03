/**
 * Depth-first search: for violations seen in one state or step, and for cycles.
 *
 * Cycles through accepting states are found by nested depth-first search: when the outer search
 * leaves an accepting node, an inner one looks for a way back onto the outer search's path.
 */
import type { Run, Transition } from '../../../model/transition.js';
import { endsHere } from './breadth.js';
import type { Meter } from './meter.js';
import type { Product, Successor } from './product.js';
import type { Violation, ViolationTest } from './safety.js';
import { VectorStore } from './store.js';

interface Frame {
  id: number;
  successors: Successor[];
  next: number;
  /** How this node was reached. */
  arrived?: Transition;
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
  async enter(path: Frame[], id: number, arrived?: Transition): Promise<Frame> {
    this.meter.states = this.store.size;
    this.meter.bytes = this.store.bytes + this.flags.length * 8;
    this.meter.depth = Math.max(this.meter.depth, path.length);
    await this.meter.tick();
    const frame = { id, successors: this.product.successors(this.store.row(id)), next: 0, arrived };
    path.push(frame);
    return frame;
  }

  add(node: Int32Array): number {
    const id = this.store.add(node);
    if (id >= 0) this.flags.push(0);
    return id;
  }

  steps(path: Frame[]): Transition[] {
    return path.flatMap((frame) => (frame.arrived ? [frame.arrived] : []));
  }
}

export async function searchDepthFirst(
  product: Product,
  test: ViolationTest,
  meter: Meter,
): Promise<Violation | undefined> {
  const search = new DepthFirst(product, meter);
  const { path } = search;
  const visit = async (id: number, arrived?: Transition): Promise<string | undefined> => {
    const frame = await search.enter(path, id, arrived);
    return test.node(search.store.row(id), frame.successors);
  };
  for (const { node, system } of product.initial()) {
    const start = search.add(node);
    if (start < 0) continue;
    const run = (last?: Transition) => {
      const steps = search.steps(path);
      return { initial: system, steps: last ? [...steps, last] : steps };
    };
    const reason = await visit(start);
    if (reason) return { run: run(), reason };
    while (path.length > 0) {
      const frame = path[path.length - 1];
      if (frame.next >= frame.successors.length) {
        path.pop();
        continue;
      }
      const successor = frame.successors[frame.next++];
      meter.transitions++;
      const wrong = test.step(successor);
      if (wrong) return { run: run(successor.transition), reason: wrong };
      if (endsHere(successor)) continue;
      const id = search.add(successor.node);
      if (id < 0) continue;
      const found = await visit(id, successor.transition);
      if (found) return { run: run(), reason: found };
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
        if (endsHere(successor)) continue;
        const id = search.add(successor.node);
        if (id >= 0) {
          flags[id] |= ON_PATH;
          await search.enter(path, id, successor.transition);
          continue;
        }
        const old = -1 - id;
        if (!(flags[old] & ON_PATH)) continue;
        const repeats = [frame.id, old].find((node) => !accepting || accepting(store.row(node)));
        if (repeats !== undefined) return lasso(search, system, path, successor.transition, old, repeats);
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
): Promise<{ path: Frame[]; last?: Transition; to: number } | undefined> {
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
    if (id < 0) throw new Error('the inner search left the nodes of the outer one');
    if (flags[id] & ON_PATH) return { path, last: successor.transition, to: id };
    if (flags[id] & INNER) continue;
    flags[id] |= INNER;
    await search.enter(path, id, successor.transition);
  }
  return undefined;
}

/** Along `path`, then by `last` back to node `to`, which is on the path. */
function lasso(
  search: DepthFirst,
  initial: number,
  path: Frame[],
  last: Transition | undefined,
  to: number,
  repeating: number,
): Lasso {
  const repeats = search.store.row(repeating).slice();
  const steps = search.steps(path);
  // A step without transition is a finished execution staying as it is: the run simply ends.
  if (!last) return { run: { initial, steps }, repeats };
  const before = path.slice(0, path.findIndex((frame) => frame.id === to) + 1);
  return { run: { initial, steps: [...steps, last], cycleFrom: search.steps(before).length }, repeats };
}
