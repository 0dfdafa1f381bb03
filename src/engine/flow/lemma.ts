/**
 * Does a property follow from others, whatever the program does in which order? All of them read the same
 * events side by side, any that a step of the program may show at any time: as long as none of the others is
 * violated, the property must not be, and where all of them accept the end, it must too.
 */
import type { Observer } from '../../property/observer.js';
import { outcomesOf } from './data/joint.js';
import { lettersOf } from './data/letters.js';
import type { Known } from './data/surroundings.js';
import type { FlowSource } from './graph/index.js';
import { watchedBy } from './watched.js';
import { TooManyLetters } from './watcher/read.js';

const MOST_STATES = 100_000;

/** False also where it would take too long to see. */
export function followsFrom(
  source: FlowSource,
  known: Known,
  conclusion: Observer,
  premises: readonly Observer[],
): boolean {
  const all = [conclusion, ...premises];
  // Only what is read in one way can be relied on.
  if (premises.some(({ initial }) => initial.length !== 1)) return false;
  const letters = lettersShown(source, known, all);
  if (letters === undefined) return false;
  const seen = new Set<string>();
  const waiting: number[][] = [];
  const visit = (states: number[]): boolean => {
    const [own, ...others] = states;
    if (premises.some((premise, i) => premise.bad(others[i]))) return true;
    if (conclusion.bad(own)) return false;
    const ends = premises.every((premise, i) => !premise.badAtEnd(others[i]));
    if (ends && conclusion.badAtEnd(own)) return false;
    const key = states.join();
    if (!seen.has(key)) {
      seen.add(key);
      waiting.push(states);
    }
    return seen.size <= MOST_STATES;
  };
  for (const start of conclusion.initial)
    if (!visit([start, ...premises.map(({ initial }) => initial[0])])) return false;
  for (let states = waiting.pop(); states; states = waiting.pop()) {
    const [own, ...others] = states;
    for (const [mine, ...theirs] of letters) {
      const after = premises.map((premise, i) => premise.successors(others[i], theirs[i]));
      if (after.some((one) => one.length !== 1)) return false;
      for (const next of conclusion.successors(own, mine))
        if (!visit([next, ...after.map(([state]) => state)])) return false;
    }
  }
  return true;
}

/** For every way a step may be seen, the letter that each observer reads. */
function lettersShown(
  source: FlowSource,
  known: Known,
  observers: readonly Observer[],
): number[][] | undefined {
  const { system } = source;
  const graph = source.graph(watchedBy(system, observers, []));
  if ('reason' in graph) return undefined;
  const found = new Map<string, number[]>();
  found.set(
    'none',
    observers.map(() => 0),
  );
  for (const joints of graph.origin)
    for (const joint of joints)
      for (const { events } of outcomesOf(known, joint, [], [])) {
        const [{ process, step }] = joint.parts;
        const { action } = system.types[system.instances[process].type].steps[step];
        const symbol = action.kind === 'synchronise' ? system.symbols[action.symbol] : undefined;
        const symbols = symbol && !symbol.hidden ? [symbol.name] : [];
        const each = observers.map(({ atoms }) => lettersOf(atoms, symbols, events));
        if (each.includes(undefined)) throw new TooManyLetters();
        // Values that are not known are not known to be the same for all: every combination counts.
        for (const letters of combinations(each as number[][])) found.set(letters.join(), letters);
      }
  return [...found.values()];
}

const combinations = (choices: readonly number[][]): number[][] =>
  choices.reduce<number[][]>(
    (all, options) => all.flatMap((before) => options.map((one) => [...before, one])),
    [[]],
  );
