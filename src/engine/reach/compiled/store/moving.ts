/**
 * Code that moves the keys of a table that has grown downwards to where they belong: the old table is the end
 * of the new one. Keys that had gone round from its end to its start stand aside meanwhile.
 */
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import type { VisitedStore } from './visited.js';

/** A key with its colour, while it stands aside. */
export const ASIDE_BYTES = 8;
/** Memory is given by the machine in pieces of so many bytes, mostly. */
const MACHINE_PAGE = 4096;

/** `setAside`, `spread` and `putBack`, to be called in this order; gives the second. */
export function defineMoving(scene: Scene, store: VisitedStore): FunctionBuilder<'none'> {
  defineSetAside(scene, store);
  definePutBack(scene, store);
  return defineSpread(scene, store);
}

/**
 * The keys that had to go round from the end of the table to its start, moved out of it to an address
 * where there is one; gives how many.
 */
function defineSetAside(scene: Scene, store: VisitedStore): void {
  const body = scene.module.function('setAside', ['i32'], 'i32', true);
  const to = body.parameter(0, 'i32');
  const [slot, many] = [body.local('i32'), body.local('i32')];
  const [word, scratch] = [body.local('i64'), body.local('i64')];
  const home = store.home(store.keyIn(w.get(word)), scratch);
  const next = newLabel('next');
  const target = w.add(w.get(to), w.multiply(w.get(many), w.i32(ASIDE_BYTES)));
  body.define(
    [
      w.set(slot, w.i32(0)),
      w.set(many, w.i32(0)),
      loop(next, [
        w.set(word, w.load64(store.addressOf(w.get(slot)))),
        when(w.unequal(w.get(word), w.i64(0n)), [
          ...home.before,
          when(w.greaterUnsigned(home.slot, w.get(slot)), [
            when(w.get(to), [
              w.store64(target, w.get(word)),
              w.store64(store.addressOf(w.get(slot)), w.i64(0n)),
            ]),
            w.set(many, w.add(w.get(many), w.i32(1))),
          ]),
          w.set(slot, w.add(w.get(slot), w.i32(1))),
          branch(next),
        ]),
      ]),
    ],
    w.get(many),
  );
}

/** Puts a key with its colour where it belongs. */
function placing(store: VisitedStore, word: w.Local<'i64'>, body: FunctionBuilder<'none'>): w.Statement[] {
  const [slot, scratch] = [body.local('i32'), body.local('i64')];
  const [key, there] = [body.local('i64'), body.local('i64')];
  const home = store.home(w.get(key), scratch);
  return [
    w.set(key, store.keyIn(w.get(word))),
    ...home.before,
    w.set(slot, home.slot),
    store.probe(key, slot, there),
    w.store64(store.addressOf(w.get(slot)), w.get(word)),
  ];
}

/**
 * Moves the keys in a range of the old slots. They are taken in order, and none goes behind where it was: its
 * home is not behind that, and the slot it was in is free.
 */
function defineSpread(scene: Scene, store: VisitedStore): FunctionBuilder<'none'> {
  const body = scene.module.function('spread', ['i32', 'i32', 'i32'], 'none', true);
  const [at, to, oldSlots] = [0, 1, 2].map((i) => body.parameter(i, 'i32'));
  const word = body.local('i64');
  const shift = w.subtract(w.getGlobal(store.slots), w.get(oldSlots));
  const old = store.addressOf(w.add(w.get(at), shift));
  const next = newLabel('next');
  body.define([
    ...touching(store, at, to, oldSlots, body),
    loop(next, [
      when(w.lessUnsigned(w.get(at), w.get(to)), [
        w.set(word, w.load64(old)),
        when(w.unequal(w.get(word), w.i64(0n)), [w.store64(old, w.i64(0n)), ...placing(store, word, body)]),
        w.set(at, w.add(w.get(at), w.i32(1))),
        branch(next),
      ]),
    ]),
  ]);
  return body;
}

/**
 * Writes into every page of memory that is new in the table and will have keys of this range of old slots. A page
 * that is read first and written later costs the machine much more, above all where several threads use it.
 */
function touching(
  store: VisitedStore,
  from: w.Local<'i32'>,
  to: w.Local<'i32'>,
  oldSlots: w.Local<'i32'>,
  body: FunctionBuilder<'none'>,
): w.Statement[] {
  const [at, end] = [body.local('i32'), body.local('i32')];
  const next = newLabel('page');
  const [slots, before] = [w.getGlobal(store.slots), w.get(oldSlots)];
  const fresh = w.subtract(slots, before);
  const placeOf = (slot: w.Local<'i32'>): w.I32 => {
    const scaled = w.multiply(w.extendUnsigned(w.get(slot)), w.extendUnsigned(slots));
    return w.lowHalf(w.divideSigned(scaled, w.extendUnsigned(before)));
  };
  return [
    w.set(at, placeOf(from)),
    w.set(end, placeOf(to)),
    when(w.greaterUnsigned(w.get(end), fresh), [w.set(end, fresh)]),
    loop(next, [
      when(w.lessUnsigned(w.get(at), w.get(end)), [
        w.store64(store.addressOf(w.get(at)), w.i64(0n)),
        w.set(at, w.add(w.get(at), w.i32(MACHINE_PAGE / 8))),
        branch(next),
      ]),
    ]),
  ];
}

/** The keys that stand aside come back into the table. */
function definePutBack(scene: Scene, store: VisitedStore): void {
  const body = scene.module.function('putBack', ['i32', 'i32'], 'none', true);
  const [aside, many] = [0, 1].map((i) => body.parameter(i, 'i32'));
  const word = body.local('i64');
  const next = newLabel('next');
  body.define([
    loop(next, [
      when(w.get(many), [
        w.set(word, w.load64(w.get(aside))),
        ...placing(store, word, body),
        w.set(aside, w.add(w.get(aside), w.i32(ASIDE_BYTES))),
        w.set(many, w.subtract(w.get(many), w.i32(1))),
        branch(next),
      ]),
    ]),
  ]);
}
