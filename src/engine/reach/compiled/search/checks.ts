/** What makes a state, once expanded, a violation: for the questions that one state and its steps decide. */
import type { Expression } from '../../../../model/expression.js';
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
  /** Which of these are violated: each ends with its first violation, the search with the last of them. */
  | { kind: 'questions'; asks: readonly Ask[] }
  | { kind: 'cycle' }
  | { kind: 'component'; wanted: WantedComponent };

/**
 * A strongly connected component whose rounds can be fair to every process and pass an accepting state; or one that no
 * edge leaves and that has none of the wanted events, though one of the condition where there is a condition.
 */
export type WantedComponent = { kind: 'fair cycle' } | { kind: 'lost progress'; conditional: boolean };

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

/** More questions have no bit in a register. */
export const MOST_QUESTIONS = 30;

/**
 * Sets the bits of the open questions that are violated by the state that has just been expanded, or by one
 * inside an atomic sequence from it. Which are open is up to the driver of the search.
 */
export function judge(scene: Scene, asks: readonly Ask[]): { judging: w.Statement; isBroken: w.I32 } {
  const [open, broken] = ['open', 'broken'].map((name) => scene.module.global(name, 'i32'));
  const wrong = asks.map((ask, i) => bitIf(violationHere(scene, ask), i)).reduce(w.or);
  const inside = scene.atomic ? w.or(w.getGlobal(scene.registers.wrongInside), wrong) : wrong;
  return {
    judging: w.setGlobal(broken, w.and(w.getGlobal(open), inside)),
    isBroken: w.getGlobal(broken),
  };
}

/** For which questions a state is a violation whatever comes next, as bits; faults of steps are counted apart. */
export function wrongInItself(scene: Scene, purpose: Purpose): w.I32 | undefined {
  if (purpose.kind !== 'questions') return undefined;
  const bits = purpose.asks.flatMap((ask, i) => {
    const wrong = wrongFor(scene, ask);
    return wrong ? [bitIf(wrong, i)] : [];
  });
  return bits.length > 0 ? bits.reduce(w.or) : undefined;
}

const bitIf = (truth: w.I32, bit: number): w.I32 => w.shiftLeft(w.unequal(truth, w.i32(0)), w.i32(bit));

function wrongFor(scene: Scene, ask: Ask): w.I32 | undefined {
  if (ask.kind === 'assertions') return hasErrors(scene) ? errorReached(scene, ask.observer) : undefined;
  if (ask.kind === 'invariant') {
    if (isAskedBetween(ask.predicate)) return undefined;
    return w.isZero(call(definePredicate(scene, ask.predicate)));
  }
  if (ask.kind !== 'order') return undefined;
  return w.unequal(w.and(natureOfObserver(scene), w.i32(BAD)), w.i32(0));
}

/** True in the middle of every atomic sequence. */
const isAskedBetween = (predicate: Expression): boolean =>
  predicate.kind === 'binary' && predicate.operator === 'or' && predicate.left.kind === 'alone';

const hasErrors = ({ system }: Scene): boolean =>
  system.types.some(({ locations }) => locations.some(({ marks }) => marks?.includes('error')));

const errorReached = (scene: Scene, observer?: string): w.I32 =>
  call(
    defineSomeoneAt(
      scene,
      observer === undefined ? 'error' : `error of ${observer}`,
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
