/**
 * Does an observer notice steps that show none of its events and change none of its predicates? A
 * reduced search moves such steps about and leaves some out.
 *
 * The letter of such a step is that of the state alone. An observer of finite executions must stay where
 * it is on reading it. An observer of endless ones is looked at more closely: from each of its states,
 * reading first the silent letter of a state and then any letter of the same state must lead exactly
 * where reading that letter alone leads. Then silent letters can be put in and taken out between others
 * without changing which states come at the others. If a state that is only passed at a silent letter
 * accepts, one of its neighbours on the way has to accept too, so that nothing is lost with it.
 */
import type { Observer } from '../../../../property/observer.js';

const MOST_STATES = 2_000;
const MOST_LETTERS = 4_096;
const MOST_READINGS = 1 << 22;

/** The reason, or undefined where it notices nothing. */
export function noticesSilence(observer: Observer): string | undefined {
  const letters = 2 ** observer.atoms.length;
  if (letters > MOST_LETTERS) return 'the property has too many events to see whether it notices every step';
  const events = observer.atoms.reduce(
    (mask, atom, i) => (atom.kind === 'event' ? mask | (1 << i) : mask),
    0,
  );
  const seen = new Set(observer.initial);
  let readings = 0;
  for (const state of seen) {
    if (seen.size > MOST_STATES)
      return 'the property has too many states to see whether it notices every step';
    for (let letter = 0; letter < letters; letter++) {
      for (const next of observer.successors(state, letter)) seen.add(next);
      const silent = letter & ~events;
      const still = observer.successors(state, silent);
      readings += 1 + still.length;
      if (readings > MOST_READINGS)
        return 'the property has too many states to see whether it notices every step';
      const same =
        observer.acceptance === 'finite'
          ? still.length === 1 && still[0] === state
          : staysTheSame(observer, state, still, letter);
      if (!same) return 'the property notices steps that show no event';
    }
  }
  return undefined;
}

function staysTheSame(observer: Observer, state: number, still: readonly number[], letter: number): boolean {
  const direct = new Set(observer.successors(state, letter));
  const later = new Set<number>();
  for (const passed of still) {
    for (const next of observer.successors(passed, letter)) {
      if (!direct.has(next)) return false;
      later.add(next);
      const lost = observer.accepting(passed) && !observer.accepting(state) && !observer.accepting(next);
      if (lost) return false;
    }
  }
  return later.size === direct.size;
}
