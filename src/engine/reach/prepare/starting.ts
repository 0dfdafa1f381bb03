/**
 * With which arguments a process starts others. It is followed with the values of its variables that it knows, so
 * that a loop which starts one process after the other is seen to give each its own number.
 */
import type { ProcessType, System } from '../../../model/system.js';
import { Knowledge, type Known } from './knowledge.js';
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
    for (const { number: s, step, after } of knowledge.open(location, known)) {
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
