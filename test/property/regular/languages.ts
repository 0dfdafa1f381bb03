/** What the tests of regular notations share: short ways in, and a matcher that shares nothing with them. */
import type { Reading } from '../../../src/model/diagnostic.js';
import {
  compileQre,
  type Dfa,
  parseQre,
  type Qre,
  type RegularExpression,
} from '../../../src/property/regular/index.js';

export function must<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return reading.value;
}

export const qre = (text: string): Qre => must(parseQre({ file: 'test.prop', text }));
export const dfa = (text: string): Dfa => must(compileQre(qre(text)));

/** The automaton of a bare expression over single-letter events. */
export const over = (alphabet: string, expression: string): Dfa =>
  dfa(`for events {${[...alphabet].join(', ')}} show all executions satisfy ${expression}`);

/** All words over so many letters, up to a length, shortest first. */
export function* words(letters: number, longest: number): Generator<number[]> {
  let layer: number[][] = [[]];
  for (let length = 0; length <= longest; length++) {
    yield* layer;
    layer = layer.flatMap((word) => Array.from({ length: letters }, (_, letter) => [...word, letter]));
  }
}

/** The ends of all matches of an expression that start at an offset: the definition, word by word. */
function matchEnds(expression: RegularExpression, word: readonly number[], from: number): Set<number> {
  switch (expression.kind) {
    case 'letters':
      return new Set(from < word.length && expression.letters.includes(word[from]) ? [from + 1] : []);
    case 'sequence': {
      let ends = new Set([from]);
      for (const part of expression.parts) ends = after(ends, part, word);
      return ends;
    }
    case 'choice':
      return new Set(expression.parts.flatMap((part) => [...matchEnds(part, word, from)]));
    case 'repeat': {
      const all = new Set<number>(expression.least === 0 ? [from] : []);
      let ends = new Set([from]);
      // A match of the empty word may repeat for ever; beyond this many rounds nothing new can come.
      for (let round = 1; round <= Math.min(expression.most, expression.least + word.length); round++) {
        ends = after(ends, expression.part, word);
        if (round >= expression.least) for (const end of ends) all.add(end);
      }
      return all;
    }
  }
}

function after(ends: Set<number>, part: RegularExpression, word: readonly number[]): Set<number> {
  return new Set([...ends].flatMap((end) => [...matchEnds(part, word, end)]));
}

export const matches = (expression: RegularExpression, word: readonly number[]): boolean =>
  matchEnds(expression, word, 0).has(word.length);

/** A small generator of pseudo-random numbers (xorshift), so that failures repeat. */
export function random(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A random expression as text over these names. */
export function randomExpression(
  pick: (below: number) => number,
  names: readonly string[],
  depth: number,
): string {
  const name = () => names[pick(names.length)];
  const inner = () => randomExpression(pick, names, depth - 1);
  switch (depth === 0 ? pick(4) : pick(11)) {
    case 0:
    case 1:
      return name();
    case 2:
      return '.';
    case 3:
      return `${['', '~'][pick(2)]}[${name()}, ${name()}]`;
    case 4:
    case 5:
      return `${inner()}; ${inner()}`;
    case 6:
      return `(${inner()} | ${inner()})`;
    case 7:
      return `(${inner()})*`;
    case 8:
      return `(${inner()})+`;
    case 9:
      return `(${inner()})?`;
    default:
      return `(${inner()})^${1 + pick(3)}`;
  }
}
