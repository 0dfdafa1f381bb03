/**
 * A fingerprint as a place and a rest that is kept there. There may be any number of places: the upper 32
 * bits of a fingerprint, times the places, are its home and a remainder of 32 bits. Fingerprints of the same
 * home have remainders that are as far apart as there are places at least, so the remainder tells them apart
 * without as many low bits as any number smaller than the places may have.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import type { Instance } from '../wasm/engine.js';

const UPPER_BITS = 32n;
const UPPER_MASK = 0xffffffffn;

export class Quotient {
  readonly places: w.Global<'i32'>;
  /** Bits of a fingerprint below the upper 32, and low bits of remainders that are not kept. */
  private readonly lowBits: w.Global<'i64'>;
  private readonly droppedBits: w.Global<'i64'>;

  constructor({ module }: Scene) {
    this.places = module.global('places', 'i32');
    this.lowBits = module.global('lowBits', 'i64');
    this.droppedBits = module.global('droppedBits', 'i64');
  }

  /** Its upper half is the home, its lower half the remainder. */
  product(print: w.I64): w.I64 {
    const upper = w.shiftRight(print, w.getGlobal(this.lowBits));
    return w.multiply(upper, w.extendUnsigned(w.getGlobal(this.places)));
  }

  home(product: w.I64): w.I32 {
    return w.lowHalf(w.shiftRight(product, w.i64(UPPER_BITS)));
  }

  rest(print: w.I64, product: w.I64): w.I64 {
    const remainder = w.shiftRight(w.and(product, w.i64(UPPER_MASK)), w.getGlobal(this.droppedBits));
    return w.or(w.shiftLeft(remainder, w.getGlobal(this.lowBits)), this.lowOf(print));
  }

  /** The fingerprint of a home and a rest when there were so many places, which must be positive. */
  restored(home: w.I32, rest: w.I64, places: w.I32, dropped: w.I64): w.I64 {
    const known = w.or(
      w.shiftLeft(w.extendUnsigned(home), w.i64(UPPER_BITS)),
      w.shiftLeft(w.shiftRight(rest, w.getGlobal(this.lowBits)), dropped),
    );
    // Only one multiple of the places differs from this in nothing but the bits that were dropped.
    const many = w.extendUnsigned(places);
    const upper = w.divideSigned(w.add(known, w.subtract(many, w.i64(1n))), many);
    return w.or(w.shiftLeft(upper, w.getGlobal(this.lowBits)), this.lowOf(rest));
  }

  private lowOf(value: w.I64): w.I64 {
    return w.and(value, w.subtract(w.shiftLeft(w.i64(1n), w.getGlobal(this.lowBits)), w.i64(1n)));
  }

  /** For fingerprints of so many bits, at least 32. */
  static begin(instance: Instance, bits: number): void {
    instance.setLong('lowBits', BigInt(bits) - UPPER_BITS);
  }

  static resize(instance: Instance, places: number): void {
    instance.set('places', places);
    instance.setLong('droppedBits', Quotient.droppedFor(places));
  }

  /** Two to this power is at most the number of places. */
  static droppedFor(places: number): bigint {
    return BigInt(31 - Math.clz32(places));
  }
}
