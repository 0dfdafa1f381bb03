/**
 * Progress under fair choice: an execution that chooses each of a state's steps again and again ends
 * in a set of states that it cannot leave and visits entirely. Progress fails if such a terminal set
 * has none of the wanted events (and, where the property has a condition, has one of its events).
 */
import type { Interpreter } from '../../../model/interpreter.js';
import type { Run, Transition } from '../../../model/transition.js';
import { matchesEvent } from '../../../property/event.js';
import type { Ask } from '../../../property/question.js';
import { buildGraph, components, type StateGraph } from './graph.js';
import type { Meter } from './meter.js';
import { endsHere, type Product } from './product.js';
import type { Violation } from './safety.js';

const WANTED = 1;
const CONDITION = 2;

export async function searchProgress(
  product: Product,
  ask: Extract<Ask, { kind: 'progress' }>,
  meter: Meter,
): Promise<Violation | undefined> {
  const graph = await buildGraph(product, meter, ({ events }) => {
    const wanted = events.some((event) => matchesEvent(ask.events, event)) ? WANTED : 0;
    const { when } = ask;
    return wanted | (when && events.some((event) => matchesEvent(when, event)) ? CONDITION : 0);
  });
  const { of, count } = components(graph);
  const labels = new Uint8Array(count);
  const leaves = new Uint8Array(count);
  for (let node = 0; node < of.length; node++) {
    for (let edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
      if (of[graph.targets[edge]] !== of[node]) leaves[of[node]] = 1;
      else labels[of[node]] |= graph.labels[edge];
    }
  }
  for (let node = 0; node < of.length; node++) {
    const component = of[node];
    if (leaves[component] || labels[component] & WANTED) continue;
    if (ask.when && !(labels[component] & CONDITION)) continue;
    const state = product.systemState(graph.tree.store.row(node));
    const stuck = graph.first[node] === graph.first[node + 1];
    if (stuck && endsProperly(product.interpreter, state)) continue;
    return { run: runInto(product, graph, node), reason: 'from here on none of these events can happen' };
  }
  return undefined;
}

/** Is this where executions are finished, or where all that can come is a fault? */
export function endsProperly(interpreter: Interpreter, state: Int32Array): boolean {
  return interpreter.unfinished(state).length === 0 || interpreter.transitions(state).length > 0;
}

/** A shortest run to the node, then a shortest cycle back to it, if there is one. */
function runInto(product: Product, graph: StateGraph, node: number): Run {
  const run = graph.tree.run(node);
  const cycle = shortestCycle(product, graph, node);
  if (cycle.length === 0) return run;
  return { initial: run.initial, steps: [...run.steps, ...cycle], cycleFrom: run.steps.length };
}

function shortestCycle(product: Product, graph: StateGraph, start: number): Transition[] {
  const cameFrom = new Map<number, { node: number; edge: number }>();
  const queue = [start];
  for (const node of queue) {
    for (let edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
      const target = graph.targets[edge];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, { node, edge });
      if (target === start) return walkBack(product, graph, start, cameFrom);
      queue.push(target);
    }
  }
  return [];
}

function walkBack(
  product: Product,
  graph: StateGraph,
  start: number,
  cameFrom: Map<number, { node: number; edge: number }>,
): Transition[] {
  const steps: Transition[] = [];
  let at = start;
  do {
    const { node } = cameFrom.get(at)!;
    const target = graph.tree.store.row(at);
    const step = product
      .successors(graph.tree.store.row(node))
      .find((s) => !endsHere(s) && s.node.every((v, i) => v === target[i]));
    steps.push(step!.transition!);
    at = node;
  } while (at !== start);
  return steps.reverse();
}
