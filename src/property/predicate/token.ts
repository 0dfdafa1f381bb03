/** The words of predicates and formulas, read one at a time from a part of a file. */

export interface Token {
  kind: 'name' | 'number' | 'quoted' | 'sign' | 'end' | 'bad';
  /** A quoted name without its quotes; for `bad`, what is wrong. */
  text: string;
  start: number;
  end: number;
}

/** Longest first within each starting character. */
// biome-ignore format: a table
const SIGNS = [
  '<->', '<=>', '<<', '<=', '<>', '<', '>>', '>=', '>', '==', '=>', '=', '!=', '!', '&&', '&', '||', '|',
  '->', '-', '/\\', '\\/', '/', '[]', '[', ']', '..', '.', '(', ')', '+', '*', '%', '~', '^', '?', ':', ',', '@',
];

const isLetter = (c: string) => /^[A-Za-z_$]$/.test(c);
const isDigit = (c: string) => c >= '0' && c <= '9';

export class Tokens {
  private position: number;

  constructor(
    private readonly text: string,
    start: number,
    private readonly limit: number,
  ) {
    this.position = start;
  }

  next(): Token {
    this.skipBlanks();
    const start = this.position;
    if (start >= this.limit) return { kind: 'end', text: 'the end', start: this.limit, end: this.limit };
    const first = this.text[start];
    if (isLetter(first)) return this.name(start);
    if (isDigit(first)) {
      this.skipWhile(isDigit);
      return this.token('number', start);
    }
    if (first === '"') return this.quoted(start);
    const sign = SIGNS.find((s) => this.text.startsWith(s, start) && start + s.length <= this.limit);
    if (sign !== undefined) {
      this.position += sign.length;
      return this.token('sign', start);
    }
    const character = String.fromCodePoint(this.text.codePointAt(start) as number);
    this.position += character.length;
    const shown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
      ? `'${character}'`
      : `character U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
    return { kind: 'bad', text: `unexpected ${shown}`, start, end: this.position };
  }

  /** A name, and the names and numbers that dots join to it: `r.f`, `phil.1.eat`. */
  private name(start: number): Token {
    this.skipWhile((c) => isLetter(c) || isDigit(c));
    while (this.position + 1 < this.limit && this.text[this.position] === '.') {
      const next = this.text[this.position + 1];
      if (!isLetter(next) && !isDigit(next)) break;
      this.position++;
      this.skipWhile(isDigit(next) ? isDigit : (c) => isLetter(c) || isDigit(c));
    }
    return this.token('name', start);
  }

  private quoted(start: number): Token {
    const close = this.text.indexOf('"', start + 1);
    const line = this.text.indexOf('\n', start);
    if (close < 0 || close >= this.limit || (line >= 0 && line < close)) {
      this.position = this.limit;
      return { kind: 'bad', text: 'a quoted name that does not end on its line', start, end: start + 1 };
    }
    this.position = close + 1;
    return { kind: 'quoted', text: this.text.slice(start + 1, close), start, end: close + 1 };
  }

  private token(kind: Token['kind'], start: number): Token {
    return { kind, text: this.text.slice(start, this.position), start, end: this.position };
  }

  private skipWhile(wanted: (character: string) => boolean): void {
    while (this.position < this.limit && wanted(this.text[this.position])) this.position++;
  }

  private skipBlanks(): void {
    for (;;) {
      this.skipWhile((c) => c === ' ' || c === '\t' || c === '\n' || c === '\r' || c === '\f' || c === '\v');
      if (this.text.startsWith('//', this.position)) this.skipWhile((c) => c !== '\n');
      else if (this.text.startsWith('/*', this.position)) {
        const close = this.text.indexOf('*/', this.position + 2);
        this.position = close < 0 ? this.limit : Math.min(close + 2, this.limit);
      } else return;
    }
  }
}
