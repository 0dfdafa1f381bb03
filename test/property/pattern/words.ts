/**
 * All words up to a length, numbered: shorter first, then in the order of their letters. A letter is
 * an index into the alphabet; the last letter of each alphabet here is a neutral event.
 */
import type { Occurrence } from '../../../src/model/transition.js';
import { matchesEvent } from '../../../src/property/event.js';
import type { Atom, Observer } from '../../../src/property/observer.js';
import type { Dfa } from '../../../src/property/regular/index.js';
import type { Formula } from '../../../src/property/temporal/formula.js';

export const NEUTRAL = 'neutral';

export class Words {
  /** `offsets[l]`: the number of the first word of length l. */
  readonly offsets: number[] = [0];
  readonly count: number;

  constructor(
    readonly alphabet: readonly string[],
    readonly longest: number,
  ) {
    for (let length = 0; length <= longest; length++)
      this.offsets.push(this.offsets[length] + alphabet.length ** length);
    this.count = this.offsets[longest + 1];
  }

  word(number: number): string[] {
    let length = 0;
    while (this.offsets[length + 1] <= number) length++;
    let rest = number - this.offsets[length];
    const letters: string[] = [];
    for (let i = 0; i < length; i++) {
      letters.unshift(this.alphabet[rest % this.alphabet.length]);
      rest = Math.floor(rest / this.alphabet.length);
    }
    return letters;
  }

  /** 1 for each word that the predicate holds of. */
  where(predicate: (word: string[]) => boolean): Uint8Array {
    return Uint8Array.from({ length: this.count }, (_, number) => (predicate(this.word(number)) ? 1 : 0));
  }

  /** Runs a deterministic machine over all words; each word continues where its prefix ended. */
  forward(
    start: number,
    next: (state: number, letter: number) => number,
    verdict: (state: number) => boolean,
  ): Uint8Array {
    const letters = this.alphabet.length;
    const states = new Int32Array(this.count);
    states[0] = start;
    for (let number = 0; number * letters + 1 < this.count; number++) {
      for (let letter = 0; letter < letters; letter++)
        states[number * letters + letter + 1] = next(states[number], letter);
    }
    return Uint8Array.from(states, (state) => (verdict(state) ? 1 : 0));
  }

  acceptedBy(dfa: Dfa): Uint8Array {
    const width = dfa.alphabet.length;
    const column = this.alphabet.map((name) => dfa.alphabet.indexOf(name));
    return this.forward(
      dfa.start,
      (state, letter) => (column[letter] < 0 ? state : dfa.next[state * width + column[letter]]),
      (state) => dfa.accepting[state] === 1,
    );
  }

  /** Words that, with nothing happening for ever after, an observer finds to be violations. */
  foundBy(observer: Observer): Uint8Array {
    const letters = this.alphabet.map((name) => letterOf(observer.atoms, name));
    const sets: number[][] = [];
    const numbers = new Map<string, number>();
    const table: (number | undefined)[][] = [];
    const intern = (states: Iterable<number>): number => {
      const sorted = [...new Set(states)].sort((a, b) => a - b);
      const key = sorted.join(' ');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, sets.length);
      sets.push(sorted);
      table.push([]);
      return sets.length - 1;
    };
    const found = new Map<number, boolean>();
    return this.forward(
      intern(observer.initial),
      (set, letter) => {
        table[set][letter] ??= intern(
          sets[set].flatMap((state) => observer.successors(state, letters[letter])),
        );
        return table[set][letter];
      },
      (set) => {
        const known = found.get(set) ?? sets[set].some((state) => isFound(observer, state));
        found.set(set, known);
        return known;
      },
    );
  }

  /**
   * Words that satisfy a formula when the neutral letter follows for ever. Computed from the end: the
   * truth of the subformulas at a position follows from its letter and their truth at the next one.
   */
  satisfying(formula: Formula, atomLetters: readonly number[]): Uint8Array {
    const nodes = subformulas(formula);
    const place = new Map(nodes.map((node, i) => [node, i]));
    const result = new Uint8Array(this.count);
    const rows = Array.from({ length: this.longest + 1 }, () => new Uint8Array(nodes.length));
    const size = this.alphabet.length;
    const compute = (row: Uint8Array, letter: number, next: Uint8Array | undefined): void => {
      nodes.forEach((node, i) => {
        row[i] = truthOf(
          node,
          letter,
          (part) => row[place.get(part)!],
          next && ((part) => next[place.get(part)!]),
        )
          ? 1
          : 0;
      });
    };
    const visit = (length: number, value: number): void => {
      result[this.offsets[length] + value] = rows[length][nodes.length - 1];
      if (length === this.longest) return;
      for (let letter = 0; letter < size; letter++) {
        compute(rows[length + 1], atomLetters[letter], rows[length]);
        visit(length + 1, letter * size ** length + value);
      }
    };
    compute(rows[0], atomLetters[size - 1], undefined);
    visit(0, 0);
    return result;
  }
}

export const occurrence = (name: string): Occurrence => ({ name, arguments: [], text: name });

export function letterOf(atoms: readonly Atom[], name: string): number {
  return atoms.reduce(
    (letter, atom, i) =>
      atom.kind === 'event' && matchesEvent(atom.pattern, occurrence(name)) ? letter | (1 << i) : letter,
    0,
  );
}

/** Is there a violation if from this state on nothing happens for ever? */
function isFound(observer: Observer, state: number): boolean {
  if (observer.acceptance === 'finite') return observer.bad(state) || observer.badAtEnd(state);
  const reach = (starts: readonly number[]): Set<number> => {
    const seen = new Set(starts);
    for (const next of seen) for (const successor of observer.successors(next, 0)) seen.add(successor);
    return seen;
  };
  return [...reach([state])].some(
    (other) => observer.accepting(other) && reach(observer.successors(other, 0)).has(other),
  );
}

/** Operands before what they are operands of; the formula itself last. */
function subformulas(formula: Formula): Formula[] {
  if ('operand' in formula) return [...subformulas(formula.operand), formula];
  if ('left' in formula) return [...subformulas(formula.left), ...subformulas(formula.right), formula];
  return [formula];
}

/** `next` is absent where all positions from here on are alike. */
function truthOf(
  f: Formula,
  letter: number,
  here: (part: Formula) => number,
  next: ((part: Formula) => number) | undefined,
): boolean {
  switch (f.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'atom':
      return ((letter >> f.atom) & 1) === 1;
    case 'not':
      return !here(f.operand);
    case 'next':
      return Boolean(next === undefined ? here(f.operand) : next(f.operand));
    case 'always':
      return Boolean(here(f.operand) && (next === undefined || next(f)));
    case 'eventually':
      return Boolean(here(f.operand) || next?.(f));
    case 'and':
      return Boolean(here(f.left) && here(f.right));
    case 'or':
      return Boolean(here(f.left) || here(f.right));
    case 'implies':
      return Boolean(!here(f.left) || here(f.right));
    case 'equivalent':
      return here(f.left) === here(f.right);
    case 'until':
      return Boolean(here(f.right) || (here(f.left) && next?.(f)));
    case 'weakUntil':
      return Boolean(here(f.right) || (here(f.left) && (next === undefined || next(f))));
    case 'release':
      return Boolean(here(f.right) && (here(f.left) || next === undefined || next(f)));
  }
}
