/** One strongly connected component of a graph. */
import { components } from '../../reference/graph.js';
import type { CompiledGraph } from './graph.js';

export class Component {
  readonly states: number[] = [];

  constructor(
    private readonly graph: CompiledGraph,
    private readonly of: Int32Array,
    private readonly number: number,
  ) {}

  /** The edges that stay inside. */
  *edges(state: number): Generator<number> {
    const { first, targets } = this.graph;
    for (let edge = first[state]; edge < first[state + 1]; edge++)
      if (this.of[targets[edge]] === this.number) yield edge;
  }

  /** Does one of the edges leave it? */
  get isLeft(): boolean {
    const { first } = this.graph;
    return this.states.some((state) => [...this.edges(state)].length < first[state + 1] - first[state]);
  }

  /** Is there a cycle in it? */
  get repeats(): boolean {
    return this.states.length > 1 || !this.edges(this.states[0]).next().done;
  }

  /** The edges of a shortest path inside whose last edge is wanted; none if there is no such path. */
  pathTo(start: number, wanted: (edge: number) => boolean): number[] {
    const arrived = new Map<number, number>([[start, -1]]);
    const source = new Map<number, number>();
    for (const state of arrived.keys()) {
      for (const edge of this.edges(state)) {
        const target = this.graph.targets[edge];
        if (wanted(edge)) {
          const path = [edge];
          let at = state;
          for (let back = arrived.get(at)!; back >= 0; back = arrived.get(at)!) {
            path.unshift(back);
            at = source.get(back)!;
          }
          return path;
        }
        if (arrived.has(target)) continue;
        arrived.set(target, edge);
        source.set(edge, state);
      }
    }
    return [];
  }
}

/** The components of the states that are expanded; an edge to another one leaves its component. */
export function componentsOf(graph: CompiledGraph): Component[] {
  const { expanded } = graph;
  if (expanded < graph.keys.length) return componentsAmong(graph, (state) => state < expanded);
  return collected(graph, graph, () => true);
}

/** The components of what is left when all other states are taken away. */
export function componentsAmong(graph: CompiledGraph, isLeft: (state: number) => boolean): Component[] {
  const first = [0];
  const targets: number[] = [];
  for (let state = 0; state < graph.expanded; state++) {
    for (let edge = graph.first[state]; isLeft(state) && edge < graph.first[state + 1]; edge++)
      if (isLeft(graph.targets[edge])) targets.push(graph.targets[edge]);
    first.push(targets.length);
  }
  return collected(graph, { first, targets }, isLeft);
}

function collected(
  graph: CompiledGraph,
  edges: Parameters<typeof components>[0],
  isLeft: (state: number) => boolean,
): Component[] {
  const { of, count } = components(edges);
  const found = Array.from({ length: count }, (_, number) => new Component(graph, of, number));
  for (let state = 0; state < of.length; state++) if (isLeft(state)) found[of[state]].states.push(state);
  return found.filter(({ states }) => states.length > 0);
}
