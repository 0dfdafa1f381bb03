/**
 * Breadth-first search as one function that works until it has something to tell. The queue holds keys
 * in a ring; with `keep` nothing is taken out of it and every entry remembers its parent.
 *
 * States are expanded in batches: first the successors of several states are gathered, then the homes
 * of all of them in the table are touched, so that the waiting for memory overlaps, then they are put
 * into the table. With `keep` a batch is one state.
 */

import { nothingInside } from '../program/atomic.js';
import type { Expansion } from '../program/expansion.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import type { StateStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { judge, type Purpose, unfinished } from './checks.js';
import { homesOf } from './homes.js';
import { defineNormal } from './normal.js';

/** Why the search function came back. */
export const Status = {
  done: 0,
  paused: 1,
  found: 2,
  growTable: 3,
  growQueue: 4,
  obstacle: 5,
  tooDeep: 6,
} as const;

const BATCH = 192;

export function defineBreadth(
  scene: Scene,
  expansion: Expansion,
  store: StateStore,
  purpose: Exclude<Purpose, { kind: 'cycle' | 'component' }>,
): void {
  const { expand } = expansion;
  const { module, registers } = scene;
  const { out, faults, assertions, obstacle } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [queue, parents, mask, head, tail, keep] = ['queue', 'parents', 'mask', 'head', 'tail', 'keep'].map(
    register,
  );
  const [depth, levelEnd, start, mostDepth] = ['depth', 'levelEnd', 'outStart', 'mostDepth'].map(register);
  const [deadlocks, terminations, failures] = ['deadlocks', 'terminations', 'failures'].map(register);
  const faulted = register('faulted');
  /** The batch goes from `head` to `cursor`; once `gathered`, its successors lie at `outStart`. */
  const [cursor, gathered] = ['cursor', 'gathered'].map(register);
  const transitions = module.global('transitions', 'i64');
  const goal = module.global('goal', 'i64');
  const body = module.function('searchBreadth', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [key, there] = [body.local('i64'), body.local('i64')];
  const [at, number, mark, slot] = [
    body.local('i32'),
    body.local('i32'),
    body.local('i32'),
    body.local('i32'),
  ];
  const entry = (index: w.I32) =>
    w.add(w.getGlobal(queue), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(3)));
  const parentOf = (index: w.I32) =>
    w.add(w.getGlobal(parents), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(2)));
  const come = (status: number) => giveBack(w.i32(status));
  const [next, gather, full] = [newLabel('next batch'), newLabel('gather'), newLabel('full')];
  const isFirst = w.equal(w.getGlobal(cursor), w.getGlobal(head));
  /** What was gathered before is worth keeping; this state comes first in the next batch. */
  const firstTheOthers: w.Statement[] = [w.setGlobal(out, w.get(mark)), branch(full)];

  const unlessUsable: w.Statement[] = [
    when(w.getGlobal(obstacle), [when(isFirst, [come(Status.obstacle)]), ...firstTheOthers]),
  ];

  const judged = purpose.kind === 'questions' ? judge(scene, purpose.asks) : undefined;
  const judging: w.Statement[] = judged
    ? [judged.judging, when(judged.isBroken, [when(w.isZero(isFirst), firstTheOthers)])]
    : [];
  const check: w.Statement[] =
    purpose.kind === 'goal'
      ? [
          when(w.equal(w.get(key), w.getGlobal(goal)), [
            w.setGlobal(head, w.getGlobal(cursor)),
            come(Status.found),
          ]),
        ]
      : judged
        ? [when(judged.isBroken, [come(Status.found)])]
        : [
            when(w.and(w.equal(w.getGlobal(out), w.get(mark)), nothingInside(scene)), [
              when(unfinished(scene), [increase(deadlocks)], [increase(terminations)]),
            ]),
          ];

  const { exchangeable = [] } = scene.liberties;
  const normal = exchangeable.length > 0 ? defineNormal(scene, expansion, exchangeable) : undefined;
  const another = newLabel('another');
  const normalising: w.Statement[] = normal
    ? [
        w.set(at, w.get(mark)),
        loop(another, [
          when(w.lessUnsigned(w.get(at), w.getGlobal(out)), [
            w.store64(w.get(at), call(normal, w.load64(w.get(at)))),
            w.set(at, w.add(w.get(at), w.i32(8))),
            branch(another),
          ]),
        ]),
        ...unlessUsable,
      ]
    : [];

  const gathering: w.Statement[] = [
    w.setGlobal(cursor, w.getGlobal(head)),
    w.setGlobal(out, w.getGlobal(start)),
    block(full, [
      loop(gather, [
        branchIf(full, w.equal(w.getGlobal(cursor), w.getGlobal(tail))),
        when(
          w.and(
            w.equal(w.getGlobal(cursor), w.getGlobal(levelEnd)),
            w.equal(w.getGlobal(depth), w.getGlobal(mostDepth)),
          ),
          [when(isFirst, [come(Status.tooDeep)]), branch(full)],
        ),
        w.set(mark, w.getGlobal(out)),
        w.setGlobal(obstacle, w.i32(0)),
        w.set(key, w.load64(entry(w.getGlobal(cursor)))),
        call(expand, w.get(key)),
        ...unlessUsable,
        ...judging,
        ...normalising,
        when(w.equal(w.getGlobal(cursor), w.getGlobal(levelEnd)), [
          increase(depth),
          w.setGlobal(levelEnd, w.getGlobal(tail)),
        ]),
        ...check,
        w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
        increase(failures, w.getGlobal(registers.lost)),
        increase(cursor),
        branchIf(full, w.getGlobal(keep)),
        branchIf(gather, w.lessUnsigned(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(8 * BATCH))),
      ]),
    ]),
    w.setGlobal(gathered, w.i32(1)),
  ];

  const occupied = w.subtract(w.getGlobal(tail), w.multiply(w.getGlobal(head), w.isZero(w.getGlobal(keep))));
  const room: w.Statement[] = [
    w.set(number, w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3))),
    when(w.greaterUnsigned(w.add(w.getGlobal(store.count), w.get(number)), w.getGlobal(store.limit)), [
      come(Status.growTable),
    ]),
    when(w.greaterUnsigned(w.add(occupied, w.get(number)), w.getGlobal(mask)), [come(Status.growQueue)]),
  ];

  const homes = homesOf(scene, store, body);
  const inserting: w.Statement[] = [
    ...homes.touching,
    ...homes.each(key, slot, [
      store.add(key, slot, there, [
        w.store64(entry(w.getGlobal(tail)), w.get(key)),
        when(w.getGlobal(keep), [w.store32(parentOf(w.getGlobal(tail)), w.getGlobal(head))]),
        increase(tail),
      ]),
    ]),
  ];

  body.define(
    [
      loop(next, [
        when(w.isZero(w.getGlobal(gathered)), [
          when(w.equal(w.getGlobal(head), w.getGlobal(tail)), [come(Status.done)]),
          when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
          ...gathering,
        ]),
        ...room,
        ...inserting,
        w.setGlobal(gathered, w.i32(0)),
        w.setGlobal(head, w.getGlobal(cursor)),
        w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.extendUnsigned(w.get(number)))),
        w.set(budget, w.subtract(w.get(budget), w.add(w.get(number), w.i32(1)))),
        branch(next),
      ]),
    ],
    w.i32(Status.done),
  );
}
