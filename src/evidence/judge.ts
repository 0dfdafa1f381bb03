/**
 * Does this run violate this question? Asked of every counterexample after it has been replayed, and
 * of every shorter one that minimising tries. It knows nothing of how the run was found.
 */
import type { Fault } from '../model/evaluate.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Run } from '../model/transition.js';
import { matchesEvent } from '../property/event.js';
import { LetterReader } from '../property/letter.js';
import type { Observer } from '../property/observer.js';
import type { Ask, Fairness } from '../property/question.js';
import { type Moment, ReplayError, walk } from './replay.js';

export function violates(interpreter: Interpreter, ask: Ask, run: Run): boolean {
  const replayed = replayedFor(interpreter, ask, run);
  if (!replayed) return false;
  const { last, fault, cycle } = replayed;
  const cyclic = run.cycleFrom !== undefined;
  const stuck = () => !cyclic && interpreter.transitions(last).length === 0;
  switch (ask.kind) {
    case 'deadlock-free':
      return stuck() && interpreter.unfinished(last).length > 0;
    case 'terminates':
      return cyclic || (stuck() && interpreter.unfinished(last).length > 0);
    case 'assertions':
      if (ask.observer === undefined && fault) return true;
      return interpreter.living(last).some((process) => {
        const type = interpreter.typeOf(last, process);
        const marks = type.locations[interpreter.locationOf(last, process)].marks;
        return type.observes === ask.observer && marks?.includes('error');
      });
    case 'invariant':
      return !interpreter.holds(ask.predicate, last);
    case 'order':
      return ask.observers.some((observer, i) => {
        const letters = replayed.letters[i];
        if (observer.acceptance === 'infinite') {
          if (cyclic && ask.fairness && !isFair(interpreter, cycle, ask.fairness)) return false;
          const counts = cyclic || (!observer.endless && stuck());
          return counts && acceptsForEver(observer, letters, run.cycleFrom ?? run.steps.length);
        }
        const ended = stuck() && interpreter.unfinished(last).length === 0;
        return [...readings(observer, letters.slice(0, run.steps.length))].some(
          (state) => observer.bad(state) || (ended && observer.badAtEnd(state)),
        );
      });
    case 'progress': {
      // That the states of the cycle cannot be left is the engine's claim; the run shows the rest.
      const progresses = ({ outcome }: Moment) => outcome.events.some((e) => matchesEvent(ask.events, e));
      return (cyclic || stuck()) && !cycle.some(progresses);
    }
  }
}

interface Replayed {
  last: Int32Array;
  fault?: Fault;
  /** The steps that repeat for ever. */
  cycle: Moment[];
  /** What each observer reads: one letter for each step, and one more for the last state without events. */
  letters: number[][];
}

/** Undefined where the run is none of the system. */
function replayedFor(interpreter: Interpreter, ask: Ask, run: Run): Replayed | undefined {
  const observers = ask.kind === 'order' ? ask.observers : [];
  const readers = observers.map(({ atoms }) => new LetterReader(interpreter, atoms));
  const letters = readers.map((): number[] => []);
  const cycle: Moment[] = [];
  try {
    const end = walk(interpreter, run, (moment) => {
      readers.forEach((reader, i) => {
        letters[i].push(reader.letter(moment.before, moment.outcome.events));
      });
      if (moment.index >= (run.cycleFrom ?? run.steps.length)) cycle.push(moment);
    });
    readers.forEach((reader, i) => {
      letters[i].push(reader.letter(end.last, []));
    });
    return { ...end, cycle, letters };
  } catch (error) {
    if (error instanceof ReplayError) return undefined;
    throw error;
  }
}

/**
 * Does every process that stands still in the cycle have a moment there (strong: only moments) when it cannot move?
 * The middle of an atomic sequence is no such moment, unless the cycle never leaves it.
 */
function isFair(interpreter: Interpreter, cycle: readonly Moment[], fairness: Fairness): boolean {
  const moved = new Set(cycle.flatMap(({ transition }) => transition.participants.map((p) => p.process)));
  const between = cycle.filter(({ before }) => before[interpreter.layout.exclusive] === 0);
  const asked = fairness === 'weak' && between.length > 0 ? between : cycle;
  const able = asked.map(({ before }) => {
    const enabled = interpreter.transitions(before);
    return new Set(enabled.flatMap((transition) => transition.participants.map((p) => p.process)));
  });
  return interpreter.layout.processes.every((_, process) => {
    if (moved.has(process)) return true;
    return fairness === 'weak'
      ? able.some((set) => !set.has(process))
      : able.every((set) => !set.has(process));
  });
}

function readings(observer: Observer, letters: number[]): Set<number> {
  let current = new Set(observer.initial);
  for (const letter of letters) {
    const next = new Set<number>();
    for (const state of current) for (const s of observer.successors(state, letter)) next.add(s);
    current = next;
  }
  return current;
}

const MOST_READINGS = 100_000;

/** Letters before `from` once, those from there on for ever: can the observer accept infinitely often? */
function acceptsForEver(observer: Observer, letters: number[], from: number): boolean {
  const cycle = letters.slice(from, Math.max(from + 1, letters.length - 1));
  const key = (position: number, state: number) => position + cycle.length * state;
  const step = (node: number): number[] => {
    const [position, state] = [node % cycle.length, Math.floor(node / cycle.length)];
    return observer.successors(state, cycle[position]).map((s) => key((position + 1) % cycle.length, s));
  };
  const reachable = (starts: number[]): Set<number> => {
    const seen = new Set(starts);
    for (const node of seen) {
      // An observer that counts without bound has endlessly many states; what is not seen is not claimed.
      if (seen.size > MOST_READINGS) break;
      for (const next of step(node)) seen.add(next);
    }
    return seen;
  };
  const starts = [...readings(observer, letters.slice(0, from))].map((state) => key(0, state));
  for (const node of reachable(starts)) {
    const accepting = observer.accepting(Math.floor(node / cycle.length));
    if (accepting && reachable(step(node)).has(node)) return true;
  }
  return false;
}
