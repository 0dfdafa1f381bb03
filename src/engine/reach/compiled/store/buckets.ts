/**
 * A table that keeps a fingerprint of each state, four bytes of it in a slot and the rest in where the slot
 * is. Buckets have 16 slots; a slot holds how many buckets it is away from home, the rest of the
 * fingerprint, and 1 more, so that 0 is a free slot.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import type { Instance } from '../wasm/engine.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { whichAre } from '../wasm/vector.js';
import type { Arena } from './arena.js';
import { Quotient } from './quotient.js';
import type { StateStore } from './states.js';

const LOAD = 0.82;
/** Where memory allows no larger table. */
const LAST_LOAD = 0.88;
/** Fingerprints that found no place near their home are on a list; so many at most. */
const LISTED = 1024;
export const BUCKET_BYTES = 64;
const SLOTS = 16;
export const REST_BITS = 28;
const FARTHEST = 14;
/** A table with so many buckets grows by less: it does so more often, but less of it is empty. */
const GENTLE_GROWTH_FROM = 1 << 17;
const [GROWTH, GENTLE_GROWTH] = [1.5, 1.25];
/**
 * Buckets at the end whose states stand aside while the table grows. Growing by a quarter only gives a state that is
 * n buckets from the end n / 4 - 2 buckets of room before it, which is to be more than it can be from home.
 */
const LAST_BUCKETS = 80;

export abstract class BucketTable implements StateStore {
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  readonly insert: FunctionBuilder<'i32'>;
  private readonly table: w.Global<'i32'>;
  private readonly quotient: Quotient;
  private readonly listed: w.Global<'i32'>;
  /** States that found no place even on the list: they are left out. */
  private readonly crowded: w.Global<'i32'>;
  private readonly putting: FunctionBuilder<'i32'>;
  private readonly aside: number;
  private readonly list: number;
  protected instance!: Instance;
  protected arena!: Arena;
  /** Of a fingerprint. */
  protected bits = 0;
  private size = 0;

  constructor(protected readonly scene: Scene) {
    const { module } = scene;
    this.table = module.global('table', 'i32');
    this.quotient = new Quotient(scene);
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.crowded = module.global('crowded', 'i32');
    this.listed = module.global('listed', 'i32');
    this.list = scene.reserve(LISTED * 8);
    this.aside = scene.reserve((LAST_BUCKETS + FARTHEST) * SLOTS * 8);
    this.putting = this.definePut();
    this.insert = scene.module.function('insert', ['i64'], 'i32', true);
    this.defineSpread();
  }

  /** The fingerprint of a key, in as many low bits as `clear` has set. */
  protected abstract fingerprint(
    key: w.I64,
    scratch: w.Local<'i64'>,
  ): { before: w.Statement[]; value: w.I64 };

  /** Two to this power is the number of buckets to begin with. */
  protected abstract firstBucketBits(): number;

  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    const { before, value } = this.fingerprint(key, scratch);
    return { before, slot: this.quotient.home(this.quotient.product(value)) };
  }

  addressOf(slot: w.I32): w.I32 {
    return w.add(w.getGlobal(this.table), w.shiftLeft(slot, w.i32(6)));
  }

  add(
    key: w.Local<'i64'>,
    _slot: w.Local<'i32'>,
    _there: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    return when(call(this.insert, w.get(key)), then);
  }

  /** To be called when `fingerprint` can be. */
  protected defineInsert(): void {
    const body = this.insert;
    const [scratch, isNew] = [body.local('i64'), body.local('i32')];
    const { before, value } = this.fingerprint(w.get(body.parameter(0, 'i64')), scratch);
    body.define(
      [
        ...before,
        w.set(isNew, call(this.putting, value)),
        w.setGlobal(this.count, w.add(w.getGlobal(this.count), w.get(isNew))),
      ],
      w.get(isNew),
    );
  }

  /** 1 if a fingerprint is new; it is then in the table. */
  private definePut(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('putFingerprint', ['i64'], 'i32');
    const print = body.parameter(0, 'i64');
    const [bucket, value, address, free, away] = [0, 1, 2, 3, 4].map(() => body.local('i32'));
    const product = body.local('i64');
    const { quotient } = this;
    const further = newLabel('bucket');
    body.define(
      [
        w.set(product, quotient.product(w.get(print))),
        w.set(bucket, quotient.home(w.get(product))),
        w.set(value, w.add(w.lowHalf(quotient.rest(w.get(print), w.get(product))), w.i32(1))),
        w.set(away, w.i32(0)),
        loop(further, [
          w.set(address, this.addressOf(w.get(bucket))),
          when(whichAre(w.get(value), w.get(address)), [giveBack(w.i32(0))]),
          w.set(free, whichAre(w.i32(0), w.get(address))),
          when(w.get(free), [
            w.store32(
              w.add(w.get(address), w.shiftLeft(w.trailingZeros(w.get(free)), w.i32(2))),
              w.get(value),
            ),
            giveBack(w.i32(1)),
          ]),
          w.set(away, w.add(w.get(away), w.i32(1))),
          when(w.atMostSigned(w.get(away), w.i32(FARTHEST)), [
            w.set(value, w.add(w.get(value), w.i32(1 << REST_BITS))),
            w.set(bucket, w.add(w.get(bucket), w.i32(1))),
            when(w.equal(w.get(bucket), w.getGlobal(this.quotient.places)), [w.set(bucket, w.i32(0))]),
            branch(further),
          ]),
        ]),
        giveBack(call(this.defineList(), w.get(print))),
      ],
      w.i32(0),
    );
    return body;
  }

  /** The same for a fingerprint that belongs on the list. */
  private defineList(): FunctionBuilder<'i32'> {
    return this.scene.shared('list fingerprint', ['i64'], 'i32', (body) => {
      const print = body.parameter(0, 'i64');
      const at = body.local('i32');
      const each = newLabel('listed');
      const place = w.shiftLeft(w.get(at), w.i32(3));
      body.define(
        [
          w.set(at, w.i32(0)),
          loop(each, [
            when(w.lessUnsigned(w.get(at), w.getGlobal(this.listed)), [
              when(w.equal(w.load64(place, this.list), w.get(print)), [giveBack(w.i32(0))]),
              w.set(at, w.add(w.get(at), w.i32(1))),
              branch(each),
            ]),
          ]),
          when(w.equal(w.get(at), w.i32(LISTED)), [
            w.setGlobal(this.crowded, w.add(w.getGlobal(this.crowded), w.i32(1))),
            giveBack(w.i32(0)),
          ]),
          w.store64(place, w.get(print), this.list),
          w.setGlobal(this.listed, w.add(w.get(at), w.i32(1))),
        ],
        w.i32(1),
      );
    });
  }

  /**
   * After the table has grown downwards: the fingerprints of the old one, which is the end of the new one,
   * go to where they belong, bucket after bucket. That is always before where they were, except near
   * the end and for those that had gone round it: these stand aside meanwhile.
   */
  private defineSpread(): void {
    const body = this.scene.module.function('spread', ['i32', 'i64'], 'none', true);
    const [oldBuckets, oldDropped] = [body.parameter(0, 'i32'), body.parameter(1, 'i64')];
    const [bucket, at, end, there, many, home] = [0, 1, 2, 3, 4, 5].map(() => body.local('i32'));
    const print = body.local('i64');
    const away = w.shiftRight(w.get(there), w.i32(REST_BITS));
    const rest = w.extendUnsigned(w.and(w.get(there), w.i32((1 << REST_BITS) - 1)));
    const standing = w.add(w.i32(this.aside), w.shiftLeft(w.get(many), w.i32(3)));
    const drop = (value: w.I32): w.Statement => w.set(there, value);
    const aside = w.or(
      w.greaterUnsigned(w.get(home), w.get(bucket)),
      w.atLeastUnsigned(w.add(w.get(bucket), w.i32(LAST_BUCKETS)), w.get(oldBuckets)),
    );
    const restored = this.quotient.restored(w.get(home), rest, w.get(oldBuckets), w.get(oldDropped));
    const [next, each, last] = [newLabel('bucket'), newLabel('slot'), newLabel('those aside')];
    const listed = newLabel('those listed');
    body.define([
      w.set(bucket, w.i32(0)),
      w.set(many, w.i32(0)),
      loop(next, [
        w.set(
          at,
          this.addressOf(
            w.add(w.get(bucket), w.subtract(w.getGlobal(this.quotient.places), w.get(oldBuckets))),
          ),
        ),
        w.set(end, w.add(w.get(at), w.i32(BUCKET_BYTES))),
        loop(each, [
          w.set(there, w.load32(w.get(at))),
          when(w.get(there), [
            w.store32(w.get(at), w.i32(0)),
            w.set(there, w.subtract(w.get(there), w.i32(1))),
            w.set(home, w.subtract(w.get(bucket), away)),
            when(w.lessSigned(w.get(home), w.i32(0)), [w.set(home, w.add(w.get(home), w.get(oldBuckets)))]),
            w.set(print, restored),
            when(
              aside,
              [w.store64(standing, w.get(print)), w.set(many, w.add(w.get(many), w.i32(1)))],
              [drop(call(this.putting, w.get(print)))],
            ),
          ]),
          w.set(at, w.add(w.get(at), w.i32(4))),
          when(w.unequal(w.get(at), w.get(end)), [branch(each)]),
        ]),
        w.set(bucket, w.add(w.get(bucket), w.i32(1))),
        when(w.lessUnsigned(w.get(bucket), w.get(oldBuckets)), [branch(next)]),
      ]),
      loop(last, [
        when(w.get(many), [
          w.set(many, w.subtract(w.get(many), w.i32(1))),
          drop(call(this.putting, w.load64(standing))),
          branch(last),
        ]),
      ]),
      // What goes back onto the list goes before what is still to be read.
      w.set(end, w.getGlobal(this.listed)),
      w.setGlobal(this.listed, w.i32(0)),
      w.set(at, w.i32(0)),
      loop(listed, [
        when(w.lessUnsigned(w.get(at), w.get(end)), [
          w.set(print, w.load64(w.shiftLeft(w.get(at), w.i32(3)), this.list)),
          drop(call(this.putting, w.get(print))),
          w.set(at, w.add(w.get(at), w.i32(1))),
          branch(listed),
        ]),
      ]),
    ]);
  }

  open(instance: Instance, arena: Arena): void {
    this.instance = instance;
    this.arena = arena;
    arena.moved = (address) => instance.set('table', address);
  }

  clear(): void {
    this.arena.hang(0);
    const bucketBits = this.firstBucketBits();
    this.bits = bucketBits + REST_BITS;
    Quotient.begin(this.instance, this.bits);
    this.instance.set('count', 0);
    this.instance.set('crowded', 0);
    this.instance.set('listed', 0);
    this.resize(2 ** bucketBits);
  }

  private resize(buckets: number): void {
    const { instance, arena } = this;
    this.size = buckets;
    instance.set('table', arena.hang(buckets * BUCKET_BYTES));
    Quotient.resize(instance, buckets);
    instance.set('limit', Math.floor(buckets * SLOTS * LOAD));
  }

  private get nextSize(): number {
    return Math.ceil((this.size < GENTLE_GROWTH_FROM ? GROWTH : GENTLE_GROWTH) * this.size);
  }

  grow(more: number): void {
    const { instance, arena, size, nextSize } = this;
    const slots = SLOTS * size;
    if (nextSize * BUCKET_BYTES > arena.mostHanging && instance.get('count') + more < slots * LAST_LOAD) {
      instance.set('limit', Math.floor(slots * LAST_LOAD));
      return;
    }
    this.resize(nextSize);
    instance.function('spread')(size, Quotient.droppedFor(size));
  }

  /** A long list is slow to look through: better a larger table, if there can be one. */
  confirm(): void {
    const isLong = this.instance.get('listed') > LISTED / 2;
    if (isLong && this.nextSize * BUCKET_BYTES <= this.arena.mostHanging) this.grow(0);
  }

  get bytes(): number {
    return BUCKET_BYTES * this.size;
  }

  sample(): bigint[] {
    return [];
  }
}
