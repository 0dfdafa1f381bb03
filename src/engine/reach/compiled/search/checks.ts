/** What makes a state, once expanded, a violation: for the questions that one state and its steps decide. */
import type { Ask } from '../../../../property/question.js';
import { memo } from '../program/memo.js';
import { askNature, BAD, BAD_AT_END } from '../program/observation.js';
import { definePredicate, defineSomeoneAt } from '../program/predicate.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { choose } from '../wasm/control.js';
import { call } from '../wasm/module.js';

/** What the search looks for; `everything` only counts, `goal` looks for one state. */
export type Purpose =
  | { kind: 'everything' }
  | { kind: 'goal' }
  | { kind: 'question'; ask: Ask }
  | { kind: 'cycle' };

/** True when some process that does more than watch is not at an end. */
export const unfinished = (scene: Scene): w.I32 =>
  call(
    defineSomeoneAt(
      scene,
      'unfinished',
      (type) => type.observes === undefined,
      (location) => !location.marks?.includes('end'),
    ),
  );

/** What the observer says of the state at hand: bad, bad at the end, accepting. */
export const natureOfObserver = (scene: Scene): w.I32 => {
  const observed = w.load32(w.i32(0), scene.work + 4 * scene.observed);
  return call(memo(scene), w.or(observed, w.i32(askNature)), w.i32(0));
};

/** True in a state that violates, which has just been expanded, or in one inside an atomic sequence from it. */
export function violation(scene: Scene, ask: Ask): w.I32 {
  const here = violationHere(scene, ask);
  return scene.atomic && wrongInItself(scene, ask)
    ? w.or(w.getGlobal(scene.registers.wrongInside), here)
    : here;
}

/** What makes a state a violation whatever comes next; faults of steps are counted apart. */
export function wrongInItself(scene: Scene, ask: Ask): w.I32 | undefined {
  if (ask.kind === 'assertions') return errorReached(scene, ask.observer);
  if (ask.kind === 'invariant') return w.isZero(call(definePredicate(scene, ask.predicate)));
  if (ask.kind !== 'order') return undefined;
  return w.unequal(w.and(natureOfObserver(scene), w.i32(BAD)), w.i32(0));
}

const errorReached = (scene: Scene, observer?: string): w.I32 =>
  call(
    defineSomeoneAt(
      scene,
      'error',
      (type) => type.observes === observer,
      (location) => location.marks?.includes('error') ?? false,
    ),
  );

function violationHere(scene: Scene, ask: Ask): w.I32 {
  const { moves, faults, assertions } = scene.registers;
  const stuck = w.isZero(w.getGlobal(moves));
  switch (ask.kind) {
    case 'deadlock-free':
    case 'terminates':
      return choose(stuck, unfinished(scene), w.i32(0));
    case 'assertions': {
      const error = errorReached(scene, ask.observer);
      if (ask.observer !== undefined) return error;
      return w.or(w.or(w.getGlobal(faults), w.getGlobal(assertions)), error);
    }
    case 'invariant':
      return w.isZero(call(definePredicate(scene, ask.predicate)));
    case 'order': {
      const nature = natureOfObserver(scene);
      const isBad = w.unequal(w.and(nature, w.i32(BAD)), w.i32(0));
      const badAtEnd = w.unequal(w.and(nature, w.i32(BAD_AT_END)), w.i32(0));
      const atEnd = choose(badAtEnd, w.isZero(unfinished(scene)), w.i32(0));
      return w.or(isBad, choose(stuck, atEnd, w.i32(0)));
    }
    case 'progress':
      throw new Error('progress is not a question about single states');
  }
}
