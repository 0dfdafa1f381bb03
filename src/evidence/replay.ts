/**
 * Runs an execution on the reference interpreter, step by step, and tells it. Every counterexample of
 * every engine passes through here: a run with a step that is not enabled is refused.
 */
import { scalarsOf, showValue } from '../model/data.js';
import type { Outcome } from '../model/execution.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Step } from '../model/system.js';
import type { Run, Transition } from '../model/transition.js';
import { pastOf } from './past.js';
import type { Change, NamedValue, Trace, TraceParticipant, TraceStep } from './trace.js';
import { endingOf } from './waiting.js';

/** The run is not an execution of the system: whoever made it is wrong. */
export class ReplayError extends Error {}

/** The states a run goes through, the first one included. The last outcome may be a fault. */
export interface Replayed {
  states: Int32Array[];
  outcomes: Outcome[];
}

export function replayStates(interpreter: Interpreter, run: Run): Replayed {
  const start = interpreter.initialStates()[run.initial];
  if (!start) throw new ReplayError(`there is no initial state ${run.initial}`);
  const states = [start];
  const outcomes: Outcome[] = [];
  run.steps.forEach((wanted, i) => {
    const state = states[i];
    const enabled = interpreter.transitions(state).find((transition) => sameTransition(transition, wanted));
    if (!enabled) throw new ReplayError(`step ${i + 1} is not enabled`);
    const outcome = interpreter.successor(state, enabled);
    const { fault } = outcome;
    if (fault && fault.code !== 'assertion' && i < run.steps.length - 1) {
      throw new ReplayError(`step ${i + 1} faults (${fault.message}), but the run goes on`);
    }
    states.push(outcome.state);
    outcomes.push(outcome);
  });
  if (run.cycleFrom !== undefined) {
    const [from, to] = [states[run.cycleFrom], states[states.length - 1]];
    if (run.cycleFrom >= run.steps.length || !from.every((value, i) => value === to[i])) {
      throw new ReplayError('the cycle does not end in the state it starts from');
    }
  }
  return { states, outcomes };
}

export function replay(interpreter: Interpreter, run: Run): Trace {
  const { states, outcomes } = replayStates(interpreter, run);
  const steps = run.steps.map((transition, i) => tell(interpreter, states[i], transition, outcomes[i]));
  const changing = new Set(steps.flatMap((step) => step.changes.map((change) => change.name)));
  return {
    processes: processNames(interpreter, states),
    ...(run.initial === 0 ? {} : { start: run.initial }),
    initial: valuesOf(interpreter, states[0]).filter(({ name }) => changing.has(name)),
    steps,
    cycleFrom: run.cycleFrom,
    ending: endingOf(
      interpreter,
      states[states.length - 1],
      outcomes.at(-1)?.fault,
      run.cycleFrom !== undefined,
      pastOf(interpreter, states, run),
    ),
  };
}

export function sameTransition(a: Transition, b: Transition): boolean {
  return (
    a.choice === b.choice &&
    a.participants.length === b.participants.length &&
    a.participants.every(
      (p, i) => p.process === b.participants[i].process && p.step === b.participants[i].step,
    )
  );
}

export function processName(interpreter: Interpreter, state: Int32Array, process: number): string {
  const instance = interpreter.system.instances[process];
  if (!interpreter.exists(state, process)) return instance?.name ?? `process ${process}`;
  const type = interpreter.typeOf(state, process);
  if (instance && interpreter.system.types[instance.type] === type) return instance.name;
  return `${type.name}[${process}]`;
}

/** Of each process number the first process that had it. */
function processNames(interpreter: Interpreter, states: Int32Array[]): string[] {
  const names: string[] = [];
  for (const state of states) {
    for (const process of interpreter.living(state))
      names[process] ??= processName(interpreter, state, process);
  }
  return names;
}

function tell(
  interpreter: Interpreter,
  before: Int32Array,
  transition: Transition,
  outcome: Outcome,
): TraceStep {
  const participants = transition.participants.map(({ process, step }): TraceParticipant => {
    const taken = interpreter.typeOf(before, process).steps[step];
    return {
      process,
      name: processName(interpreter, before, process),
      step,
      text: taken.text,
      span: taken.span,
    };
  });
  const taken = transition.participants.map((participant) => interpreter.stepOf(before, participant));
  const events = outcome.events.map((event) => event.text);
  // Nobody initiates a synchronisation; told first is the one the event is named after.
  if (taken[0].action.kind === 'synchronise' && events.length > 0) {
    const named = participants.findIndex(({ name }) => events[0].startsWith(`${name}.`));
    if (named > 0) participants.unshift(...participants.splice(named, 1));
  }
  return {
    participants,
    events,
    label: labelOf(interpreter, taken[0], events),
    changes: changesBetween(interpreter, before, outcome.state),
    output: outcome.output,
    ...(transition.choice === undefined ? {} : { choice: transition.choice }),
  };
}

function labelOf(interpreter: Interpreter, step: Step, events: string[]): string {
  if (events.length > 0) return events[0];
  if (step.text !== undefined) return step.text;
  if (step.action.kind === 'synchronise') return `(${interpreter.system.symbols[step.action.symbol].name})`;
  return 'internal step';
}

function changesBetween(interpreter: Interpreter, before: Int32Array, after: Int32Array): Change[] {
  const old = new Map(valuesOf(interpreter, before).map(({ name, value }) => [name, value]));
  return valuesOf(interpreter, after).flatMap(({ name, value }) => {
    const previous = old.get(name);
    return previous === undefined || previous === value ? [] : [{ name, before: previous, after: value }];
  });
}

/** Every variable and buffer of a state by name. */
export function valuesOf(interpreter: Interpreter, state: Int32Array): NamedValue[] {
  const { system, layout } = interpreter;
  const values: NamedValue[] = [];
  const add = (name: string, type: Parameters<typeof scalarsOf>[0], offset: number): void => {
    const names = scalarNames(name, type);
    scalarsOf(type).forEach((scalar, i) => {
      const value = state[offset + i];
      // A variable that bears the name of the channel it refers to: the channel is shown, and once is enough.
      if (value > 0 && system.channels[value - 1]?.name === names[i]) return;
      values.push({ name: names[i], value: showValue(scalar, value) });
    });
  };
  const addChannel = (name: string, channel: (typeof system.channels)[number], offset: number): void => {
    const scalars = channel.fields.flatMap(scalarsOf);
    const messages = Array.from({ length: state[offset] }, (_, m) => {
      const fields = scalars.map((scalar, i) =>
        showValue(scalar, state[offset + 1 + m * scalars.length + i]),
      );
      return fields.length === 1 ? fields[0] : `(${fields.join(',')})`;
    });
    if (channel.capacity > 0) values.push({ name, value: `[${messages.join(' ')}]` });
  };
  system.variables.forEach((variable, i) => {
    add(variable.name, variable.type, layout.shared[i]);
  });
  system.channels.forEach((channel, i) => {
    addChannel(channel.name, channel, layout.channels[i]);
  });
  for (const process of interpreter.living(state)) {
    const type = interpreter.typeOf(state, process);
    const room = layout.types[system.types.indexOf(type)];
    const owner = processName(interpreter, state, process);
    type.variables.forEach((variable, i) => {
      add(`${owner}:${variable.name}`, variable.type, layout.processes[process] + room.variables[i]);
    });
    type.channels.forEach((channel, i) => {
      addChannel(`${owner}:${channel.type.name}`, channel.type, layout.processes[process] + room.channels[i]);
    });
  }
  return values;
}

function scalarNames(name: string, type: Parameters<typeof scalarsOf>[0]): string[] {
  if (type.kind === 'array') {
    return Array.from({ length: type.length }, (_, i) =>
      scalarNames(`${name}[${type.low + i}]`, type.element),
    ).flat();
  }
  if (type.kind === 'record')
    return type.fields.flatMap((field) => scalarNames(`${name}.${field.name}`, field.type));
  return [name];
}
