/** Characters to tokens. The kind of a keyword or a mark is its own text. */
import type { Problems } from './problems.js';

export type TokenKind = 'lower' | 'upper' | 'integer' | 'string' | 'end of file' | Keyword | Mark;

// biome-ignore format: a table
const KEYWORDS = [
  'const', 'range', 'set', 'property', 'progress', 'menu', 'animation', 'fluent', 'assert', 'constraint',
  'import', 'minimal', 'deterministic', 'compose', 'if', 'then', 'else', 'forall', 'exists', 'when',
  'initially', 'rigid',
] as const;

/** Longest first, so that the first that fits is the right one. */
// biome-ignore format: a table
const MARKS = [
  '<->', '->', '..', '::', '||', '&&', '==', '!=', '<=', '>=', '<<', '>>', '[]', '<>',
  '(', ')', '{', '}', '[', ']', ',', '.', ':', ';', '=', '|', '&', '^', '!', '<', '>', '+', '-', '*', '/',
  '%', '\\', '@', '#', "'",
] as const;

const MOST_TOKENS = 1_000_000;

type Keyword = (typeof KEYWORDS)[number];
type Mark = (typeof MARKS)[number];

/** One array a field: many tokens stay cheap. */
export interface Tokens {
  text: string;
  kinds: TokenKind[];
  starts: number[];
  ends: number[];
  /** A comment goes on to the end: what is missing there is in it. */
  cut: boolean;
}

const keywords = new Map<string, TokenKind>(KEYWORDS.map((word) => [word, word]));
const marksByFirst = new Map<string, Mark[]>();
for (const mark of MARKS) marksByFirst.set(mark[0], [...(marksByFirst.get(mark[0]) ?? []), mark]);

export function scan(text: string, problems: Problems): Tokens {
  const tokens: Tokens = { text, kinds: [], starts: [], ends: [], cut: false };
  const add = (kind: TokenKind, start: number, end: number): void => {
    tokens.kinds.push(kind);
    tokens.starts.push(start);
    tokens.ends.push(end);
  };
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length && !problems.full) {
    if (tokens.kinds.length > MOST_TOKENS) {
      problems.error('too-large', `this file has more than ${MOST_TOKENS} words`, at, at + 1);
      return { text, kinds: ['end of file'], starts: [text.length], ends: [text.length], cut: true };
    }
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at++;
    } else if (code === SLASH && text[at + 1] === '/') {
      const line = text.indexOf('\n', at);
      at = line < 0 ? text.length : line;
    } else if (code === SLASH && text[at + 1] === '*') {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) {
        tokens.cut = true;
        problems.error('syntax', 'this comment is never closed', at, at + 2, 'close it with */');
      }
      at = close < 0 ? text.length : close + 2;
    } else if (isLetter(code) || code === UNDERSCORE) {
      const end = run(text, at, (c) => isLetter(c) || isDigit(c) || c === UNDERSCORE);
      const word = text.slice(at, end);
      add(keywords.get(word) ?? (code >= 65 && code <= 90 ? 'upper' : 'lower'), at, end);
      at = end;
    } else if (isDigit(code)) {
      const end = run(text, at, isDigit);
      add('integer', at, end);
      at = end;
    } else if (code === QUOTE) {
      const end = run(text, at + 1, (c) => c !== QUOTE && c !== NEWLINE);
      if (text.charCodeAt(end) !== QUOTE)
        problems.error('syntax', 'this string is never closed', at, end, 'close it with "');
      add('string', at, Math.min(end + 1, text.length));
      at = end + 1;
    } else {
      const mark = marksByFirst.get(text[at])?.find((candidate) => text.startsWith(candidate, at));
      if (mark !== undefined) {
        add(mark, at, at + mark.length);
        at += mark.length;
      } else {
        const end = run(
          text,
          at,
          (c) => !isSpace(c) && !isDigit(c) && !isLetter(c) && !marksByFirst.has(String.fromCharCode(c)),
        );
        const shown = JSON.stringify(text.slice(at, Math.min(end, at + 12)));
        problems.error('syntax', `${shown} is not part of FSP`, at, Math.max(end, at + 1));
        at = Math.max(end, at + 1);
      }
    }
  }
  add('end of file', text.length, text.length);
  return tokens;
}

const SLASH = 47;
const UNDERSCORE = 95;
const QUOTE = 34;
const NEWLINE = 10;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function run(text: string, from: number, belongs: (code: number) => boolean): number {
  let end = from;
  while (end < text.length && belongs(text.charCodeAt(end))) end++;
  return end;
}
