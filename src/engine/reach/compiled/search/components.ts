/**
 * Strongly connected components, found in one depth-first search, as one function that works until it has something
 * to tell. A state is live until its component is complete; live states are numbered in the order in which they were
 * entered. The root of what is known to be one component is its state with the least number, and with the root is
 * kept what was gathered in it: where a component closes, the roots behind the target of the edge are joined to one
 * (Couvreur's algorithm for emptiness). So a component that will do is told as soon as enough of it is known.
 *
 * Of a state only the key is kept when its component is complete: it is in the set of states, and has no number.
 */

import type { Expansion } from '../program/expansion.js';
import { LABEL, LABELLED_BYTES, MOVERS } from '../program/labels.js';
import { ACCEPTING } from '../program/observation.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import type { ColouredStore } from '../store/states.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, choose, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { Status } from './breadth.js';
import { natureOfObserver, type WantedComponent } from './checks.js';

/** The events of the observer that lost progress is about. */
export const WANTED_EVENT = 1;
export const CONDITION_EVENT = 2;

/** The path: where on the pile the successors begin that were not tried, counted from its start; the number. */
export const FRAME = { pile: 0, number: 4, bytes: 8 } as const;
/** A live state: its key, and its slot in the set of states. */
export const LIVE = { key: 0, slot: 8, bytes: 16 } as const;
/** A root: its number; traits; what its states and edges contribute, inside atomic sequences, and the edge to it. */
export const ROOT = { number: 0, traits: 4, gained: 8, gainedInside: 16, arc: 24, bytes: 32 } as const;
export const TRAIT = {
  /** An accepting state. */
  accepting: 1,
  /** A state that is not inside an atomic sequence. */
  outside: 2,
  /** An edge out of the component, and one inside it. */
  left: 4,
  repeats: 8,
} as const;
/** Registers of each stack: where it starts, the first byte that is free, and its end. */
export const STACKS = ['path', 'pile', 'live', 'roots', 'insiders'] as const;

export function defineComponents(
  scene: Scene,
  { expand }: Expansion,
  store: ColouredStore,
  wanted: WantedComponent,
): void {
  const { module, registers, labels } = scene;
  const { out, outEnd, obstacle, faults, assertions } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [path, pile, live, roots, insiders] = STACKS.map((name) => ({
    start: w.getGlobal(register(name)),
    top: register(`${name}Top`),
    end: w.getGlobal(register(`${name}End`)),
  }));
  const top = (stack: { top: w.Global<'i32'> }): w.I32 => w.getGlobal(stack.top);
  const numbers = w.getGlobal(register('numbers'));
  const [entering, enteredSlot, deepest, faulted, failures] = [
    'entering',
    'enteredSlot',
    'deepest',
    'faulted',
    'failures',
  ].map(register);
  /** Only states inside atomic sequences lead anywhere; a component with this number was found to be no violation. */
  const [within, acquitted] = ['within', 'acquitted'].map(register);
  // For the graph of a few states, which expands them one by one.
  register('outStart');
  /** Not 0 while a state is looked for, and which. */
  const seeking = register('seeking');
  const goal = module.global('goal', 'i64');
  const transitions = module.global('transitions', 'i64');
  const [entered, arc] = ['entered', 'arc'].map((name) => module.global(name, 'i64'));
  const fair = wanted.kind === 'fair cycle';

  const body = module.function('searchComponents', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [child, there, scratch, gain, gainInside] = [0, 1, 2, 3, 4].map(() => body.local('i64'));
  const [slot, number, traits, isInside] = [0, 1, 2, 3].map(() => body.local('i32'));
  const [again, joining, closing] = ['go on', 'join', 'close'].map(newLabel);
  const come = (status: number) => giveBack(w.i32(status));
  const root = w.subtract(top(roots), w.i32(ROOT.bytes));
  const frame = w.subtract(top(path), w.i32(FRAME.bytes));
  const numberAt = (of: w.I32): w.I32 => w.add(numbers, w.shiftLeft(of, w.i32(2)));
  const gather64 = (offset: number, more: w.I64) =>
    w.store64(root, w.or(w.load64(root, offset), more), offset);
  const gatherTraits = (more: w.I32) => w.store32(root, w.or(w.load32(root, ROOT.traits), more), ROOT.traits);
  const isFull = (stack: (typeof roots)[], bytes: number[]): w.I32 =>
    stack
      .map((one, i) => w.greaterUnsigned(w.add(top(one), w.i32(bytes[i])), one.end))
      .reduce((a, b) => w.or(a, b));

  const inside = scene.atomic ? w.load32(w.i32(0), scene.work + 4 * scene.layout.exclusive) : w.i32(0);
  /** Who cannot move; inside an atomic sequence that says something only if there is nothing else. */
  const unable = fair ? w.xor(w.getGlobal(labels!.able), w.i64(-1n)) : w.i64(0n);
  const accepts = fair ? w.unequal(w.and(natureOfObserver(scene), w.i32(ACCEPTING)), w.i32(0)) : w.i32(0);
  const none = w.i64(0n);
  const enter: w.Statement[] = [
    when(isFull([path, live, roots, insiders], [FRAME.bytes, LIVE.bytes, ROOT.bytes, 8]), [
      come(Status.growQueue),
    ]),
    w.setGlobal(out, top(pile)),
    w.setGlobal(outEnd, pile.end),
    w.setGlobal(obstacle, w.i32(0)),
    w.setGlobal(labels!.able, none),
    call(expand, w.getGlobal(entered)),
    when(w.getGlobal(obstacle), [come(Status.obstacle)]),
    w.setGlobal(entering, w.i32(0)),
    w.set(isInside, inside),
    when(w.and(w.getGlobal(within), w.isZero(w.get(isInside))), [w.setGlobal(out, top(pile))]),
    ...(scene.atomic
      ? [
          when(w.and(w.unequal(w.get(isInside), w.i32(0)), w.isZero(w.getGlobal(within))), [
            w.store64(top(insiders), w.getGlobal(entered)),
            increase(insiders.top, w.i32(8)),
          ]),
        ]
      : []),
    w.setGlobal(
      transitions,
      w.add(
        w.getGlobal(transitions),
        w.extendUnsigned(w.divideUnsigned(w.subtract(w.getGlobal(out), top(pile)), w.i32(LABELLED_BYTES))),
      ),
    ),
    w.store64(top(live), w.getGlobal(entered), LIVE.key),
    w.store32(top(live), w.getGlobal(enteredSlot), LIVE.slot),
    increase(live.top, w.i32(LIVE.bytes)),
    w.set(number, w.divideUnsigned(w.subtract(top(live), live.start), w.i32(LIVE.bytes))),
    w.store32(numberAt(w.getGlobal(enteredSlot)), w.get(number)),
    w.store32(top(path), w.subtract(top(pile), pile.start), FRAME.pile),
    w.store32(top(path), w.get(number), FRAME.number),
    increase(path.top, w.i32(FRAME.bytes)),
    w.setGlobal(pile.top, w.getGlobal(out)),
    increase(roots.top, w.i32(ROOT.bytes)),
    w.store32(root, w.get(number), ROOT.number),
    w.store32(root, accepts, ROOT.traits),
    w.store64(root, none, ROOT.gained),
    w.store64(root, none, ROOT.gainedInside),
    w.store64(root, w.getGlobal(arc), ROOT.arc),
    when(
      w.get(isInside),
      [w.store64(root, unable, ROOT.gainedInside)],
      [w.store64(root, unable, ROOT.gained), gatherTraits(w.i32(TRAIT.outside))],
    ),
    when(w.greaterUnsigned(w.subtract(top(path), path.start), w.getGlobal(deepest)), [
      w.setGlobal(deepest, w.subtract(top(path), path.start)),
    ]),
    w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
    increase(failures, w.getGlobal(registers.lost)),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    when(w.and(w.getGlobal(seeking), w.equal(w.getGlobal(entered), w.getGlobal(goal))), [come(Status.found)]),
    branch(again),
  ];

  const rootHas = (trait: number): w.I32 => w.and(w.load32(root, ROOT.traits), w.i32(trait));
  const allGained = w.or(
    w.load64(root, ROOT.gained),
    choose(rootHas(TRAIT.outside), none, w.load64(root, ROOT.gainedInside)),
  );
  const isFair = choose(rootHas(TRAIT.accepting), w.equal(allGained, w.i64(-1n)), w.i32(0));
  /** An edge to a live state: all behind that one's root are in its component. */
  const join: w.Statement[] = [
    w.set(gainInside, none),
    w.set(traits, w.i32(TRAIT.repeats)),
    loop(joining, [
      when(w.greaterUnsigned(w.load32(root, ROOT.number), w.get(number)), [
        w.set(gain, w.or(w.get(gain), w.or(w.load64(root, ROOT.gained), w.load64(root, ROOT.arc)))),
        w.set(gainInside, w.or(w.get(gainInside), w.load64(root, ROOT.gainedInside))),
        w.set(traits, w.or(w.get(traits), w.load32(root, ROOT.traits))),
        increase(roots.top, w.i32(-ROOT.bytes)),
        branch(joining),
      ]),
    ]),
    gather64(ROOT.gained, w.get(gain)),
    gather64(ROOT.gainedInside, w.get(gainInside)),
    gatherTraits(w.get(traits)),
    ...(fair ? [when(isFair, [come(Status.found)])] : []),
  ];

  const home = store.home(w.get(child), scratch);
  const takeChild: w.Statement[] = [
    increase(pile.top, w.i32(-LABELLED_BYTES)),
    w.set(child, w.load64(top(pile))),
    w.set(gain, fair ? w.load64(top(pile), MOVERS) : w.load64(top(pile), LABEL)),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    ...home.before,
    w.set(slot, home.slot),
    store.add(child, slot, there, [
      w.setGlobal(entered, w.get(child)),
      w.setGlobal(enteredSlot, w.get(slot)),
      w.setGlobal(arc, w.get(gain)),
      w.setGlobal(entering, w.i32(1)),
      branch(again),
    ]),
    w.set(number, w.load32(numberAt(w.get(slot)))),
    when(w.isZero(w.get(number)), [gatherTraits(w.i32(TRAIT.left)), branch(again)]),
    ...join,
    branch(again),
  ];

  const gainedEvent = (event: number): w.I32 =>
    w.lowHalf(w.and(w.load64(root, ROOT.gained), w.i64(BigInt(event))));
  const isLost = (conditional: boolean): w.I32 => {
    const without = w.isZero(w.or(rootHas(TRAIT.left), gainedEvent(WANTED_EVENT)));
    return conditional ? w.and(without, w.unequal(gainedEvent(CONDITION_EVENT), w.i32(0))) : without;
  };
  /** The component of the state that is left is complete. */
  const complete: w.Statement[] = [
    ...(wanted.kind === 'fair cycle'
      ? []
      : [
          when(w.and(isLost(wanted.conditional), w.unequal(w.getGlobal(acquitted), w.get(number))), [
            come(Status.found),
          ]),
          w.setGlobal(acquitted, w.i32(0)),
        ]),
    loop(closing, [
      increase(live.top, w.i32(-LIVE.bytes)),
      w.store32(numberAt(w.load32(top(live), LIVE.slot)), w.i32(0)),
      branchIf(
        closing,
        w.greaterUnsigned(
          top(live),
          w.add(live.start, w.multiply(w.subtract(w.get(number), w.i32(1)), w.i32(LIVE.bytes))),
        ),
      ),
    ]),
    increase(roots.top, w.i32(-ROOT.bytes)),
    // It was entered from what is in the component below.
    gatherTraits(w.i32(TRAIT.left)),
  ];
  body.define(
    [
      loop(again, [
        when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
        when(w.getGlobal(entering), enter),
        when(w.equal(top(path), path.start), [come(Status.done)]),
        when(w.greaterUnsigned(w.add(w.getGlobal(store.count), w.i32(1)), w.getGlobal(store.limit)), [
          come(Status.growTable),
        ]),
        when(w.greaterUnsigned(w.subtract(top(pile), pile.start), w.load32(frame, FRAME.pile)), takeChild),
        w.set(number, w.load32(frame, FRAME.number)),
        when(w.equal(w.load32(root, ROOT.number), w.get(number)), complete),
        increase(path.top, w.i32(-FRAME.bytes)),
        branch(again),
      ]),
    ],
    w.i32(Status.done),
  );
  defineRenumbering(scene, store);
}

/** When the set of states has grown: the slots of live states, and their numbers. */
function defineRenumbering(scene: Scene, store: ColouredStore): void {
  const { module } = scene;
  const [live, liveTop, numbers] = ['live', 'liveTop', 'numbers'].map((name) =>
    w.getGlobal(module.global(name, 'i32')),
  );
  const body = module.function('renumber', [], 'none', true);
  const [at, slot, number] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const each = newLabel('each live state');
  body.define([
    w.set(at, live),
    w.set(number, w.i32(0)),
    loop(each, [
      when(w.lessUnsigned(w.get(at), liveTop), [
        w.set(slot, call(store.find, w.load64(w.get(at), LIVE.key))),
        w.set(number, w.add(w.get(number), w.i32(1))),
        w.store32(w.get(at), w.get(slot), LIVE.slot),
        w.store32(w.add(numbers, w.shiftLeft(w.get(slot), w.i32(2))), w.get(number)),
        w.set(at, w.add(w.get(at), w.i32(LIVE.bytes))),
        branch(each),
      ]),
    ]),
  ]);
}
