/** Characters to tokens. */
import type { Problems } from './problems.js';
import type { Annotation } from './syntax/index.js';
import { delimitersByFirst, isReserved, type TokenKind } from './words.js';

interface Word {
  readonly name: string;
  /** Folded to lower case. */
  readonly key: string;
  readonly kind: TokenKind;
}

/** One array a field: many tokens stay cheap. Positions count over all files of the program. */
export interface Tokens {
  readonly text: string;
  /** The position of the first character of the text. */
  readonly base: number;
  readonly kinds: TokenKind[];
  readonly starts: number[];
  readonly ends: number[];
  /** Of identifiers and reserved words. */
  readonly words: (Word | undefined)[];
  readonly annotations: Annotation[];
  /** Where something was that is no token: told already. */
  readonly strange: number[];
}

/** Far beyond any program; it keeps a strange file from filling the memory. */
const MOST_TOKENS = 4_000_000;

/** After one of these a tick begins an attribute or a qualified expression, else a character. */
const BEFORE_TICK: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  ')',
  ']',
  'all',
  'string',
  'character',
]);

/** Attributes whose names are reserved words. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['access', 'delta', 'digits', 'mod', 'range']);

export function scan(text: string, base: number, problems: Problems): Tokens {
  return new Scanner(text, base, problems).tokens();
}

class Scanner {
  private at: number;
  private readonly length: number;
  private readonly kinds: TokenKind[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly words: (Word | undefined)[] = [];
  private readonly annotations: Annotation[] = [];
  private readonly strange: number[] = [];
  /** Each spelling once. */
  private readonly spellings = new Map<string, Word>();

  constructor(
    private readonly text: string,
    private readonly base: number,
    private readonly problems: Problems,
  ) {
    this.at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    let length = text.length;
    while (length > this.at && (isSpace(text.charCodeAt(length - 1)) || text[length - 1] === '\x1a'))
      length--;
    this.length = length;
  }

  tokens(): Tokens {
    const { text, length } = this;
    while (this.at < length) {
      const code = text.charCodeAt(this.at);
      if (code === 32 || isSpace(code)) this.at++;
      else if (isLetter(code)) this.word();
      else if (isDigit(code)) this.number();
      else if (code === 45 && text.charCodeAt(this.at + 1) === 45) this.comment();
      else if (code === 34) this.string();
      else if (code === 39) this.tick();
      else this.delimiter(code);
    }
    this.add('end of file', this.at, this.at);
    const { base, kinds, starts, ends, words, annotations, strange } = this;
    return { text, base, kinds, starts, ends, words, annotations, strange };
  }

  private add(kind: TokenKind, start: number, end: number, word?: Word): void {
    if (this.kinds.length >= MOST_TOKENS) {
      const place = { start: this.base + start, end: this.base + end };
      this.problems.tooLarge(place, `this file has more than ${MOST_TOKENS} words`);
    }
    this.kinds.push(kind);
    this.starts.push(this.base + start);
    this.ends.push(this.base + end);
    this.words.push(word);
    this.at = end;
  }

  private wrong(start: number, end: number, message: string, hint?: string): void {
    this.strange.push(this.base + start);
    this.problems.error('syntax', { start: this.base + start, end: this.base + end }, message, hint);
  }

  private word(): void {
    const { text, length } = this;
    const start = this.at;
    let end = start + 1;
    while (end < length && isWordPart(text.charCodeAt(end))) end++;
    const name = text.slice(start, end);
    let word = this.spellings.get(name);
    if (word === undefined) {
      const key = name.toLowerCase();
      word = { name, key, kind: isReserved(key) ? key : 'identifier' };
      this.spellings.set(name, word);
      if (name.endsWith('_') || name.includes('__')) {
        this.wrong(
          start,
          end,
          `'${shortened(name)}' is no identifier`,
          'an underline stands between two letters or digits',
        );
      }
    }
    // An attribute may be called as a reserved word is: T'Range, X'Access, T'Digits.
    const attribute = this.kinds[this.kinds.length - 1] === "'" && ATTRIBUTES.has(word.key);
    this.add(attribute ? 'identifier' : word.kind, start, end, word);
  }

  private comment(): void {
    const { text } = this;
    const newline = text.indexOf('\n', this.at);
    const end = newline < 0 ? this.length : newline;
    if (text[this.at + 2] === '@') {
      const place = { start: this.base + this.at, end: this.base + end };
      this.annotations.push({ kind: 'annotation', text: text.slice(this.at + 3, end).trim(), ...place });
    }
    this.at = end;
  }

  private number(): void {
    const start = this.at;
    NUMBER.lastIndex = start;
    const found = NUMBER.exec(this.text)![0];
    let end = start + found.length;
    const real = found.includes('.');
    if (end < this.length && isWordPart(this.text.charCodeAt(end))) {
      while (end < this.length && isWordPart(this.text.charCodeAt(end))) end++;
      this.wrong(
        start,
        end,
        `'${shortened(this.text.slice(start, end))}' is no number`,
        'a blank stands between a number and a word',
      );
    } else if (this.text[end] === '#') {
      end++;
      this.wrong(
        start,
        end,
        `'${shortened(this.text.slice(start, end))}' is no number`,
        'a based number is written as 16#FF#',
      );
    }
    this.add(real ? 'real' : 'integer', start, end);
  }

  private string(): void {
    const { text } = this;
    const start = this.at;
    for (let i = start + 1; ; i++) {
      const code = i < this.length ? text.charCodeAt(i) : 10;
      if (code === 34) {
        if (text.charCodeAt(i + 1) !== 34) {
          this.add('string', start, i + 1);
          return;
        }
        i++;
      } else if (code === 10) {
        // Most likely only the quote is missing, and the end of the line still ends the statement.
        const tail = /[\s)]*;?\s*$/.exec(text.slice(Math.max(start + 1, i - 40), i))![0];
        this.wrong(
          start,
          start + 1,
          'this string does not end on its line',
          `close it with '"'; longer texts are joined with '&'`,
        );
        this.add('string', start, i - tail.length);
        return;
      }
    }
  }

  private tick(): void {
    const { text, at } = this;
    const before = this.kinds[this.kinds.length - 1];
    if (before === undefined || !BEFORE_TICK.has(before)) {
      const width = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
      if (text[at + 1 + width] === "'" && text[at + 1] !== '\n') {
        this.add('character', at, at + 2 + width);
        return;
      }
    }
    this.add("'", at, at + 1);
  }

  private delimiter(code: number): void {
    const { text, at } = this;
    const candidates = delimitersByFirst[code];
    if (candidates !== undefined) {
      for (const delimiter of candidates) {
        if (delimiter.length === 1 || text.charCodeAt(at + 1) === delimiter.charCodeAt(1)) {
          this.add(delimiter, at, at + delimiter.length);
          return;
        }
      }
    }
    // The old way to write a bar.
    if (text[at] === '!') {
      this.add('|', at, at + 1);
      return;
    }
    let end = at + 1;
    while (end < this.length && isStrange(text.charCodeAt(end))) end++;
    const hint = HINTS[text[at]];
    this.wrong(at, end, `${JSON.stringify(text.slice(at, Math.min(end, at + 12)))} is not part of Ada`, hint);
    this.at = end;
  }
}

const BYTE_ORDER_MARK = 0xfeff;

/** Decimal or based, with underlines, a fraction and an exponent. */
const NUMBER =
  /\d+(?:_\d+)*(?:#[\da-f]+(?:_[\da-f]+)*(?:\.[\da-f]+(?:_[\da-f]+)*)?#|\.\d+(?:_\d+)*)?(?:e[+-]?\d+(?:_\d+)*)?/iy;

const HINTS: Record<string, string | undefined> = {
  '{': "a block is written 'begin … end;'",
  '}': "a block is written 'begin … end;'",
  '%': "the remainder is written 'rem' or 'mod'",
  _: 'an identifier begins with a letter',
};

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x85 || code === 0xfeff;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xaa && isForeignLetter(code));
}

/** Letters of other alphabets; halves of pairs and the sign for an unreadable letter count as letters. */
function isForeignLetter(code: number): boolean {
  return code !== 0xd7 && code !== 0xf7 && code >= 0xc0
    ? (code < 0x2000 || code > 0x2bff) && code !== 0xfeff
    : code === 0xaa || code === 0xb5 || code === 0xba;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 95;
}

function isStrange(code: number): boolean {
  return !isSpace(code) && !isWordPart(code) && code !== 34 && delimitersByFirst[code] === undefined;
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
