/** Channels in memory: which one is meant, and finding, inserting and removing messages. */
import type { Expression, Pattern } from '../../../../model/expression.js';
import { messageScalars, messageSize } from '../../../../model/layout.js';
import { References } from '../../../../model/references.js';
import type { Action, ChannelType } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, dispatch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { constantOf, evaluate } from './expression.js';
import { messagesOf, NotInLocals, readAt } from './overlay.js';
import { fitTo } from './places.js';
import { Obstacle } from './registers.js';
import type { Scene } from './scene.js';
import { elementIn, withMessage, withoutMessage } from './shifting.js';
import { type Address, newLocal, type Site } from './site.js';

type Send = Extract<Action, { kind: 'send' }>;

export interface Room {
  type: ChannelType;
  width: number;
  address: Address;
  /** Cells of all channels it may be: first cells. */
  starts: number[];
}

/** A channel of a slot exists only while the slot has a process of that type (-1: always). */
interface Known {
  reference: number;
  type: ChannelType;
  cell: number;
  slot: number;
  ofType: number;
  /** Which of a process's own channels it is. */
  own?: number;
}

const signature = (type: ChannelType): string => JSON.stringify([type.capacity, type.fields]);

function allChannels(scene: Scene): Known[] {
  const { system, layout, slots } = scene;
  const found: Known[] = system.channels.map((type, c) => ({
    reference: c + 1,
    type,
    cell: layout.channels[c],
    slot: -1,
    ofType: -1,
  }));
  slots.forEach((slot, p) => {
    for (const t of slot.residents) {
      system.types[t].channels.forEach(({ type }, c) => {
        const reference = layout.firstOwnChannel[p] + c;
        const cell = layout.processes[p] + layout.types[t].channels[c];
        const [only, ofType] = slot.fixed ? [-1, -1] : [p, t];
        found.push({ reference, type, cell, slot: only, ofType, own: c });
      });
    }
  });
  return found;
}

/** Channels of one kind: they hold as many messages, of the same fields. */
interface Kind {
  type: ChannelType;
  channels: Known[];
}

/** Every channel a reference may mean, and the kinds of them, numbered from 1. */
class Directory {
  readonly channels: Known[];
  readonly kinds: Kind[] = [];
  readonly kindNumber = new Map<Known, number>();

  constructor(scene: Scene) {
    this.channels = allChannels(scene);
    const numbers = new Map<string, number>();
    for (const channel of this.channels) {
      const { type } = channel;
      const name = signature(type);
      const number = numbers.get(name) ?? this.kinds.push({ type, channels: [] });
      numbers.set(name, number);
      this.kinds[number - 1].channels.push(channel);
      this.kindNumber.set(channel, number);
    }
  }
}

/** Which channels expressions can refer to. */
export const referencesOf = (scene: Scene): References =>
  scene.once('references', () => new References(scene.system));

const directoryOf = (scene: Scene): Directory => scene.once('channels', () => new Directory(scene));

/** A function from a reference to a number of the channel it means, or 0 where there is none. */
function lookup(scene: Scene, name: string, answer: (channel: Known) => number) {
  return scene.shared(name, ['i32'], 'i32', (body) => {
    const { channels } = directoryOf(scene);
    const most = Math.max(0, ...channels.map(({ reference }) => reference));
    const cases = Array.from({ length: most + 1 }, (_, reference) =>
      channels
        .filter((channel) => channel.reference === reference)
        .map((channel) => {
          const found = giveBack(w.i32(answer(channel)));
          if (channel.slot < 0) return found;
          const type = w.load32(w.i32(0), scene.work + 4 * scene.layout.processes[channel.slot]);
          return when(w.equal(type, w.i32(channel.ofType + 1)), [found]);
        }),
    );
    body.define([dispatch(w.get(body.parameter(0, 'i32')), cases)], w.i32(0));
  });
}

/**
 * Finds the channel and does what `use` says with it, once for each kind of channel it may be.
 * `failing`: looking for it can fault.
 */
export function withRoom(
  expression: Expression,
  site: Site,
  use: (room: Room, failing: boolean, reference: w.I32) => w.Statement[],
  suits: (type: ChannelType) => boolean = () => true,
): w.Statement[] {
  const { scene } = site;
  const reference = evaluate(expression, site);
  const fixed = constantOf(reference);
  const { channels, kinds, kindNumber } = directoryOf(scene);
  if (fixed !== undefined) {
    const meant = channels.filter((channel) => channel.reference === fixed);
    if (meant.length === 0) return [site.fault.take()];
    if (meant[0].slot < 0) {
      const [{ type, cell }] = meant;
      if (!suits(type)) return meaningless(site);
      return use(roomAt(scene, type, cell), reference.fails, w.i32(fixed));
    }
  }
  if (site.overlay) throw new NotInLocals();
  const [r, kind, base] = [newLocal(site, 'i32'), newLocal(site, 'i32'), newLocal(site, 'i32')];
  const kindOf = lookup(scene, 'channelKind', (channel) => kindNumber.get(channel)!);
  const addressOf = lookup(scene, 'channelAddress', ({ cell }) => scene.work + 4 * cell);
  const end = newLabel('channel');
  const code: w.Statement[] = [
    w.set(r, reference.code),
    w.set(kind, call(kindOf, w.get(r))),
    w.set(base, scene.here(call(addressOf, w.get(r)))),
  ];
  const mayBe = referencesOf(scene).possible(expression, site.self?.type);
  kinds.forEach(({ type, channels: alike }, k) => {
    const starts = suits(type) ? alike.filter(mayBe).map(({ cell }) => cell) : [];
    if (starts.length === 0) return;
    const address = { base: w.get(base), offset: 0 };
    const room = { type, width: messageSize(type), address, starts };
    code.push(when(w.equal(w.get(kind), w.i32(k + 1)), [...use(room, true, w.get(r)), branch(end)]));
  });
  code.push(when(w.get(kind), meaningless(site)));
  return [block(end, [...code, site.fault.take()])];
}

/** Messages with other fields than are asked for: no meaning is given to that, so nothing is claimed. */
export const meaningless = (site: Site): w.Statement[] => [
  w.setGlobal(site.scene.registers.obstacle, w.i32(Obstacle.unsupported)),
  site.fault.take(),
];

const roomAt = (scene: Scene, type: ChannelType, cell: number): Room => ({
  type,
  width: messageSize(type),
  address: { base: w.i32(0), offset: scene.work + 4 * cell },
  starts: [cell],
});

export const channelLength = ({ address }: Room, site: Site): w.I32 => readAt(address, site);

function touchRoom(room: Room, site: Site): void {
  for (const start of room.starts) site.touched?.add(start, 1 + room.type.capacity * room.width);
}

/** Sets `position` to that of the message a receive would take, or to -1. */
export function findMessage(
  room: Room,
  patterns: Pattern[],
  position: 'first' | 'any',
  result: w.Local<'i32'>,
  site: Site,
): { code: w.Statement[]; fails: boolean } {
  const { base, offset } = room.address;
  let fails = false;
  const [done, next] = [newLabel('found'), newLabel('next message')];
  const start = position === 'any' ? newLocal(site, 'i32') : undefined;
  const changed = site.overlay && messagesOf(room, site).changed;
  if (changed && start) throw new NotInLocals();
  const element = (k: number) =>
    start ? w.load32(w.get(start), offset + 4 * (1 + k)) : messageElement(room, w.i32(0), k, site);
  const tests = patterns.flatMap((pattern, k) => {
    if (pattern.kind !== 'match') return [];
    const wanted = evaluate(pattern.value, site);
    fails ||= wanted.fails;
    return [branchIf(next, w.unequal(element(k), wanted.code))];
  });
  if (!start) {
    const code = [
      w.set(result, w.i32(-1)),
      block(next, [branchIf(next, w.isZero(channelLength(room, site))), ...tests, w.set(result, w.i32(0))]),
    ];
    return { code, fails };
  }
  const again = newLabel('messages');
  const code = [
    w.set(result, w.i32(0)),
    w.set(start, base),
    block(done, [
      loop(again, [
        when(w.atLeastSigned(w.get(result), channelLength(room, site)), [
          w.set(result, w.i32(-1)),
          branch(done),
        ]),
        block(next, [...tests, branch(done)]),
        w.set(result, w.add(w.get(result), w.i32(1))),
        w.set(start, w.add(w.get(start), w.i32(4 * room.width))),
        branch(again),
      ]),
    ]),
  ];
  return { code, fails };
}

/** Integer k of the message at a position. */
export function messageElement(room: Room, position: w.I32, k: number, site: Site): w.I32 {
  const { base, offset } = room.address;
  const messages = site.overlay && messagesOf(room, site);
  if (messages?.changed) return elementIn(messages, position, k);
  if (room.type.capacity === 1 || isFirst(position)) return w.load32(base, offset + 4 * (1 + k));
  return w.load32(w.add(base, w.multiply(position, w.i32(4 * room.width))), offset + 4 * (1 + k));
}

const isFirst = (position: w.I32): boolean => (position as Partial<{ constant: number }>).constant === 0;

export function removeMessage(room: Room, position: w.I32, site: Site): w.Statement[] {
  if (site.overlay) return withoutMessage(room, position, site);
  touchRoom(room, site);
  const { base, offset } = room.address;
  const { width } = room;
  const [at, end] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
  const again = newLabel('shift');
  const bytes = w.i32(4 * width);
  const shift =
    room.type.capacity === 1
      ? []
      : [
          loop(again, [
            when(w.lessSigned(w.get(at), w.get(end)), [
              w.store32(w.get(at), w.load32(w.get(at), offset + 4 * (1 + width)), offset + 4),
              w.set(at, w.add(w.get(at), w.i32(4))),
              branch(again),
            ]),
          ]),
        ];
  return [
    w.set(at, w.add(base, w.multiply(position, bytes))),
    w.set(end, w.add(base, w.multiply(w.subtract(channelLength(room, site), w.i32(1)), bytes))),
    ...(width === 0 ? [] : shift),
    ...Array.from({ length: width }, (_, k) => w.store32(w.get(end), w.i32(0), offset + 4 * (1 + k))),
    w.store32(base, w.subtract(channelLength(room, site), w.i32(1)), offset),
  ];
}

export function insertMessage(
  room: Room,
  message: w.Local<'i32'>[],
  order: 'fifo' | 'sorted',
  site: Site,
): w.Statement[] {
  if (site.overlay) return withMessage(room, message, order, site);
  touchRoom(room, site);
  const { base, offset } = room.address;
  const { width } = room;
  const bytes = w.i32(4 * width);
  const [at, end] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
  const code = [
    w.set(end, w.add(base, w.multiply(channelLength(room, site), bytes))),
    w.set(at, order === 'fifo' ? w.get(end) : base),
  ];
  if (order === 'sorted' && width > 0) {
    const [placed, onward, again] = [newLabel('placed'), newLabel('onward'), newLabel('sort')];
    const compare = message.flatMap((value, k) => {
      const there = w.load32(w.get(at), offset + 4 * (1 + k));
      return [
        branchIf(placed, w.lessSigned(w.get(value), there)),
        branchIf(onward, w.greaterSigned(w.get(value), there)),
      ];
    });
    code.push(
      block(placed, [
        loop(again, [
          branchIf(placed, w.atLeastSigned(w.get(at), w.get(end))),
          block(onward, compare),
          w.set(at, w.add(w.get(at), bytes)),
          branch(again),
        ]),
      ]),
      w.copyMemory(
        w.add(w.get(at), w.i32(offset + 4 + 4 * width)),
        w.add(w.get(at), w.i32(offset + 4)),
        w.subtract(w.get(end), w.get(at)),
      ),
    );
  }
  return [
    ...code,
    ...message.map((value, k) => w.store32(w.get(at), w.get(value), offset + 4 * (1 + k))),
    w.store32(base, w.add(channelLength(room, site), w.i32(1)), offset),
  ];
}

/** The integers of a message being sent, each fitted to its field, in locals. */
export function messageOf(
  send: Send,
  type: ChannelType,
  site: Site,
): { code: w.Statement[]; message: w.Local<'i32'>[] } {
  const scalars = messageScalars(type);
  const message = send.values.map(() => newLocal(site, 'i32'));
  if (send.values.length !== scalars.length) return { code: [site.fault.take()], message };
  const code = send.values.map((value, i) =>
    w.set(message[i], fitTo(scalars[i], evaluate(value, site), site)),
  );
  return { code, message };
}
