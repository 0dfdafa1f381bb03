/**
 * Going through the successors of a state in an order that tries first what may be enough: the
 * transitions of a process that concern nobody else, or those of a set of processes that nobody outside
 * can disturb. They are enough if one of them leads to a state that is still to be dealt with; what that
 * means is up to the search.
 */
import { LABEL, LABELLED_BYTES, MOVERS } from '../program/labels.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { choose } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { definePersistent } from './persistent.js';
import { LOCAL, type Method, siteBits } from './tables.js';

export const labelAt = (at: w.I32): w.I64 => w.load64(at, LABEL);
export const moversAt = (at: w.I32): w.I64 => w.load64(at, MOVERS);
export const STRIDE = LABELLED_BYTES;

export interface Enough {
  /** Among the successors in a range: the processes that may be enough; 0: no such set. */
  among(start: w.I32, end: w.I32): w.I64;
  /** Is this successor one of those that may be enough? */
  includes(chosen: w.I64, at: w.I32): w.I32;
  /** Successors of one process are enough without those of the next. */
  byProcess: boolean;
}

export function enoughOf(scene: Scene, method: Method): Enough | undefined {
  const bits = siteBits(scene, method);
  if (method.enough === 'local')
    return {
      among: () => w.i64(-1n),
      includes: (_, at) => w.and(bits(labelAt(at)), w.i32(LOCAL)),
      byProcess: true,
    };
  if (method.enough === 'persistent') {
    const persistent = definePersistent(scene, method);
    return {
      among: (start, end) => call(persistent, start, end),
      includes: (chosen, at) =>
        choose(w.isZero(chosen), w.i32(0), w.isZero(w.and(moversAt(at), w.xor(chosen, w.i64(-1n))))),
      byProcess: false,
    };
  }
  return undefined;
}
