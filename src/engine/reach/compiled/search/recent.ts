/**
 * The keys handed to the set of states of late, in a small table where a newer key takes the place of an
 * older one. Many successors were met just before; this table stays in the processor's caches, where the
 * set does not, so those are sorted out cheaply.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';

const SLOT_BITS = 14;

export class Recent {
  private readonly table: number;
  readonly bytes = 8 << SLOT_BITS;

  constructor(scene: Scene) {
    this.table = scene.reserve(this.bytes);
  }

  /** Where a key stands, if it does. */
  slotOf(key: w.I64): w.I32 {
    const mixed = w.multiply(w.xor(key, w.shiftRight(key, w.i64(32n))), w.i64(0x9e3779b97f4a7c15n));
    return w.and(w.lowHalf(w.shiftRight(mixed, w.i64(BigInt(61 - SLOT_BITS)))), w.i32(-8));
  }

  /** The key 0 is never known. */
  knows(key: w.I64, slot: w.I32): w.I32 {
    return w.and(w.equal(w.load64(slot, this.table), key), w.unequal(key, w.i64(0n)));
  }

  note(key: w.I64, slot: w.I32): w.Statement {
    return w.store64(slot, key, this.table);
  }

  forget(buffer: ArrayBuffer): void {
    new Uint8Array(buffer, this.table, this.bytes).fill(0);
  }
}

/** The same for the whole of a compilation. */
export const recentOf = (scene: Scene): Recent => scene.once('recent keys', () => new Recent(scene));
