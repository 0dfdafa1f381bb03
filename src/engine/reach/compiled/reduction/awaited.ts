/**
 * Which states are found but not yet expanded, as far as a table of fixed size can tell: a newer one takes the place
 * of an older one, so it may have forgotten some, and never names one that has been expanded. Many ways lead to the
 * same next state when interleavings are left out; who leads only there has still not been the last to deal with
 * what it leaves out.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';

const SLOT_BITS = 16;
const SLOT_BYTES = 16;
const PLACE = 8;

export class Awaited {
  private readonly table: number;
  private readonly bytes = SLOT_BYTES << SLOT_BITS;

  constructor(scene: Scene) {
    this.table = scene.reserve(this.bytes);
  }

  private slotOf(key: w.I64): w.I32 {
    const mixed = w.multiply(w.xor(key, w.shiftRight(key, w.i64(32n))), w.i64(0x9e3779b97f4a7c15n));
    return w.and(w.lowHalf(w.shiftRight(mixed, w.i64(BigInt(60 - SLOT_BITS)))), w.i32(-SLOT_BYTES));
  }

  /** The state stands in the queue at this place. */
  note(key: w.I64, place: w.I32, slot: w.Local<'i32'>): w.Statement[] {
    return [
      w.set(slot, this.slotOf(key)),
      w.store64(w.get(slot), key, this.table),
      w.store32(w.get(slot), place, this.table + PLACE),
    ];
  }

  /** Is the state known to be in the queue behind this place? */
  isBehind(key: w.I64, place: w.I32, slot: w.Local<'i32'>): { look: w.Statement; answer: w.I32 } {
    const distance = w.subtract(w.load32(w.get(slot), this.table + PLACE), place);
    return {
      look: w.set(slot, this.slotOf(key)),
      answer: w.and(w.equal(w.load64(w.get(slot), this.table), key), w.greaterSigned(distance, w.i32(0))),
    };
  }

  forget(buffer: ArrayBuffer): void {
    new Uint8Array(buffer, this.table, this.bytes).fill(0);
  }
}

const NAME = 'awaited states';

export const awaitedOf = (scene: Scene): Awaited => scene.once(NAME, () => new Awaited(scene));
/** Undefined where the search does not ask. */
export const awaitedIn = (scene: Scene): Awaited | undefined => scene.already(NAME);
