/**
 * Depth-first search, and nested depth-first search for cycles, as one function that works until it
 * has something to tell. The path is an array of frames; the successors not yet tried of all frames
 * lie one after the other on a pile. Colours of a state: on the path, and seen by the inner search.
 */

import type { Expansion } from '../program/expansion.js';
import { ACCEPTING } from '../program/observation.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { defineSelection } from '../reduction/selection.js';
import type { Method } from '../reduction/tables.js';
import type { ColouredStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, statements, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { Status } from './breadth.js';
import { judge, natureOfObserver, type Purpose } from './checks.js';
import { INNER, ON_PATH, SEEN } from './colours.js';
import { recentOf } from './recent.js';
import { defineSift } from './sift.js';

/** Key, next successor, end of successors, what the observer says, where its colour was. */
export const FRAME_BYTES = 24;
const NEXT = 8;
const END = 12;
const NATURE = 16;
const SLOT = 20;

/**
 * `accepting`: a cycle counts if a state on it is accepting; else any cycle does. A search for a
 * violation in single states does not look for cycles.
 */
export function defineDepth(
  scene: Scene,
  { expand, unpack }: Expansion,
  store: ColouredStore,
  purpose: Extract<Purpose, { kind: 'cycle' | 'questions' }>,
  method?: Method,
): void {
  const { module, registers, marked: marks } = scene;
  const { out, outEnd, obstacle, faults, assertions } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [frames, framesEnd, top, pileTop, pileEnd] = ['frames', 'framesEnd', 'top', 'pileTop', 'pileEnd'].map(
    register,
  );
  /** Where the inner search's frames start; 0 while there is none. */
  const [inner, entering, deepest] = ['inner', 'entering', 'deepest'].map(register);
  const [faulted, failures] = ['faulted', 'failures'].map(register);
  /** A frame so far from the first has no children on the path; whether that left out anything. */
  const [deepestFrame, cut] = ['deepestFrame', 'cut'].map(register);
  const transitions = module.global('transitions', 'i64');
  /** The state about to be put on the path, and the one that closes a cycle. */
  const entered = module.global('entered', 'i64');
  const closing = module.global('closing', 'i64');
  const enteredSlot = register('enteredSlot');
  const cycles = purpose.kind === 'cycle';
  const accepting = cycles && scene.observation !== undefined;
  const body = module.function('searchDepth', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [child, colour, slot] = [body.local('i64'), body.local('i32'), body.local('i32')];
  const [there, scratch] = [body.local('i64'), body.local('i64')];
  const home = store.home(w.get(child), scratch);
  const sought: w.Statement[] = [...home.before, w.set(slot, home.slot)];
  /** States known to be recent were seen; where states are marked, they have left the path too. */
  const recent = recentOf(scene);
  const kept = { onPath: cycles, inner: accepting };
  const again = newLabel('go on');
  const come = (status: number) => giveBack(w.i32(status));
  const current = w.getGlobal(top);
  const colourAt = store.colourAt(w.get(slot));
  const isAccepting = (nature: w.I32) => w.and(nature, w.i32(ACCEPTING));

  const seek = (key: w.I64): w.Statement[] => [
    w.set(slot, call(store.find, key)),
    w.set(colour, w.load8(colourAt)),
  ];
  /** The same for a state whose colour was at a slot before. */
  const seekAgain = (key: w.I64, before: w.I32): w.Statement[] => [
    w.set(child, key),
    w.set(slot, before),
    w.set(slot, store.stillAt(child, slot)),
    w.set(colour, w.load8(colourAt)),
  ];
  const reducing = method
    ? [
        ...seekAgain(w.getGlobal(entered), w.getGlobal(enteredSlot)),
        w.setGlobal(
          out,
          call(
            defineSelection(scene, store, method),
            w.getGlobal(pileTop),
            w.getGlobal(out),
            colourAt,
            w.isZero(w.getGlobal(inner)),
          ),
        ),
      ]
    : [];

  const judged = purpose.kind === 'questions' ? judge(scene, purpose.asks) : undefined;
  /** Expands `entered` onto the pile and makes a frame of it. */
  const enter: w.Statement[] = [
    when(w.atLeastUnsigned(w.add(current, w.i32(2 * FRAME_BYTES)), w.getGlobal(framesEnd)), [
      come(Status.growQueue),
    ]),
    w.setGlobal(out, w.getGlobal(pileTop)),
    w.setGlobal(outEnd, w.getGlobal(pileEnd)),
    w.setGlobal(obstacle, w.i32(0)),
    call(expand, w.getGlobal(entered)),
    when(w.getGlobal(obstacle), [come(Status.obstacle)]),
    ...reducing,
    call(defineSift(scene, store, pileTop, transitions, marks ? kept : undefined)),
    w.setGlobal(entering, w.i32(0)),
    increase(top, w.i32(FRAME_BYTES)),
    w.store64(current, w.getGlobal(entered)),
    w.store32(current, w.getGlobal(pileTop), NEXT),
    w.store32(current, w.getGlobal(out), END),
    ...(accepting ? [w.store32(current, natureOfObserver(scene), NATURE)] : []),
    ...(marks ? [w.store32(current, w.getGlobal(enteredSlot), SLOT)] : []),
    w.setGlobal(pileTop, w.getGlobal(out)),
    when(w.greaterUnsigned(w.subtract(current, w.getGlobal(frames)), w.getGlobal(deepest)), [
      w.setGlobal(deepest, w.subtract(current, w.getGlobal(frames))),
    ]),
    w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
    increase(failures, w.getGlobal(registers.lost)),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    ...(judged ? [judged.judging, when(judged.isBroken, [come(Status.found)])] : []),
    branch(again),
  ];
  const begin = (key: w.I64): w.Statement[] => [
    w.setGlobal(entered, key),
    ...(marks ? [w.setGlobal(enteredSlot, w.get(slot))] : []),
    w.setGlobal(entering, w.i32(1)),
    branch(again),
  ];
  const paint = (value: w.I32): w.Statement => w.store8(colourAt, value);
  const found = [w.setGlobal(closing, w.get(child)), come(Status.found)];

  const has = store.has(child, slot, there);
  const outerChild: w.Statement[] = [
    when(w.atLeastUnsigned(w.subtract(current, w.getGlobal(frames)), w.getGlobal(deepestFrame)), [
      ...sought,
      ...has.before,
      when(w.isZero(has.found), [w.setGlobal(cut, w.i32(1)), branch(again)]),
    ]),
    ...sought,
    store.add(child, slot, there, [
      ...(marks
        ? [paint(w.or(w.load8(colourAt), w.i32(ON_PATH | SEEN)))]
        : [recent.note(w.get(child), recent.slotOf(w.get(child)))]),
      ...begin(w.get(child)),
    ]),
    ...(cycles
      ? [
          w.set(colour, w.load8(colourAt)),
          when(w.and(w.get(colour), w.i32(ON_PATH)), accepting ? [closesOuter()] : found),
        ]
      : []),
    branch(again),
  ];

  function closesOuter(): w.Statement {
    return statements([
      when(isAccepting(w.load32(current, NATURE)), found),
      call(unpack, w.get(child)),
      when(isAccepting(natureOfObserver(scene)), found),
    ]);
  }

  const innerChild: w.Statement[] = [
    ...seek(w.get(child)),
    // The outer search was not allowed to go there.
    when(w.isZero(w.and(w.get(colour), w.i32(SEEN))), [branch(again)]),
    when(w.and(w.get(colour), w.i32(ON_PATH)), found),
    when(w.and(w.get(colour), w.i32(INNER)), [branch(again)]),
    paint(w.or(w.get(colour), w.i32(INNER))),
    ...begin(w.get(child)),
  ];

  const takeChild: w.Statement[] = [
    w.set(child, w.load64(w.load32(current, NEXT))),
    w.store32(current, w.add(w.load32(current, NEXT), w.i32(8)), NEXT),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    ...(accepting ? [when(w.getGlobal(inner), innerChild)] : []),
    ...outerChild,
  ];

  const drop: w.Statement[] = [
    increase(top, w.i32(-FRAME_BYTES)),
    w.setGlobal(pileTop, w.load32(current, END)),
    branch(again),
  ];
  const leave: w.Statement[] = accepting
    ? [
        when(
          w.getGlobal(inner),
          // The inner search has gone through all it can reach: its seed is left for good.
          [
            when(w.unequal(current, w.getGlobal(inner)), drop),
            w.setGlobal(inner, w.i32(0)),
            w.store32(w.subtract(current, w.i32(FRAME_BYTES)), w.i32(0), NATURE),
            ...drop,
          ],
        ),
        when(isAccepting(w.load32(current, NATURE)), [
          ...seekAgain(w.load64(current), w.load32(current, SLOT)),
          paint(w.or(w.get(colour), w.i32(INNER))),
          w.setGlobal(inner, w.add(current, w.i32(FRAME_BYTES))),
          ...begin(w.load64(current)),
        ]),
      ]
    : [];

  body.define(
    [
      loop(again, [
        when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
        when(w.getGlobal(entering), enter),
        when(w.equal(current, w.getGlobal(frames)), [come(Status.done)]),
        when(w.greaterUnsigned(w.add(w.getGlobal(store.count), w.i32(1)), w.getGlobal(store.limit)), [
          come(Status.growTable),
        ]),
        when(w.lessUnsigned(w.load32(current, NEXT), w.load32(current, END)), takeChild),
        ...leave,
        ...(marks
          ? [
              ...seekAgain(w.load64(current), w.load32(current, SLOT)),
              paint(w.and(w.get(colour), w.i32(0xff - ON_PATH))),
              recent.note(w.get(child), recent.slotOf(w.get(child))),
            ]
          : []),
        ...drop,
      ]),
    ],
    w.i32(Status.done),
  );
}
