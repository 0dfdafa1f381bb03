/** Waiting for one's turn at something that one thread at a time may change. */
import type { Scene } from '../program/scene.js';
import { exchange32, waitWhile32 } from '../wasm/atomic.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, drop, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';

const TRIES = 64;
const NAP = 20_000n;

/** A few tries, then short sleeps. Whoever has had the turn puts 0 at this place of the shared integers. */
export function defineLock(scene: Scene, control: number, offset: number): FunctionBuilder<'none'> {
  return scene.shared(`lock ${offset}`, [], 'none', (body) => {
    const tries = body.local('i32');
    const [again, locked] = [newLabel('try'), newLabel('locked')];
    const here = w.i32(control);
    body.define([
      w.set(tries, w.i32(TRIES)),
      block(locked, [
        loop(again, [
          branchIf(locked, w.isZero(exchange32(here, w.i32(0), w.i32(1), offset))),
          w.set(tries, w.subtract(w.get(tries), w.i32(1))),
          when(w.lessSigned(w.get(tries), w.i32(1)), [drop(waitWhile32(here, w.i32(1), w.i64(NAP), offset))]),
          branch(again),
        ]),
      ]),
    ]);
  });
}
