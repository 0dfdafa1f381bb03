/**
 * The exact table of keys, used by several threads at once: a free slot is taken by compare and exchange. When
 * it has grown they move its keys together: see `spreading.ts`.
 */
import type { Scene } from '../program/scene.js';
import {
  atomicAdd32,
  atomicLoad32,
  atomicLoad64,
  exchange32,
  exchange64,
  waitWhile32,
  wake,
} from '../wasm/atomic.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, drop, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { CONTROL } from '../workers/control.js';
import type { VisitedStore } from './visited.js';

const NAP = 50_000n;
const EVERYBODY = w.i32(0x7fffffff);

export class SharedStore {
  readonly limit: w.Global<'i32'>;

  constructor(
    scene: Scene,
    private readonly visited: VisitedStore,
    private readonly control: number,
  ) {
    this.limit = visited.limit;
    this.defineSpreadInStep(scene);
  }

  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    return this.visited.home(key, scratch);
  }

  addressOf(slot: w.I32): w.I32 {
    return this.visited.addressOf(slot);
  }

  /** Moves the keys of a range of old slots, and waits until so many have come to the end of such a range. */
  private defineSpreadInStep(scene: Scene): void {
    const body = scene.module.function('spreadInStep', ['i32', 'i32', 'i32', 'i32'], 'none', true);
    const [from, to, oldSlots, expected] = [0, 1, 2, 3].map((i) => body.parameter(i, 'i32'));
    const arrived = body.local('i32');
    const here = w.i32(this.control);
    const again = newLabel('wait');
    body.define([
      call(this.visited.spread, w.get(from), w.get(to), w.get(oldSlots)),
      drop(atomicAdd32(here, w.i32(1), CONTROL.arrivals)),
      drop(wake(here, EVERYBODY, CONTROL.arrivals)),
      loop(again, [
        w.set(arrived, atomicLoad32(here, CONTROL.arrivals)),
        when(w.lessSigned(w.get(arrived), w.get(expected)), [
          drop(waitWhile32(here, w.get(arrived), w.i64(NAP), CONTROL.arrivals)),
          branch(again),
        ]),
      ]),
    ]);
  }

  /** Does not count: whoever adds has counted before. */
  add(
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
            w.set(there, w.load64(address)),
            branchIf(over, w.equal(w.get(there), w.get(key))),
            when(
              w.isZero(w.get(there)),
              [
                w.set(there, exchange64(address, w.i64(0n), w.get(key))),
                when(w.isZero(w.get(there)), [...then, branch(over)]),
              ],
              // It may have been read while it was written, in two pieces.
              [w.set(there, atomicLoad64(address))],
            ),
            branchIf(over, w.equal(w.get(there), w.get(key))),
            w.set(slot, w.add(w.get(slot), w.i32(1))),
            when(w.equal(w.get(slot), w.getGlobal(this.visited.slots)), [w.set(slot, w.i32(0))]),
            branch(again),
          ]),
        ]),
      ],
    );
  }
}
