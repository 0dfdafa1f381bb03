/**
 * Makes a counterexample easier to read without making it another one: whatever is tried is replayed
 * and judged again, so a step goes only if the rest still is an execution that violates.
 */
import type { Interpreter } from '../model/interpreter.js';
import type { Run, Transition } from '../model/transition.js';
import { fewestSwitches, goesOn, switches } from './regroup.js';
import { sameTransition } from './replay.js';

/** Replays tried at most: each costs as much as the run is long. */
const MOST_ATTEMPTS = 2_000;

/** `goOn` is asked before each attempt; when it says no, the run stays as short as it has become. */
export function minimise(
  interpreter: Interpreter,
  run: Run,
  stillViolates: (run: Run) => boolean,
  goOn: () => boolean = () => true,
): Run {
  let left = MOST_ATTEMPTS;
  const attempts: Attempts = {
    over: () => left <= 0 || !goOn(),
    accept: (candidate) => {
      left--;
      const adapted = adapt(interpreter, candidate);
      return adapted && stillViolates(adapted) ? adapted : undefined;
    },
  };
  const short = groupByProcess(dropSteps(run, attempts), attempts);
  return fewestSwitches(interpreter, short, stillViolates, goOn) ?? short;
}

interface Attempts {
  /** Asked before a candidate is even built: that alone takes as long as the run is long. */
  over(): boolean;
  /** The candidate as an execution, if it still violates. */
  accept(candidate: Run): Run | undefined;
}

/** Removes pieces of the run, large ones first, and single steps until none can go. */
function dropSteps(run: Run, attempts: Attempts): Run {
  let best = run;
  for (let size = Math.floor(run.steps.length / 2); size > 1; size = Math.floor(size / 2)) {
    best = dropPieces(best, size, attempts);
  }
  for (let before = best.steps.length + 1; best.steps.length < before; ) {
    before = best.steps.length;
    best = dropPieces(best, 1, attempts);
  }
  return best;
}

function dropPieces(run: Run, size: number, attempts: Attempts): Run {
  let best = run;
  for (let start = 0; start + size <= best.steps.length && !attempts.over(); ) {
    const shorter = without(best, start, size);
    const accepted = shorter && attempts.accept(shorter);
    if (accepted) best = accepted;
    else start += size;
  }
  return best;
}

/** The run without some steps; a piece across the start of the cycle is left alone. */
function without(run: Run, start: number, size: number): Run | undefined {
  const { cycleFrom } = run;
  const steps = [...run.steps.slice(0, start), ...run.steps.slice(start + size)];
  if (cycleFrom === undefined) return { ...run, steps };
  if (start + size <= cycleFrom) return { ...run, steps, cycleFrom: cycleFrom - size };
  if (start < cycleFrom || size === run.steps.length - cycleFrom) return undefined;
  return { ...run, steps };
}

/** Passes over the run as long as each leaves fewer switches between processes. */
function groupByProcess(run: Run, attempts: Attempts): Run {
  let best = run;
  for (;;) {
    const grouped = bringForward(best, attempts);
    if (switches(grouped.steps) >= switches(best.steps)) return best;
    best = grouped;
  }
}

/** Moves steps of the process that moved last forward, where the execution allows it. */
function bringForward(run: Run, attempts: Attempts): Run {
  let best = run;
  for (let at = 1; at < best.steps.length && !attempts.over(); at++) {
    if (goesOn(best.steps[at - 1], best.steps[at])) continue;
    for (let later = at + 1; later < best.steps.length; later++) {
      if (!goesOn(best.steps[at - 1], best.steps[later])) continue;
      const moved = move(best, later, at);
      best = (moved && attempts.accept(moved)) ?? best;
      break;
    }
  }
  return best;
}

function move(run: Run, from: number, to: number): Run | undefined {
  const { cycleFrom } = run;
  if (cycleFrom !== undefined && to < cycleFrom && from >= cycleFrom) return undefined;
  const steps = [...run.steps];
  const [step] = steps.splice(from, 1);
  steps.splice(to, 0, step);
  return { ...run, steps };
}

/**
 * The same doings from other states: a step that is not enabled as it was stands for one of the same
 * processes that shows the same (a server that counts takes another step for the same call).
 */
function adapt(interpreter: Interpreter, run: Run): Run | undefined {
  const steps: Transition[] = [];
  let state = interpreter.initialStates()[run.initial];
  for (const wanted of run.steps) {
    const enabled = interpreter.transitions(state);
    const taken =
      enabled.find((transition) => sameTransition(transition, wanted)) ??
      enabled.find((transition) => sameDoing(interpreter, state, transition, wanted));
    if (!taken) return undefined;
    steps.push(taken);
    state = interpreter.successor(state, taken).state;
  }
  return { ...run, steps };
}

function sameDoing(interpreter: Interpreter, state: Int32Array, a: Transition, b: Transition): boolean {
  return (
    a.choice === b.choice &&
    a.participants.length === b.participants.length &&
    a.participants.every(({ process, step }, i) => {
      const other = b.participants[i];
      if (process !== other.process) return false;
      const { steps } = interpreter.typeOf(state, process);
      const [one, two] = [steps[step].action, steps[other.step]?.action];
      return one.kind === 'synchronise' && two?.kind === 'synchronise' && one.symbol === two.symbol;
    })
  );
}
