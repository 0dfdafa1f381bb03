/**
 * States with two numbers each, for searches that have to remember more of a state than that it was
 * seen: open addressing with linear probing, sixteen bytes a slot, any number of slots that is a power
 * of two. A slot is free while its second number is 0.
 */
import type { Scene } from '../program/scene.js';
import { mixed } from '../store/intern.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';

export const SLOT_BYTES = 16;
export const FIRST = 8;
export const SECOND = 12;

export class Remembered {
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  private readonly table: w.Global<'i32'>;
  private readonly mask: w.Global<'i32'>;
  /** The address of a state's slot; it is new, and now counted, if its second number is 0: set it at once. */
  readonly slotOf: FunctionBuilder<'i32'>;
  /** Was the state seen? */
  readonly isKnown: FunctionBuilder<'i32'>;

  constructor(scene: Scene) {
    const { module } = scene;
    this.table = module.global('states', 'i32');
    this.mask = module.global('statesMask', 'i32');
    this.count = module.global('statesCount', 'i32');
    this.limit = module.global('statesLimit', 'i32');
    this.slotOf = module.function('slotOf', ['i64'], 'i32', true);
    this.defineSlot();
    this.isKnown = module.function('isKnown', ['i64'], 'i32');
    this.defineKnown();
    this.defineMove(scene);
  }

  private defineSlot(): void {
    const body = this.slotOf;
    const key = body.parameter(0, 'i64');
    const [scratch, slot, address] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const { before, hash } = mixed(w.get(key), scratch);
    const again = newLabel('probe');
    body.define(
      [
        ...before,
        w.set(slot, w.lowHalf(w.shiftRight(hash, w.i64(32n)))),
        loop(again, [
          w.set(slot, w.and(w.get(slot), w.getGlobal(this.mask))),
          w.set(address, w.add(w.getGlobal(this.table), w.shiftLeft(w.get(slot), w.i32(4)))),
          when(w.isZero(w.load32(w.get(address), SECOND)), [
            w.store64(w.get(address), w.get(key)),
            w.setGlobal(this.count, w.add(w.getGlobal(this.count), w.i32(1))),
            giveBack(w.get(address)),
          ]),
          when(w.unequal(w.load64(w.get(address)), w.get(key)), [
            w.set(slot, w.add(w.get(slot), w.i32(1))),
            branch(again),
          ]),
        ]),
      ],
      w.get(address),
    );
  }

  private defineKnown(): void {
    const body = this.isKnown;
    const key = body.parameter(0, 'i64');
    const address = body.local('i32');
    // A free slot that was found has to be free for others again.
    body.define(
      [
        w.set(address, call(this.slotOf, w.get(key))),
        when(w.load32(w.get(address), SECOND), [giveBack(w.i32(1))]),
        w.setGlobal(this.count, w.subtract(w.getGlobal(this.count), w.i32(1))),
      ],
      w.i32(0),
    );
  }

  /** Moves all states from an old table into the present empty one. */
  private defineMove(scene: Scene): void {
    const body = scene.module.function('moveStates', ['i32', 'i32'], 'none', true);
    const [old, slots] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
    const [at, end, to] = [body.local('i32'), body.local('i32'), body.local('i32')];
    const next = newLabel('next');
    body.define([
      w.setGlobal(this.count, w.i32(0)),
      w.set(at, w.get(old)),
      w.set(end, w.add(w.get(old), w.shiftLeft(w.get(slots), w.i32(4)))),
      loop(next, [
        when(w.lessUnsigned(w.get(at), w.get(end)), [
          when(w.load32(w.get(at), SECOND), [
            w.set(to, call(this.slotOf, w.load64(w.get(at)))),
            w.store64(w.get(to), w.load64(w.get(at), FIRST), FIRST),
          ]),
          w.set(at, w.add(w.get(at), w.i32(SLOT_BYTES))),
          branch(next),
        ]),
      ]),
    ]);
  }
}
