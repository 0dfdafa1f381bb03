/**
 * Lists of sleeping transitions: sixteen bytes each, the label and the set of movers. Such a transition
 * was explored before; it is left out until one that depends on it is taken.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { BitTable, type Method, siteOf, siteProfiles } from './tables.js';

export const ASLEEP_BYTES = 16;
const LABEL = 0;
const MOVERS = 8;

export class SleepLists {
  /** Is this label on the list from one address to another? */
  readonly has: FunctionBuilder<'i32'>;
  /** Copies to `to` what of a list does not depend on a transition; gives the end of the copy. */
  readonly stillAsleep: FunctionBuilder<'i32'>;
  /** Splits a list: what is on another list stays, the rest goes to `to`; gives the end of what stays. */
  readonly keepListed: FunctionBuilder<'i32'>;
  /** Takes a label off a list; gives its end. */
  readonly without: FunctionBuilder<'i32'>;

  constructor(
    private readonly scene: Scene,
    method: Method,
  ) {
    this.has = this.defineHas();
    this.stillAsleep = this.defineIndependent(method);
    this.keepListed = this.defineKeepListed();
    this.without = this.defineWithout();
  }

  copy(to: w.I32, from: w.I32): w.Statement[] {
    return [w.store64(to, w.load64(from, LABEL), LABEL), w.store64(to, w.load64(from, MOVERS), MOVERS)];
  }

  private each(at: w.Local<'i32'>, start: w.I32, end: w.I32, inside: w.Statement[]): w.Statement[] {
    const [again, done] = [newLabel('asleep'), newLabel('list')];
    return [
      w.set(at, start),
      block(done, [
        loop(again, [
          branchIf(done, w.equal(w.get(at), end)),
          ...inside,
          w.set(at, w.add(w.get(at), w.i32(ASLEEP_BYTES))),
          branch(again),
        ]),
      ]),
    ];
  }

  private defineHas(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('isAsleep', ['i64', 'i32', 'i32'], 'i32');
    const [label, start, end] = [
      body.parameter(0, 'i64'),
      body.parameter(1, 'i32'),
      body.parameter(2, 'i32'),
    ];
    const at = body.local('i32');
    const same = w.equal(w.load64(w.get(at), LABEL), w.get(label));
    body.define(this.each(at, w.get(start), w.get(end), [when(same, [giveBack(w.i32(1))])]), w.i32(0));
    return body;
  }

  private defineIndependent(method: Method): FunctionBuilder<'i32'> {
    const { scene } = this;
    const { all } = method.independence.profiles;
    const lists = siteProfiles(scene, method);
    const table = new BitTable(scene, all.length, all.length, (a, b) =>
      method.independence.commute(all[a], all[b]),
    );
    const listOf = (label: w.I64) => w.load32(w.shiftLeft(siteOf(label), w.i32(2)), lists);

    const apart = scene.module.function('apart', ['i64', 'i64'], 'i32');
    {
      const [a, b] = [apart.parameter(0, 'i64'), apart.parameter(1, 'i64')];
      const [i, j] = [apart.local('i32'), apart.local('i32')];
      const [first, second] = [apart.local('i32'), apart.local('i32')];
      const [outer, inner] = [newLabel('first'), newLabel('second')];
      const lastOf = (list: w.I32) => w.add(list, w.shiftLeft(w.load32(list), w.i32(2)));
      apart.define(
        [
          w.set(first, listOf(w.get(a))),
          w.set(second, listOf(w.get(b))),
          w.set(i, lastOf(w.get(first))),
          loop(outer, [
            w.set(j, lastOf(w.get(second))),
            loop(inner, [
              when(w.isZero(table.test(w.load32(w.get(i)), w.load32(w.get(j)))), [giveBack(w.i32(0))]),
              w.set(j, w.subtract(w.get(j), w.i32(4))),
              branchIf(inner, w.unequal(w.get(j), w.get(second))),
            ]),
            w.set(i, w.subtract(w.get(i), w.i32(4))),
            branchIf(outer, w.unequal(w.get(i), w.get(first))),
          ]),
        ],
        w.i32(1),
      );
    }

    const body = scene.module.function('stillAsleep', ['i32', 'i32', 'i64', 'i64', 'i32'], 'i32');
    const [start, end] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
    const [label, movers] = [body.parameter(2, 'i64'), body.parameter(3, 'i64')];
    const to = body.parameter(4, 'i32');
    const at = body.local('i32');
    body.define(
      this.each(at, w.get(start), w.get(end), [
        when(w.isZero(w.and(w.load64(w.get(at), MOVERS), w.get(movers))), [
          when(call(apart, w.load64(w.get(at), LABEL), w.get(label)), [
            ...this.copy(w.get(to), w.get(at)),
            w.set(to, w.add(w.get(to), w.i32(ASLEEP_BYTES))),
          ]),
        ]),
      ]),
      w.get(to),
    );
    return body;
  }

  private defineKeepListed(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('keepListed', ['i32', 'i32', 'i32', 'i32', 'i32'], 'i32');
    const [start, end, otherStart, otherEnd, to] = [0, 1, 2, 3, 4].map((i) => body.parameter(i, 'i32'));
    const [at, kept] = [body.local('i32'), body.local('i32')];
    const listed = call(this.has, w.load64(w.get(at), LABEL), w.get(otherStart), w.get(otherEnd));
    body.define(
      [
        w.set(kept, w.get(start)),
        ...this.each(at, w.get(start), w.get(end), [
          when(
            listed,
            [...this.copy(w.get(kept), w.get(at)), w.set(kept, w.add(w.get(kept), w.i32(ASLEEP_BYTES)))],
            [...this.copy(w.get(to), w.get(at)), w.set(to, w.add(w.get(to), w.i32(ASLEEP_BYTES)))],
          ),
        ]),
      ],
      w.get(kept),
    );
    return body;
  }

  private defineWithout(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('withoutAsleep', ['i64', 'i32', 'i32'], 'i32');
    const [label, start, end] = [
      body.parameter(0, 'i64'),
      body.parameter(1, 'i32'),
      body.parameter(2, 'i32'),
    ];
    const [at, kept] = [body.local('i32'), body.local('i32')];
    body.define(
      [
        w.set(kept, w.get(start)),
        ...this.each(at, w.get(start), w.get(end), [
          when(w.unequal(w.load64(w.get(at), LABEL), w.get(label)), [
            ...this.copy(w.get(kept), w.get(at)),
            w.set(kept, w.add(w.get(kept), w.i32(ASLEEP_BYTES))),
          ]),
        ]),
      ],
      w.get(kept),
    );
    return body;
  }
}
