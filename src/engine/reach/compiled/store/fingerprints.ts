/**
 * Hash compaction: of each state only a fingerprint is kept, four bytes of it in a slot and the rest in
 * where the slot is. Buckets have 16 slots; a slot holds how many buckets it is away from home, the rest
 * of the fingerprint, and 1 more, so that 0 is a free slot. Two states with the same fingerprint are taken
 * for one. When the table doubles, one bit of each fingerprint moves from the slot into the place.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import type { Instance } from '../wasm/engine.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import type { Arena } from './arena.js';
import { mixed } from './intern.js';
import type { LossyStore } from './states.js';

const LOAD = 0.8;
/** Where memory allows no larger table. */
const LAST_LOAD = 0.92;
const BUCKET_BYTES = 64;
const SLOTS = 16;
const REST_BITS = 28;
const FARTHEST = 14;
const FIRST_BUCKETS_BITS = 18;
const LEAST_BUCKETS_BITS = 8;
/** Buckets at the end whose states stand aside while the table grows: more than a state can be from home. */
const LAST_BUCKETS = 32;

export class FingerprintStore implements LossyStore {
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  readonly insert: FunctionBuilder<'i32'>;
  private readonly table: w.Global<'i32'>;
  private readonly buckets: w.Global<'i32'>;
  /** States that found no place within reach of their home: they are left out. */
  private readonly crowded: w.Global<'i32'>;
  private readonly hashShift: w.Global<'i64'>;
  private readonly restBits: w.Global<'i64'>;
  private readonly putting: FunctionBuilder<'i32'>;
  private readonly aside: number;
  private instance!: Instance;
  private arena!: Arena;
  private bucketBits = 0;
  private bits = 0;

  constructor(private readonly scene: Scene) {
    const { module } = scene;
    this.table = module.global('table', 'i32');
    this.buckets = module.global('buckets', 'i32');
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.crowded = module.global('crowded', 'i32');
    this.hashShift = module.global('hashShift', 'i64');
    this.restBits = module.global('restBits', 'i64');
    this.aside = scene.reserve((LAST_BUCKETS + FARTHEST) * SLOTS * 8);
    this.putting = this.definePut();
    this.insert = this.defineInsert();
    this.defineSpread();
  }

  private fingerprint(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; value: w.I64 } {
    const { before, hash } = mixed(key, scratch);
    return { before, value: w.shiftRight(hash, w.getGlobal(this.hashShift)) };
  }

  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    const { before, value } = this.fingerprint(key, scratch);
    return { before, slot: w.lowHalf(w.shiftRight(value, w.getGlobal(this.restBits))) };
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

  private defineInsert(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('insert', ['i64'], 'i32', true);
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
    return body;
  }

  /** 1 if a fingerprint is new; it is then in the table. */
  private definePut(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('putFingerprint', ['i64'], 'i32');
    const print = body.parameter(0, 'i64');
    const [bucket, value, address, end, there] = [0, 1, 2, 3, 4].map(() => body.local('i32'));
    const away = body.local('i32');
    const restMask = w.subtract(w.shiftLeft(w.i64(1n), w.getGlobal(this.restBits)), w.i64(1n));
    const [further, each] = [newLabel('bucket'), newLabel('slot')];
    body.define(
      [
        w.set(bucket, w.lowHalf(w.shiftRight(w.get(print), w.getGlobal(this.restBits)))),
        w.set(value, w.add(w.lowHalf(w.and(w.get(print), restMask)), w.i32(1))),
        w.set(away, w.i32(0)),
        loop(further, [
          w.set(address, this.addressOf(w.get(bucket))),
          w.set(end, w.add(w.get(address), w.i32(BUCKET_BYTES))),
          loop(each, [
            w.set(there, w.load32(w.get(address))),
            when(w.equal(w.get(there), w.get(value)), [giveBack(w.i32(0))]),
            when(w.isZero(w.get(there)), [w.store32(w.get(address), w.get(value)), giveBack(w.i32(1))]),
            w.set(address, w.add(w.get(address), w.i32(4))),
            when(w.unequal(w.get(address), w.get(end)), [branch(each)]),
          ]),
          w.set(away, w.add(w.get(away), w.i32(1))),
          when(w.atMostSigned(w.get(away), w.i32(FARTHEST)), [
            w.set(value, w.add(w.get(value), w.i32(1 << REST_BITS))),
            w.set(
              bucket,
              w.and(w.add(w.get(bucket), w.i32(1)), w.subtract(w.getGlobal(this.buckets), w.i32(1))),
            ),
            branch(further),
          ]),
        ]),
        w.setGlobal(this.crowded, w.add(w.getGlobal(this.crowded), w.i32(1))),
      ],
      w.i32(0),
    );
    return body;
  }

  /**
   * After the table has doubled downwards: the fingerprints of the old one, which is the new one's second
   * half, go to where they belong, bucket after bucket. That is never behind where they were, except near
   * the end and for those that had gone round it: these stand aside meanwhile.
   */
  private defineSpread(): void {
    const body = this.scene.module.function('spread', ['i32', 'i64'], 'none', true);
    const [oldBuckets, oldRestBits] = [body.parameter(0, 'i32'), body.parameter(1, 'i64')];
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
    const [next, each, last] = [newLabel('bucket'), newLabel('slot'), newLabel('those aside')];
    body.define([
      w.set(bucket, w.i32(0)),
      w.set(many, w.i32(0)),
      loop(next, [
        w.set(at, this.addressOf(w.add(w.get(bucket), w.get(oldBuckets)))),
        w.set(end, w.add(w.get(at), w.i32(BUCKET_BYTES))),
        loop(each, [
          w.set(there, w.load32(w.get(at))),
          when(w.get(there), [
            w.store32(w.get(at), w.i32(0)),
            w.set(there, w.subtract(w.get(there), w.i32(1))),
            w.set(home, w.and(w.subtract(w.get(bucket), away), w.subtract(w.get(oldBuckets), w.i32(1)))),
            w.set(print, w.or(w.shiftLeft(w.extendUnsigned(w.get(home)), w.get(oldRestBits)), rest)),
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
    ]);
  }

  open(instance: Instance, arena: Arena): void {
    this.instance = instance;
    this.arena = arena;
    arena.moved = (address) => instance.set('table', address);
  }

  clear(): void {
    const { instance, arena } = this;
    arena.hang(0);
    const affordable = Math.floor(Math.log2(arena.mostHanging / 4 / BUCKET_BYTES));
    this.bucketBits = Math.max(LEAST_BUCKETS_BITS, Math.min(FIRST_BUCKETS_BITS, affordable));
    this.bits = this.bucketBits + REST_BITS;
    instance.setLong('hashShift', BigInt(64 - this.bits));
    instance.set('count', 0);
    instance.set('crowded', 0);
    this.resize();
  }

  private resize(): void {
    const { instance, arena, bucketBits, bits } = this;
    const buckets = 2 ** bucketBits;
    instance.set('table', arena.hang(buckets * BUCKET_BYTES));
    instance.set('buckets', buckets);
    instance.setLong('restBits', BigInt(bits - bucketBits));
    instance.set('limit', Math.floor(buckets * SLOTS * LOAD));
  }

  grow(more: number): void {
    const { instance, arena } = this;
    const slots = SLOTS * 2 ** this.bucketBits;
    if (2 * slots * 4 > arena.mostHanging && instance.get('count') + more < slots * LAST_LOAD) {
      instance.set('limit', Math.floor(slots * LAST_LOAD));
      return;
    }
    const oldRestBits = BigInt(this.bits - this.bucketBits);
    this.bucketBits++;
    this.resize();
    instance.function('spread')(2 ** (this.bucketBits - 1), oldRestBits);
  }

  get bytes(): number {
    return BUCKET_BYTES * 2 ** this.bucketBits;
  }

  sample(): bigint[] {
    return [];
  }

  /** Any two of n states have the same fingerprint with one chance in 2 to the bits of it. */
  get loss(): string {
    const { instance, bits } = this;
    const states = instance.get('count');
    const expected = states ** 2 / 2 ** (bits + 1) + instance.get('crowded');
    const probability = -Math.expm1(-expected);
    return `the probability that a state was left out is about ${probability.toPrecision(2)} (fingerprints of ${bits} bits)`;
  }
}
