/**
 * Makes a counterexample easier to read without making it another one: whatever is tried is replayed
 * and judged again, so a step goes only if the rest still is an execution that violates.
 */
import type { Run } from '../model/transition.js';

/** Replays tried at most: each costs as much as the run is long. */
const MOST_ATTEMPTS = 2_000;

export function minimise(run: Run, stillViolates: (run: Run) => boolean): Run {
  const attempts = { left: MOST_ATTEMPTS };
  const accept = (candidate: Run): boolean => attempts.left-- > 0 && stillViolates(candidate);
  return groupByProcess(dropSteps(run, accept), accept);
}

/** Removes pieces of the run, large ones first. */
function dropSteps(run: Run, accept: (run: Run) => boolean): Run {
  let best = run;
  for (let size = Math.floor(run.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start + size <= best.steps.length; ) {
      const shorter = without(best, start, size);
      if (shorter && accept(shorter)) best = shorter;
      else start += size;
    }
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

/** Moves steps of the process that moved last forward, so that fewer switches between processes remain. */
function groupByProcess(run: Run, accept: (run: Run) => boolean): Run {
  let best = run;
  for (let at = 1; at < best.steps.length; at++) {
    const before = best.steps[at - 1].participants;
    const goesOn = (i: number) =>
      best.steps[i].participants.some((p) => before.some((other) => other.process === p.process));
    if (goesOn(at)) continue;
    for (let later = at + 1; later < best.steps.length; later++) {
      if (!goesOn(later)) continue;
      const moved = move(best, later, at);
      if (moved && accept(moved)) best = moved;
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
