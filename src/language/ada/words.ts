/** The reserved words and delimiters of Ada, and words that look like them. */

// biome-ignore format: a table
const RESERVED = [
  'abort', 'abs', 'abstract', 'accept', 'access', 'aliased', 'all', 'and', 'array', 'at', 'begin', 'body', 'case',
  'constant', 'declare', 'delay', 'delta', 'digits', 'do', 'else', 'elsif', 'end', 'entry', 'exception', 'exit',
  'for', 'function', 'generic', 'goto', 'if', 'in', 'interface', 'is', 'limited', 'loop', 'mod', 'new', 'not',
  'null', 'of', 'or', 'others', 'out', 'overriding', 'package', 'pragma', 'private', 'procedure', 'protected',
  'raise', 'range', 'record', 'rem', 'renames', 'requeue', 'return', 'reverse', 'select', 'separate', 'some',
  'subtype', 'synchronized', 'tagged', 'task', 'terminate', 'then', 'type', 'until', 'use', 'when', 'while', 'with',
  'xor',
] as const;

/** Longest first, so that the first that fits is the right one. */
// biome-ignore format: a table
const DELIMITERS = [
  '=>', '..', '**', ':=', '/=', '>=', '<=', '<<', '>>', '<>',
  '&', "'", '(', ')', '*', '+', ',', '-', '.', '/', ':', ';', '<', '=', '>', '|', '[', ']', '@',
] as const;

type ReservedWord = (typeof RESERVED)[number];
type Delimiter = (typeof DELIMITERS)[number];

/** The kind of a reserved word or delimiter is its own text. */
export type TokenKind =
  | ReservedWord
  | Delimiter
  | 'identifier'
  | 'integer'
  | 'real'
  | 'string'
  | 'character'
  | 'end of file';

const reserved = new Set<string>(RESERVED);

export function isReserved(word: string): word is ReservedWord {
  return reserved.has(word);
}

/** By their first character, longest first. */
export const delimitersByFirst: readonly (readonly Delimiter[])[] = (() => {
  const table: Delimiter[][] = [];
  for (const delimiter of DELIMITERS) {
    const first = delimiter.charCodeAt(0);
    table[first] ??= [];
    table[first].push(delimiter);
  }
  return table;
})();

/** The word among these that this one was meant to be: one letter off, or two letters swapped. */
export function meantWord<W extends string>(wrong: string, words: Iterable<W>): W | undefined {
  if (wrong.length < 2) return undefined;
  for (const word of words) if (oneSlipApart(wrong, word)) return word;
  return undefined;
}

function oneSlipApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) < 3) return false;
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const restA = a.slice(same);
  const restB = b.slice(same);
  if (restA.slice(1) === restB || restA === restB.slice(1)) return true;
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
