/**
 * Breadth-first search that leaves out interleavings. What is tried first is enough if one of its
 * successors is new, or waits in the queue behind this state: that one is expanded later, and what was
 * left out here is there as well.
 *
 * As in the full search several states are expanded, then the homes of all successors are touched, then
 * they are put into the table, state after state; no batch goes beyond the end of a level. The registers
 * are those of the full search, so the same driver serves both.
 */
import type { Ask } from '../../../../property/question.js';
import type { Expansion } from '../program/expansion.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { Status } from '../search/breadth.js';
import { judge } from '../search/checks.js';
import type { StateStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { awaitedOf } from './awaited.js';
import { enoughOf, moversAt, STRIDE } from './enough.js';
import type { Method } from './tables.js';

/** States and bytes of successors that are dealt with at once. */
const BATCH_STATES = 64;
const BATCH_BYTES = 192 * STRIDE;
/** Of each state of a batch: what may be enough, and where its successors end. */
const RECORD_BYTES = 16;
const END = 8;

export function defineReducedBreadth(
  scene: Scene,
  { expand }: Expansion,
  store: StateStore,
  asks: readonly Ask[],
  method: Method,
): void {
  const { module, registers } = scene;
  const { out, outEnd, faults, assertions, obstacle } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [queue, parents, mask, head, tail, keep] = ['queue', 'parents', 'mask', 'head', 'tail', 'keep'].map(
    register,
  );
  const [depth, levelEnd, start, mostDepth] = ['depth', 'levelEnd', 'outStart', 'mostDepth'].map(register);
  for (const name of ['deadlocks', 'terminations']) register(name);
  const [cursor, gathered, touched] = ['cursor', 'gathered', 'touched'].map(register);
  const [faulted, failures, saved] = ['faulted', 'failures', 'saved'].map(register);
  const transitions = module.global('transitions', 'i64');
  module.global('goal', 'i64');
  const enough = enoughOf(scene, method);
  if (!enough) throw new Error('this reduction searches depth first');
  const body = module.function('searchBreadth', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [key, chosen, group] = [body.local('i64'), body.local('i64'), body.local('i64')];
  const [scratch, there, sum] = [body.local('i64'), body.local('i64'), body.local('i64')];
  const [at, number, leads] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const [record, lastRecord, from, end] = [0, 1, 2, 3].map(() => body.local('i32'));
  const records = scene.reserve(BATCH_STATES * RECORD_BYTES);
  const come = (status: number) => giveBack(w.i32(status));
  const entry = (index: w.I32) =>
    w.add(w.getGlobal(queue), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(3)));
  const parentOf = (index: w.I32) =>
    w.add(w.getGlobal(parents), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(2)));
  const occupied = w.subtract(w.getGlobal(tail), w.multiply(w.getGlobal(head), w.isZero(w.getGlobal(keep))));

  const [gather, full] = [newLabel('gather'), newLabel('full')];
  const isFirst = w.equal(w.getGlobal(cursor), w.getGlobal(head));
  /** This state comes first in the next batch. */
  const firstTheOthers: w.Statement[] = [w.setGlobal(out, w.get(from)), branch(full)];
  const { judging, isBroken } = judge(scene, asks);
  const gathering: w.Statement[] = [
    w.setGlobal(cursor, w.getGlobal(head)),
    w.setGlobal(out, w.getGlobal(start)),
    w.set(record, w.i32(records)),
    when(w.equal(w.getGlobal(head), w.getGlobal(levelEnd)), [
      when(w.equal(w.getGlobal(depth), w.getGlobal(mostDepth)), [come(Status.tooDeep)]),
    ]),
    block(full, [
      loop(gather, [
        w.set(from, w.getGlobal(out)),
        w.setGlobal(obstacle, w.i32(0)),
        w.set(key, w.load64(entry(w.getGlobal(cursor)))),
        call(expand, w.get(key)),
        when(w.getGlobal(obstacle), [when(isFirst, [come(Status.obstacle)]), ...firstTheOthers]),
        when(w.equal(w.getGlobal(cursor), w.getGlobal(levelEnd)), [
          increase(depth),
          w.setGlobal(levelEnd, w.getGlobal(tail)),
        ]),
        judging,
        when(isBroken, [when(isFirst, [come(Status.found)]), ...firstTheOthers]),
        w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
        increase(failures, w.getGlobal(registers.lost)),
        w.store64(w.get(record), enough.among(w.get(from), w.getGlobal(out))),
        w.store32(w.get(record), w.getGlobal(out), END),
        w.set(record, w.add(w.get(record), w.i32(RECORD_BYTES))),
        increase(cursor),
        branchIf(full, w.equal(w.getGlobal(cursor), w.getGlobal(levelEnd))),
        branchIf(full, w.equal(w.get(record), w.i32(records + BATCH_STATES * RECORD_BYTES))),
        branchIf(
          gather,
          w.lessUnsigned(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(BATCH_BYTES)),
        ),
      ]),
    ]),
    w.setGlobal(gathered, w.i32(1)),
  ];
  const room: w.Statement[] = [
    w.set(number, w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3))),
    when(w.greaterUnsigned(w.add(w.getGlobal(store.count), w.get(number)), w.getGlobal(store.limit)), [
      come(Status.growTable),
    ]),
    when(w.greaterUnsigned(w.add(occupied, w.get(number)), w.getGlobal(mask)), [come(Status.growQueue)]),
  ];

  const home = store.home(w.get(key), scratch);
  const homeOf = w.add(
    w.getGlobal(outEnd),
    w.shiftRight(w.subtract(w.get(at), w.getGlobal(start)), w.i32(1)),
  );

  const awaited = awaitedOf(scene);
  const [slot, isNew] = [body.local('i32'), body.local('i32')];
  const behind = awaited.isBehind(w.get(key), w.getGlobal(head), slot);
  const insert: w.Statement[] = [
    w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.i64(1n))),
    w.set(key, w.load64(w.get(at))),
    w.set(slot, w.load32(homeOf)),
    w.set(isNew, w.i32(0)),
    store.add(key, slot, there, [w.set(isNew, w.i32(1))]),
    when(
      w.get(isNew),
      [
        w.store64(entry(w.getGlobal(tail)), w.get(key)),
        when(w.getGlobal(keep), [w.store32(parentOf(w.getGlobal(tail)), w.getGlobal(head))]),
        ...awaited.note(w.get(key), w.getGlobal(tail), slot),
        increase(tail),
        w.set(leads, w.i32(1)),
      ],
      [behind.look, when(behind.answer, [w.set(leads, w.i32(1))])],
    ),
  ];
  /** For each successor from one address to another. */
  const each = (first: w.I32, last: w.I32, inside: w.Statement[]): w.Statement[] => {
    const [again, done] = [newLabel('each successor'), newLabel('successors')];
    return [
      w.set(at, first),
      block(done, [
        loop(again, [
          branchIf(done, w.equal(w.get(at), last)),
          ...inside,
          w.set(at, w.add(w.get(at), w.i32(STRIDE))),
          branch(again),
        ]),
      ]),
    ];
  };
  const included = enough.includes(w.get(chosen), w.get(at));
  /** For each state of the batch: `from` and `end` are where its successors are. */
  const eachState = (inside: w.Statement[]): w.Statement[] => {
    const another = newLabel('next state');
    return [
      w.set(record, w.i32(records)),
      w.set(from, w.getGlobal(start)),
      loop(another, [
        w.set(chosen, w.load64(w.get(record))),
        w.set(end, w.load32(w.get(record), END)),
        ...inside,
        w.set(from, w.get(end)),
        w.set(record, w.add(w.get(record), w.i32(RECORD_BYTES))),
        branchIf(another, w.lessUnsigned(w.get(record), w.get(lastRecord))),
      ]),
    ];
  };
  const everyone = (inside: w.Statement[]) => each(w.getGlobal(start), w.getGlobal(out), inside);
  const touching: w.Statement[] = [
    ...everyone([w.set(key, w.load64(w.get(at))), ...home.before, w.store32(homeOf, home.slot)]),
    // Nothing but this, so that the processor waits for as many of them at once as it can.
    w.set(sum, w.i64(0n)),
    ...everyone([w.set(sum, w.add(w.get(sum), w.load64(store.addressOf(w.load32(homeOf)))))]),
    w.setGlobal(touched, w.lowHalf(w.get(sum))),
  ];
  const dealt = newLabel('dealt with');
  const nextProcess: w.Statement[] = enough.byProcess
    ? [
        when(w.unequal(moversAt(w.get(at)), w.get(group)), [
          branchIf(dealt, w.get(leads)),
          w.set(group, moversAt(w.get(at))),
        ]),
      ]
    : [];
  const successors = (inside: w.Statement[]) => each(w.get(from), w.get(end), inside);
  const inserting: w.Statement[] = eachState([
    w.set(leads, w.i32(0)),
    w.set(group, w.i64(0n)),
    block(dealt, [
      ...successors([when(included, [...nextProcess, ...insert])]),
      branchIf(dealt, w.get(leads)),
      ...successors([when(w.isZero(included), insert)]),
      w.set(leads, w.i32(0)),
    ]),
    when(w.get(leads), [increase(saved)]),
    increase(head),
  ]);

  const next = newLabel('next batch');
  const states = w.subtract(w.getGlobal(cursor), w.getGlobal(head));
  body.define(
    [
      loop(next, [
        when(w.isZero(w.getGlobal(gathered)), [
          when(w.equal(w.getGlobal(head), w.getGlobal(tail)), [come(Status.done)]),
          when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
          ...gathering,
        ]),
        ...room,
        w.set(lastRecord, w.add(w.i32(records), w.multiply(states, w.i32(RECORD_BYTES)))),
        ...touching,
        ...inserting,
        w.setGlobal(gathered, w.i32(0)),
        w.set(budget, w.subtract(w.get(budget), w.add(w.get(number), w.i32(1)))),
        branch(next),
      ]),
    ],
    w.i32(Status.done),
  );
}
