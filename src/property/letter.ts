/** What an observer reads at one position of an execution: which of its atoms hold, as a bit set. */
import type { Interpreter } from '../model/interpreter.js';
import type { Occurrence } from '../model/transition.js';
import { matchesEvent } from './event.js';
import type { Atom } from './observer.js';

export class LetterReader {
  /** For each atom, which event texts it matches, as far as they came up. */
  private readonly known: Map<string, boolean>[];

  constructor(
    private readonly interpreter: Interpreter,
    private readonly atoms: readonly Atom[],
  ) {
    this.known = atoms.map(() => new Map());
  }

  /** The state before the transition, and the events it shows. */
  letter(state: Int32Array, events: readonly Occurrence[]): number {
    let letter = 0;
    this.atoms.forEach((atom, i) => {
      const holds =
        atom.kind === 'state'
          ? this.interpreter.holds(atom.predicate, state)
          : events.some((event) => this.matches(i, event));
      if (holds) letter |= 1 << i;
    });
    return letter;
  }

  private matches(index: number, event: Occurrence): boolean {
    const known = this.known[index].get(event.text);
    if (known !== undefined) return known;
    const atom = this.atoms[index];
    const result = atom.kind === 'event' && matchesEvent(atom.pattern, event);
    this.known[index].set(event.text, result);
    return result;
  }
}
