/**
 * The numbers of the components, each in one to four bytes: a byte for every four numbers says how many
 * bytes each takes, then the numbers follow. Most components have few values, so most take one byte.
 */
import type { Scene } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import { choose } from '../../wasm/control.js';
import { call, type FunctionBuilder } from '../../wasm/module.js';
import type { Coding } from './coding.js';

const NOWHERE = w.i32(0);

export class CollapseCoding implements Coding {
  readonly most: number;
  readonly fixed = false;
  private readonly tags: number;

  constructor(
    private readonly scene: Scene,
    private readonly values: number,
    private readonly count: number,
  ) {
    this.tags = Math.ceil(count / 4);
    this.most = this.tags + 4 * count;
  }

  encode(to: number): { code: w.Statement[]; length: w.I32 } {
    const body = this.writer(to);
    return { code: [], length: call(body) };
  }

  private writer(to: number): FunctionBuilder<'i32'> {
    return this.scene.shared('write numbers', [], 'i32', (body) => {
      const [at, value, extra, tag] = [0, 1, 2, 3].map(() => body.local('i32'));
      const needed = choose(
        w.lessUnsigned(w.get(value), w.i32(0x10000)),
        w.atLeastUnsigned(w.get(value), w.i32(0x100)),
        w.add(w.i32(2), w.atLeastUnsigned(w.get(value), w.i32(0x1000000))),
      );
      const code: w.Statement[] = [w.set(at, w.i32(this.tags))];
      for (let i = 0; i < this.count; i++) {
        const place = 2 * (i % 4);
        code.push(
          w.set(value, w.load32(NOWHERE, this.values + 4 * i)),
          w.set(extra, needed),
          w.set(tag, place === 0 ? w.get(extra) : w.or(w.get(tag), w.shiftLeft(w.get(extra), w.i32(place)))),
          w.store32(w.get(at), w.get(value), to),
          w.set(at, w.add(w.get(at), w.add(w.get(extra), w.i32(1)))),
        );
        if (place === 6 || i === this.count - 1)
          code.push(w.store8(NOWHERE, w.get(tag), to + Math.floor(i / 4)));
      }
      body.define(code, w.get(at));
    });
  }

  decode(from: w.I32): w.Statement[] {
    const body = this.scene.shared('read numbers', ['i32'], 'none', (inside) => {
      const start = inside.parameter(0, 'i32');
      const [at, tag] = [inside.local('i32'), inside.local('i32')];
      const masks = this.scene.table([0xff, 0xffff, 0xffffff, -1]);
      const code: w.Statement[] = [w.set(at, w.add(w.get(start), w.i32(this.tags)))];
      for (let i = 0; i < this.count; i++) {
        if (i % 4 === 0) code.push(w.set(tag, w.load8(w.get(start), Math.floor(i / 4))));
        const extra = w.and(w.get(tag), w.i32(3));
        const kept = w.and(w.load32(w.get(at)), w.load32(w.shiftLeft(extra, w.i32(2)), masks));
        code.push(
          w.store32(NOWHERE, kept, this.values + 4 * i),
          w.set(at, w.add(w.get(at), w.add(extra, w.i32(1)))),
          w.set(tag, w.shiftRight(w.get(tag), w.i32(2))),
        );
      }
      inside.define(code);
    });
    return [call(body, from)];
  }
}
