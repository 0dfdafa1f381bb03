/** What taking a transition does to a state. */
import { channelRoom, findMessage, insertMessage, messageOf, removeMessage, store } from './channel.js';
import { assign, type Context, evaluate, type Fault, FaultSignal } from './evaluate.js';
import { install } from './initial.js';
import type { Interpreter } from './interpreter.js';
import { PROCESS_LOCATION } from './layout.js';
import { occurrence, printed } from './shown.js';
import { type Action, providedAt, type Step } from './system.js';
import type { Occurrence, Participant, Transition } from './transition.js';

export interface Outcome {
  state: Int32Array;
  events: Occurrence[];
  /** What the program printed. */
  output: string[];
  /** Every step taken, those of an indivisible sequence included. */
  taken: Step[];
  /** A failed assertion leaves the state complete; after any other fault the execution cannot go on. */
  fault?: Fault;
}

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

/** An indivisible sequence that takes more steps counts as one that does not end. */
export const MOST_INDIVISIBLE_STEPS = 1_000_000;

export function execute(
  interpreter: Interpreter,
  before: Int32Array,
  transition: Transition,
  timeout: boolean,
): Outcome {
  const outcome: Outcome = { state: before.slice(), events: [], output: [], taken: [] };
  let current = interpreter.stepOf(before, transition.participants[0]);
  const at = (step: Step): void => {
    current = step;
  };
  try {
    take(interpreter, outcome, transition, timeout, at);
    finishIndivisible(interpreter, outcome, transition, at);
    letGoWhereBlocked(interpreter, outcome.state);
  } catch (error) {
    if (!(error instanceof FaultSignal)) throw error;
    outcome.fault = { code: error.code, message: error.message, span: current.span };
  }
  return outcome;
}

function take(
  interpreter: Interpreter,
  outcome: Outcome,
  transition: Transition,
  timeout: boolean,
  at: (step: Step) => void,
): void {
  const { state } = outcome;
  const steps = transition.participants.map((participant) => interpreter.stepOf(state, participant));
  const contexts = transition.participants.map((p) => interpreter.context(state, p.process, timeout));
  outcome.taken.push(...steps);
  steps.forEach((step, i) => {
    at(step);
    const provided = providedAt(interpreter.typeOf(state, transition.participants[i].process), step.from);
    if (provided) evaluate(provided, contexts[i]);
    if (step.guard) evaluate(step.guard, contexts[i]);
  });
  at(steps[0]);
  const arrive = (): void => {
    transition.participants.forEach(({ process }, i) => {
      state[interpreter.layout.processes[process] + PROCESS_LOCATION] = steps[i].to;
    });
  };
  const [action, context] = [steps[0].action, contexts[0]];
  let done: Step | undefined;
  if (action.kind === 'send') {
    const channel = channelRoom(evaluate(action.channel, context), context);
    const message = messageOf(action, channel, context);
    arrive();
    if (channel.type.capacity > 0) insertMessage(state, channel, message, action.order);
    else {
      if (steps.length < 2) throw new FaultSignal('range', 'the other side of this meeting faults');
      meet(interpreter, outcome, transition.participants, steps, contexts, message, at);
      done = steps[1];
    }
  } else if (action.kind === 'receive') {
    const channel = channelRoom(evaluate(action.channel, context), context);
    const position = findMessage(channel, action.patterns, action.position, context);
    const start = channel.offset + 1 + position * channel.width;
    const message = Array.from(state.subarray(start, start + channel.width));
    arrive();
    if (!action.keep) removeMessage(state, channel, position);
    store(action.patterns, message, context);
  } else {
    arrive();
    if (action.kind === 'choose') {
      // Where a bound faults there is no choice to take, only the fault.
      if (transition.choice === undefined)
        for (const bound of [action.low, action.high]) evaluate(bound, context);
      assign(action.place, transition.choice!, context);
    }
  }
  steps.forEach((step, i) => {
    at(step);
    if (step !== done) apply(interpreter, outcome, step, contexts[i]);
  });
  showEvents(interpreter, outcome, steps, contexts);
  settle(interpreter, state, transition, steps);
}

/** Both sides of a meeting without buffer: all but the sender's own effects, which come last. */
function meet(
  interpreter: Interpreter,
  outcome: Outcome,
  [sender, receiver]: Participant[],
  steps: Step[],
  [senders, receivers]: Context[],
  message: number[],
  at: (step: Step) => void,
): void {
  const send = steps[0].action as Send;
  const receive = steps[1].action as Receive;
  at(steps[1]);
  store(receive.patterns, message, receivers);
  if (receive.meeting?.partner) assign(receive.meeting.partner, sender.process, receivers);
  apply(interpreter, outcome, steps[1], receivers);
  const given = (receive.meeting?.giveBack ?? []).map((value) => evaluate(value, receivers));
  at(steps[0]);
  if (send.meeting?.partner) assign(send.meeting.partner, receiver.process, senders);
  (send.meeting?.takeBack ?? []).forEach((place, i) => {
    assign(place, given[i], senders);
  });
}

function apply(interpreter: Interpreter, outcome: Outcome, step: Step, context: Context): void {
  for (const effect of step.effects) {
    switch (effect.kind) {
      case 'assign':
        assign(effect.place, evaluate(effect.value, context), context);
        break;
      case 'assert':
        if (evaluate(effect.condition, context) === 0 && !outcome.fault) {
          outcome.fault = { code: 'assertion', message: effect.message, span: step.span };
        }
        break;
      case 'print':
        outcome.output.push(printed(effect, context));
        break;
      case 'spawn': {
        const values = effect.arguments.map((argument) => evaluate(argument, context));
        const free = interpreter.layout.processes.findIndex((_, p) => !interpreter.exists(outcome.state, p));
        const { residents } = interpreter.system;
        if (free < 0 || (residents && !residents[free].includes(effect.type))) {
          throw new FaultSignal(
            'process-bound',
            `more than ${interpreter.system.processBound} processes at once`,
          );
        }
        install(interpreter, outcome.state, free, effect.type, values);
        if (effect.result) assign(effect.result, free, context);
        break;
      }
      case 'exit': {
        const start = interpreter.layout.processes[context.self];
        outcome.state.fill(0, start, start + interpreter.layout.processSize[context.self]);
        break;
      }
      case 'fault':
        throw new FaultSignal('raised', effect.message);
    }
  }
}

/** Who goes on alone, and who moved last. */
function settle(interpreter: Interpreter, state: Int32Array, transition: Transition, steps: Step[]): void {
  const [{ action }] = steps;
  const yields = steps.length > 1 && action.kind === 'send' && action.meeting?.yields === true;
  const regions = transition.participants.slice(yields ? 1 : 0).map((p) => ({
    process: p.process,
    region: region(interpreter, state, p.process),
  }));
  const alone = regions.reverse().find(({ region }) => region === 'atomic');
  state[interpreter.layout.exclusive] = alone ? alone.process + 1 : 0;
  if (interpreter.layout.lastProcess >= 0) {
    const { participants } = transition;
    state[interpreter.layout.lastProcess] = participants[participants.length - 1].process + 1;
  }
}

/** Nobody is alone who cannot go on. */
function letGoWhereBlocked(interpreter: Interpreter, state: Int32Array): void {
  const { exclusive } = interpreter.layout;
  if (state[exclusive] > 0 && !interpreter.canGoOn(state, state[exclusive] - 1)) state[exclusive] = 0;
}

function region(
  interpreter: Interpreter,
  state: Int32Array,
  process: number,
): 'atomic' | 'indivisible' | undefined {
  if (!interpreter.exists(state, process)) return undefined;
  return interpreter.typeOf(state, process).locations[interpreter.locationOf(state, process)].region;
}

/** Goes on with a process inside an indivisible region until it leaves the region. */
function finishIndivisible(
  interpreter: Interpreter,
  outcome: Outcome,
  transition: Transition,
  at: (step: Step) => void,
): void {
  for (const { process } of transition.participants) {
    // What comes next depends on the state alone, so a state seen twice means that it never ends. One of the states
    // before is kept to compare with, a later one after every power of two.
    let [kept, keptAt, steps] = [outcome.state.slice(), 0, 0];
    while (region(interpreter, outcome.state, process) === 'indivisible') {
      const again = steps > 0 && kept.every((value, i) => value === outcome.state[i]);
      if (again || steps >= MOST_INDIVISIBLE_STEPS) {
        throw new FaultSignal('endless', 'an indivisible sequence does not end');
      }
      if (steps === 2 * keptAt + 1) [kept, keptAt] = [outcome.state.slice(), steps];
      steps++;
      const next = interpreter
        .possible(outcome.state, false)
        .find((t) => t.participants[0].process === process);
      if (!next) throw new FaultSignal('blocked', 'an indivisible sequence blocks in the middle');
      take(interpreter, outcome, next, false, at);
    }
  }
}

function showEvents(interpreter: Interpreter, outcome: Outcome, steps: Step[], contexts: Context[]): void {
  const [first] = steps;
  if (first.action.kind === 'synchronise') {
    const symbol = interpreter.system.symbols[first.action.symbol];
    if (!symbol.hidden) outcome.events.push({ name: symbol.name, arguments: [], text: symbol.name });
  }
  steps.forEach((step, i) => {
    if (step.event) outcome.events.push(occurrence(step.event, contexts[i]));
  });
}
