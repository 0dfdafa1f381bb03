/**
 * Sorts out those successors on top of the pile that were seen before, so that depth-first search does not
 * come back for them one by one: looked at together, the waiting for memory overlaps.
 */
import type { Scene } from '../program/scene.js';
import type { ColouredStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, choose, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { INNER, ON_PATH, SEEN } from './colours.js';
import { recentOf } from './recent.js';

/** What else is kept where states have colours. */
export interface Kept {
  /** Those on the path. They will be on it when the search comes back for them, and others will not. */
  onPath: boolean;
  /** While the register `inner` is not 0: what the inner search has not seen. */
  inner: boolean;
}

/**
 * A function that keeps the new ones of the successors between `start` and `out`, in their order, and counts
 * all of them as transitions. Those that are known to be recent must be none that are to be kept.
 */
export function defineSift(
  scene: Scene,
  store: ColouredStore,
  start: w.Global<'i32'>,
  transitions: w.Global<'i64'>,
  kept?: Kept,
): FunctionBuilder<'none'> {
  return scene.shared('sift', [], 'none', (body) => {
    const { out } = scene.registers;
    const touched = scene.module.global('touched', 'i32');
    const inner = w.getGlobal(scene.module.global('inner', 'i32'));
    const [key, there, scratch, sum] = [0, 1, 2, 3].map(() => body.local('i64'));
    const [from, to, end, slot, colour] = [0, 1, 2, 3, 4].map(() => body.local('i32'));
    const recent = recentOf(scene);
    const home = store.home(w.get(key), scratch);
    const has = store.has(key, slot, there);
    const [touch, each] = [newLabel('touch'), newLabel('each')];
    const next: w.Statement[] = [
      w.set(key, w.load64(w.get(from))),
      w.set(from, w.add(w.get(from), w.i32(8))),
    ];
    const goHome: w.Statement[] = [...home.before, w.set(slot, home.slot)];
    const keep: w.Statement[] = [w.store64(w.get(to), w.get(key)), w.set(to, w.add(w.get(to), w.i32(8)))];
    const begin: w.Statement[] = [w.set(from, w.getGlobal(start)), w.set(to, w.getGlobal(start))];
    const many = w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3));
    const isRecent = recent.knows(w.get(key), recent.slotOf(w.get(key)));
    const is = (bits: number, value: number): w.I32 =>
      w.equal(w.and(w.get(colour), w.i32(bits)), w.i32(value));

    const dropByColour = ({ onPath, inner: hasInner }: Kept): w.Statement[] => {
      const outer = branchIf(each, is(onPath ? SEEN | ON_PATH : SEEN, SEEN));
      // Where the outer search was not allowed to go, the inner one does not go.
      const within = branchIf(each, w.or(is(SEEN, 0), is(ON_PATH | INNER, INNER)));
      return [w.set(colour, has.colour), hasInner ? when(inner, [within], [outer]) : outer];
    };
    body.define([
      w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.extendUnsigned(many))),
      ...begin,
      w.set(end, w.getGlobal(out)),
      loop(touch, [
        when(w.lessUnsigned(w.get(from), w.get(end)), [
          ...next,
          branchIf(touch, kept?.inner ? choose(inner, w.i32(0), isRecent) : isRecent),
          ...goHome,
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
          ...goHome,
          ...has.before,
          ...(kept ? dropByColour(kept) : [branchIf(each, has.found)]),
          ...keep,
          branch(each),
        ]),
      ]),
      w.setGlobal(out, w.get(to)),
    ]);
  });
}
