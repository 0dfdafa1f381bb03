/**
 * Atomic sequences. A transition into the middle of one leads to a state where its process goes on alone.
 * Such a state is not handed to the search: it is put on a list, once for each expansion, and expanded in
 * its turn until the process leaves the sequence or blocks. Where it blocks nobody is alone any more.
 *
 * Where the search has to see every state (`stored`), or where the observer accepts, which matters for
 * cycles, the state goes to the search itself, provided that its process can go on.
 */
import { inMemory, keyAfter } from '../packing/renewal.js';
import { surveyNow } from '../packing/survey.js';
import { mixed } from '../store/intern.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { memo } from './memo.js';
import { ACCEPTING, askNature } from './observation.js';
import { Obstacle } from './registers.js';
import type { Scene } from './scene.js';

/** The list has a key, how often it was reached, and the label and movers of the transition it began with. */
export const LISTED_BYTES = 32;
const LISTED_LABEL = 16;
const LISTED_MOVERS = 24;
/** An entry of the table that finds keys on the list: key, in which expansion it was put there, and where. */
export const ENTRY_BYTES = 24;

export const exclusiveOf = (scene: Scene): w.I32 =>
  w.load32(w.i32(0), scene.work + 4 * scene.layout.exclusive);

/** The state just expanded is not followed by states inside an atomic sequence. */
export const nothingInside = ({ atomic, registers }: Scene): w.I32 =>
  atomic ? w.equal(w.getGlobal(registers.insideEnd), w.getGlobal(registers.inside)) : w.i32(1);

/** Puts a key on the list unless it is there. */
export function entering(scene: Scene): FunctionBuilder<'none'> {
  return scene.shared('enter', ['i64'], 'none', (body) => {
    const key = body.parameter(0, 'i64');
    const { quiet, stamp, inside, insideEnd, insideTable, insideMask, obstacle } = scene.registers;
    const [scratch, slot, entry] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const listed = body.local('i32');
    const { before, hash } = mixed(w.get(key), scratch);
    const again = newLabel('probe');
    const sameMovers = scene.labels
      ? w.equal(w.load64(w.get(listed), LISTED_MOVERS), w.getGlobal(scene.labels.movers))
      : w.i32(1);
    const full = w.greaterUnsigned(
      w.subtract(w.getGlobal(insideEnd), w.getGlobal(inside)),
      // The table is to be half full at most.
      w.multiply(w.getGlobal(insideMask), w.i32(LISTED_BYTES / 2)),
    );
    body.define([
      ...(scene.probes ? [when(w.getGlobal(quiet), [giveBack()])] : []),
      ...before,
      w.set(slot, w.lowHalf(w.shiftRight(hash, w.i64(32n)))),
      loop(again, [
        w.set(slot, w.and(w.get(slot), w.getGlobal(insideMask))),
        w.set(entry, w.add(w.getGlobal(insideTable), w.multiply(w.get(slot), w.i32(ENTRY_BYTES)))),
        when(w.equal(w.load64(w.get(entry), 8), w.getGlobal(stamp)), [
          w.set(listed, w.load32(w.get(entry), 16)),
          when(w.and(w.equal(w.load64(w.get(entry)), w.get(key)), sameMovers), [
            w.store32(w.get(listed), w.add(w.load32(w.get(listed), 8), w.i32(1)), 8),
            giveBack(),
          ]),
          w.set(slot, w.add(w.get(slot), w.i32(1))),
          branch(again),
        ]),
      ]),
      when(full, [w.setGlobal(obstacle, w.i32(Obstacle.inside)), giveBack()]),
      w.store64(w.get(entry), w.get(key)),
      w.store64(w.get(entry), w.getGlobal(stamp), 8),
      w.store32(w.get(entry), w.getGlobal(insideEnd), 16),
      w.store64(w.getGlobal(insideEnd), w.get(key)),
      w.store32(w.getGlobal(insideEnd), w.i32(1), 8),
      ...(scene.labels?.store(w.getGlobal(insideEnd), LISTED_LABEL, LISTED_MOVERS) ?? []),
      w.setGlobal(insideEnd, w.add(w.getGlobal(insideEnd), w.i32(LISTED_BYTES))),
    ]);
  });
}

export interface Within {
  unpack: FunctionBuilder<'none'>;
  /** Reads the letter of the state in memory. */
  read: w.Statement[];
  /** Expands the process of this number alone. */
  one: FunctionBuilder<'none'>;
  append: FunctionBuilder<'none'>;
  /** What makes a state a violation in itself. */
  wrong?: w.I32;
}

/** Forgets the list of the expansion before. */
export const beginInside = (scene: Scene): w.Statement[] => {
  const { stamp, inside, insideEnd } = scene.registers;
  return [
    w.setGlobal(stamp, w.add(w.getGlobal(stamp), w.i64(1n))),
    w.setGlobal(insideEnd, w.getGlobal(inside)),
  ];
};

/** Goes through the list, which grows on the way; then the state of `key` is in memory again. */
export function goThrough(scene: Scene, within: Within): FunctionBuilder<'none'> {
  return scene.shared('goThrough', ['i64'], 'none', (body) => {
    const { moves, faults, assertions, lost, quiet, inside, insideEnd, obstacle, wrongInside } =
      scene.registers;
    const original = body.parameter(0, 'i64');
    const [at, before, stores] = [body.local('i32'), body.local('i32'), body.local('i32')];
    const counters = [faults, assertions, lost].map((register) => ({ register, kept: body.local('i32') }));
    const cleared = new Set([scene.layout.exclusive]);
    scene.putBack.add(scene.layout.exclusive);
    const next = newLabel('next inside');
    const freed = body.local('i64');
    const itself = w.load64(w.get(at));
    const judged = within.wrong
      ? [when(w.getGlobal(moves), [w.setGlobal(wrongInside, w.or(w.getGlobal(wrongInside), within.wrong))])]
      : [];
    // Reached in several ways, it is a successor several times.
    const [again, times] = [newLabel('each time'), body.local('i32')];
    const begin: w.Statement[] = scene.probes
      ? [
          w.set(stores, storesInside(scene)),
          w.setGlobal(quiet, w.get(stores)),
          ...counters.map(({ register, kept }) => w.set(kept, w.getGlobal(register))),
        ]
      : [];
    const end: w.Statement[] = scene.probes
      ? [
          w.setGlobal(quiet, w.i32(0)),
          when(w.get(stores), [
            ...counters.map(({ register, kept }) => w.setGlobal(register, w.get(kept))),
            when(w.getGlobal(moves), [call(within.append, itself)]),
          ]),
        ]
      : [];
    body.define([
      w.set(before, w.getGlobal(moves)),
      w.set(at, w.getGlobal(inside)),
      loop(next, [
        // A key made after an obstacle may mean nothing.
        when(w.and(w.lessUnsigned(w.get(at), w.getGlobal(insideEnd)), w.isZero(w.getGlobal(obstacle))), [
          call(within.unpack, itself),
          ...(scene.labels?.recall(w.get(at), LISTED_LABEL, LISTED_MOVERS) ?? []),
          ...surveyNow(scene),
          ...within.read,
          w.setGlobal(moves, w.i32(0)),
          ...begin,
          call(within.one, w.subtract(exclusiveOf(scene), w.i32(1))),
          ...judged,
          ...end,
          when(w.isZero(w.getGlobal(moves)), [
            w.store32(w.i32(0), w.i32(0), scene.work + 4 * scene.layout.exclusive),
            w.set(times, w.load32(w.get(at), 8)),
            w.set(freed, keyAfter(scene, inMemory(scene, cleared), body)),
            loop(again, [
              call(within.append, w.get(freed)),
              w.set(times, w.subtract(w.get(times), w.i32(1))),
              branchIf(again, w.get(times)),
            ]),
            w.store32(
              w.i32(0),
              w.load32(w.i32(0), scene.base + 4 * scene.layout.exclusive),
              scene.work + 4 * scene.layout.exclusive,
            ),
          ]),
          w.set(at, w.add(w.get(at), w.i32(LISTED_BYTES))),
          branch(next),
        ]),
      ]),
      w.setGlobal(moves, w.get(before)),
      ...(scene.labels?.endInside() ?? []),
      call(within.unpack, w.get(original)),
    ]);
  });
}

/** Is the state in memory, inside an atomic sequence, to be handed to the search? */
function storesInside(scene: Scene): w.I32 {
  if (scene.atomicStates === 'stored') return w.i32(1);
  const observed = w.load32(w.i32(0), scene.work + 4 * scene.observed);
  const nature = call(memo(scene), w.or(observed, w.i32(askNature)), w.i32(0));
  return w.and(w.shiftRight(nature, w.i32(Math.log2(ACCEPTING))), w.i32(1));
}
