/**
 * Potentials of an automaton: a number for each state such that every action changes it by an amount of
 * its own, whichever edge is taken. Then the state where a walk ends is told by how often it took each
 * action, and the counts of the single edges are no longer needed: of a buffer with n places,
 * the place where it ends is the number of inputs less the number of outputs.
 */
import type { Component } from '../../inequality/network.js';
import { kernel, type SparseVector } from './kernel.js';

export interface Potential {
  /** By state; the initial one has 0. */
  states: number[];
  /** By action: what taking it adds. */
  actions: Map<number, number>;
}

/** More actions or parts than this in one automaton, or so many edges with them, and it is left out. */
const MOST_UNKNOWNS = 400;
const MOST_WORK = 10_000_000;

/** A basis of all potentials; none for an automaton with several initial states. */
export function potentialsOf({ states, initial, edges }: Component): Potential[] {
  if (initial.length !== 1) return [];
  const actions = [...new Set(edges.map(({ action }) => action))];
  const unknownOf = new Map(actions.map((action, i) => [action, i]));
  let unknowns = actions.length;
  if (unknowns > MOST_UNKNOWNS || unknowns * edges.length > MOST_WORK) return [];
  const leaving: number[][] = states.map(() => []);
  edges.forEach(({ from }, e) => {
    leaving[from].push(e);
  });
  // The potential of a state as a sum of unknowns, along a tree; a part that is not reached adds its own.
  const heights: (SparseVector | undefined)[] = states.map(() => undefined);
  const tree = new Set<number>();
  const climb = (root: number): void => {
    const queue = [root];
    for (const state of queue) {
      for (const e of leaving[state]) {
        const { to, action } = edges[e];
        if (heights[to]) continue;
        tree.add(e);
        heights[to] = plus(heights[state]!, unknownOf.get(action)!, 1);
        queue.push(to);
      }
    }
  };
  heights[initial[0]] = new Map();
  climb(initial[0]);
  states.forEach((_, state) => {
    if (heights[state] || unknowns > MOST_UNKNOWNS) return;
    heights[state] = new Map([[unknowns++, 1]]);
    climb(state);
  });
  if (unknowns > MOST_UNKNOWNS) return [];
  const equations = new Map<string, SparseVector>();
  edges.forEach(({ from, to, action }, e) => {
    if (tree.has(e)) return;
    let difference = plus(heights[from]!, unknownOf.get(action)!, 1);
    for (const [unknown, value] of heights[to]!) difference = plus(difference, unknown, -value);
    if (difference.size > 0) equations.set(keyOf(difference), difference);
  });
  return kernel([...equations.values()], unknowns).map((solution) => ({
    states: heights.map((height) => sumOf(height!, solution)),
    actions: new Map(
      actions.flatMap((action, i): [number, number][] =>
        solution.has(i) ? [[action, solution.get(i)!]] : [],
      ),
    ),
  }));
}

function plus(vector: SparseVector, at: number, value: number): SparseVector {
  const result = new Map(vector);
  const sum = (result.get(at) ?? 0) + value;
  if (sum === 0) result.delete(at);
  else result.set(at, sum);
  return result;
}

function sumOf(height: SparseVector, solution: SparseVector): number {
  let sum = 0;
  for (const [unknown, value] of height) sum += value * (solution.get(unknown) ?? 0);
  return sum;
}

function keyOf(vector: SparseVector): string {
  return [...vector].sort((a, b) => a[0] - b[0]).join(' ');
}
