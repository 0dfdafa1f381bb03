/** The run that a trace tells, found again on the interpreter: a trace names steps, in the order it tells them. */
import type { Interpreter } from '../model/interpreter.js';
import type { Participant, Run, Transition } from '../model/transition.js';
import type { Trace } from './trace.js';

/** What of a trace says which run it was. */
export interface Tracks {
  start?: number;
  cycleFrom?: number;
  steps: { participants: Participant[]; choice?: number }[];
}

/** Undefined where the system has no such run, or not all of it is told. */
export function rerun(interpreter: Interpreter, tracks: Tracks | Trace): Run | undefined {
  if ('leftOut' in tracks && tracks.leftOut) return undefined;
  const initial = tracks.start ?? 0;
  let state = interpreter.initialStates()[initial];
  if (!state) return undefined;
  const steps: Transition[] = [];
  for (const wanted of tracks.steps) {
    const taken = interpreter.transitions(state).find((transition) => isSame(transition, wanted));
    if (!taken) return undefined;
    steps.push(taken);
    state = interpreter.successor(state, taken).state;
  }
  const { cycleFrom } = tracks;
  return cycleFrom === undefined ? { initial, steps } : { initial, steps, cycleFrom };
}

function isSame(transition: Transition, wanted: Tracks['steps'][number]): boolean {
  return (
    transition.choice === wanted.choice &&
    transition.participants.length === wanted.participants.length &&
    transition.participants.every(({ process, step }) =>
      wanted.participants.some((other) => other.process === process && other.step === step),
    )
  );
}
