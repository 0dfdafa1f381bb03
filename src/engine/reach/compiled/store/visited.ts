/**
 * The set of keys seen, exact: open addressing with linear probing, eight bytes a slot, 0 for a free
 * slot (the key 0 has a register of its own). A key's home is its mixed bits as a fraction of the table,
 * so a table may have any number of slots, and keys keep their order when it grows. It is the first slot of a
 * cache line, so that few are looked for in two lines. Where states have colours, half a byte of each slot is for
 * them, and keys have nothing there; those are looked for one by one, and any slot is a home: the steps from the
 * first slot of a line would cost more than what is saved.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, choose, giveBack, loop, newLabel, statements, when } from '../wasm/control.js';
import type { Instance } from '../wasm/engine.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import type { Arena } from './arena.js';
import { mixed } from './intern.js';
import { ASIDE_BYTES, defineMoving } from './moving.js';
import { LINE_SLOTS, type Rounds, spreadingRounds } from './spreading.js';
import type { ColouredStore } from './states.js';

/** Colours are in the upper half of this byte of a slot. The first of them says that the slot is not free. */
const COLOUR_BYTE = 7;
const TAKEN = BigInt.asIntN(64, 1n << 63n);
const KEY_MASK = (1n << 60n) - 1n;
const LOAD = 0.8;
const FIRST_SLOTS = 1 << 12;
/** Small tables grow by more, large ones by less. */
const BOLD_GROWTH_TO = 1 << 18;
const GENTLE_GROWTH_FROM = 1 << 22;
/** Growing by less than this is not worth going through the whole table. */
const LEAST_GROWTH = 1.02;

export class VisitedStore implements ColouredStore {
  readonly table: w.Global<'i32'>;
  readonly slots: w.Global<'i32'>;
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  private readonly zeroSeen: w.Global<'i32'>;
  readonly insert: FunctionBuilder<'i32'>;
  readonly find: FunctionBuilder<'i32'>;
  readonly spread: FunctionBuilder<'none'>;
  private instance!: Instance;
  private arena!: Arena;
  private size = 0;
  private readonly coloured: boolean;

  constructor(private readonly scene: Scene) {
    this.coloured = scene.marked;
    const { module } = scene;
    this.table = module.global('table', 'i32');
    this.slots = module.global('slots', 'i32');
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.zeroSeen = module.global('zeroSeen', 'i32');
    this.insert = this.defineInsert();
    this.find = this.defineFind();
    this.spread = defineMoving(scene, this);
  }

  // ---- code

  addressOf(slot: w.I32): w.I32 {
    return w.add(w.getGlobal(this.table), w.shiftLeft(slot, w.i32(3)));
  }

  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    const { before, hash } = mixed(key, scratch);
    const share = w.multiply(w.shiftRight(hash, w.i64(32n)), w.extendUnsigned(w.getGlobal(this.slots)));
    const slot = w.lowHalf(w.shiftRight(share, w.i64(32n)));
    return { before, slot: this.coloured ? slot : w.and(slot, w.i32(-LINE_SLOTS)) };
  }

  /** The key in what is in a slot. */
  keyIn(word: w.I64): w.I64 {
    return this.coloured ? w.and(word, w.i64(KEY_MASK)) : word;
  }

  /** From its home on to the slot that has the key, or to a free one; leaves what is there in `there`. */
  probe(key: w.Local<'i64'>, slot: w.Local<'i32'>, there: w.Local<'i64'>): w.Statement {
    const again = newLabel('probe');
    return loop(again, [
      w.set(there, w.load64(this.addressOf(w.get(slot)))),
      when(w.unequal(w.get(there), w.i64(0n)), [
        when(w.unequal(this.keyIn(w.get(there)), w.get(key)), [
          w.set(slot, w.add(w.get(slot), w.i32(1))),
          when(w.equal(w.get(slot), w.getGlobal(this.slots)), [w.set(slot, w.i32(0))]),
          branch(again),
        ]),
      ]),
    ]);
  }

  add(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    const { count, zeroSeen } = this;
    const counted = w.setGlobal(count, w.add(w.getGlobal(count), w.i32(1)));
    const put = (word: w.I64): w.Statement =>
      when(w.isZero(w.get(there)), [w.store64(this.addressOf(w.get(slot)), word), counted, ...then]);
    if (this.coloured) return statements([this.probe(key, slot, there), put(w.or(w.get(key), w.i64(TAKEN)))]);
    return when(
      w.isZero(w.get(key)),
      [when(w.isZero(w.getGlobal(zeroSeen)), [w.setGlobal(zeroSeen, w.i32(1)), counted, ...then])],
      [this.probe(key, slot, there), put(w.get(key))],
    );
  }

  has(key: w.Local<'i64'>, slot: w.Local<'i32'>, there: w.Local<'i64'>) {
    const isThere = w.unequal(w.get(there), w.i64(0n));
    const found = this.coloured ? isThere : choose(w.isZero(w.get(key)), w.getGlobal(this.zeroSeen), isThere);
    const colour = w.lowHalf(w.shiftRight(w.get(there), w.i64(BigInt(8 * COLOUR_BYTE))));
    return { before: [this.probe(key, slot, there)], found, colour };
  }

  /** Where keys have been moved it is looked for. */
  stillAt(key: w.Local<'i64'>, slot: w.Local<'i32'>): w.I32 {
    const there = this.keyIn(w.load64(this.addressOf(w.get(slot))));
    return choose(w.equal(there, w.get(key)), w.get(slot), call(this.find, w.get(key)));
  }

  colourAt(slot: w.I32): w.I32 {
    return w.add(this.addressOf(slot), w.i32(COLOUR_BYTE));
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
    body.define([...home.before, w.set(slot, home.slot), this.probe(key, slot, there)], w.get(slot));
    return body;
  }

  // ---- once the module runs

  open(instance: Instance, arena: Arena): void {
    this.instance = instance;
    this.arena = arena;
    arena.moved = (address) => instance.set('table', address);
  }

  colourAddress(slot: number): number {
    return this.instance.get('table') + 8 * slot + COLOUR_BYTE;
  }

  clear(): void {
    const { instance, arena } = this;
    arena.hang(0);
    instance.set('count', 0);
    instance.set('zeroSeen', 0);
    this.resize(FIRST_SLOTS);
  }

  private resize(slots: number): void {
    const { instance, arena } = this;
    instance.set('table', arena.hang(slots * 8));
    instance.set('slots', slots);
    instance.set('limit', Math.floor(slots * LOAD));
    this.size = slots;
  }

  grow(more: number): void {
    this.growWith(more, (oldSlots) => {
      this.instance.function('spread')(0, oldSlots, oldSlots);
    });
  }

  /** `move` makes as many threads as there are move the keys, in these rounds. */
  growTogether(more: number, threads: number, move: (oldSlots: number, rounds: Rounds) => void): void {
    const firstFree = this.keys.indexOf(0n);
    this.growWith(more, (oldSlots) => {
      const old = this.keys.subarray(this.size - oldSlots);
      move(oldSlots, spreadingRounds(old, this.size, threads, firstFree));
    });
  }

  private get keys(): BigInt64Array {
    return new BigInt64Array(this.arena.memory.buffer, this.instance.get('table'), this.size);
  }

  private growWith(more: number, move: (oldSlots: number) => void): void {
    const { instance, arena, size } = this;
    const needed = (instance.get('count') + more + 1) / LOAD + 1;
    const slots = this.nextSize(needed);
    const many = Number(instance.function('setAside')(0));
    const aside = many > 0 ? arena.allocate(many * ASIDE_BYTES) : 0;
    if (many > 0) instance.function('setAside')(aside);
    this.resize(slots);
    move(size);
    instance.function('putBack')(aside, many);
    if (many > 0) arena.release(aside, many * ASIDE_BYTES);
  }

  /** As many slots as a growing table should have, or as many as there is memory for. */
  private nextSize(needed: number): number {
    const growth = this.size < BOLD_GROWTH_TO ? 4 : this.size < GENTLE_GROWTH_FROM ? 2 : 1.5;
    const wanted = Math.max(this.size * growth, needed);
    const most = Math.floor((this.arena.mostHanging - (1 << 16)) / 8);
    const least = Math.max(needed, this.size * LEAST_GROWTH);
    return Math.ceil(Math.max(least, Math.min(wanted, most)) / LINE_SLOTS) * LINE_SLOTS;
  }

  get bytes(): number {
    return this.size * 8;
  }

  sample(most: number): bigint[] {
    const { keys: table, size } = this;
    const stride = Math.max(1, Math.floor(size / most));
    const keys: bigint[] = [];
    for (let slot = 0; slot < size; slot += stride) if (table[slot] !== 0n) keys.push(table[slot]);
    return this.coloured ? keys.map((word) => word & KEY_MASK) : keys;
  }
}
