/** Whether a model can start at all: what stands in a declaration may go wrong as a statement may. */
import { FaultSignal } from '../../model/evaluate.js';
import { Interpreter } from '../../model/interpreter.js';
import type { System, Variable } from '../../model/system.js';

/** What goes wrong before anything has happened, if something does. */
export function faultAtStart(system: System): string | undefined {
  const variables = [
    ...system.variables,
    ...system.instances.flatMap(({ type }) => system.types[type].variables),
  ];
  if (!variables.some(isWorkedOut)) return undefined;
  try {
    new Interpreter(system).initialStates();
    return undefined;
  } catch (fault) {
    if (fault instanceof FaultSignal) return fault.message;
    throw fault;
  }
}

const isWorkedOut = ({ initial }: Variable): boolean =>
  Array.isArray(initial) && initial.some(({ kind }) => kind !== 'constant');
