/** The words of a Promela text. Directives and macros are not yet understood here. */
import type { Where } from './sources.js';

export interface Token extends Where {
  /** `bad`: no word of the language; `problem` says why. It matters only where it is not skipped. */
  kind: 'name' | 'number' | 'string' | 'sign' | 'end' | 'bad';
  text: string;
  /** Of a number or a character. */
  value?: number;
  problem?: { message: string; hint?: string; tooLong?: boolean };
  /** First on its line, counting lines that a backslash or a comment joins as one. */
  lineStart: boolean;
  /** A new line, or a comment over several lines, comes before it. */
  newline: boolean;
  /** Something blank comes before it. */
  spaced: boolean;
  /** The macro that stood here, where it stands for a single number. */
  spelled?: string;
  /** The parameter of an inline that it stands for, in the body of the inline. */
  standsAt?: Where;
  /** Macros that may not be expanded in it again. */
  painted?: Paint;
}

/** The names of macros, as a list that grows at its head. */
export interface Paint {
  name: string;
  rest?: Paint;
  length: number;
}

/** Longest first. `[]`, `<>`, `<->`, `/\` and `\/` occur in formulas only, and nowhere else by accident. */
const SIGNS = [
  '<->', '...', '::', '->', '--', '++', '<<', '>>', '<=', '>=', '==', '!=', '!!', '??', '&&', '||', '..', '##',
  '[]', '<>', '/\\', '\\/',
  '{', '}', '(', ')', '[', ']', ';', ':', ',', '.', '=', '<', '>', '!', '?', '&', '|', '^', '~', '+', '-', '*',
  '/', '%', '@', '#', '$',
]; // biome-ignore format: a table

const SIGNS_BY_FIRST = new Map<string, string[]>();
for (const sign of SIGNS) {
  SIGNS_BY_FIRST.set(sign[0], [...(SIGNS_BY_FIRST.get(sign[0]) ?? []), sign]);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;

/** Far beyond any program; it keeps a strange file from filling the memory. */
const MOST_WORDS = 2_000_000;

/** All words of a text, without its comments; the last one is of kind `end`. */
export function scan(file: number, text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let lineStart = true;
  let newline = true;
  let spaced = false;

  const push = (kind: Token['kind'], start: number, end: number, value?: number): void => {
    const token: Token = {
      kind, text: text.slice(start, end), file, start, end, lineStart, newline, spaced,
    }; // biome-ignore format: one line reads best
    if (value !== undefined) token.value = value;
    tokens.push(token);
    at = end;
    lineStart = false;
    newline = false;
    spaced = false;
  };

  const bad = (end: number, message: string, hint?: string): void => {
    push('bad', at, end);
    tokens[tokens.length - 1].problem = { message, hint };
  };

  const skipComment = (): boolean => {
    if (text.startsWith('//', at)) {
      at = endOfLine(text, at);
    } else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      if (close < 0) {
        bad(at + 2, 'this comment never ends', "close it with '*/'");
        at = text.length;
        return true;
      }
      const end = close + 2;
      if (text.slice(at, end).includes('\n')) newline = true;
      at = end;
    } else return false;
    spaced = true;
    return true;
  };

  while (at < text.length) {
    if (tokens.length >= MOST_WORDS) {
      bad(at + 1, `the text has more than ${MOST_WORDS} words`);
      tokens[tokens.length - 1].problem!.tooLong = true;
      break;
    }
    const code = text.charCodeAt(at);
    if (code === 10) {
      lineStart = newline = spaced = true;
      at++;
    } else if (code === 32 || (code >= 9 && code <= 13)) {
      spaced = true;
      at++;
    } else if (code === 92 && continuation(text, at) > 0) {
      spaced = true;
      at += continuation(text, at);
    } else if (code === 47 && skipComment()) {
    } else if (isLetter(code)) {
      let end = at + 1;
      while (end < text.length && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
      push('name', at, end);
    } else if (isDigit(code)) {
      let end = at + 1;
      while (end < text.length && isDigit(text.charCodeAt(end))) end++;
      push('number', at, end, Number(text.slice(at, end)));
      while (end < text.length && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
      if (end > at) bad(end, 'a number is followed by a letter', 'numbers are decimal');
    } else if (code === 34) {
      const end = endOfString(text, at);
      if (end < 0) {
        const line = text.indexOf('\n', at);
        bad(at + 1, 'this string does not end on its line', `close it with '"'`);
        at = line < 0 ? text.length : line;
      } else push('string', at, end);
    } else if (code === 39 && character(text, at)) {
      const { value, end } = character(text, at)!;
      push('number', at, end, value);
    } else {
      const sign = SIGNS_BY_FIRST.get(text[at])?.find((candidate) => text.startsWith(candidate, at));
      if (sign) push('sign', at, at + sign.length);
      else {
        const strange = String.fromCodePoint(text.codePointAt(at)!);
        bad(at + strange.length, `unexpected ${shown(strange)}`);
      }
    }
  }
  push('end', text.length, text.length);
  return tokens;
}

/** Where the line ends, with all that a backslash at its end adds to it. */
function endOfLine(text: string, at: number): number {
  let end = text.indexOf('\n', at);
  while (end >= 0 && /\\[ \t\r]*$/.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end))) {
    end = text.indexOf('\n', end + 1);
  }
  return end < 0 ? text.length : end;
}

/** How long a backslash at the end of a line is, with what follows it there; blanks after it do not count. */
function continuation(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === ' ' || text[end] === '\t' || text[end] === '\r') end++;
  return text[end] === '\n' ? end + 1 - at : 0;
}

/** Just behind the closing quote, or -1. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '"') return i + 1;
    if (text[i] === '\\' && text[i + 1] !== undefined) i++;
    else if (text[i] === '\n') return -1;
  }
  return -1;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f' };

function character(text: string, start: number): { value: number; end: number } | undefined {
  const escaped = text[start + 1] === '\\';
  const at = escaped ? start + 2 : start + 1;
  if (text[at + 1] !== "'" || text[at] === undefined) return undefined;
  const meant = escaped ? (ESCAPES[text[at]] ?? text[at]) : text[at];
  return { value: meant.charCodeAt(0) & 0xff, end: at + 2 };
}

function shown(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return `'${character}'`;
  return `character U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Words as a person would write them on one line. */
export function textOf(tokens: readonly Token[]): string {
  let text = '';
  for (const [i, token] of tokens.entries()) {
    const blank = i > 0 && (token.spaced || token.newline) ? ' ' : '';
    text += blank + (token.spelled ?? token.text);
  }
  return text;
}
