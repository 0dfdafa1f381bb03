/** Channels whose messages are bits side by side: taking and putting messages is shifting. */
import { checked } from '../packing/codec.js';
import { maskOf, type Stretch } from '../packing/stretches.js';
import * as w from '../wasm/code.js';
import type { Room } from './channels.js';
import { messagesOf, NotInLocals, putMessages, readAt, writeAmong } from './overlay.js';
import { newLocal, type Site } from './site.js';

/** Integer k of the message at a position. */
export function elementIn(
  { stretch, bits }: { stretch: Stretch; bits: w.I32 },
  position: w.I32,
  k: number,
): w.I32 {
  const { fields, shift, messageBits } = stretch;
  const within = w.i32(fields[k].shift - shift);
  const at = isZero(position) ? within : w.add(w.multiply(position, w.i32(messageBits)), within);
  return w.and(isZero(at) ? bits : w.shiftRight(bits, at), w.i32(maskOf(fields[k].bits)));
}

const isZero = (code: w.I32): boolean => (code as Partial<{ constant: number }>).constant === 0;

/** The messages behind the one that is taken move up. */
export function withoutMessage(room: Room, position: w.I32, site: Site): w.Statement[] {
  const { stretch, bits } = messagesOf(room, site);
  const size = w.i32(stretch.messageBits);
  const lengthened = addToLength(room, -1, site);
  if (isZero(position)) return [...putMessages(stretch, w.shiftRight(bits, size), site), ...lengthened];
  const before = newLocal(site, 'i32');
  const mask = w.subtract(w.shiftLeft(w.i32(1), w.get(before)), w.i32(1));
  const behind = w.shiftLeft(w.shiftRight(bits, w.add(w.get(before), size)), w.get(before));
  return [
    w.set(before, w.multiply(position, size)),
    ...putMessages(stretch, w.or(w.and(bits, mask), behind), site),
    ...lengthened,
  ];
}

export function withMessage(
  room: Room,
  message: w.Local<'i32'>[],
  order: 'fifo' | 'sorted',
  site: Site,
): w.Statement[] {
  if (order === 'sorted') throw new NotInLocals();
  const { stretch, bits } = messagesOf(room, site);
  const { fields, shift, messageBits } = stretch;
  const parts = message.flatMap((value, k) => {
    const by = fields[k].shift - shift;
    if (fields[k].bits === 0) return [];
    return [by === 0 ? w.get(value) : w.shiftLeft(w.get(value), w.i32(by))];
  });
  const checks = message.flatMap((value, k) => checked(fields[k], w.get(value), site.scene));
  if (parts.length === 0) return [...checks, ...addToLength(room, 1, site)];
  const length = readAt(room.address, site);
  const one = parts.reduce((a, b) => w.or(a, b));
  const placed = room.type.capacity === 1 ? one : w.shiftLeft(one, w.multiply(length, w.i32(messageBits)));
  return [...checks, ...putMessages(stretch, w.or(bits, placed), site), ...addToLength(room, 1, site)];
}

function addToLength(room: Room, more: number, site: Site): w.Statement[] {
  const local = newLocal(site, 'i32');
  const value = w.add(readAt(room.address, site), w.i32(more));
  const length = { code: w.get(local), low: 0, high: room.type.capacity, fails: false };
  return [w.set(local, value), ...writeAmong(room.address, [[room.starts[0], 1]], length, site)];
}
