/** Which constraints stop a path that violates the property. */
import { type Constraint, type FollowedVariable, followable } from './constraint.js';
import { brokenOrder, brokenValues, lookedAtOnWay, type WalkedPath } from './infeasible.js';
import type { Posed, Problem } from './problem.js';
import type { View } from './propagate/places.js';
import { shownVariables } from './watched.js';
import { alikeTasks } from './watcher/reduce.js';

/** What to add so that this path is stopped; undefined where nothing does. */
export function stoppedBy(
  problem: Problem,
  { constraints, posed }: { constraints: readonly Constraint[]; posed: Posed },
  walked: WalkedPath,
  whole: Set<number>,
): Constraint[] | undefined {
  const taken = new Set(constraints.flatMap((c) => (c.kind === 'task' ? c.processes : [])));
  const followed = followedCells(constraints);
  const broken = rankedTasks(posed, walked);
  const best = broken.find(({ process }) => !taken.has(process));
  if (best !== undefined) {
    // A second one of those that do the same: all of them will be needed, and they need not be told apart.
    const alike = alikeTasks(posed.graph, [...posed.tasks.values()], [posed.property]).get(best.process)!;
    const again = alike.some((process) => taken.has(process));
    return [{ kind: 'task', processes: again ? alike : [best.process] }];
  }
  // The smaller automaton lets pass what the task itself does not.
  const entire = broken.find(({ process }) => !whole.has(process));
  if (entire !== undefined) {
    whole.add(entire.process);
    return [];
  }
  const values = stoppingVariables(problem, posed, walked, followed);
  if (values === undefined) return shownOnPath(problem, posed, walked, followed);
  const { process, variables } = values;
  const task: Constraint[] = taken.has(process) ? [] : [{ kind: 'task', processes: [process] }];
  if (variables.length === 0 && task.length === 0) {
    if (whole.has(process)) return undefined;
    whole.add(process);
  }
  return [...task, ...variables.map((variable): Constraint => ({ kind: 'variable', variable }))];
}

/** The path itself may be all right, and only what its events show be wrong. */
function shownOnPath(
  { source, known, observer }: Problem,
  { property }: Posed,
  walked: WalkedPath,
  followed: ReadonlySet<number>,
): Constraint[] | undefined {
  const passing = seenProcesses(walked, property.symbolOf);
  const found = shownVariables(source.system, observer, followable(known)).filter(
    ({ cell, process }) => !followed.has(cell) && passing.has(process),
  );
  return found.length === 0 ? undefined : found.map((variable) => ({ kind: 'variable', variable }));
}

/** The tasks whose order the path breaks, those first that take part in what the property sees. */
function rankedTasks({ tasks, property }: Posed, walked: WalkedPath): { process: number }[] {
  const seen = seenProcesses(walked, property.symbolOf);
  return [...tasks.values()]
    .flatMap(({ process, nodes }) => {
      const at = brokenOrder(walked, process);
      return at === undefined ? [] : [{ process, at, size: nodes.length, apart: seen.has(process) ? 0 : 1 }];
    })
    .sort((a, b) => a.apart - b.apart || a.at - b.at || a.size - b.size || a.process - b.process);
}

function seenProcesses({ graph, path }: WalkedPath, symbolOf: Int32Array): Set<number> {
  const { processOffsets, processes } = graph;
  const found = new Set<number>();
  for (const node of path) {
    if (symbolOf[node] < 0) continue;
    for (let i = processOffsets[node]; i < processOffsets[node + 1]; i++) found.add(processes[i]);
  }
  return found;
}

const MOST_TOGETHER = 3;
const MOST_SETS = 400;

/** A smallest set of variables of one process that the path contradicts, with those already followed. */
function stoppingVariables(
  { known }: Problem,
  { property }: Posed,
  walked: WalkedPath,
  followed: ReadonlySet<number>,
): { process: number; variables: FollowedVariable[] } | undefined {
  const seen = seenProcesses(walked, property.symbolOf);
  const byProcess = new Map<number, FollowedVariable[]>();
  for (const variable of followable(known))
    if (variable.process >= 0)
      byProcess.set(variable.process, [...(byProcess.get(variable.process) ?? []), variable]);
  const processes = [...byProcess.keys()].sort((a, b) => Number(seen.has(b)) - Number(seen.has(a)) || a - b);
  for (let count = 0; count <= MOST_TOGETHER; count++) {
    let tried = 0;
    for (const process of processes) {
      const variables = byProcess.get(process)!;
      const before = variables.filter(({ cell }) => followed.has(cell));
      const fresh = variables.filter(({ cell }) => !followed.has(cell));
      if (count === 0 && before.length === 0) continue;
      for (const more of subsets(fresh, count)) {
        if (++tried > MOST_SETS) break;
        const broken = brokenValues(known, walked, process, [...before, ...more]);
        if (broken !== undefined) return { process, variables: more };
      }
    }
  }
  return undefined;
}

function* subsets<T>(items: readonly T[], count: number, from = 0): Generator<T[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let i = from; i < items.length; i++)
    for (const rest of subsets(items, count - 1, i + 1)) yield [items[i], ...rest];
}

/** As many variables of one process are followed before tasks are constrained instead. */
const MOST_VIEWED = 3;
const MOST_AT_ONCE = 2;

/**
 * Variables that forbid what led to a violation as one of the processes saw it. Such a path has the order of
 * that process right, so that only values can be wrong, and variables make far fewer tuples than tasks.
 */
export function stoppedByValues(
  { known }: Problem,
  { graph }: Posed,
  views: readonly View[],
  constraints: readonly Constraint[],
): Constraint[] | undefined {
  const followed = followedCells(constraints);
  for (const { process, path } of views) {
    const walked = { graph, path, atEnd: false };
    const variables = followable(known).filter((variable) => variable.process === process);
    const before = variables.filter(({ cell }) => followed.has(cell));
    const untried = variables.filter(({ cell }) => !followed.has(cell));
    const fresh = lookedAtOnWay(known, walked, process, untried);
    if (before.length >= MOST_VIEWED || brokenValues(known, walked, process, before) !== undefined) continue;
    for (let count = 1; count <= MOST_AT_ONCE; count++) {
      let tried = 0;
      for (const more of subsets(fresh, count)) {
        if (++tried > MOST_SETS) break;
        if (brokenValues(known, walked, process, [...before, ...more]) !== undefined)
          return more.map((variable) => ({ kind: 'variable', variable }));
      }
    }
  }
  return undefined;
}

const followedCells = (constraints: readonly Constraint[]): Set<number> =>
  new Set(constraints.flatMap((c) => (c.kind === 'variable' ? [c.variable.cell] : [])));
