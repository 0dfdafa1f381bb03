/** Hash compaction: a fingerprint has fewer bits than a state, and states with the same one are taken for one. */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { BUCKET_BYTES, BucketTable } from './buckets.js';
import { mixed } from './intern.js';
import type { LossyStore } from './states.js';

const FIRST_BUCKET_BITS = 18;
const LEAST_BUCKET_BITS = 8;

export class FingerprintStore extends BucketTable implements LossyStore {
  private readonly hashShift: w.Global<'i64'>;

  constructor(scene: Scene) {
    super(scene);
    this.hashShift = scene.module.global('hashShift', 'i64');
    this.defineInsert();
  }

  protected fingerprint(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; value: w.I64 } {
    const { before, hash } = mixed(key, scratch);
    return { before, value: w.shiftRight(hash, w.getGlobal(this.hashShift)) };
  }

  protected firstBucketBits(): number {
    const affordable = Math.floor(Math.log2(Math.max(1, this.arena.mostHanging / 4 / BUCKET_BYTES)));
    return Math.max(LEAST_BUCKET_BITS, Math.min(FIRST_BUCKET_BITS, affordable));
  }

  override clear(): void {
    super.clear();
    this.instance.setLong('hashShift', BigInt(64 - this.bits));
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
