/**
 * What depth-first search does with the successors on top of the pile before it comes back for them one by
 * one: looked at together, the waiting for memory overlaps.
 */
import type { Scene } from '../program/scene.js';
import type { ColouredStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { recentOf } from './recent.js';

/** A function that only looks at where the successors between `start` and `out`, and their colours, begin. */
export function defineTouch(
  scene: Scene,
  store: ColouredStore,
  start: w.Global<'i32'>,
): FunctionBuilder<'none'> {
  return scene.shared('touch', [], 'none', (body) => {
    const { out } = scene.registers;
    const touched = scene.module.global('touched', 'i32');
    const [key, scratch, sum] = [0, 1, 2].map(() => body.local('i64'));
    const [from, slot, colours] = [0, 1, 2].map(() => body.local('i32'));
    const home = store.home(w.get(key), scratch);
    const each = newLabel('each');
    body.define([
      w.set(from, w.getGlobal(start)),
      loop(each, [
        when(w.lessUnsigned(w.get(from), w.getGlobal(out)), [
          w.set(key, w.load64(w.get(from))),
          w.set(from, w.add(w.get(from), w.i32(8))),
          ...home.before,
          w.set(slot, home.slot),
          w.set(sum, w.add(w.get(sum), w.load64(store.addressOf(w.get(slot))))),
          w.set(colours, w.add(w.get(colours), w.load8(w.add(w.getGlobal(store.colours), w.get(slot))))),
          branch(each),
        ]),
      ]),
      w.setGlobal(touched, w.add(w.lowHalf(w.get(sum)), w.get(colours))),
    ]);
  });
}

/**
 * A function that keeps the new ones of the successors between `start` and `out`, in their order, and counts
 * all of them as transitions.
 */
export function defineSift(
  scene: Scene,
  store: ColouredStore,
  start: w.Global<'i32'>,
  transitions: w.Global<'i64'>,
): FunctionBuilder<'none'> {
  return scene.shared('sift', [], 'none', (body) => {
    const { out } = scene.registers;
    const touched = scene.module.global('touched', 'i32');
    const [key, there, scratch, sum] = [0, 1, 2, 3].map(() => body.local('i64'));
    const [from, to, end, slot] = [0, 1, 2, 3].map(() => body.local('i32'));
    const recent = recentOf(scene);
    const home = store.home(w.get(key), scratch);
    const has = store.has(key, slot, there);
    const [touch, each] = [newLabel('touch'), newLabel('each')];
    const next: w.Statement[] = [
      w.set(key, w.load64(w.get(from))),
      w.set(from, w.add(w.get(from), w.i32(8))),
    ];
    const keep: w.Statement[] = [w.store64(w.get(to), w.get(key)), w.set(to, w.add(w.get(to), w.i32(8)))];
    const begin: w.Statement[] = [w.set(from, w.getGlobal(start)), w.set(to, w.getGlobal(start))];
    const many = w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3));
    body.define([
      w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.extendUnsigned(many))),
      ...begin,
      w.set(end, w.getGlobal(out)),
      loop(touch, [
        when(w.lessUnsigned(w.get(from), w.get(end)), [
          ...next,
          branchIf(touch, recent.knows(w.get(key), recent.slotOf(w.get(key)))),
          ...home.before,
          w.set(slot, home.slot),
          w.set(sum, w.add(w.get(sum), w.load64(store.addressOf(w.get(slot))))),
          ...keep,
          branch(touch),
        ]),
      ]),
      w.setGlobal(touched, w.lowHalf(w.get(sum))),
      w.set(end, w.get(to)),
      ...begin,
      loop(each, [
        when(w.lessUnsigned(w.get(from), w.get(end)), [
          ...next,
          ...home.before,
          w.set(slot, home.slot),
          ...has.before,
          branchIf(each, has.found),
          ...keep,
          branch(each),
        ]),
      ]),
      w.setGlobal(out, w.get(to)),
    ]);
  });
}
