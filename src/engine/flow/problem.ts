/** One thing to prove: an observer that must find nothing, and what a set of constraints makes of it. */
import type { Observer } from '../../property/observer.js';
import { type Constraint, showConstraint } from './constraint.js';
import type { Known } from './data/surroundings.js';
import type { FlowSource, GraphOptions } from './graph/index.js';
import type { TraceFlowGraph } from './graph/trace-flow-graph.js';
import { shownVariables, watchedBy } from './watched.js';
import { type Judge, watcherOf } from './watcher/read.js';
import { reducedTaskAutomata } from './watcher/reduce.js';
import { type TaskNodes, taskAutomaton, taskNodes } from './watcher/task.js';
import type { Watcher } from './watcher.js';

export interface Problem {
  source: FlowSource;
  known: Known;
  observer: Observer;
  graph?: GraphOptions;
  /** Task automata as they are, not smaller ones that tell apart only what matters here. */
  wholeTasks?: boolean;
  partialOrder?: boolean;
  /** Unless false, it is first tried to prove it by positions. */
  positions?: boolean;
}

export interface Posed {
  graph: TraceFlowGraph;
  property: Judge;
  constraints: Watcher[];
  tasks: Map<number, TaskNodes>;
}

export type Pose = Posed | { reason: string };

/** `whole`: processes whose automata are to be taken as they are. */
export function pose(
  problem: Problem,
  chosen: readonly Constraint[],
  whole: ReadonlySet<number> = new Set(),
): Pose {
  const { source, known, observer } = problem;
  const { system } = source;
  const stated = chosen.flatMap((c) => (c.kind === 'property' ? [c] : []));
  const variables = chosen.flatMap((c) => (c.kind === 'variable' ? [c.variable] : []));
  const observers = [observer, ...stated.map((c) => c.observer)];
  const watched = watchedBy(system, observers, variables);
  const graph = source.graph(watched, problem.graph);
  if ('reason' in graph) return graph;
  const watches = (node: number): boolean =>
    graph.origin[node].some(({ parts }) => parts.some(({ process, step }) => watched(process, step)));
  const shown = shownVariables(system, observer, variables);
  const property = watcherOf(known, graph.origin, watches, {
    name: 'property',
    cells: shown.map(({ cell }) => cell),
    observer,
    use: 'property',
  })!;
  const constraints: Watcher[] = [];
  for (const cells of groups(variables.filter((variable) => !shown.includes(variable)))) {
    const watcher = valueWatchers(problem, graph, watches, cells);
    if (watcher === undefined) return { reason: 'the followed variables have too many values together' };
    constraints.push(...watcher);
  }
  for (const { name, observer: other } of stated) {
    const watcher = watcherOf(known, graph.origin, watches, {
      name,
      cells: [],
      observer: other,
      use: 'constraint',
    });
    if (watcher === undefined) return { reason: `the constraint ${name} has too many states` };
    constraints.push(watcher);
  }
  const tasks = taskNodes(graph);
  const wanted = chosen.flatMap((c) => {
    const its = c.kind === 'task' ? c.processes.flatMap((process) => tasks.get(process) ?? []) : [];
    return its.length === 0 ? [] : [{ name: showConstraint(system, c), tasks: its }];
  });
  const isWhole = (unit: { tasks: TaskNodes[] }): boolean =>
    unit.tasks.length === 1 && (problem.wholeTasks === true || whole.has(unit.tasks[0].process));
  for (const {
    name,
    tasks: [task],
  } of wanted.filter(isWhole)) {
    const watcher = taskAutomaton(graph, task, name);
    if (watcher === undefined) return { reason: `the automaton of ${name} is too large` };
    constraints.push(watcher);
  }
  const units = wanted.filter((unit) => !isWhole(unit));
  for (const watcher of reducedTaskAutomata(graph, units, [property, ...constraints])) {
    if (watcher === undefined) return { reason: 'the automaton of the tasks together is too large' };
    constraints.push(watcher);
  }
  return { graph, property, constraints, tasks };
}

/** Variables of the same process are followed together, since one may decide what happens to another. */
function groups(variables: readonly { cell: number; process: number }[]): number[][] {
  const found = new Map<number, number[]>();
  for (const { cell, process } of variables) found.set(process, [...(found.get(process) ?? []), cell]);
  return [...found.values()];
}

function valueWatchers(
  { known }: Problem,
  graph: TraceFlowGraph,
  watches: (node: number) => boolean,
  cells: readonly number[],
): Watcher[] | undefined {
  const follow = (together: readonly number[]): Watcher | undefined =>
    watcherOf(known, graph.origin, watches, { name: 'values', cells: together, use: 'constraint' });
  const joint = follow(cells);
  if (joint !== undefined) return [joint];
  const alone = cells.map((cell) => follow([cell]));
  return alone.every((watcher) => watcher !== undefined) ? alone : undefined;
}
