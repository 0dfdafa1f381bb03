/**
 * Progress under fair choice, as the reference engine decides it: a component that cannot be left and has
 * none of the wanted events (and, where the property has a condition, one of its events) violates. One that
 * cannot be left is complete as soon as its states are expanded, whatever else there may be.
 */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Observer } from '../../../../property/observer.js';
import type { Ask } from '../../../../property/question.js';
import { endsProperly } from '../../reference/progress.js';
import { componentsOf } from './component.js';
import type { CompiledGraph } from './graph.js';

type Progress = Extract<Ask, { kind: 'progress' }>;

const WANTED = 1;
const CONDITION = 2;

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
): { way: number[]; round: number[] } | undefined {
  let found: { way: number[]; round: number[] } | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const component of componentsOf(graph)) {
    const [state] = component.states;
    if (state >= nearest || component.isLeft) continue;
    let events = 0;
    for (const one of component.states) for (const edge of component.edges(one)) events |= graph.events[edge];
    if (events & WANTED || (ask.when && !(events & CONDITION))) continue;
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
