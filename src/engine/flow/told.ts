/** A path of the graph in words: the events that the property sees on it. */
import type { System } from '../../model/system.js';
import type { TraceFlowGraph } from './graph/trace-flow-graph.js';
import type { Counterexample } from './propagate/propagate.js';

const MOST_SHOWN = 12;

export function tellPath(
  system: System,
  graph: TraceFlowGraph,
  symbolOf: Int32Array,
  { path, atEnd }: Counterexample,
): string {
  const events = path.filter((node) => symbolOf[node] >= 0).map((node) => nodeName(system, graph, node));
  const shown = events.slice(0, MOST_SHOWN).join(', ');
  const more = events.length > MOST_SHOWN ? ` and ${events.length - MOST_SHOWN} more` : '';
  if (events.length === 0) return atEnd ? 'the program ends without any of its events' : 'none of its events';
  return `${shown}${more}${atEnd ? ', then the program ends' : ''}`;
}

/** What a node stands for, by the event of its first step. */
function nodeName(system: System, graph: TraceFlowGraph, node: number): string {
  if (node === graph.initial) return 'start';
  if (node === graph.final) return 'end';
  const [joint] = graph.origin[node];
  if (joint === undefined) return 'nothing';
  const steps = joint.parts.map(({ process, step }) => ({
    owner: system.instances[process].name,
    step: system.types[system.instances[process].type].steps[step],
  }));
  for (const { step } of steps) {
    if (step.event) return step.event.name;
    if (step.action.kind === 'synchronise') return system.symbols[step.action.symbol].name;
  }
  const [{ owner, step }] = steps;
  return step.text === undefined ? owner : `${owner}: ${step.text}`;
}
