/** How executions, processes and variables start. */
import { type DataType, defaultOf, fitInto, scalarsOf } from './data.js';
import { assign, type Context, evaluate, FaultSignal } from './evaluate.js';
import type { Expression } from './expression.js';
import type { Interpreter } from './interpreter.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from './layout.js';
import type { Variable } from './system.js';

/** All states an execution may start in: one, unless a variable may start with any value. */
export function initialStates(interpreter: Interpreter): Int32Array[] {
  const { layout } = interpreter;
  const first = new Int32Array(layout.size);
  // At the start it is as if process 0 had moved.
  if (layout.lastProcess >= 0) first[layout.lastProcess] = 1;
  let states: Int32Array[] = [first];
  interpreter.system.variables.forEach((variable, i) => {
    states = initialised(interpreter, states, variable, interpreter.layout.shared[i], -1);
  });
  interpreter.system.instances.forEach((instance, process) => {
    for (const state of states) install(interpreter, state, process, instance.type, instance.arguments);
    const type = interpreter.system.types[instance.type];
    type.variables.forEach((variable, i) => {
      if (i < type.parameters || variable.initial !== 'any') return;
      const offset =
        interpreter.layout.processes[process] + interpreter.layout.types[instance.type].variables[i];
      states = initialised(interpreter, states, variable, offset, process);
    });
  });
  return states;
}

/** Puts a fresh process into its room. */
export function install(
  interpreter: Interpreter,
  state: Int32Array,
  process: number,
  typeIndex: number,
  values: number[],
): void {
  const type = interpreter.system.types[typeIndex];
  const start = interpreter.layout.processes[process];
  const { variables } = interpreter.layout.types[typeIndex];
  state.fill(0, start, start + interpreter.layout.processSize[process]);
  state[start + PROCESS_TYPE] = typeIndex + 1;
  state[start + PROCESS_LOCATION] = type.initial;
  const context = interpreter.context(state, process, false);
  type.variables.forEach((variable, i) => {
    if (i < type.parameters) assign({ scope: 'own', variable: i, path: [] }, values[i], context);
    else if (variable.initial !== 'any') initialise(variable, start + variables[i], context);
    // Before the next variable: its initial value may be a reference to this channel.
    type.channels.forEach((channel, c) => {
      if (channel.variable !== i) return;
      const offset = start + variables[i] + (channel.element ?? 0);
      state[offset] = interpreter.layout.firstOwnChannel[process] + c;
    });
  });
}

function initialised(
  interpreter: Interpreter,
  states: Int32Array[],
  variable: Variable,
  offset: number,
  self: number,
): Int32Array[] {
  if (variable.initial !== 'any') {
    for (const state of states) initialise(variable, offset, interpreter.context(state, self, false));
    return states;
  }
  return scalarsOf(variable.type).reduce((all, scalar, i) => {
    return all.flatMap((state) =>
      allValues(scalar).map((value) => {
        const copy = state.slice();
        copy[offset + i] = value;
        return copy;
      }),
    );
  }, states);
}

function initialise(variable: Variable, offset: number, context: Context): void {
  const values = (variable.initial ?? []) as Expression[];
  scalarsOf(variable.type).forEach((scalar, i) => {
    const expression = values.length === 1 ? values[0] : values[i];
    const value = expression ? fitInto(scalar, evaluate(expression, context)) : defaultOf(scalar);
    if (value === undefined)
      throw new FaultSignal('range', `the initial value of ${variable.name} does not fit`);
    context.state[offset + i] = value;
  });
}

function allValues(scalar: DataType): number[] {
  if (scalar.kind === 'boolean') return [0, 1];
  if (scalar.kind === 'range')
    return Array.from({ length: scalar.high - scalar.low + 1 }, (_, i) => scalar.low + i);
  if (scalar.kind === 'enumeration') return scalar.literals.map((_, i) => i + (scalar.first ?? 0));
  return [defaultOf(scalar)];
}
