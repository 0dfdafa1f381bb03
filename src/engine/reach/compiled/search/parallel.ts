/**
 * What one thread of a parallel search does. It expands the states it has in hand, puts the successors into the
 * shared table, and keeps those that were new: they are what it has in hand next. So those found one after the
 * other are expanded one after the other, as in breadth-first search: they have much in common, which makes
 * them cheap. A queue that all share has what is left of the beginning, half of what one has while another has
 * nothing to do, and what is too much to be kept; it goes first. The search is over when all threads find
 * the queue empty at once. The thread that leads comes back when it found nothing for a while: others may have
 * something to ask it.
 */
import { nothingInside } from '../program/atomic.js';
import type { Expansion } from '../program/expansion.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import type { Arena } from '../store/arena.js';
import type { SharedStore } from '../store/shared.js';
import { atomicAdd32, atomicLoad32, atomicStore32, waitWhile32, wake } from '../wasm/atomic.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, drop, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { CONTROL, type Sharing } from '../workers/control.js';
import { defineLock } from '../workers/lock.js';
import { Status } from './breadth.js';
import { judge, type Purpose, unfinished } from './checks.js';
import { homesOf } from './homes.js';

/**
 * Most states that a thread has in hand, and most that it keeps. Many, because states that wait side by side have
 * successors in common, which whoever expands both of them meets again at once (see `recent.ts`).
 */
const MOST_IN_HAND = 1 << 18;
const LEAST_IN_HAND = 1 << 12;
/** Memory for the hands of one thread is at most so small a part of all. */
const PART_OF_MEMORY = 1 << 6;
/** Nobody takes fewer from the queue, if there are so many. */
const FEW = 512;
/** Successors put into the table at once. */
const BATCH = 192;
/** Nobody sleeps longer, so a request to stop is never missed. */
const NAP = 2_000_000n;

/** Room for what a thread has in hand and what it keeps. */
export class Hands {
  private readonly bytes: number;
  private readonly places: number[];

  constructor(private readonly arena: Arena) {
    const affordable = Math.floor(arena.mostHanging / (PART_OF_MEMORY * 16));
    this.bytes = 8 * Math.min(MOST_IN_HAND, Math.max(LEAST_IN_HAND, affordable));
    this.places = [arena.allocate(this.bytes), arena.allocate(this.bytes)];
  }

  /** Registers of a thread that has nothing yet. */
  get registers(): Record<string, number> {
    const [hand, kept] = this.places;
    return { handBytes: this.bytes, hand, handNext: hand, handEnd: hand, kept, keptEnd: kept, phase: 0 };
  }

  release(): void {
    for (const place of this.places) this.arena.release(place, this.bytes);
  }
}

export function defineParallel(
  scene: Scene,
  { expand }: Expansion,
  store: SharedStore,
  purpose: Extract<Purpose, { kind: 'everything' | 'questions' }>,
  { control }: Sharing,
): void {
  const { module, registers } = scene;
  const { out, faults, assertions, obstacle } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [queue, mask, start] = ['queue', 'mask', 'outStart'].map(register);
  const [hand, handNext, handEnd, handBytes] = ['hand', 'handNext', 'handEnd', 'handBytes'].map(register);
  const leads = register('leads');
  /** New states that are not in the queue yet. */
  const [kept, keptEnd] = ['kept', 'keptEnd'].map(register);
  const [deadlocks, terminations, failures, faulted] = [
    'deadlocks',
    'terminations',
    'failures',
    'faulted',
  ].map(register);
  /** 0: to gather, 1: successors wait for the table, 2: new states, up to `fresh`, wait for the queue. */
  const [phase, fresh] = ['phase', 'fresh'].map(register);
  const transitions = module.global('transitions', 'i64');
  const here = w.i32(control);
  const shared = (offset: number): w.I32 => w.load32(here, offset);
  const lock = defineLock(scene, control, CONTROL.lock);
  const unlock = atomicStore32(here, w.i32(0), CONTROL.lock);

  const body = module.function('searchParallel', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [key, there] = [body.local('i64'), body.local('i64')];
  const [at, number, mark, slot, many] = [0, 1, 2, 3, 4].map(() => body.local('i32'));
  const come = (status: number) => giveBack(w.i32(status));
  const entry = (index: w.I32) =>
    w.add(w.getGlobal(queue), w.shiftLeft(w.and(index, w.getGlobal(mask)), w.i32(3)));
  const waiting = w.subtract(shared(CONTROL.tail), shared(CONTROL.head));
  const stopped = atomicLoad32(here, CONTROL.stop);

  /** Copies `many` keys between the ring, from an index on, and plain memory; the ring may end on the way. */
  const copyRing = (index: w.I32, plain: w.I32, toRing: boolean): w.Statement[] => {
    const again = newLabel('key');
    const [ring, flat] = [
      entry(w.add(index, w.get(number))),
      w.add(plain, w.shiftLeft(w.get(number), w.i32(3))),
    ];
    return [
      w.set(number, w.i32(0)),
      loop(again, [
        when(w.lessUnsigned(w.get(number), w.get(many)), [
          toRing ? w.store64(ring, w.load64(flat)) : w.store64(flat, w.load64(ring)),
          w.set(number, w.add(w.get(number), w.i32(1))),
          branch(again),
        ]),
      ]),
    ];
  };

  const atMost = (most: w.I32): w.Statement[] => [
    when(w.greaterUnsigned(w.get(many), most), [w.set(many, most)]),
  ];
  const keptBytes = w.subtract(w.getGlobal(keptEnd), w.getGlobal(kept));
  const [sleep, supplied, taken] = [newLabel('sleep'), newLabel('supplied'), newLabel('taken')];
  const takeFromQueue: w.Statement[] = [
    call(lock),
    block(supplied, [
      branchIf(supplied, waiting),
      when(keptBytes, [
        unlock,
        w.set(at, w.getGlobal(hand)),
        w.setGlobal(hand, w.getGlobal(kept)),
        w.setGlobal(handNext, w.getGlobal(kept)),
        w.setGlobal(handEnd, w.getGlobal(keptEnd)),
        w.setGlobal(kept, w.get(at)),
        w.setGlobal(keptEnd, w.get(at)),
        branch(taken),
      ]),
      w.store32(here, w.add(shared(CONTROL.idle), w.i32(1)), CONTROL.idle),
      when(w.equal(shared(CONTROL.idle), atomicLoad32(here, CONTROL.members)), [
        w.store32(here, w.i32(1), CONTROL.done),
        drop(atomicAdd32(here, w.i32(1), CONTROL.news)),
        unlock,
        drop(wake(here, shared(CONTROL.members), CONTROL.news)),
        come(Status.done),
      ]),
      loop(sleep, [
        w.set(number, atomicLoad32(here, CONTROL.news)),
        unlock,
        drop(waitWhile32(here, w.get(number), w.i64(NAP), CONTROL.news)),
        call(lock),
        when(shared(CONTROL.done), [unlock, come(Status.done)]),
        when(w.or(stopped, w.and(w.getGlobal(leads), w.isZero(waiting))), [
          w.store32(here, w.subtract(shared(CONTROL.idle), w.i32(1)), CONTROL.idle),
          unlock,
          come(Status.paused),
        ]),
        branchIf(sleep, w.isZero(waiting)),
      ]),
      w.store32(here, w.subtract(shared(CONTROL.idle), w.i32(1)), CONTROL.idle),
    ]),
    w.set(number, waiting),
    w.set(many, w.divideUnsigned(w.get(number), shared(CONTROL.members))),
    when(w.lessUnsigned(w.get(many), w.i32(FEW)), [w.set(many, w.i32(FEW))]),
    ...atMost(w.shiftRight(w.getGlobal(handBytes), w.i32(3))),
    ...atMost(w.get(number)),
    ...copyRing(shared(CONTROL.head), w.getGlobal(hand), false),
    w.store32(here, w.add(shared(CONTROL.head), w.get(many)), CONTROL.head),
    unlock,
    w.setGlobal(handNext, w.getGlobal(hand)),
    w.setGlobal(handEnd, w.add(w.getGlobal(hand), w.shiftLeft(w.get(many), w.i32(3)))),
  ];
  const take = block(taken, takeFromQueue);

  const judged = purpose.kind === 'questions' ? judge(scene, purpose.asks) : undefined;
  const check: w.Statement[] =
    judged !== undefined
      ? [judged.judging, when(judged.isBroken, [come(Status.found)])]
      : [
          when(w.and(w.equal(w.getGlobal(out), w.get(mark)), nothingInside(scene)), [
            when(unfinished(scene), [increase(deadlocks)], [increase(terminations)]),
          ]),
        ];
  const [gather, full] = [newLabel('gather'), newLabel('full')];
  const gathering: w.Statement[] = [
    w.setGlobal(out, w.getGlobal(start)),
    w.set(at, w.getGlobal(handNext)),
    block(full, [
      loop(gather, [
        branchIf(full, w.equal(w.getGlobal(handNext), w.getGlobal(handEnd))),
        w.set(mark, w.getGlobal(out)),
        w.setGlobal(obstacle, w.i32(0)),
        call(expand, w.load64(w.getGlobal(handNext))),
        when(w.getGlobal(obstacle), [
          w.setGlobal(out, w.get(mark)),
          when(w.equal(w.getGlobal(handNext), w.get(at)), [come(Status.obstacle)]),
          branch(full),
        ]),
        ...check,
        w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
        increase(failures, w.getGlobal(registers.lost)),
        increase(handNext, w.i32(8)),
        branchIf(gather, w.lessUnsigned(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(8 * BATCH))),
      ]),
    ]),
    w.setGlobal(phase, w.i32(1)),
  ];

  const homes = homesOf(scene, store, body);
  const counted = (by: w.I32): w.I32 => atomicAdd32(here, by, CONTROL.count);
  const inserting: w.Statement[] = [
    w.set(many, w.shiftRight(w.subtract(w.getGlobal(out), w.getGlobal(start)), w.i32(3))),
    when(w.greaterUnsigned(w.add(counted(w.get(many)), w.get(many)), w.getGlobal(store.limit)), [
      drop(counted(w.subtract(w.i32(0), w.get(many)))),
      come(Status.growTable),
    ]),
    ...homes.touching,
    w.setGlobal(fresh, w.getGlobal(start)),
    ...homes.each(key, slot, [
      store.add(key, slot, there, [w.store64(w.getGlobal(fresh), w.get(key)), increase(fresh, w.i32(8))]),
    ]),
    w.set(number, w.shiftRight(w.subtract(w.getGlobal(fresh), w.getGlobal(start)), w.i32(3))),
    drop(counted(w.subtract(w.get(number), w.get(many)))),
    w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.extendUnsigned(w.get(many)))),
    w.set(budget, w.subtract(w.get(budget), w.add(w.get(many), w.i32(1)))),
    w.setGlobal(phase, w.i32(2)),
  ];

  /** Puts so many bytes of keys at the end of the queue. */
  const append = (from: w.I32, bytes: w.I32): w.Statement[] => [
    w.set(many, w.shiftRight(bytes, w.i32(3))),
    ...copyRing(shared(CONTROL.tail), from, true),
    w.store32(here, w.add(shared(CONTROL.tail), w.get(many)), CONTROL.tail),
  ];
  const unlockAndWake: w.Statement[] = [
    w.set(mark, shared(CONTROL.idle)),
    unlock,
    when(w.get(mark), [
      drop(atomicAdd32(here, w.i32(1), CONTROL.news)),
      drop(wake(here, w.get(mark), CONTROL.news)),
    ]),
  ];
  const freshBytes = w.subtract(w.getGlobal(fresh), w.getGlobal(start));
  const together = w.add(keptBytes, freshBytes);
  const keeping: w.Statement[] = [
    when(
      w.greaterUnsigned(together, w.getGlobal(handBytes)),
      [
        call(lock),
        when(w.greaterUnsigned(w.add(waiting, w.shiftRight(together, w.i32(3))), w.getGlobal(mask)), [
          unlock,
          come(Status.growQueue),
        ]),
        ...append(w.getGlobal(kept), keptBytes),
        ...append(w.getGlobal(start), freshBytes),
        ...unlockAndWake,
        w.setGlobal(keptEnd, w.getGlobal(kept)),
      ],
      [w.copyMemory(w.getGlobal(keptEnd), w.getGlobal(start), freshBytes), increase(keptEnd, freshBytes)],
    ),
    w.setGlobal(phase, w.i32(0)),
  ];
  /** Puts the later half of so many bytes of keys, which end here, into the queue. */
  const giveHalf = (bytes: w.I32, end: w.Global<'i32'>): w.Statement[] => [
    w.set(many, w.shiftRight(w.add(bytes, w.i32(8)), w.i32(4))),
    ...atMost(w.getGlobal(mask)),
    w.setGlobal(end, w.subtract(w.getGlobal(end), w.shiftLeft(w.get(many), w.i32(3)))),
    ...append(w.getGlobal(end), w.shiftLeft(w.get(many), w.i32(3))),
  ];
  const handRest = w.subtract(w.getGlobal(handEnd), w.getGlobal(handNext));
  const sharing: w.Statement[] = [
    call(lock),
    when(w.isZero(waiting), [
      when(w.greaterUnsigned(keptBytes, handRest), giveHalf(keptBytes, keptEnd), giveHalf(handRest, handEnd)),
    ]),
    ...unlockAndWake,
  ];

  const next = newLabel('next batch');
  body.define(
    [
      loop(next, [
        when(w.isZero(w.getGlobal(phase)), [
          when(w.or(stopped, w.lessSigned(w.get(budget), w.i32(1))), [come(Status.paused)]),
          when(w.equal(w.getGlobal(handNext), w.getGlobal(handEnd)), [take]),
          ...gathering,
        ]),
        when(w.equal(w.getGlobal(phase), w.i32(1)), inserting),
        ...keeping,
        when(atomicLoad32(here, CONTROL.idle), [when(w.or(keptBytes, handRest), sharing)]),
        branch(next),
      ]),
    ],
    w.i32(Status.done),
  );
}
