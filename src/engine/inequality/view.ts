/**
 * The inequalities of a question for people: as they would be solved, and the flowgraph they come from
 * with the flow of a solution.
 */
import type { Inequalities } from '../../evidence/certificate/certificate.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../model/layout.js';
import type { System } from '../../model/system.js';
import type { Ask, Question } from '../../property/question.js';
import type { Budget } from '../budget.js';
import { asItIs } from './arrangement.js';
import { between, restricted } from './between.js';
import { checkCoverage } from './coverage.js';
import { type Flowgraph, flowgraphOf } from './flowgraph.js';
import { type InequalityOptions, searchOptions } from './index.js';
import { problemOf } from './intervals.js';
import { Abstention, type Component, type Network } from './network.js';
import type { Possibility } from './possibility.js';
import { reduce } from './reduce.js';
import { type SearchResult, search } from './search.js';
import { ANYTHING } from './segment.js';
import { loadSolver } from './solver.js';
import { unfold } from './unfold.js';
import { unite } from './union.js';
import { possibilities } from './ways.js';

export type Written =
  | { written: true; inequalities: Inequalities; ways: string[] }
  | { written: false; reason: string };

/** The inequalities of a question; several ways to violate it are joined by sequence variables. */
export function writeInequalities(system: System, ask: Ask, options: { reduced: boolean }): Written {
  return covered(() => {
    const ways = possibilities(asItIs(unfold(system)), ask, checkCoverage(system));
    const shown = ways.map(({ name, problem: { inequalities } }) => ({
      name,
      inequalities: options.reduced ? reducedForm(inequalities) : inequalities,
    }));
    const inequalities = shown.length === 1 ? shown[0].inequalities : unite(shown).inequalities;
    return { written: true, inequalities, ways: ways.map(({ name }) => name) };
  });
}

function reducedForm(inequalities: Inequalities): Inequalities {
  const { columns, rows, impossible } = reduce(inequalities, { trims: true });
  if (!impossible) return { columns, rows, graphs: [] };
  return {
    columns: [{ name: 'nothing', upper: 0, integral: true }],
    rows: [{ name: 'contradiction', columns: [0], coefficients: [1], lower: 1 }],
    graphs: [],
  };
}

export interface FlowView {
  /** One for each automaton. */
  parts: FlowPart[];
  caption: string;
}

export interface FlowPart {
  name: string;
  vertices: { label: string; begins: boolean; ends: boolean }[];
  /** `connects`: to the same state in the next interval, where nothing happens. */
  edges: { from: number; to: number; label: string; flow: number; connects: boolean }[];
}

export async function viewFlow(
  system: System,
  question: Question,
  budget: Budget,
  options: InequalityOptions,
): Promise<{ view: FlowView } | { reason: string }> {
  try {
    const network = unfold(system, options.limits);
    const ways = possibilities(asItIs(network), question.ask, checkCoverage(system));
    const highs = await loadSolver();
    const settings = searchOptions(budget, options);
    for (const way of ways) {
      // Deadlock is decided in its own form, which is the stronger one.
      if (!way.flowgraph && (await search(highs, way.problem, settings)).kind === 'proved') continue;
      const drawn = drawnAs(network, way);
      const inequalities = options.cycles === 'ignore' ? restricted(drawn) : drawn.inequalities;
      const found = await search(highs, { ...problemOf(drawn), inequalities }, settings);
      if (found.kind === 'proved') continue;
      const values = found.kind === 'solution' ? found.values : undefined;
      return { view: { parts: draw(system, network, drawn, values), caption: captionOf(found, way.name) } };
    }
    const last = drawnAs(network, ways[ways.length - 1]);
    return { view: { parts: draw(system, network, last), caption: 'there is no solution' } };
  } catch (error) {
    if (error instanceof Abstention) return { reason: `not covered by inequalities: ${error.message}` };
    throw error;
  }
}

function captionOf(found: Exclude<SearchResult, { kind: 'proved' }>, name: string): string {
  if (found.kind === 'undecided') return `no solution was found (${found.reason})`;
  return found.connected ? `a solution (${name})` : `a solution whose flow is not connected (${name})`;
}

/** Deadlock is solved in a form of its own; it is drawn as one interval after which nothing is offered. */
function drawnAs(network: Network, way: Possibility): Flowgraph {
  return way.flowgraph ?? flowgraphOf(network, [ANYTHING], { tail: 'dead', unfinished: true });
}

function draw(system: System, network: Network, flowgraph: Flowgraph, values?: number[]): FlowPart[] {
  const { inner, crossing, staying, segments, endless } = flowgraph;
  const passed = between(flowgraph);
  const open = (column: number) => column >= 0 && passed[column];
  return network.components.map((component, c) => {
    const size = component.states.length;
    const numbers = new Map<number, number>();
    const part: FlowPart = { name: component.name, vertices: [], edges: [] };
    const vertex = (layer: number, state: number): number => {
      const key = layer * size + state;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const place = stateName(system, component, state);
      const label = segments === 1 || layer === segments ? place : `${place} (${layer + 1})`;
      const begins = layer === 0 && component.initial.includes(state);
      numbers.set(key, part.vertices.push({ label, begins, ends: layer === segments }) - 1);
      return part.vertices.length - 1;
    };
    const add = (
      column: number,
      from: [number, number],
      to: [number, number],
      label: string,
      connects: boolean,
    ) => {
      if (!open(column)) return;
      const flow = values?.[column] ?? 0;
      part.edges.push({ from: vertex(...from), to: vertex(...to), label, flow, connects });
    };
    for (const state of component.initial) vertex(0, state);
    for (let layer = 0; layer < segments; layer++) {
      component.edges.forEach(({ from, to, action }, e) => {
        const { name } = network.actions[action];
        add(inner[layer][c][e], [layer, from], [layer, to], name, false);
        add(crossing[layer][c][e], [layer, from], [layer + 1, to], name, false);
      });
      component.states.forEach((_, state) => {
        add(staying[layer][c][state], [layer, state], [layer + 1, state], '', true);
      });
    }
    component.edges.forEach(({ from, to, action }, e) => {
      const { name } = network.actions[action];
      add(endless[c]?.[e] ?? -1, [segments, from], [segments, to], name, false);
    });
    return part;
  });
}

function stateName(system: System, { kind, states }: Component, state: number): string {
  const part = states[state];
  if (kind !== 'process') return part.join(' ');
  const type = system.types[part[PROCESS_TYPE] - 1];
  if (!type) return 'gone';
  const location = type.locations[part[PROCESS_LOCATION]].name ?? String(part[PROCESS_LOCATION]);
  const data = type.variables.length > 0 ? [...part.subarray(2)].join(' ') : '';
  return data === '' ? location : `${location} / ${data}`;
}

function covered(write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    if (error instanceof Abstention)
      return { written: false, reason: `not covered by inequalities: ${error.message}` };
    throw error;
  }
}
