/** Answers of the surroundings, remembered: a small table where a newer answer takes the place of an older one. */
import * as w from '../wasm/code.js';
import { after, giveBack, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import type { Scene } from './scene.js';

const SLOTS = 1 << 12;
const SLOT_BYTES = 16;

/** From two integers, the first of them not 0, to what `consult` says of them. */
export function memo(scene: Scene): FunctionBuilder<'i32'> {
  return scene.shared('memo', ['i32', 'i32'], 'i32', (body) => {
    const table = scene.reserve(SLOTS * SLOT_BYTES);
    const [a, b] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
    const [key, slot, answer] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const mixed = w.shiftRight(w.multiply(w.get(key), w.i64(0x9e3779b97f4a7c15n)), w.i64(52n));
    body.define(
      [
        w.set(key, w.or(w.shiftLeft(w.extendUnsigned(w.get(a)), w.i64(32n)), w.extendUnsigned(w.get(b)))),
        w.set(slot, w.multiply(w.lowHalf(mixed), w.i32(SLOT_BYTES))),
        when(w.equal(w.load64(w.get(slot), table), w.get(key)), [giveBack(w.load32(w.get(slot), table + 8))]),
        w.set(answer, call(scene.consult, w.get(a), w.get(b))),
        w.store64(w.get(slot), w.get(key), table),
        w.store32(w.get(slot), w.get(answer), table + 8),
      ],
      after([], w.get(answer)),
    );
  });
}
