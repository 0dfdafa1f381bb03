/**
 * Where everything stands in a state. A state is one array of 32-bit integers:
 *
 *     exclusive process + 1 (0: none) | last process + 1, if kept | shared variables | channels |
 *     process 0 | process 1 | …
 *
 * A channel is its length and then its messages, oldest first; free room is 0, so equal states are
 * equal arrays. A process is its type + 1 (0: no such process), its location, its variables, its own
 * channels; the rest of its room is 0. Engines that compile share this layout.
 */
import { type DataType, scalarsOf, sizeOf } from './data.js';
import type { ChannelType, System } from './system.js';

export interface Layout {
  size: number;
  exclusive: number;
  /** -1 where the system does not keep it. */
  lastProcess: number;
  /** Offset of each shared variable. */
  shared: number[];
  /** Offset of each channel of the system. */
  channels: number[];
  /** Offset of each process; its type, location and variables follow. */
  processes: number[];
  /** Integers reserved for each process. */
  processSize: number[];
  /** For each process type: offsets of its variables and channels from the start of the process. */
  types: TypeLayout[];
  /** References to the own channels of process p start at this value. */
  firstOwnChannel: number[];
}

interface TypeLayout {
  size: number;
  variables: number[];
  channels: number[];
}

export const PROCESS_TYPE = 0;
export const PROCESS_LOCATION = 1;
const PROCESS_HEADER = 2;

export function messageSize(channel: ChannelType): number {
  return channel.fields.reduce((sum, field) => sum + sizeOf(field), 0);
}

const scalarsOfMessages = new WeakMap<ChannelType, DataType[]>();

/** The scalar types of one message's integers. Each message sent asks for them. */
export function messageScalars(channel: ChannelType): DataType[] {
  const found = scalarsOfMessages.get(channel) ?? channel.fields.flatMap(scalarsOf);
  scalarsOfMessages.set(channel, found);
  return found;
}

const channelSize = (channel: ChannelType): number => 1 + channel.capacity * messageSize(channel);

export function layoutOf(system: System): Layout {
  let next = 1;
  const lastProcess = system.keepsLastProcess ? next++ : -1;
  const reserve = (size: number): number => {
    const offset = next;
    next += size;
    return offset;
  };
  const shared = system.variables.map((variable) => reserve(sizeOf(variable.type)));
  const channels = system.channels.map((channel) => reserve(channelSize(channel)));

  const types = system.types.map((type): TypeLayout => {
    let offset = PROCESS_HEADER;
    const place = (size: number): number => {
      const start = offset;
      offset += size;
      return start;
    };
    const variables = type.variables.map((variable) => place(sizeOf(variable.type)));
    const own = type.channels.map((channel) => place(channelSize(channel.type)));
    return { size: offset, variables, channels: own };
  });

  const spawned = new Set<number>();
  const exits = system.types.map((type) => {
    let exit = false;
    for (const step of type.steps) {
      for (const effect of step.effects) {
        if (effect.kind === 'spawn') spawned.add(effect.type);
        if (effect.kind === 'exit') exit = true;
      }
    }
    return exit;
  });
  const most = (indices: Iterable<number>, measure: (type: number) => number): number => {
    let best = 0;
    for (const index of indices) best = Math.max(best, measure(index));
    return best;
  };

  const processes: number[] = [];
  const processSize: number[] = [];
  const firstOwnChannel: number[] = [];
  let reference = system.channels.length + 1;
  for (let p = 0; p < system.processBound; p++) {
    const instance = system.instances[p];
    const residents = new Set<number>(instance ? [instance.type] : []);
    if (!instance || exits[instance.type])
      for (const type of system.residents?.[p] ?? spawned) residents.add(type);
    const size = Math.max(
      PROCESS_HEADER,
      most(residents, (type) => types[type].size),
    );
    processes.push(reserve(size));
    processSize.push(size);
    firstOwnChannel.push(reference);
    reference += most(residents, (type) => types[type].channels.length);
  }
  return {
    size: next,
    exclusive: 0,
    lastProcess,
    shared,
    channels,
    processes,
    processSize,
    types,
    firstOwnChannel,
  };
}
