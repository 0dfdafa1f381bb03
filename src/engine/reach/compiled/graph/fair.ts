/**
 * Weakly fair cycles, as the reference engine finds them: the states that repeat for ever lie in one
 * strongly connected component, and going round in all of it is fair to a process that moves there or
 * cannot move in some state of it. The middle of an atomic sequence does not count as such a state, unless there is
 * nothing else. A cycle among some of the states is one of the whole graph too.
 */

import { type Component, componentsAmong, componentsOf } from './component.js';
import type { Lasso } from './endless.js';
import type { CompiledGraph } from './graph.js';

/** The states of a run and where it begins to repeat, or undefined where no component will do. */
export function fairCycle(graph: CompiledGraph): Lasso | undefined {
  const inside = graph.inside.includes(true) ? componentsAmong(graph, (state) => graph.inside[state]) : [];
  for (const component of [...componentsOf(graph), ...inside]) {
    const start = component.states.find((state) => graph.accepting[state]);
    if (start === undefined || !component.repeats) continue;
    let moving = 0n;
    for (const state of component.states)
      for (const edge of component.edges(state)) moving |= graph.movers[edge];
    const always = telling(graph, component).reduce((all, state) => all & graph.able[state], -1n);
    if ((always & ~moving) !== 0n) continue;
    return { way: graph.wayTo(start), round: walk(graph, component, start, moving) };
  }
  return undefined;
}

/** The states that say whether somebody could move all the time. */
function telling(graph: CompiledGraph, { states }: Component): number[] {
  const between = states.filter((state) => !graph.inside[state]);
  return between.length > 0 ? between : states;
}

/** Edges from the start through all that fairness asks for, and back to the start. */
function walk(graph: CompiledGraph, component: Component, start: number, moving: bigint): number[] {
  const round: number[] = [];
  let at = start;
  const follow = (edges: number[]): void => {
    round.push(...edges);
    if (edges.length > 0) at = graph.targets[edges[edges.length - 1]];
  };
  for (let process = 0n; moving >> process !== 0n; process++)
    if ((moving >> process) & 1n)
      follow(component.pathTo(at, (edge) => ((graph.movers[edge] >> process) & 1n) === 1n));
  const standing = component.states.reduce((any, state) => any | graph.able[state], 0n) & ~moving;
  const asked = new Set(telling(graph, component));
  for (let process = 0n; standing >> process !== 0n; process++) {
    const cannot = (state: number) => asked.has(state) && ((graph.able[state] >> process) & 1n) === 0n;
    if (((standing >> process) & 1n) === 0n || cannot(at)) continue;
    follow(component.pathTo(at, (edge) => cannot(graph.targets[edge])));
  }
  if (round.length === 0 || at !== start)
    follow(component.pathTo(at, (edge) => graph.targets[edge] === start));
  return round;
}
