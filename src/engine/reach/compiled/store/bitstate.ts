/**
 * Bit-state hashing: a state is three bits, all within one block of 512 so that looking is one access to
 * memory. A state whose bits are all set already is taken for one that was seen.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { giveBack, when } from '../wasm/control.js';
import type { Instance } from '../wasm/engine.js';
import type { FunctionBuilder } from '../wasm/module.js';
import type { Arena } from './arena.js';
import { mixed } from './intern.js';
import { LEAST_BITS } from './settings.js';
import type { LossyStore } from './states.js';

const BLOCK_BITS = 9;
const HASHES = 3;
const DEFAULT_BITS = 30;

export class BitStore implements LossyStore {
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  readonly insert: FunctionBuilder<'i32'>;
  private readonly table: w.Global<'i32'>;
  private readonly blockShift: w.Global<'i64'>;
  private instance!: Instance;
  private arena!: Arena;
  private bits = 0;

  constructor(
    private readonly scene: Scene,
    private readonly wanted: number | undefined,
  ) {
    const { module } = scene;
    this.table = module.global('table', 'i32');
    this.count = module.global('count', 'i32');
    this.limit = module.global('limit', 'i32');
    this.blockShift = module.global('blockShift', 'i64');
    this.insert = this.defineInsert();
  }

  home(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; slot: w.I32 } {
    const { before, hash } = mixed(key, scratch);
    return { before, slot: w.lowHalf(w.shiftRight(hash, w.getGlobal(this.blockShift))) };
  }

  addressOf(slot: w.I32): w.I32 {
    return w.add(w.getGlobal(this.table), w.shiftLeft(slot, w.i32(BLOCK_BITS - 3)));
  }

  add(
    key: w.Local<'i64'>,
    slot: w.Local<'i32'>,
    hash: w.Local<'i64'>,
    then: readonly w.Statement[],
  ): w.Statement {
    const { before, hash: value } = mixed(w.get(key), hash);
    const numberOf = (i: number): w.I64 =>
      w.and(w.shiftRight(w.get(hash), w.i64(BigInt(i * BLOCK_BITS))), w.i64((1n << BigInt(BLOCK_BITS)) - 1n));
    /** The word of 64 bits, and the bit in it. */
    const address = (i: number): w.I32 =>
      w.add(w.get(slot), w.shiftLeft(w.lowHalf(w.shiftRight(numberOf(i), w.i64(6n))), w.i32(3)));
    const bit = (i: number): w.I64 => w.shiftLeft(w.i64(1n), numberOf(i));
    const isMissing = (i: number): w.I32 => w.isZero(w.and(w.load64(address(i)), bit(i)));
    const all = Array.from({ length: HASHES }, (_, i) => i);
    return when(w.i32(1), [
      ...before,
      w.set(hash, value),
      w.set(slot, this.addressOf(w.get(slot))),
      when(
        all.map(isMissing).reduce((a, b) => w.or(a, b)),
        [
          ...all.map((i) => w.store64(address(i), w.or(w.load64(address(i)), bit(i)))),
          w.setGlobal(this.count, w.add(w.getGlobal(this.count), w.i32(1))),
          ...then,
        ],
      ),
    ]);
  }

  private defineInsert(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('insert', ['i64'], 'i32', true);
    const key = body.parameter(0, 'i64');
    const [scratch, slot] = [body.local('i64'), body.local('i32')];
    const home = this.home(w.get(key), scratch);
    body.define(
      [...home.before, w.set(slot, home.slot), this.add(key, slot, scratch, [giveBack(w.i32(1))])],
      w.i32(0),
    );
    return body;
  }

  open(instance: Instance, arena: Arena): void {
    this.instance = instance;
    this.arena = arena;
    arena.moved = (address) => instance.set('table', address);
  }

  clear(): void {
    const { instance, arena, wanted } = this;
    arena.hang(0);
    const affordable = Math.floor(Math.log2(Math.max(1, (arena.mostHanging / 2) * 8)));
    this.bits = wanted ?? Math.max(LEAST_BITS, Math.min(DEFAULT_BITS, affordable));
    instance.set('table', arena.hang(2 ** (this.bits - 3)));
    instance.setLong('blockShift', BigInt(64 - (this.bits - BLOCK_BITS)));
    instance.set('limit', -1);
    instance.set('count', 0);
  }

  /** More bits would mean to begin again. */
  grow(): void {}

  get bytes(): number {
    return 2 ** (this.bits - 3);
  }

  sample(): bigint[] {
    return [];
  }

  get loss(): string {
    const states = this.instance.get('count');
    const omitted = expectedOmissions(states, 2 ** (this.bits - BLOCK_BITS));
    const coverage = (100 * states) / (states + omitted);
    const shown = coverage > 99.9995 ? 'more than 99.999' : `about ${coverage.toFixed(3)}`;
    return `${shown} % of the states were looked at (${HASHES} of 2^${this.bits} bits for each)`;
  }
}

/**
 * Expected number of new states whose bits were set already. With n states spread over the blocks, a
 * block has a Poisson number of them with mean n / blocks; a bit of it is clear after k states with
 * probability (1 - 1/512)^3k; all three bits are set with the cube of the rest, averaged over k.
 */
function expectedOmissions(states: number, blocks: number): number {
  const clear = (1 - 2 ** -BLOCK_BITS) ** HASHES;
  const steps = 256;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const mean = (states * (i + 0.5)) / steps / blocks;
    const power = (k: number) => Math.exp(mean * (clear ** k - 1));
    sum += 1 - 3 * power(1) + 3 * power(2) - power(3);
  }
  return Math.max(0, (sum / steps) * states);
}
