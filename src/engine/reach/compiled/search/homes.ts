/**
 * What comes before a batch of successors is put into the set of states: those met just before are sorted out,
 * and the homes of the others are touched all at once, so that the waiting for memory overlaps.
 */
import type { Scene } from '../program/scene.js';
import type { StateStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { recentOf } from './recent.js';

export interface Homes {
  touching: w.Statement[];
  /** Goes through those that are worth looking for: `key` is one of them, and `slot` its home. */
  each: (key: w.Local<'i64'>, slot: w.Local<'i32'>, what: readonly w.Statement[]) => w.Statement[];
}

/** The successors lie between the registers `outStart` and `out`; there is room for their homes from `outEnd` on. */
export function homesOf(
  scene: Scene,
  store: Pick<StateStore, 'home' | 'addressOf'>,
  body: FunctionBuilder<'i32'>,
): Homes {
  const { out, outEnd } = scene.registers;
  const [start, touched] = ['outStart', 'touched'].map((name) => scene.module.global(name, 'i32'));
  const [key, scratch, sum] = [body.local('i64'), body.local('i64'), body.local('i64')];
  const [at, from, end, slot, place] = [0, 1, 2, 3, 4].map(() => body.local('i32'));
  const recent = recentOf(scene);
  const home = store.home(w.get(key), scratch);
  const [sift, wait, next] = [newLabel('sift'), newLabel('wait'), newLabel('each successor')];
  const touching: w.Statement[] = [
    w.set(at, w.getGlobal(start)),
    w.set(from, w.getGlobal(start)),
    w.set(place, w.getGlobal(outEnd)),
    w.set(sum, w.i64(0n)),
    loop(sift, [
      when(w.lessUnsigned(w.get(from), w.getGlobal(out)), [
        w.set(key, w.load64(w.get(from))),
        w.set(from, w.add(w.get(from), w.i32(8))),
        w.set(slot, recent.slotOf(w.get(key))),
        branchIf(sift, recent.knows(w.get(key), w.get(slot))),
        recent.note(w.get(key), w.get(slot)),
        ...home.before,
        w.set(slot, home.slot),
        w.store64(w.get(at), w.get(key)),
        w.store32(w.get(place), w.get(slot)),
        w.set(at, w.add(w.get(at), w.i32(8))),
        w.set(place, w.add(w.get(place), w.i32(4))),
        branch(sift),
      ]),
    ]),
    w.set(end, w.get(at)),
    // Nothing but this, so that the processor waits for as many of them at once as it can.
    w.set(from, w.getGlobal(outEnd)),
    loop(wait, [
      when(w.lessUnsigned(w.get(from), w.get(place)), [
        w.set(sum, w.add(w.get(sum), w.load64(store.addressOf(w.load32(w.get(from)))))),
        w.set(from, w.add(w.get(from), w.i32(4))),
        branch(wait),
      ]),
    ]),
    w.setGlobal(touched, w.lowHalf(w.get(sum))),
  ];
  const each: Homes['each'] = (one, its, what) => [
    w.set(at, w.getGlobal(start)),
    w.set(place, w.getGlobal(outEnd)),
    loop(next, [
      when(w.lessUnsigned(w.get(at), w.get(end)), [
        w.set(one, w.load64(w.get(at))),
        w.set(its, w.load32(w.get(place))),
        w.set(at, w.add(w.get(at), w.i32(8))),
        w.set(place, w.add(w.get(place), w.i32(4))),
        ...what,
        branch(next),
      ]),
    ]),
  ];
  return { touching, each };
}
