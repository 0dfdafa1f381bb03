/** The exact table of keys, used by several threads at once: a free slot is taken by compare and exchange. */
import type { Scene } from '../program/scene.js';
import { atomicLoad64, exchange32, exchange64 } from '../wasm/atomic.js';
import * as w from '../wasm/code.js';
import { block, branch, loop, newLabel, when } from '../wasm/control.js';
import { CONTROL } from '../workers/control.js';
import { VisitedStore } from './visited.js';

export class SharedStore extends VisitedStore {
  constructor(
    scene: Scene,
    private readonly control: number,
  ) {
    super(scene);
  }

  /** Does not count: whoever adds has counted before. */
  override add(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    const [over, again] = [newLabel('over'), newLabel('probe')];
    const first = exchange32(w.i32(this.control), w.i32(0), w.i32(1), CONTROL.zeroSeen);
    const address = this.addressOf(w.get(slot));
    return when(
      w.isZero(w.get(key)),
      [when(w.isZero(first), then)],
      [
        block(over, [
          loop(again, [
            w.set(there, atomicLoad64(address)),
            when(w.isZero(w.get(there)), [
              w.set(there, exchange64(address, w.i64(0n), w.get(key))),
              when(w.isZero(w.get(there)), [...then, branch(over)]),
            ]),
            when(w.equal(w.get(there), w.get(key)), [branch(over)]),
            w.set(slot, w.add(w.get(slot), w.i32(1))),
            when(w.equal(w.get(slot), w.getGlobal(this.slots)), [w.set(slot, w.i32(0))]),
            branch(again),
          ]),
        ]),
      ],
    );
  }
}
