/**
 * With which arguments a process starts others. It is followed with the values of its variables that it knows, so
 * that a loop which starts one process after the other is seen to give each its own number.
 */
import type { ProcessType, Step, System } from '../../../model/system.js';
import { isNever, Knowledge, type Known } from './knowledge.js';
import type { Change } from './rewrite.js';

const MOST_VISITS = 4_000;

/** For each step that starts a process: the arguments it may give, where they are known. */
export type Starts = Map<number, (number | undefined)[][]>;

/** Undefined where there is too much to follow. */
export function startsOf(
  system: System,
  type: ProcessType,
  remote: ReadonlySet<number>,
  fixed: Change,
): Starts | undefined {
  const knowledge = new Knowledge(system, type, remote, fixed);
  const leaving: number[][] = type.locations.map(() => []);
  type.steps.forEach((step, s) => {
    leaving[step.from].push(s);
  });
  const found = new Map<number, Map<string, (number | undefined)[]>>();
  const seen = new Set<string>();
  const work: { location: number; known: Known }[] = [];
  const reach = (location: number, known: Known): void => {
    const key = `${location} ${[...known].sort(([a], [b]) => a - b).join(' ')}`;
    if (seen.has(key)) return;
    seen.add(key);
    work.push({ location, known });
  };
  reach(type.initial, knowledge.initial());
  for (let at = work.pop(); at; at = work.pop()) {
    if (seen.size > MOST_VISITS) return undefined;
    const { location, known } = at;
    const open = leaving[location].flatMap((s) => {
      const { step, after } = knowledge.through(type.steps[s], known);
      return isNever(step) ? [] : [{ s, step, after }];
    });
    const least = Math.max(...open.map(({ step }) => (isCertain(type, step) ? priorityOf(step) : -Infinity)));
    for (const { s, step, after } of open) {
      if (priorityOf(step) < least) continue;
      for (const effect of step.effects) {
        if (effect.kind !== 'spawn') continue;
        const given = effect.arguments.map((a) => (a.kind === 'constant' ? a.value : undefined));
        const tuples = found.get(s) ?? new Map();
        found.set(s, tuples.set(given.join(), given));
      }
      if (!step.effects.some(({ kind }) => kind === 'exit')) reach(step.to, after);
    }
  }
  return new Map([...found].map(([s, tuples]) => [s, [...tuples.values()]]));
}

const priorityOf = ({ priority = 0 }: Step): number => priority;

/** It can be taken whatever others do. */
const isCertain = ({ provided }: ProcessType, { action, guard }: Step): boolean =>
  !provided && action.kind === 'internal' && (!guard || guard.kind === 'constant');
