/** Breadth-first search: the first violation found has a shortest run. */
import type { Run, Transition } from '../../../model/transition.js';
import type { Meter } from './meter.js';
import { endsHere, type Product, type Successor, stepsOf } from './product.js';
import { type Violation, type ViolationTest, wrongOnTheWay } from './safety.js';
import { VectorStore } from './store.js';

/** Every node remembers where it was first reached from, and by which of its parent's steps. */
export class SearchTree {
  readonly store: VectorStore;
  private readonly parents: number[] = [];
  private readonly vias: number[] = [];

  constructor(private readonly product: Product) {
    this.store = new VectorStore(product.width);
  }

  /** The node's number if it is new, otherwise -1 - its number. */
  add(node: Int32Array, parent: number, via: number): number {
    const id = this.store.add(node);
    if (id >= 0) {
      this.parents.push(parent);
      this.vias.push(via);
    }
    return id;
  }

  /** The run along the tree to a node; `last` is one more step beyond it. */
  run(id: number, last?: Successor): Run {
    const ways: Transition[][] = [stepsOf(last)];
    let at = id;
    for (; this.parents[at] >= 0; at = this.parents[at])
      ways.push(stepsOf(this.product.successors(this.store.row(this.parents[at]))[this.vias[at]]));
    return { initial: this.vias[at], steps: ways.reverse().flat() };
  }

  get bytes(): number {
    return this.store.bytes + this.parents.length * 16;
  }
}

export async function searchBreadthFirst(
  product: Product,
  test: ViolationTest,
  meter: Meter,
): Promise<Violation | undefined> {
  const tree = new SearchTree(product);
  const depths: number[] = [];
  for (const { node, system } of product.initial()) {
    const id = tree.add(node, -1, system);
    if (id >= 0) depths.push(0);
  }
  for (let id = 0; id < tree.store.size; id++) {
    const node = tree.store.row(id);
    meter.states = tree.store.size;
    meter.bytes = tree.bytes;
    meter.depth = depths[id];
    await meter.tick();
    const passed: Successor[] = [];
    const successors = product.successors(node, passed);
    const reason = test.node(node, successors.length + passed.length === 0);
    if (reason) return { run: tree.run(id), reason };
    const within = wrongOnTheWay(test, passed);
    if (within) return { run: tree.run(id, within.at), reason: within.reason };
    for (const [via, successor] of successors.entries()) {
      meter.transitions++;
      const wrong = test.step(successor);
      if (wrong) return { run: tree.run(id, successor), reason: wrong };
      if (endsHere(successor)) continue;
      if (meter.isDeepest(depths[id]) && tree.store.find(successor.node) < 0) {
        meter.cut = true;
        continue;
      }
      if (tree.add(successor.node, id, via) >= 0) depths.push(depths[id] + 1);
    }
  }
  meter.states = tree.store.size;
  return undefined;
}
