/**
 * Models that leave something out. A step marked `abstracted` is one that the program itself may not be able
 * to take: an execution that needs such a step is a candidate, and not a counterexample.
 */

import type { UnreachedStep } from '../engine/answer.js';
import { ReplayError, walk } from '../evidence/replay.js';
import { Interpreter } from '../model/interpreter.js';
import { internal, type ProcessType, type Step, type System } from '../model/system.js';
import type { Run } from '../model/transition.js';

/** Steps that lead to where the model follows the program no further. */
export const BOUND = 'the bound: ';

/** What the run rests on, each once. */
export function abstractionsOf(interpreter: Interpreter, run: Run): string[] {
  const found = new Set<string>();
  const { types } = interpreter.system;
  if (!types.some(({ steps }) => steps.some(({ abstracted }) => abstracted !== undefined))) return [];
  walk(interpreter, run, ({ before, transition }) => {
    for (const participant of transition.participants) {
      const { abstracted } = interpreter.stepOf(before, participant);
      if (abstracted !== undefined) found.add(abstracted);
    }
  });
  return [...found];
}

/** Everything that the model follows no further, each once, but for what no execution comes to. */
export function boundsOf(system: System, unreached: readonly UnreachedStep[]): string[] {
  const never = new Set(unreached.map(({ type, step }) => system.types[type].steps[step]));
  const steps = system.types.flatMap((type) => type.steps.filter((step) => !never.has(step)));
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

/** The run as one of the whole system: staying where one is was no step of it. Undefined where it is none. */
export function inWhole(system: System, run: Run): Run | undefined {
  const interpreter = new Interpreter(system);
  const steps = run.steps.filter(({ participants }) =>
    participants.every(
      ({ process, step }) => step < system.types[system.instances[process]?.type ?? 0].steps.length,
    ),
  );
  const whole = { ...run, steps };
  if (run.cycleFrom !== undefined && steps.length !== run.steps.length) return undefined;
  try {
    walk(interpreter, whole);
    return whole;
  } catch (error) {
    if (error instanceof ReplayError) return undefined;
    throw error;
  }
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
