/**
 * Conditions on states where the middle of an atomic sequence is not seen (`watchedBetweenSequences`): they are asked
 * where others may move, so before the sequence, after it, and where its process blocks on the way.
 */
import { binary, type Expression } from '../model/expression.js';
import type { System } from '../model/system.js';
import type { Observer } from './observer.js';

/** The condition, or true in the middle of a sequence. */
export function betweenSequences(predicate: Expression, system: System): Expression {
  return passesSequences(system) ? binary('or', { kind: 'alone' }, predicate) : predicate;
}

/** The observer that stays as it is in the middle of a sequence. One that watches events sees every step. */
export function watchingBetween(observer: Observer, system: System): Observer {
  const { atoms, successors } = observer;
  if (!passesSequences(system) || atoms.some(({ kind }) => kind === 'event')) return observer;
  const alone = 1 << atoms.length;
  return {
    ...observer,
    atoms: [...atoms, { kind: 'state', name: 'in an atomic sequence', predicate: { kind: 'alone' } }],
    successors: (state, letter) => (letter & alone ? [state] : successors(state, letter)),
  };
}

function passesSequences(system: System): boolean {
  if (!system.watchedBetweenSequences) return false;
  return system.types.some(({ locations }) => locations.some(({ region }) => region === 'atomic'));
}
