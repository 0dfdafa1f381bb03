/**
 * The set of keys seen: open addressing with linear probing, eight bytes a slot, 0 for a free slot (the
 * key 0 has a register of its own). A key's home is its mixed bits as a fraction of the table, so a
 * table may have any number of slots. With `colours` each slot has a byte beside it for the search.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, drop, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { mixed } from './intern.js';

export class VisitedStore {
  readonly table: w.Global<'i32'>;
  readonly slots: w.Global<'i32'>;
  readonly count: w.Global<'i32'>;
  /** Most keys there may be before the table has to grow. */
  readonly limit: w.Global<'i32'>;
  readonly colours: w.Global<'i32'>;
  private readonly zeroSeen: w.Global<'i32'>;
  /** 1 if the key is new; it is then in the set. There must be room for it. */
  readonly insert: FunctionBuilder<'i32'>;
  /** The slot of a key that is in the set; its colour is at `colours` + slot. */
  readonly find: FunctionBuilder<'i32'>;

  constructor(private readonly scene: Scene) {
    const { module } = scene;
    this.table = module.global('table', 'i32');
    this.slots = module.global('slots', 'i32');
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.zeroSeen = module.global('zeroSeen', 'i32');
    this.colours = module.global('colours', 'i32');
    this.insert = this.defineInsert();
    this.find = this.defineFind();
    this.defineRefill();
  }

  addressOf(slot: w.I32): w.I32 {
    return w.add(w.getGlobal(this.table), w.shiftLeft(slot, w.i32(3)));
  }

  /** The slot where looking for a key begins. */
  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    const { before, hash } = mixed(key, scratch);
    const share = w.multiply(w.shiftRight(hash, w.i64(32n)), w.extendUnsigned(w.getGlobal(this.slots)));
    return { before, slot: w.lowHalf(w.shiftRight(share, w.i64(32n))) };
  }

  /** From a slot on to the key or a free slot; `there` is then what was found. */
  probe(key: w.Local<'i64'>, slot: w.Local<'i32'>, there: w.Local<'i64'>): w.Statement {
    const again = newLabel('probe');
    return loop(again, [
      w.set(there, w.load64(this.addressOf(w.get(slot)))),
      when(w.unequal(w.get(there), w.i64(0n)), [
        when(w.unequal(w.get(there), w.get(key)), [
          w.set(slot, w.add(w.get(slot), w.i32(1))),
          when(w.equal(w.get(slot), w.getGlobal(this.slots)), [w.set(slot, w.i32(0))]),
          branch(again),
        ]),
      ]),
    ]);
  }

  /** Does `then` if the key, whose home is `slot`, is new, after putting it into the set. */
  add(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    const { count, zeroSeen } = this;
    const counted = w.setGlobal(count, w.add(w.getGlobal(count), w.i32(1)));
    return when(
      w.isZero(w.get(key)),
      [when(w.isZero(w.getGlobal(zeroSeen)), [w.setGlobal(zeroSeen, w.i32(1)), counted, ...then])],
      [
        this.probe(key, slot, there),
        when(w.isZero(w.get(there)), [w.store64(this.addressOf(w.get(slot)), w.get(key)), counted, ...then]),
      ],
    );
  }

  private defineInsert(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('insert', ['i64'], 'i32', true);
    const key = body.parameter(0, 'i64');
    const [scratch, slot, there] = [body.local('i64'), body.local('i32'), body.local('i64')];
    const home = this.home(w.get(key), scratch);
    body.define(
      [...home.before, w.set(slot, home.slot), this.add(key, slot, there, [giveBack(w.i32(1))])],
      w.i32(0),
    );
    return body;
  }

  private defineFind(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('find', ['i64'], 'i32', true);
    const key = body.parameter(0, 'i64');
    const [scratch, slot, there] = [body.local('i64'), body.local('i32'), body.local('i64')];
    const home = this.home(w.get(key), scratch);
    body.define(
      [
        // The byte after the last slot is the colour of the key 0.
        when(w.isZero(w.get(key)), [giveBack(w.getGlobal(this.slots))]),
        ...home.before,
        w.set(slot, home.slot),
        this.probe(key, slot, there),
      ],
      w.get(slot),
    );
    return body;
  }

  /** Moves all keys (and colours, where the old ones are given) from an old table into the present empty one. */
  private defineRefill(): void {
    const body = this.scene.module.function('refill', ['i32', 'i32', 'i32'], 'none', true);
    const [oldTable, oldSlots, oldColours] = [0, 1, 2].map((i) => body.parameter(i, 'i32'));
    const [slot, key] = [body.local('i32'), body.local('i64')];
    const next = newLabel('next');
    const colour = w.load8(w.add(w.get(oldColours), w.get(slot)));
    const put = (to: w.I32) => w.store8(w.add(w.getGlobal(this.colours), to), colour);
    body.define([
      w.set(slot, w.i32(0)),
      w.setGlobal(this.count, w.getGlobal(this.zeroSeen)),
      loop(next, [
        when(w.lessUnsigned(w.get(slot), w.get(oldSlots)), [
          w.set(key, w.load64(w.add(w.get(oldTable), w.shiftLeft(w.get(slot), w.i32(3))))),
          when(w.unequal(w.get(key), w.i64(0n)), [
            drop(call(this.insert, w.get(key))),
            when(w.get(oldColours), [put(call(this.find, w.get(key)))]),
          ]),
          w.set(slot, w.add(w.get(slot), w.i32(1))),
          branch(next),
        ]),
      ]),
      when(w.get(oldColours), [put(w.getGlobal(this.slots))]),
    ]);
  }
}
