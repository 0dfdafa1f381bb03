/**
 * Which successors of a state are taken when cycles matter. A set of processes that nobody can disturb is
 * enough if nobody sees what it does and none of its successors is on the path: then every cycle has a
 * state from which all successors are taken. The inner of two nested searches has to take the same
 * successors as the outer one did, so a state from which all are taken is marked.
 */
import { LABELLED_BYTES } from '../program/labels.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { FULL, ON_PATH } from '../search/colours.js';
import type { ColouredStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { enoughOf } from './enough.js';
import type { Method } from './tables.js';

/**
 * A function of the range of labelled successors, the address of the state's colour, and whether this is
 * the outer search: it leaves the keys of those that are taken, close together, and gives their end.
 */
export function defineSelection(scene: Scene, store: ColouredStore, method: Method): FunctionBuilder<'i32'> {
  const enough = enoughOf(scene, method);
  if (!enough) throw new Error('nothing to select by');
  const body = scene.module.function('select', ['i32', 'i32', 'i32', 'i32'], 'i32');
  const [start, end, colour, outer] = [0, 1, 2, 3].map((i) => body.parameter(i, 'i32'));
  const [at, to] = [body.local('i32'), body.local('i32')];
  const chosen = body.local('i64');
  const saved = scene.module.global('saved', 'i32');
  const each = (inside: w.Statement[]): w.Statement[] => {
    const [again, done] = [newLabel('successor'), newLabel('successors')];
    return [
      w.set(at, w.get(start)),
      block(done, [
        loop(again, [
          branchIf(done, w.equal(w.get(at), w.get(end))),
          ...inside,
          w.set(at, w.add(w.get(at), w.i32(LABELLED_BYTES))),
          branch(again),
        ]),
      ]),
    ];
  };
  const included = enough.includes(w.get(chosen), w.get(at));
  const colourOf = w.load8(store.colourAt(call(store.find, w.load64(w.get(at)))));
  const closes = w.and(colourOf, w.i32(ON_PATH));
  body.define(
    [
      w.set(chosen, w.i64(0n)),
      when(w.isZero(w.and(w.load8(w.get(colour)), w.i32(FULL))), [
        w.set(chosen, enough.among(w.get(start), w.get(end))),
        when(w.get(outer), [
          ...each([when(included, [when(closes, [w.set(chosen, w.i64(0n))])])]),
          when(
            w.isZero(w.get(chosen)),
            [w.store8(w.get(colour), w.or(w.load8(w.get(colour)), w.i32(FULL)))],
            [increase(saved)],
          ),
        ]),
      ]),
      w.set(to, w.get(start)),
      ...each([
        when(w.or(w.isZero(w.get(chosen)), included), [
          w.store64(w.get(to), w.load64(w.get(at))),
          w.set(to, w.add(w.get(to), w.i32(8))),
        ]),
      ]),
    ],
    w.get(to),
  );
  return body;
}
