/**
 * Which constraints a proof needs: none at first; on a counterexample, one that stops its path; when it is
 * proved, those without which it is proved too are dropped again.
 */
import type { Limit } from '../answer.js';
import type { Budget } from '../budget.js';
import type { Constraint } from './constraint.js';
import { type Posed, type Problem, pose } from './problem.js';
import { propagatePlaces, type View } from './propagate/places.js';
import { type Counterexample, propagate, type Search } from './propagate/propagate.js';
import { stoppedBy, stoppedByValues } from './stopping.js';

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
    const first = await attemptOverPositions(problem, chosen, whole, budget);
    if ('reason' in first) return { kind: 'refused', reason: first.reason };
    const values = first.kind === 'open' && stoppedByValues(problem, first.posed, first.views, chosen);
    if (values) {
      chosen.push(...values);
      continue;
    }
    const tried =
      first.kind === 'proved' ? first : await attemptOverGraph(problem, chosen, first.posed, budget, search);
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
  const first = await attemptOverPositions(problem, constraints, whole, budget);
  if ('reason' in first || first.kind === 'proved') return first;
  return attemptOverGraph(problem, constraints, first.posed, budget, search);
}

type OverPositions = ({ kind: 'proved' } & Attempted) | { kind: 'open'; posed: Posed; views: View[] };

async function attemptOverPositions(
  problem: Problem,
  constraints: readonly Constraint[],
  whole: ReadonlySet<number>,
  budget: Budget,
): Promise<OverPositions | { reason: string }> {
  const posed = pose(problem, constraints, whole);
  if ('reason' in posed) return posed;
  if (problem.positions === false) return { kind: 'open', posed, views: [] };
  const { graph, property, constraints: watchers } = posed;
  const found = await propagatePlaces(graph, property, watchers, budget);
  const { proved, views, tuples, placeTuples, bytes } = found;
  if (!proved) return { kind: 'open', posed, views };
  return { kind: 'proved', constraints: [...constraints], posed, tuples, nodeTuples: placeTuples, bytes };
}

async function attemptOverGraph(
  { partialOrder }: Problem,
  constraints: readonly Constraint[],
  posed: Posed,
  budget: Budget,
  search: Search,
): Promise<Attempted> {
  const { graph, property, constraints: watchers } = posed;
  const { tuples, ...found } = await propagate(graph, property, watchers, budget, { search, partialOrder });
  const { counterexample, limit, nodeTuples, bytes } = found;
  return {
    constraints: [...constraints],
    posed,
    counterexample,
    limit,
    tuples: tuples.count,
    nodeTuples,
    bytes,
  };
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
