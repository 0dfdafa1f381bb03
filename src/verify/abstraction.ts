/**
 * Models that leave something out. A step marked `abstracted` is one that the program itself may not be able
 * to take: an execution that needs such a step is a candidate, and not a counterexample.
 */

import { replayStates } from '../evidence/replay.js';
import type { Interpreter } from '../model/interpreter.js';
import { internal, type ProcessType, type Step, type System } from '../model/system.js';
import type { Run } from '../model/transition.js';

/** Steps that lead to where the model follows the program no further. */
export const BOUND = 'the bound: ';

/** What the run rests on, each once. */
export function abstractionsOf(interpreter: Interpreter, run: Run): string[] {
  const { states } = replayStates(interpreter, run);
  const found = new Set<string>();
  run.steps.forEach((transition, i) => {
    for (const participant of transition.participants) {
      const { abstracted } = interpreter.stepOf(states[i], participant);
      if (abstracted !== undefined) found.add(abstracted);
    }
  });
  return [...found];
}

/** Everything that the model follows no further, each once. */
export function boundsOf(system: System): string[] {
  const steps = system.types.flatMap((type) => type.steps);
  return [
    ...new Set(
      steps.flatMap(({ abstracted }) =>
        abstracted?.startsWith(BOUND) ? [abstracted.slice(BOUND.length)] : [],
      ),
    ),
  ];
}

/**
 * The same system without its abstracted steps; a process that could only go on with one stays where it is,
 * which is no reason for anything to be stuck. Its executions are executions of the program.
 */
export function withoutAbstractions(system: System): System {
  return { ...system, types: system.types.map(exactly) };
}

function exactly(type: ProcessType): ProcessType {
  const waiting = new Set<number>();
  const steps = type.steps.map((step): Step => {
    if (step.abstracted === undefined) return step;
    waiting.add(step.from);
    return { ...step, guard: { kind: 'constant', value: 0 } };
  });
  const staying = [...waiting].map(
    (at): Step => ({ from: at, to: at, action: internal, effects: [], text: 'not followed' }),
  );
  const locations = type.locations.map((location, i) => {
    // Staying must not go on for ever inside what is one step with the next.
    if (!waiting.has(i) || location.region === undefined) return location;
    const { region: _, ...rest } = location;
    return rest;
  });
  return { ...type, locations, steps: [...steps, ...staying] };
}
