/** The trace-flow graph of a question, to be looked at: what each node is, and the states that may hold after it. */
import type { System } from '../../model/system.js';
import type { Question } from '../../property/question.js';
import type { Budget } from '../budget.js';
import { observersFor } from './applies.js';
import { knownOf } from './data/surroundings.js';
import { FlowSource } from './graph/index.js';
import type { Detail } from './graph/refinement.js';
import type { TraceFlowGraph } from './graph/trace-flow-graph.js';
import { namedConstraints } from './named.js';
import { pose } from './problem.js';
import { propagate } from './propagate/propagate.js';

export interface TraceFlowView {
  caption: string;
  nodes: TraceFlowNode[];
  /** From node to node, in a process. */
  control: { from: number; to: number }[];
  /** Between nodes of different processes, which may follow each other either way. */
  interleaving: { from: number; to: number }[];
}

interface TraceFlowNode {
  label: string;
  kind: 'start' | 'end' | 'meeting' | 'step' | 'place';
  /** The states of the property after it, as a set. */
  states: string;
}

export interface ViewOptions {
  detail: Detail;
  constraints: readonly string[];
}

/** More edges than anybody would look at. */
const MOST_EDGES = 100_000;

/** Of the first observer where the question has several. */
export async function viewTraceFlow(
  system: System,
  question: Question,
  budget: Budget,
  { detail, constraints }: ViewOptions,
): Promise<{ view: TraceFlowView } | { reason: string }> {
  const applicable = observersFor(system, question);
  if ('reason' in applicable) return applicable;
  const known = knownOf(system);
  const named = namedConstraints(known, constraints, []);
  if ('reason' in named) return named;
  const [observer] = applicable.observers;
  const posed = pose(
    { source: new FlowSource(system), known, observer, graph: { detail } },
    named.constraints,
  );
  if ('reason' in posed) return posed;
  const { graph, property } = posed;
  const edges = graph.targets.length + graph.interleaving.edges;
  if (edges > MOST_EDGES) return { reason: `it has ${edges} edges` };
  const { tuples, after, limit } = await propagate(graph, property, posed.constraints, budget, {
    search: 'none',
    partialOrder: false,
  });
  if (limit !== undefined) return { reason: `a limit (${limit}) was reached` };
  const states = (node: number): string => {
    const found = new Set(after.tuples(node).map((tuple) => tuples.state(tuple, 0)));
    const shown = [...found]
      .sort((a, b) => a - b)
      .map((state) => `${state}${property.bad[state] ? '!' : ''}`);
    return `{${shown.join(', ')}}`;
  };
  const seen = (node: number): boolean => property.symbolOf[node] >= 0;
  return {
    view: {
      caption: `${question.name}, with its states after each node`,
      nodes: Array.from({ length: graph.nodes }, (_, node) => ({
        ...described(system, graph, node, seen(node)),
        states: states(node),
      })),
      control: controlOf(graph),
      interleaving: interleavingOf(graph),
    },
  };
}

function described(
  system: System,
  graph: TraceFlowGraph,
  node: number,
  seen: boolean,
): Pick<TraceFlowNode, 'label' | 'kind'> {
  if (node === graph.initial) return { label: 'start', kind: 'start' };
  if (node === graph.final) return { label: 'end', kind: 'end' };
  const [joint] = graph.origin[node];
  if (joint === undefined) {
    const process = graph.processes[graph.processOffsets[node]];
    return { label: waiting(system, graph, node, process), kind: 'place' };
  }
  const texts = joint.parts.map(({ process, step }) => textOf(system, process, step));
  const [text] = texts;
  return { label: seen ? text : `(${text})`, kind: joint.parts.length > 1 ? 'meeting' : 'step' };
}

/** What a process waits for at a place, or does there by itself: all that it can do next. */
function waiting(system: System, graph: TraceFlowGraph, node: number, process: number): string {
  const found = new Set(graph.alone[node].map((step) => textOf(system, process, step)));
  for (let e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
    const next = graph.targets[e];
    if (next === graph.final) found.add('end');
    for (const { parts } of graph.origin[next]) {
      for (const part of parts) if (part.process === process) found.add(textOf(system, process, part.step));
    }
  }
  const first = graph.leaves[graph.processOffsets[node]] === graph.positions.initial[process];
  const what = found.size > 0 ? [...found].join(' / ') : first ? 'begins' : 'chooses';
  return `${system.instances[process].name}: ${what}`;
}

function textOf(system: System, process: number, step: number): string {
  const { text, event, action, span } = system.types[system.instances[process].type].steps[step];
  if (action.kind === 'synchronise') return system.symbols[action.symbol].name;
  return text ?? event?.name ?? (span ? `line ${span.line}` : `step ${step}`);
}

function controlOf({ nodes, offsets, targets }: TraceFlowGraph): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < nodes; from++) {
    for (let e = offsets[from]; e < offsets[from + 1]; e++) found.push({ from, to: targets[e] });
  }
  return found;
}

/** Each pair once: the edges go both ways. */
function interleavingOf({ nodes, interleaving }: TraceFlowGraph): { from: number; to: number }[] {
  const { classOf, offsets, targets, memberOffsets, members } = interleaving;
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < nodes; from++) {
    for (let e = offsets[classOf[from]]; e < offsets[classOf[from] + 1]; e++) {
      for (let m = memberOffsets[targets[e]]; m < memberOffsets[targets[e] + 1]; m++) {
        if (from < members[m]) found.push({ from, to: members[m] });
      }
    }
  }
  return found;
}
