/**
 * The tokens of the notations in words (interval sentences, patterns): words are identifiers with
 * dots (`dispatcher.register`, `phil.0.eat`), anything else that names an event is quoted. Comments are
 * those of all property texts (see `comment.ts`), left out here so that strings may have escapes.
 */
import type { SourceText } from '../../model/source.js';
import type { Complaints, Extent } from './complaints.js';

export interface Word extends Extent {
  kind: 'word' | 'string' | 'number' | 'mark' | 'end';
  /** The word, the text between the quotes, the digits, or the mark. */
  text: string;
}

/** Thrown by a reader where it cannot go on, after the complaint was made; caught where it can. */
export class CannotGoOn extends Error {}

const MARKS = ['<=', '>=', '..', ',', ';', ':', '(', ')', '#', '<', '>', '=', '+', '-', '*'];

export class WordReader {
  current: Word;
  /** End of the token before the current one. */
  previousEnd: number;
  private position: number;

  constructor(
    private readonly source: SourceText,
    private readonly range: Extent,
    private readonly complaints: Complaints,
  ) {
    this.position = range.start;
    this.previousEnd = range.start;
    this.current = this.read();
  }

  next(): Word {
    const word = this.current;
    if (word.kind !== 'end') {
      this.previousEnd = word.end;
      this.current = this.read();
    }
    return word;
  }

  /** Takes these words or marks, if all of them come next. */
  take(...texts: string[]): boolean {
    const { current, position, previousEnd } = this;
    for (const text of texts) {
      if (!this.at(text)) {
        this.current = current;
        this.position = position;
        this.previousEnd = previousEnd;
        return false;
      }
      this.next();
    }
    return true;
  }

  at(text: string): boolean {
    return (this.current.kind === 'word' || this.current.kind === 'mark') && this.current.text === text;
  }

  /** Takes these words, which must come next. */
  must(...texts: string[]): void {
    for (const text of texts) if (!this.take(text)) this.expected(`\`${text}\``);
  }

  expected(what: string, hint?: string): never {
    const { current } = this;
    const found =
      current.kind === 'end'
        ? 'the text ends'
        : `there is ${current.kind === 'string' ? 'a string' : `\`${current.text}\``}`;
    return this.fail(`expected ${what}, but ${found} here`, current, hint);
  }

  fail(message: string, at: Extent, hint?: string): never {
    this.complaints.error('syntax', message, at, hint);
    throw new CannotGoOn(message);
  }

  /** Skips to one of these words or marks (or the end), for the next mistake to be found. */
  skipTo(...texts: string[]): void {
    while (this.current.kind !== 'end' && !texts.some((text) => this.at(text))) {
      try {
        this.next();
      } catch (error) {
        if (!(error instanceof CannotGoOn)) throw error;
        this.abandon();
      }
    }
  }

  /** Treats the text as ended. */
  abandon(): void {
    this.position = this.range.end;
    this.current = this.word('end', '', this.range.end, this.range.end);
  }

  private read(): Word {
    const { text } = this.source;
    const { end } = this.range;
    const at = this.skipBlanks();
    if (at >= end) return this.word('end', '', end, end);
    const first = text.charCodeAt(at);
    if (first === 34) return this.quoted(at);
    let to = at;
    if (isDigit(first)) {
      while (to < end && isDigit(text.charCodeAt(to))) to++;
      return this.word('number', text.slice(at, to), at, to);
    }
    if (isNameStart(first)) {
      while (to < end && (isNamePart(text.charCodeAt(to)) || this.isInnerDot(to))) to++;
      return this.word('word', text.slice(at, to), at, to);
    }
    const mark = MARKS.find((candidate) => text.startsWith(candidate, at) && at + candidate.length <= end);
    if (mark !== undefined) return this.word('mark', mark, at, at + mark.length);
    const odd = String.fromCodePoint(text.codePointAt(at)!);
    this.position = end;
    return this.fail(
      `the character ${JSON.stringify(odd)} has no meaning here`,
      { start: at, end: at + odd.length },
      'event names that are not plain identifiers are written in double quotes',
    );
  }

  private skipBlanks(): number {
    const { text } = this.source;
    const { end } = this.range;
    for (let at = this.position; ; ) {
      while (at < end && isSpace(text.charCodeAt(at))) at++;
      if (at < end && text.startsWith('/*', at)) {
        const close = text.indexOf('*/', at + 2);
        if (close < 0 || close + 2 > end) {
          this.position = end;
          this.fail('this comment is not closed', { start: at, end: at + 2 });
        }
        at = close + 2;
      } else if (at < end && this.startsLineComment(at)) {
        const line = text.indexOf('\n', at);
        at = line < 0 || line > end ? end : line;
      } else {
        return at;
      }
    }
  }

  private startsLineComment(at: number): boolean {
    const { text } = this.source;
    if (text[at] !== '#') return text.startsWith('//', at) || text.startsWith('--', at);
    return at === 0 || text[at - 1] === '\n' || at + 1 >= text.length || /[\s#!]/.test(text[at + 1]);
  }

  private isInnerDot(at: number): boolean {
    return (
      this.source.text.charCodeAt(at) === 46 &&
      at + 1 < this.range.end &&
      isNamePart(this.source.text.charCodeAt(at + 1))
    );
  }

  private quoted(start: number): Word {
    const parsed = readQuoted(this.source.text, start, this.range.end);
    if (parsed !== undefined) return this.word('string', parsed.text, start, parsed.end);
    this.position = this.range.end;
    return this.fail('this string is not closed on its line', { start, end: start + 1 });
  }

  private word(kind: Word['kind'], text: string, start: number, end: number): Word {
    this.position = end;
    return { kind, text, start, end };
  }
}

/** A double-quoted string on one line; a backslash takes the next character as it is. */
export function readQuoted(
  text: string,
  start: number,
  end: number,
): { text: string; end: number } | undefined {
  const parts: string[] = [];
  let from = start + 1;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return undefined;
    if (code === 34) {
      parts.push(text.slice(from, at));
      return { text: parts.join(''), end: at + 1 };
    }
    if (code === 92 && at + 1 < end && text.charCodeAt(at + 1) !== 10) {
      parts.push(text.slice(from, at));
      from = ++at;
    }
  }
  return undefined;
}

export const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Can this text stand as a word? */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/.test(text);
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isNameStart = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code);
