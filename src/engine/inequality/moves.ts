/**
 * Whether the given processes can move together in a state where nobody else exists, and how. The
 * rules are those of the interpreter, asked of chosen participants instead of all.
 */
import { type ChannelRoom, channelRoom, findMessage, matches, messageOf } from '../../model/channel.js';
import { type Context, evaluate, FaultSignal } from '../../model/evaluate.js';
import type { Expression } from '../../model/expression.js';
import type { Interpreter } from '../../model/interpreter.js';
import { type Action, type Meeting, providedAt, type Step } from '../../model/system.js';
import type { Participant, Transition } from '../../model/transition.js';
import { Abstention } from './network.js';
import { isOwn } from './touch.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

const MOST_CHOICES = 4096;

export function possibleMoves(
  interpreter: Interpreter,
  state: Int32Array,
  participants: Participant[],
  timeout: boolean,
): Transition[] {
  const steps = participants.map((participant) => interpreter.stepOf(state, participant));
  const contexts = participants.map(({ process }) => interpreter.context(state, process, timeout));
  const ready = steps.every((step, i) => {
    const provided = providedAt(interpreter.typeOf(state, participants[i].process), step.from);
    return holdsOrFaults(provided, contexts[i]) && holdsOrFaults(step.guard, contexts[i]);
  });
  if (!ready) return [];
  const together: Transition[] = [{ participants }];
  try {
    return movesOf(steps, contexts, participants) ?? together;
  } catch (error) {
    // The step is taken, and taking it faults.
    if (error instanceof FaultSignal) return [{ participants: participants.slice(0, 1) }];
    throw error;
  }
}

/** Undefined: they move together, in one way. */
function movesOf(steps: Step[], contexts: Context[], participants: Participant[]): Transition[] | undefined {
  const [{ action }] = steps;
  const [context] = contexts;
  switch (action.kind) {
    case 'internal':
    case 'synchronise':
      return undefined;
    case 'choose': {
      const low = evaluate(action.low, context);
      const high = evaluate(action.high, context);
      const count = Math.max(0, high - low + 1);
      if (count > MOST_CHOICES) throw new Abstention(`a step chooses among more than ${MOST_CHOICES} values`);
      return Array.from({ length: count }, (_, i) => ({ participants, choice: low + i }));
    }
    case 'send': {
      const channel = channelRoom(evaluate(action.channel, context), context);
      if (channel.type.capacity > 0)
        return context.state[channel.offset] < channel.type.capacity ? undefined : [];
      const message = messageOf(action, channel, context);
      if (steps.length < 2) return [];
      return meets(action, steps[1].action as Receive, contexts, participants, channel, message)
        ? undefined
        : [];
    }
    case 'receive': {
      const channel = channelRoom(evaluate(action.channel, context), context);
      if (channel.type.capacity === 0) return [];
      return findMessage(channel, action.patterns, action.position, context) >= 0 ? undefined : [];
    }
  }
}

function meets(
  send: Send,
  receive: Receive,
  [senders, receivers]: Context[],
  [sender, receiver]: Participant[],
  channel: ChannelRoom,
  message: number[],
): boolean {
  return (
    accepts(send.meeting, receiver.process, senders) &&
    accepts(receive.meeting, sender.process, receivers) &&
    channelRoom(evaluate(receive.channel, receivers), receivers).offset === channel.offset &&
    receive.patterns.every((pattern, i) => matches(pattern, message[i], receivers))
  );
}

function accepts(meeting: Meeting | undefined, partner: number, context: Context): boolean {
  return !meeting?.only || evaluate(meeting.only, context) === partner;
}

function holdsOrFaults(condition: Expression | undefined, context: Context): boolean {
  if (!condition) return true;
  try {
    return evaluate(condition, context) !== 0;
  } catch (error) {
    if (error instanceof FaultSignal) return true;
    throw error;
  }
}

/** The channel of a step, which must not depend on shared data; undefined where finding it faults. */
export function channelOf(action: Send | Receive, context: Context): ChannelRoom | undefined {
  if (!isOwn(action.channel)) throw new Abstention('a shared variable decides which channel is used');
  try {
    return channelRoom(evaluate(action.channel, context), context);
  } catch (error) {
    if (error instanceof FaultSignal) return undefined;
    throw error;
  }
}

/** What passed in an unbuffered meeting, as a name: the message and the values that went back. */
export function givenBack(
  interpreter: Interpreter,
  before: Int32Array,
  after: Int32Array,
  { participants }: Transition,
): string {
  const send = interpreter.stepOf(before, participants[0]).action;
  if (send.kind !== 'send' || participants.length < 2) return '';
  const receive = interpreter.stepOf(before, participants[1]).action as Receive;
  const context = interpreter.context(before, participants[0].process, false);
  const channel = channelRoom(evaluate(send.channel, context), context);
  const message = messageOf(send, channel, context);
  const then = interpreter.context(after, participants[1].process, false);
  const back = (receive.meeting?.giveBack ?? []).map((value) => {
    try {
      return evaluate(value, then);
    } catch (error) {
      if (error instanceof FaultSignal) return 'fault';
      throw error;
    }
  });
  return `${channel.offset}!${message.join()}?${back.join()}`;
}
