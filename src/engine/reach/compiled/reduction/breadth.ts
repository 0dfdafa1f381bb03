/**
 * Breadth-first search that leaves out interleavings. What is tried first is enough if one of its
 * successors is new, or waits in the queue behind this state: that one is expanded later, and what was
 * left out here is there as well.
 *
 * The registers are those of the full search, so the same driver serves both.
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

export function defineReducedBreadth(
  scene: Scene,
  { expand }: Expansion,
  store: StateStore,
  asks: readonly Ask[],
  method: Method,
): void {
  const { module, registers } = scene;
  const { out, faults, assertions, obstacle } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [queue, parents, mask, head, tail, keep] = ['queue', 'parents', 'mask', 'head', 'tail', 'keep'].map(
    register,
  );
  const [depth, levelEnd, start, mostDepth] = ['depth', 'levelEnd', 'outStart', 'mostDepth'].map(register);
  for (const name of ['deadlocks', 'terminations', 'cursor', 'gathered', 'touched']) register(name);
  const [faulted, failures, saved] = ['faulted', 'failures', 'saved'].map(register);
  const transitions = module.global('transitions', 'i64');
  module.global('goal', 'i64');
  const enough = enoughOf(scene, method);
  if (!enough) throw new Error('this reduction searches depth first');
  const body = module.function('searchBreadth', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [key, chosen, group] = [body.local('i64'), body.local('i64'), body.local('i64')];
  const [at, number, leads] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const come = (status: number) => giveBack(w.i32(status));
  const entry = (index: w.I32) =>
    w.add(w.getGlobal(queue), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(3)));
  const parentOf = (index: w.I32) =>
    w.add(w.getGlobal(parents), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(2)));
  const occupied = w.subtract(w.getGlobal(tail), w.multiply(w.getGlobal(head), w.isZero(w.getGlobal(keep))));

  const { judging, isBroken } = judge(scene, asks);
  const expanding: w.Statement[] = [
    w.setGlobal(out, w.getGlobal(start)),
    w.setGlobal(obstacle, w.i32(0)),
    w.set(key, w.load64(entry(w.getGlobal(head)))),
    call(expand, w.get(key)),
    when(w.getGlobal(obstacle), [come(Status.obstacle)]),
    w.set(number, w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3))),
    when(w.greaterUnsigned(w.add(w.getGlobal(store.count), w.get(number)), w.getGlobal(store.limit)), [
      come(Status.growTable),
    ]),
    when(w.greaterUnsigned(w.add(occupied, w.get(number)), w.getGlobal(mask)), [come(Status.growQueue)]),
    when(w.equal(w.getGlobal(head), w.getGlobal(levelEnd)), [
      increase(depth),
      w.setGlobal(levelEnd, w.getGlobal(tail)),
    ]),
    judging,
    when(isBroken, [come(Status.found)]),
    w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
    increase(failures, w.getGlobal(registers.lost)),
  ];

  const awaited = awaitedOf(scene);
  const slot = body.local('i32');
  const behind = awaited.isBehind(w.get(key), w.getGlobal(head), slot);
  const insert: w.Statement[] = [
    w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.i64(1n))),
    w.set(key, w.load64(w.get(at))),
    when(
      call(store.insert, w.get(key)),
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
  const each = (inside: w.Statement[]): w.Statement[] => {
    const [again, done] = [newLabel('each successor'), newLabel('successors')];
    return [
      w.set(at, w.getGlobal(start)),
      block(done, [
        loop(again, [
          branchIf(done, w.equal(w.get(at), w.getGlobal(out))),
          ...inside,
          w.set(at, w.add(w.get(at), w.i32(STRIDE))),
          branch(again),
        ]),
      ]),
    ];
  };
  const included = enough.includes(w.get(chosen), w.get(at));
  const dealt = newLabel('dealt with');
  const nextProcess: w.Statement[] = enough.byProcess
    ? [
        when(w.unequal(moversAt(w.get(at)), w.get(group)), [
          branchIf(dealt, w.get(leads)),
          w.set(group, moversAt(w.get(at))),
        ]),
      ]
    : [];
  const inserting: w.Statement[] = [
    w.set(chosen, enough.among(w.getGlobal(start), w.getGlobal(out))),
    w.set(leads, w.i32(0)),
    w.set(group, w.i64(0n)),
    block(dealt, [
      ...each([when(included, [...nextProcess, ...insert])]),
      branchIf(dealt, w.get(leads)),
      ...each([when(w.isZero(included), insert)]),
      w.set(leads, w.i32(0)),
    ]),
    when(w.get(leads), [increase(saved)]),
  ];

  const next = newLabel('next state');
  body.define(
    [
      loop(next, [
        when(w.equal(w.getGlobal(head), w.getGlobal(tail)), [come(Status.done)]),
        when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
        when(
          w.and(
            w.equal(w.getGlobal(head), w.getGlobal(levelEnd)),
            w.equal(w.getGlobal(depth), w.getGlobal(mostDepth)),
          ),
          [come(Status.tooDeep)],
        ),
        ...expanding,
        ...inserting,
        increase(head),
        w.set(budget, w.subtract(w.get(budget), w.add(w.get(number), w.i32(1)))),
        branch(next),
      ]),
    ],
    w.i32(Status.done),
  );
}
