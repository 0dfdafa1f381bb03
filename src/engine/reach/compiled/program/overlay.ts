/**
 * The state that a transition leads to, as far as it differs from the state in memory: kept in locals while
 * the code of the transition is made, so that nothing has to be written to memory and put back. What cannot
 * be told apart while the code is made (who is meant, which of many cells) is `NotInLocals`; the transition
 * is then made to work in memory.
 */
import { type Stretch, stretchOf } from '../packing/stretches.js';
import * as w from '../wasm/code.js';
import { select } from '../wasm/control.js';
import type { Room } from './channels.js';
import type { Value } from './expression.js';
import { type Address, newLocal, type Site } from './site.js';

export class NotInLocals extends Error {}

/** With more cells than this that an assignment may mean, they are better in memory. */
const MOST_CANDIDATES = 8;

export class Overlay {
  constructor(
    readonly cells: Map<number, Value> = new Map(),
    /** The messages of channels, side by side, the first in the lowest bits. */
    readonly messages: Map<Stretch, w.Local<'i32'>> = new Map(),
  ) {}

  copy(): Overlay {
    return new Overlay(new Map(this.cells), new Map(this.messages));
  }
}

/** The cell at an address that is known while the code is made. */
function cellAt({ base, offset }: Address, { scene }: Site): number | undefined {
  const known = (base as Partial<{ constant: number }>).constant;
  return known === undefined ? undefined : (known + offset - scene.work) / 4;
}

/** What is at an address, which is that of no message. */
export function readAt(address: Address, site: Site): w.I32 {
  const { overlay } = site;
  const there = w.load32(address.base, address.offset);
  if (!overlay) return there;
  const cell = cellAt(address, site);
  if (cell === undefined) throw new NotInLocals();
  return overlay.cells.get(cell)?.code ?? there;
}

/** What is at an address inside these ranges of cells, with the interval that is known for them. */
export function readAmong(address: Address, ranges: [number, number][], unchanged: Value, site: Site): Value {
  const { overlay, scene } = site;
  if (!overlay) return unchanged;
  const cell = cellAt(address, site);
  if (cell !== undefined) return overlay.cells.get(cell) ?? unchanged;
  let value = unchanged;
  for (const [first, count] of ranges) {
    for (let c = first; c < first + count; c++) {
      const changed = overlay.cells.get(c);
      if (!changed) continue;
      const here = w.equal(address.base, w.i32(scene.work + 4 * c - address.offset));
      value = {
        // The checks that belong to the value come first.
        code: select(here, changed.code, value.code),
        low: Math.min(value.low, changed.low),
        high: Math.max(value.high, changed.high),
        fails: value.fails,
      };
    }
  }
  return value;
}

/** Puts a value at an address inside these ranges of cells. It may be used any number of times. */
export function writeAmong(
  address: Address,
  ranges: [number, number][],
  value: Value,
  site: Site,
): w.Statement[] {
  const { overlay, scene } = site;
  for (const [first, count] of ranges) site.touched?.add(first, count);
  if (!overlay) return [w.store32(address.base, value.code, address.offset)];
  const cell = cellAt(address, site);
  if (cell !== undefined) {
    overlay.cells.set(cell, value);
    return [];
  }
  if (ranges.reduce((sum, [, count]) => sum + count, 0) > MOST_CANDIDATES) throw new NotInLocals();
  return ranges.flatMap(([first, count]) =>
    Array.from({ length: count }, (_, i) => {
      const c = first + i;
      const here = w.equal(address.base, w.i32(scene.work + 4 * c - address.offset));
      const before = overlay.cells.get(c);
      const bounds = before ?? scene.cells[c];
      const local = newLocal(site, 'i32');
      overlay.cells.set(c, {
        code: w.get(local),
        low: Math.min(value.low, bounds.low),
        high: Math.max(value.high, bounds.high),
        fails: false,
      });
      return w.set(local, select(here, value.code, before?.code ?? w.load32(w.i32(0), scene.work + 4 * c)));
    }),
  );
}

/** Where the messages of a channel are as bits side by side, and what they are now. */
export function messagesOf(room: Room, site: Site): { stretch: Stretch; bits: w.I32; changed: boolean } {
  const { scene } = site;
  const stretch = room.starts.length === 1 ? stretchOf(scene, room.starts[0], room.type) : undefined;
  if (!stretch || cellAt(room.address, site) === undefined) throw new NotInLocals();
  const changed = site.overlay!.messages.get(stretch);
  return { stretch, bits: changed ? w.get(changed) : stretch.held, changed: changed !== undefined };
}

/** The channel has these messages from here on. */
export function putMessages(stretch: Stretch, bits: w.I32, site: Site): w.Statement[] {
  const local = newLocal(site, 'i32');
  site.overlay!.messages.set(stretch, local);
  return [w.set(local, bits)];
}
