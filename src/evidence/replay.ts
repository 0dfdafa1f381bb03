/**
 * Runs an execution on the reference interpreter, step by step, and tells it. Every counterexample of
 * every engine passes through here: a run with a step that is not enabled is refused.
 */
import { type DataType, scalarsOf, showValue, sizeOf } from '../model/data.js';
import type { Fault } from '../model/evaluate.js';
import type { Outcome } from '../model/execution.js';
import type { Interpreter } from '../model/interpreter.js';
import { messageSize } from '../model/layout.js';
import type { ChannelType, Step } from '../model/system.js';
import type { Run, Transition } from '../model/transition.js';
import { PastSoFar } from './past.js';
import type { Change, NamedValue, Trace, TraceParticipant, TraceStep } from './trace.js';
import { endingOf } from './waiting.js';

/** The run is not an execution of the system: whoever made it is wrong. */
export class ReplayError extends Error {}

/** One step of a run: where it was taken, and what came of it. */
export interface Moment {
  index: number;
  before: Int32Array;
  transition: Transition;
  outcome: Outcome;
}

/** Goes through a run, which may be of millions of steps, and gives its last state and how the last step failed. */
export function walk(
  interpreter: Interpreter,
  run: Run,
  visit: (moment: Moment) => void = () => {},
): { last: Int32Array; fault?: Fault } {
  const start = interpreter.initialStates()[run.initial];
  if (!start) throw new ReplayError(`there is no initial state ${run.initial}`);
  let state = start;
  let from = run.cycleFrom === 0 ? start : undefined;
  let fault: Fault | undefined;
  run.steps.forEach((wanted, index) => {
    const enabled = interpreter.transitions(state).find((transition) => sameTransition(transition, wanted));
    if (!enabled) throw new ReplayError(`step ${index + 1} is not enabled`);
    const outcome = interpreter.successor(state, enabled);
    fault = outcome.fault;
    if (fault && fault.code !== 'assertion' && index < run.steps.length - 1) {
      throw new ReplayError(`step ${index + 1} faults (${fault.message}), but the run goes on`);
    }
    visit({ index, before: state, transition: wanted, outcome });
    state = outcome.state;
    if (index + 1 === run.cycleFrom) from = state;
  });
  if (run.cycleFrom !== undefined) {
    if (run.cycleFrom >= run.steps.length || !from?.every((value, i) => value === state[i])) {
      throw new ReplayError('the cycle does not end in the state it starts from');
    }
  }
  return { last: state, ...(fault ? { fault } : {}) };
}

/** Of a longer run the steps in the middle are not told. */
const MOST_TOLD = 20_000;

export function replay(interpreter: Interpreter, run: Run, most = MOST_TOLD): Trace {
  const gap = gapOf(run, most);
  const steps: TraceStep[] = [];
  const processes: string[] = [];
  const past = new PastSoFar(interpreter);
  const meet = (state: Int32Array): void => {
    for (const process of interpreter.living(state))
      processes[process] ??= processName(interpreter, state, process);
  };
  const { last, fault } = walk(interpreter, run, ({ index, before, transition, outcome }) => {
    meet(before);
    past.note(transition, before, outcome.state);
    if (index < gap.from || index >= gap.to) steps.push(tell(interpreter, before, transition, outcome));
  });
  meet(last);
  const changing = new Set(steps.flatMap((step) => step.changes.map((change) => change.name)));
  const start = interpreter.initialStates()[run.initial];
  const missing = gap.to - gap.from;
  const { cycleFrom } = run;
  return {
    processes,
    ...(run.initial === 0 ? {} : { start: run.initial }),
    initial: valuesOf(interpreter, start).filter(({ name }) => changing.has(name)),
    steps,
    ...(missing > 0 ? { leftOut: { after: gap.from, steps: missing } } : {}),
    cycleFrom: cycleFrom !== undefined && cycleFrom >= gap.to ? cycleFrom - missing : cycleFrom,
    ending: endingOf(interpreter, last, fault, cycleFrom !== undefined, past),
  };
}

/** The steps that are not told: in the middle, and not those where a cycle begins. */
function gapOf({ steps, cycleFrom }: Run, most: number): { from: number; to: number } {
  const count = steps.length;
  if (count <= most) return { from: count, to: count };
  const half = Math.floor(most / 2);
  const [from, to] = [half, count - half];
  if (cycleFrom === undefined || cycleFrom < from || cycleFrom >= to) return { from, to };
  return count - cycleFrom <= most ? { from, to: cycleFrom } : { from: cycleFrom + 1, to };
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
  const old = new Map(valuesOf(interpreter, before, after).map(({ name, value }) => [name, value]));
  return valuesOf(interpreter, after, before).flatMap(({ name, value }) => {
    const previous = old.get(name);
    return previous === undefined || previous === value ? [] : [{ name, before: previous, after: value }];
  });
}

/** Every variable and buffer of a state by name; `unlike`: only those whose cells have other values there. */
export function valuesOf(interpreter: Interpreter, state: Int32Array, unlike?: Int32Array): NamedValue[] {
  const { system, layout } = interpreter;
  const values: NamedValue[] = [];
  const isWanted = (offset: number, cells: number): boolean => {
    if (!unlike) return true;
    for (let at = offset; at < offset + cells; at++) if (state[at] !== unlike[at]) return true;
    return false;
  };
  const add = (type: DataType, offset: number, name: () => string): void => {
    if (!isWanted(offset, sizeOf(type))) return;
    const names = scalarNames(name(), type);
    scalarsOf(type).forEach((scalar, i) => {
      const value = state[offset + i];
      // A variable that bears the name of the channel it refers to: the channel is shown, and once is enough.
      if (value > 0 && system.channels[value - 1]?.name === names[i]) return;
      values.push({ name: names[i], value: showValue(scalar, value) });
    });
  };
  const addChannel = (channel: ChannelType, offset: number, name: () => string): void => {
    if (channel.capacity === 0 || !isWanted(offset, 1 + channel.capacity * messageSize(channel))) return;
    const scalars = channel.fields.flatMap(scalarsOf);
    const messages = Array.from({ length: state[offset] }, (_, m) => {
      const fields = scalars.map((scalar, i) =>
        showValue(scalar, state[offset + 1 + m * scalars.length + i]),
      );
      return fields.length === 1 ? fields[0] : `(${fields.join(',')})`;
    });
    values.push({ name: name(), value: `[${messages.join(' ')}]` });
  };
  system.variables.forEach((variable, i) => {
    add(variable.type, layout.shared[i], () => variable.name);
  });
  system.channels.forEach((channel, i) => {
    addChannel(channel, layout.channels[i], () => channel.name);
  });
  for (const process of interpreter.living(state)) {
    const type = interpreter.typeOf(state, process);
    const room = layout.types[system.types.indexOf(type)];
    const start = layout.processes[process];
    const called = (name: string): string => `${processName(interpreter, state, process)}:${name}`;
    type.variables.forEach((variable, i) => {
      add(variable.type, start + room.variables[i], () => called(variable.name));
    });
    type.channels.forEach(({ type: channel }, i) => {
      addChannel(channel, start + room.channels[i], () => called(channel.name));
    });
  }
  return values;
}

function scalarNames(name: string, type: DataType): string[] {
  if (type.kind === 'array') {
    return Array.from({ length: type.length }, (_, i) =>
      scalarNames(`${name}[${type.low + i}]`, type.element),
    ).flat();
  }
  if (type.kind === 'record')
    return type.fields.flatMap((field) => scalarNames(`${name}.${field.name}`, field.type));
  return [name];
}
