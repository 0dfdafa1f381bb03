/**
 * Progress under fair choice, as the reference engine decides it: a component that cannot be left and has
 * none of the wanted events (and, where the property has a condition, one of its events) violates. One that
 * cannot be left is complete as soon as its states are expanded, whatever else there may be.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Observer } from '../../../../property/observer.js';
import type { Ask } from '../../../../property/question.js';
import { endsProperly } from '../../reference/progress.js';
import { CONDITION_EVENT, WANTED_EVENT } from '../search/components.js';
import { Component, componentsOf } from './component.js';
import type { Lasso } from './endless.js';
import type { CompiledGraph } from './graph.js';

type Progress = Extract<Ask, { kind: 'progress' }>;

/** Reads the events that matter and does nothing else. */
export function eventsOf({ events, when }: Progress): Observer {
  const patterns = when ? [events, when] : [events];
  return {
    acceptance: 'finite',
    atoms: patterns.map((pattern) => ({ kind: 'event', name: 'event', pattern })),
    initial: [0],
    successors: () => [0],
    bad: () => false,
    badAtEnd: () => false,
    accepting: () => false,
  };
}

export function withoutProgress(
  graph: CompiledGraph,
  ask: Progress,
  interpreter: Interpreter,
  stateOf: (state: number) => Int32Array,
): Lasso | undefined {
  let found: Lasso | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const component of componentsOf(graph)) {
    const [state] = component.states;
    if (state >= nearest || component.isLeft) continue;
    let events = 0;
    for (const one of component.states) for (const edge of component.edges(one)) events |= graph.events[edge];
    if (events & WANTED_EVENT || (ask.when && !(events & CONDITION_EVENT))) continue;
    const stuck = graph.first[state] === graph.first[state + 1];
    if (stuck && endsProperly(interpreter, stateOf(state))) continue;
    nearest = state;
    found = {
      way: graph.wayTo(state),
      round: component.pathTo(state, (edge) => graph.targets[edge] === state),
    };
  }
  return found;
}

/** From the first state of a graph back to it, once there is such a way; it ends there if that state leads nowhere. */
export function roundFromFirst(graph: CompiledGraph): Lasso | undefined {
  const everywhere = new Component(graph, new Int32Array(graph.keys.length), 0);
  const round = everywhere.pathTo(0, (edge) => graph.targets[edge] === 0);
  return round.length > 0 || graph.first[1] === 0 ? { way: [0], round } : undefined;
}
