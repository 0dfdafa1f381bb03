/**
 * Which constraints a proof needs: none at first; on a counterexample, one that stops its path; when it is
 * proved, those without which it is proved too are dropped again.
 */
import type { Limit } from '../answer.js';
import type { Budget } from '../budget.js';
import { type Constraint, type FollowedVariable, followable } from './constraint.js';
import { brokenOrder, brokenValues, type WalkedPath } from './infeasible.js';
import { type Posed, type Problem, pose } from './problem.js';
import { propagatePlaces } from './propagate/places.js';
import { type Counterexample, propagate, type Search } from './propagate/propagate.js';
import { shownVariables } from './watched.js';
import { alikeTasks } from './watcher/reduce.js';

export interface Attempted {
  constraints: Constraint[];
  posed: Posed;
  /** Absent where it was proved, or a limit was reached. */
  counterexample?: Counterexample;
  limit?: Limit;
  tuples: number;
  /** At nodes, or at positions where it was proved there. */
  nodeTuples: number;
  bytes: number;
}

export type Selected =
  | { kind: 'proved'; attempt: Attempted }
  /** No constraint stops this path. */
  | { kind: 'candidate'; attempt: Attempted; counterexample: Counterexample }
  | { kind: 'limit'; attempt: Attempted }
  | { kind: 'refused'; reason: string };

const MOST_ROUNDS = 60;

export async function selectConstraints(
  problem: Problem,
  given: readonly Constraint[],
  budget: Budget,
  search: Search,
): Promise<Selected> {
  const chosen: Constraint[] = [...given];
  const whole = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const tried = await attempt(problem, chosen, whole, budget, search);
    if ('reason' in tried) return { kind: 'refused', reason: tried.reason };
    const { counterexample } = tried;
    const late = budget.deadline !== undefined && budget.now() >= budget.deadline;
    const limit = tried.limit ?? (late ? 'time' : undefined);
    if (limit !== undefined) return { kind: 'limit', attempt: { ...tried, limit } };
    if (counterexample === undefined) {
      const least = await dropNeedless(problem, tried, given, whole, budget);
      return { kind: 'proved', attempt: least };
    }
    const walked = { graph: tried.posed.graph, ...counterexample };
    const more = stoppedBy(problem, tried, walked, whole);
    if (more === undefined) return { kind: 'candidate', attempt: tried, counterexample };
    for (const constraint of more) include(chosen, constraint);
  }
  return { kind: 'refused', reason: `no set of constraints was found in ${MOST_ROUNDS} rounds` };
}

/** Tasks that are already constrained one by one are not when they are constrained together. */
function include(chosen: Constraint[], added: Constraint): void {
  if (added.kind === 'task')
    for (let i = chosen.length - 1; i >= 0; i--) {
      const other = chosen[i];
      if (other.kind === 'task' && other.processes.every((process) => added.processes.includes(process)))
        chosen.splice(i, 1);
    }
  chosen.push(added);
}

export async function attempt(
  problem: Problem,
  constraints: readonly Constraint[],
  whole: ReadonlySet<number>,
  budget: Budget,
  search: Search,
): Promise<Attempted | { reason: string }> {
  const posed = pose(problem, constraints, whole);
  if ('reason' in posed) return posed;
  const { graph, property, constraints: watchers } = posed;
  const common = { constraints: [...constraints], posed };
  if (problem.positions !== false) {
    const { proved, tuples, placeTuples, bytes } = await propagatePlaces(graph, property, watchers, budget);
    if (proved) return { ...common, tuples, nodeTuples: placeTuples, bytes };
  }
  const { partialOrder } = problem;
  const { tuples, ...found } = await propagate(graph, property, watchers, budget, { search, partialOrder });
  const { counterexample, limit, nodeTuples, bytes } = found;
  return { ...common, counterexample, limit, tuples: tuples.count, nodeTuples, bytes };
}

/** What to add so that this path is stopped; undefined where nothing does. */
export function stoppedBy(
  problem: Problem,
  { constraints, posed }: Attempted,
  walked: WalkedPath,
  whole: Set<number>,
): Constraint[] | undefined {
  const taken = new Set(constraints.flatMap((c) => (c.kind === 'task' ? c.processes : [])));
  const followed = new Set(constraints.flatMap((c) => (c.kind === 'variable' ? [c.variable.cell] : [])));
  const broken = rankedTasks(posed, walked);
  const variable = oneVariable(problem, posed, walked, followed, broken);
  if (variable !== undefined) return [{ kind: 'variable', variable }];
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

/** Variables of one process that are followed before tasks of others are constrained instead. */
const MOST_BESIDE = 3;

/**
 * A path that some task cannot walk may as well be one that the values of a process that can walk it forbid,
 * and a variable makes far fewer tuples than a task.
 */
function oneVariable(
  { known }: Problem,
  { property }: Posed,
  walked: WalkedPath,
  followed: ReadonlySet<number>,
  broken: readonly { process: number }[],
): FollowedVariable | undefined {
  if (broken.length === 0) return undefined;
  const all = followable(known);
  const processes = seenProcesses(walked, property.symbolOf);
  for (const { cell, process } of all) if (followed.has(cell)) processes.add(process);
  for (const { process } of broken) processes.delete(process);
  for (const process of processes) {
    const variables = all.filter((variable) => variable.process === process);
    const before = variables.filter(({ cell }) => followed.has(cell));
    if (before.length >= MOST_BESIDE || brokenValues(known, walked, process, before) !== undefined) continue;
    const found = variables
      .filter(({ cell }) => !followed.has(cell))
      .slice(0, MOST_SETS)
      .find((variable) => brokenValues(known, walked, process, [...before, variable]) !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
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

/** Each constraint that was not given is left out once; what is still proved then is proved without it. */
async function dropNeedless(
  problem: Problem,
  proved: Attempted,
  given: readonly Constraint[],
  whole: ReadonlySet<number>,
  budget: Budget,
): Promise<Attempted> {
  let least = proved;
  for (const constraint of proved.constraints) {
    if (given.includes(constraint)) continue;
    const fewer = least.constraints.filter((other) => other !== constraint);
    const tried = await attempt(problem, fewer, whole, budget, 'first');
    if ('reason' in tried || tried.counterexample || tried.limit) continue;
    least = tried;
  }
  return least;
}
