/**
 * Fair cycles. An execution is fair to a process unless the process stands still for ever although it
 * could move: all the time from some moment on (weak), or again and again (strong).
 *
 * The states that repeat for ever lie in one strongly connected component. A component is good if it
 * has an accepting node and no process is treated unfairly by going round in all of it. For weak
 * fairness that decides; for strong fairness the states in which an unfairly treated process could move
 * are taken away, and what is left is looked at again.
 *
 * In the middle of an atomic sequence the others wait for its end, not for something to become true: a state there
 * says nothing of whether they could move all the time. Only who stays in a sequence for ever keeps them from moving.
 */
import type { Run, Transition } from '../../../model/transition.js';
import type { Fairness } from '../../../property/question.js';
import { buildGraph, components, type StateGraph } from './graph.js';
import type { Meter } from './meter.js';
import { endsHere, type Product } from './product.js';

interface Edge {
  from: number;
  to: number;
  transition?: Transition;
}

/** One component with what a fair cycle through it needs. */
interface Component {
  nodes: Set<number>;
  edges: Map<number, Edge[]>;
}

export async function searchFairCycle(
  product: Product,
  accepting: (node: Int32Array) => boolean,
  fairness: Fairness,
  meter: Meter,
): Promise<Run | undefined> {
  const graph = await buildGraph(product, meter);
  const all = new Set(Array.from({ length: graph.tree.store.size }, (_, id) => id));
  const work = split(product, graph, all);
  for (let component = work.pop(); component; component = work.pop()) {
    await meter.tick();
    const { nodes } = component;
    const accepts = [...nodes].find((id) => accepting(graph.tree.store.row(id)));
    if (accepts === undefined) continue;
    const wronged = unfairly(product, graph, component, fairness);
    if (wronged.length === 0) return walk(product, graph, component, accepts);
    const left = new Set(
      fairness === 'weak'
        ? [...nodes].filter((id) => isInside(product, graph, id))
        : [...nodes].filter((id) => !wronged.some((p) => canMove(product, graph, id, p))),
    );
    if (left.size > 0 && left.size < nodes.size) work.push(...split(product, graph, left));
  }
  return undefined;
}

/** The components with a cycle among these nodes. */
function split(product: Product, graph: StateGraph, nodes: Set<number>): Component[] {
  const ids = [...nodes];
  const index = new Map(ids.map((id, i) => [id, i]));
  const edges = ids.map((id) => edgesOf(product, graph, id).filter((edge) => nodes.has(edge.to)));
  const first = [0];
  const targets: number[] = [];
  for (const leaving of edges) {
    for (const edge of leaving) targets.push(index.get(edge.to)!);
    first.push(targets.length);
  }
  const { of, count } = components({ first, targets });
  const found = Array.from({ length: count }, (): Component => ({ nodes: new Set(), edges: new Map() }));
  ids.forEach((id, i) => {
    const component = found[of[i]];
    component.nodes.add(id);
    component.edges.set(
      id,
      edges[i].filter((edge) => of[index.get(edge.to)!] === of[i]),
    );
  });
  return found.filter((component) => [...component.edges.values()].some((leaving) => leaving.length > 0));
}

function edgesOf(product: Product, graph: StateGraph, id: number): Edge[] {
  return product.successors(graph.tree.store.row(id)).flatMap((successor) => {
    if (endsHere(successor)) return [];
    return [{ from: id, to: graph.tree.store.find(successor.node), transition: successor.transition }];
  });
}

/** Processes that never move in the component although they could: everywhere (weak) or somewhere (strong). */
function unfairly(product: Product, graph: StateGraph, component: Component, fairness: Fairness): number[] {
  const moving = new Set<number>();
  for (const leaving of component.edges.values()) {
    for (const { transition } of leaving)
      for (const p of transition?.participants ?? []) moving.add(p.process);
  }
  const { processBound } = product.interpreter.system;
  const standing = Array.from({ length: processBound }, (_, p) => p).filter((p) => !moving.has(p));
  const ids = [...component.nodes];
  const asked = telling(product, graph, ids);
  return standing.filter((p) => {
    const able = (id: number) => canMove(product, graph, id, p);
    return fairness === 'weak' ? asked.every(able) : ids.some(able);
  });
}

/** The states that say whether somebody could move all the time: those between sequences, where there are any. */
function telling(product: Product, graph: StateGraph, ids: number[]): number[] {
  const between = ids.filter((id) => !isInside(product, graph, id));
  return between.length > 0 ? between : ids;
}

const isInside = (product: Product, graph: StateGraph, id: number): boolean =>
  product.isInside(graph.tree.store.row(id));

function canMove(product: Product, graph: StateGraph, id: number, process: number): boolean {
  const state = product.systemState(graph.tree.store.row(id)).slice();
  return product.interpreter
    .transitions(state)
    .some((transition) => transition.participants.some((p) => p.process === process));
}

/** A run into the component, then round through all of its nodes and edges' processes, back to the start. */
function walk(product: Product, graph: StateGraph, component: Component, start: number): Run {
  const stem = graph.tree.run(start);
  const steps: Transition[] = [...stem.steps];
  let at = start;
  const follow = (edges: Edge[]): void => {
    for (const edge of edges) {
      if (edge.transition) steps.push(edge.transition);
      at = edge.to;
    }
  };
  const owed = new Set<number>();
  for (const leaving of component.edges.values()) {
    for (const { transition } of leaving) for (const p of transition?.participants ?? []) owed.add(p.process);
  }
  const moves = (edge: Edge, process: number) =>
    edge.transition?.participants.some((p) => p.process === process) ?? false;
  for (const process of owed) follow(pathTo(component, at, (edge) => moves(edge, process)));
  const asked = new Set(telling(product, graph, [...component.nodes]));
  for (const process of standingStill(product, owed)) {
    const cannot = (id: number) => asked.has(id) && !canMove(product, graph, id, process);
    if (!cannot(at)) follow(pathTo(component, at, (edge) => cannot(edge.to)));
  }
  follow(pathTo(component, at, (edge) => edge.to === start));
  if (steps.length === stem.steps.length) return stem;
  return { initial: stem.initial, steps, cycleFrom: stem.steps.length };
}

function standingStill(product: Product, moving: Set<number>): number[] {
  return Array.from({ length: product.interpreter.system.processBound }, (_, p) => p).filter(
    (p) => !moving.has(p),
  );
}

/** A shortest path inside the component whose last edge is wanted; empty if there is none. */
function pathTo(component: Component, start: number, wanted: (edge: Edge) => boolean): Edge[] {
  const arrived = new Map<number, Edge | undefined>([[start, undefined]]);
  for (const id of arrived.keys()) {
    for (const edge of component.edges.get(id) ?? []) {
      if (wanted(edge)) {
        const path = [edge];
        for (let back = arrived.get(edge.from); back; back = arrived.get(back.from)) path.unshift(back);
        return path;
      }
      if (!arrived.has(edge.to)) arrived.set(edge.to, edge);
    }
  }
  return [];
}
