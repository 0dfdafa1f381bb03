/** Runs of equal bytes, each as its length and the byte. The first is at most 255. */
import type { Scene } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import { block, branch, branchIf, loop, newLabel, when } from '../../wasm/control.js';
import { call } from '../../wasm/module.js';
import type { Coding } from './coding.js';
import { type PlainCoding, reserveBytes } from './plain.js';

const LONGEST = 255;

export class RunLengthCoding implements Coding {
  readonly most: number;
  readonly fixed = false;
  private readonly plain: number;

  constructor(
    private readonly scene: Scene,
    private readonly inner: PlainCoding,
  ) {
    this.plain = reserveBytes(scene, inner.most);
    this.most = 2 * inner.most;
  }

  encode(to: number): { code: w.Statement[]; length: w.I32 } {
    const body = this.scene.shared('write runs', [], 'i32', (inside) => {
      const [at, out, byte, run] = [0, 1, 2, 3].map(() => inside.local('i32'));
      const [next, same, ended] = [newLabel('next run'), newLabel('same byte'), newLabel('ended')];
      const length = w.i32(this.inner.most);
      inside.define(
        [
          w.set(at, w.i32(0)),
          w.set(out, w.i32(0)),
          loop(next, [
            when(w.lessUnsigned(w.get(at), length), [
              w.set(byte, w.load8(w.get(at), this.plain)),
              w.set(run, w.i32(1)),
              block(ended, [
                loop(same, [
                  w.set(at, w.add(w.get(at), w.i32(1))),
                  branchIf(ended, w.atLeastUnsigned(w.get(at), length)),
                  branchIf(ended, w.unequal(w.load8(w.get(at), this.plain), w.get(byte))),
                  branchIf(ended, w.equal(w.get(run), w.i32(LONGEST))),
                  w.set(run, w.add(w.get(run), w.i32(1))),
                  branch(same),
                ]),
              ]),
              w.store8(w.get(out), w.get(run), to),
              w.store8(w.get(out), w.get(byte), to + 1),
              w.set(out, w.add(w.get(out), w.i32(2))),
              branch(next),
            ]),
          ]),
        ],
        w.get(out),
      );
    });
    return { code: this.inner.encode(this.plain).code, length: call(body) };
  }

  decode(from: w.I32): w.Statement[] {
    const body = this.scene.shared('read runs', ['i32'], 'none', (inside) => {
      const start = inside.parameter(0, 'i32');
      const [at, byte, run] = [inside.local('i32'), inside.local('i32'), inside.local('i32')];
      const [next, same] = [newLabel('next run'), newLabel('same byte')];
      inside.define([
        w.set(at, w.i32(0)),
        loop(next, [
          when(w.lessUnsigned(w.get(at), w.i32(this.inner.most)), [
            w.set(run, w.load8(w.get(start))),
            w.set(byte, w.load8(w.get(start), 1)),
            w.set(start, w.add(w.get(start), w.i32(2))),
            loop(same, [
              w.store8(w.get(at), w.get(byte), this.plain),
              w.set(at, w.add(w.get(at), w.i32(1))),
              w.set(run, w.subtract(w.get(run), w.i32(1))),
              branchIf(same, w.get(run)),
            ]),
            branch(next),
          ]),
        ]),
      ]);
    });
    return [call(body, from), ...this.inner.decode(w.i32(this.plain))];
  }
}
