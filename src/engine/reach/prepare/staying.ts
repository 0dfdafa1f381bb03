/**
 * A process that has ended and would only cease to exist stays where it is, if nobody can notice: no process is
 * started, and nobody asks which ones there are.
 */
import { constant, type Expression } from '../../../model/expression.js';
import { Interpreter } from '../../../model/interpreter.js';
import type { Location, ProcessType, Step, System } from '../../../model/system.js';
import type { Participant, Run } from '../../../model/transition.js';

/** Questions about other processes, or about how many there are. */
const NOTICING = new Set(['exists', 'at', 'location', 'enabled', 'processCount', 'timeout', 'lastProcess']);

/** Steps keep their numbers; those that are not taken any more have a guard that is false. */
export function withoutExits(system: System): System {
  if (system.keepsLastProcess || system.types.some(notices)) return system;
  const types = system.types.map((type) => ({
    ...type,
    steps: type.steps.map((step) => (isEnd(step, type.locations) ? { ...step, guard: constant(0) } : step)),
  }));
  return { ...system, types };
}

/** An execution of that system in the one it was made of: where nothing else can happen, those who have ended go. */
export function withExits(system: System, run: Run): Run {
  const interpreter = new Interpreter(system);
  let state = interpreter.initialStates()[run.initial];
  for (const step of run.steps) state = interpreter.successor(state, step).state;
  const steps = [...run.steps];
  for (;;) {
    const possible = interpreter.transitions(state);
    const [exit] = possible;
    if (!exit || !possible.every((one) => one.participants.every((part) => leaves(part, state)))) break;
    steps.push(exit);
    state = interpreter.successor(state, exit).state;
  }
  return { ...run, steps };

  function leaves({ process, step }: Participant, from: Int32Array): boolean {
    const type = interpreter.typeOf(from, process)!;
    return isEnd(type.steps[step], type.locations);
  }
}

/** Only ceases to exist, at an end that has no other step. */
const isEnd = ({ from, effects, action }: Step, locations: readonly Location[]): boolean =>
  action.kind === 'internal' &&
  effects.length === 1 &&
  effects[0].kind === 'exit' &&
  locations[from].marks?.includes('end') === true;

function notices({ steps, locations, provided, alphabet, channels }: ProcessType): boolean {
  const leaving = (location: number) => steps.filter(({ from }) => from === location);
  const others = steps.filter((step) => !isEnd(step, locations) || leaving(step.from).length > 1);
  return (
    alphabet.length > 0 ||
    channels.length > 0 ||
    others.some(({ effects }) => effects.some(({ kind }) => kind === 'exit' || kind === 'spawn')) ||
    asks([provided, others])
  );
}

function asks(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && NOTICING.has((part as Expression).kind)) return true;
  if ('scope' in part && part.scope === 'other') return true;
  return Object.values(part).some(asks);
}
