/** The processes of a system as graphs: their types with the text of each step, or every instance with its symbols. */
import type { ProcessType, Step, System } from '../../model/system.js';
import { type Graph, type Group, mergeEdges } from './graph.js';

/** One group for each process type that has instances or is started by another. */
export function controlGraph(system: System, process?: string): Graph {
  const wanted = system.types.filter(
    (type, index) =>
      process === undefined ||
      type.name === process ||
      system.instances.some((instance) => instance.type === index && instance.name === process),
  );
  return {
    name: system.name,
    groups: wanted.map((type) => group(type, type.name, (step) => step.text ?? shownEvent(system, step))),
  };
}

/** One group for each process that exists at the start. */
export function automataGraph(system: System, process?: string): Graph {
  const wanted = system.instances.filter(
    (instance) =>
      process === undefined || instance.name === process || system.types[instance.type].name === process,
  );
  return {
    name: system.name,
    groups: wanted.map((instance) =>
      group(
        system.types[instance.type],
        instance.name,
        (step) => shownEvent(system, step) || (step.text ?? ''),
      ),
    ),
  };
}

function group(type: ProcessType, name: string, labelOf: (step: Step) => string): Group {
  return {
    name,
    nodes: type.locations.map((location, index) => ({
      label: location.name ?? String(index),
      initial: index === type.initial || undefined,
      mark: location.marks?.[0],
    })),
    edges: mergeEdges(type.steps.map((step) => ({ from: step.from, to: step.to, label: labelOf(step) }))),
  };
}

function shownEvent(system: System, step: Step): string {
  if (step.action.kind === 'synchronise') {
    const symbol = system.symbols[step.action.symbol];
    return symbol.hidden ? `(${symbol.name})` : symbol.name;
  }
  return step.event?.name ?? '';
}
