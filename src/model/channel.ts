/** Channels as they stand in a state: finding, inserting and removing messages. */

import { fitInto } from './data.js';
import { assign, type Context, evaluate, FaultSignal } from './evaluate.js';
import type { Pattern } from './expression.js';
import { messageScalars, messageSize, PROCESS_TYPE } from './layout.js';
import type { Action, ChannelType } from './system.js';

type Send = Extract<Action, { kind: 'send' }>;

/** A channel as it stands in the state. */
export interface ChannelRoom {
  type: ChannelType;
  /** Offset of its length; the messages follow. */
  offset: number;
  width: number;
}

export function channelRoom(reference: number, context: Context): ChannelRoom {
  const { system, layout, state } = context;
  if (reference >= 1 && reference <= system.channels.length) {
    const type = system.channels[reference - 1];
    return { type, offset: layout.channels[reference - 1], width: messageSize(type) };
  }
  for (let p = layout.processes.length - 1; p >= 0; p--) {
    const number = reference - layout.firstOwnChannel[p];
    if (number < 0) continue;
    const type = state[layout.processes[p] + PROCESS_TYPE] - 1;
    const own = type < 0 ? undefined : system.types[type].channels[number];
    if (!own) break;
    const offset = layout.processes[p] + layout.types[type].channels[number];
    return { type: own.type, offset, width: messageSize(own.type) };
  }
  throw new FaultSignal('no-channel', 'the channel does not exist');
}

/** The position of the message a receive would take, or -1. */
export function findMessage(
  channel: ChannelRoom,
  patterns: Pattern[],
  position: 'first' | 'any',
  context: Context,
): number {
  const length = context.state[channel.offset];
  const last = position === 'first' ? Math.min(1, length) : length;
  for (let i = 0; i < last; i++) {
    const start = channel.offset + 1 + i * channel.width;
    if (patterns.every((pattern, k) => matches(pattern, context.state[start + k], context))) return i;
  }
  return -1;
}

export function matches(pattern: Pattern, value: number, context: Context): boolean {
  return pattern.kind !== 'match' || evaluate(pattern.value, context) === value;
}

export function store(patterns: Pattern[], message: number[], context: Context): void {
  patterns.forEach((pattern, i) => {
    if (pattern.kind === 'store') assign(pattern.place, message[i], context);
  });
}

export function insertMessage(
  state: Int32Array,
  channel: ChannelRoom,
  message: number[],
  order: 'fifo' | 'sorted',
): void {
  const { offset, width } = channel;
  const length = state[offset];
  let position = length;
  if (order === 'sorted') {
    position = 0;
    while (position < length && !precedes(message, state, offset + 1 + position * width)) position++;
  }
  const start = offset + 1 + position * width;
  state.copyWithin(start + width, start, offset + 1 + length * width);
  state.set(message, start);
  state[offset] = length + 1;
}

/** Field by field from the first; an equal message stays behind those already there. */
function precedes(message: number[], state: Int32Array, start: number): boolean {
  for (let i = 0; i < message.length; i++) {
    if (message[i] !== state[start + i]) return message[i] < state[start + i];
  }
  return false;
}

export function removeMessage(state: Int32Array, channel: ChannelRoom, position: number): void {
  const { offset, width } = channel;
  const end = offset + 1 + state[offset] * width;
  const start = offset + 1 + position * width;
  state.copyWithin(start, start + width, end);
  state.fill(0, end - width, end);
  state[offset]--;
}

/** The integers of a message being sent, each fitted to its field. */
export function messageOf(send: Send, channel: ChannelRoom, context: Context): number[] {
  const scalars = messageScalars(channel.type);
  if (send.values.length !== scalars.length) {
    const counts = `${send.values.length} fields are sent to ${channel.type.name}, which has ${scalars.length}`;
    throw new FaultSignal('range', counts);
  }
  return send.values.map((value, i) => {
    const fitted = fitInto(scalars[i], evaluate(value, context));
    if (fitted === undefined) {
      throw new FaultSignal('range', `a value sent to ${channel.type.name} does not fit its field ${i + 1}`);
    }
    return fitted;
  });
}
