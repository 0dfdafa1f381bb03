/**
 * A position in the tokens of a file: looking, taking, expecting. One mistake gives one message: a small
 * word that is missing is reported and thought to be there; where that does not help, `Mistake` is thrown
 * and caught where reading can go on.
 */
import type { Problems } from '../problems.js';
import type { Tokens } from '../scan.js';
import type { Identifier, Place } from '../syntax/index.js';
import { isReserved, meantWord, type TokenKind } from '../words.js';

/** Thrown at a mistake that was reported. */
export class Mistake extends Error {}

/** More than any person writes, less than the call stack holds. */
const DEEPEST = 250;

export class Cursor {
  protected at = 0;
  /** The kind of the token at the position. */
  protected kind: TokenKind;
  /** Where the last message was given: a second one there would speak of the same mistake. */
  private lastWrong = -1;
  private nesting = 0;
  protected readonly kinds: TokenKind[];
  protected readonly starts: number[];
  protected readonly ends: number[];

  constructor(
    protected readonly tokens: Tokens,
    protected readonly problems: Problems,
  ) {
    this.kinds = tokens.kinds;
    this.starts = tokens.starts;
    this.ends = tokens.ends;
    this.kind = this.kinds[0];
  }

  protected get start(): number {
    return this.starts[this.at];
  }

  /** Just behind the token before. */
  protected get behind(): number {
    return this.at === 0 ? this.starts[0] : this.ends[this.at - 1];
  }

  protected peek(distance = 1): TokenKind {
    const at = this.at + distance;
    return at < this.kinds.length ? this.kinds[at] : 'end of file';
  }

  protected advance(): void {
    if (this.at < this.kinds.length - 1) this.at++;
    this.kind = this.kinds[this.at];
  }

  protected moveTo(at: number): void {
    this.at = at;
    this.kind = this.kinds[at];
  }

  /** As comparing `kind`, where the compiler does not see that it has moved on. */
  protected is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  protected accept(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** The token that must be here. Where it is missing or misspelt, this is said, and reading goes on. */
  protected expect(kind: TokenKind, where: string, hint?: string): void {
    if (this.kind === kind) this.advance();
    else if (this.misspelt(kind)) {
      this.wrongHere(`'${kind}' is misspelt ${where}`, `write '${kind}' for '${this.shown()}'`);
      this.advance();
    } else this.missing(`'${kind}' is missing ${where}`, hint);
  }

  protected misspelt(kind: TokenKind): boolean {
    if (this.kind !== 'identifier' || !isReserved(kind)) return false;
    return meantWord(this.tokens.words[this.at]!.key, [kind]) !== undefined;
  }

  /** The semicolon at the end of something. What stands before the next one on the same line is skipped. */
  protected semicolon(what: string): void {
    if (this.kind === ';') {
      this.advance();
      return;
    }
    const sameLine = !this.firstOnLine(this.at) && this.kind !== 'end of file';
    if (sameLine && !STARTS_AFTER_MISSING_SEMICOLON.has(this.kind)) {
      const hint = this.kind === ')' ? "this ')' closes nothing" : undefined;
      this.wrongHere(`';' is missing after ${what}; found '${this.shown()}'`, hint);
      this.skipLine();
      return;
    }
    this.missing(`';' is missing after ${what}`);
  }

  /** Up to and with the next semicolon, but no further than this line. */
  private skipLine(): void {
    do this.advance();
    while (this.kind !== ';' && this.kind !== 'end of file' && !this.firstOnLine(this.at));
    this.accept(';');
  }

  protected identifier(what: string): Identifier {
    if (this.kind !== 'identifier') {
      if (isReserved(this.kind)) this.fail(`${what} is missing`, `'${this.kind}' is a reserved word`);
      this.fail(`${what} is missing`);
    }
    const { name, key } = this.tokens.words[this.at]!;
    const start = this.starts[this.at];
    const end = this.ends[this.at];
    this.advance();
    return { kind: 'identifier', name, key, start, end };
  }

  /** The folded identifier here, or at some distance. */
  protected keyAt(distance = 0): string | undefined {
    return this.tokens.words[this.at + distance]?.key;
  }

  protected place(at = this.at): Place {
    return { start: this.starts[at], end: this.ends[at] };
  }

  /** Text of a token, for a message. */
  protected shown(at = this.at): string {
    const { text, base } = this.tokens;
    if (this.kinds[at] === 'end of file') return 'the end of the file';
    const shown = text.slice(this.starts[at] - base, this.ends[at] - base);
    return shown.length <= 40 ? shown : `${shown.slice(0, 39)}…`;
  }

  /** Says that something is missing behind the token before. */
  protected missing(message: string, hint?: string): void {
    this.wrong({ start: this.behind, end: this.behind }, message, hint);
  }

  protected wrongHere(message: string, hint?: string): void {
    this.wrong(this.place(), message, hint);
  }

  protected wrong(place: Place, message: string, hint?: string): void {
    if (this.lastWrong === this.at) return;
    this.lastWrong = this.at;
    this.problems.error('syntax', place, message, hint);
  }

  /** What is missing here follows from a mistake that was told. */
  protected keepSilent(): void {
    this.lastWrong = this.at;
  }

  /** Says that the text follows the grammar but breaks a rule. */
  protected illegal(place: Place, message: string, hint?: string): void {
    this.problems.error('bad-structure', place, message, hint);
  }

  protected fail(message: string, hint?: string): never {
    if (this.kind === 'end of file') this.missing(`${message}; found the end of the file`, hint);
    else this.wrongHere(`${message}; found '${this.shown()}'`, hint);
    throw new Mistake();
  }

  /** Guards every way of going deeper, so that no text can exhaust the stack. */
  protected deeper(): void {
    if (++this.nesting > DEEPEST) {
      this.problems.tooLarge(this.place(), `the text is nested more than ${DEEPEST} levels deep`);
    }
  }

  protected shallower(): void {
    this.nesting--;
  }

  /** Reads; at a mistake goes back to this level of nesting and says that nothing was read. */
  protected attempt<T>(read: () => T): T | undefined {
    const { nesting } = this;
    try {
      return read();
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      this.nesting = nesting;
      return undefined;
    }
  }

  protected firstOnLine(at: number): boolean {
    if (at === 0) return true;
    const { text, base } = this.tokens;
    const newline = text.indexOf('\n', this.ends[at - 1] - base);
    return newline >= 0 && newline < this.starts[at] - base;
  }

  /** How far the line of a token is indented. */
  protected indentation(at: number): number {
    const { text, base } = this.tokens;
    const lineStart = text.lastIndexOf('\n', this.starts[at] - base - 1) + 1;
    let column = lineStart;
    while (text[column] === ' ' || text[column] === '\t') column++;
    return column - lineStart;
  }

  protected lineOf(at: number): number {
    return this.problems.line(this.place(at));
  }
}

/** A word that begins something new, even on the same line. */
const STARTS_AFTER_MISSING_SEMICOLON: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier', 'if', 'case', 'loop', 'for', 'while', 'declare', 'begin', 'exit', 'goto', 'return', 'accept',
  'requeue', 'delay', 'abort', 'raise', 'select', 'null', 'pragma', 'end', 'else', 'elsif', 'when', 'or',
  'exception', 'procedure', 'function', 'task', 'type', 'subtype', 'package', 'entry', 'protected', 'private', 'use',
  'generic', 'with', 'overriding', '<<', 'terminate', 'then',
]); // biome-ignore format: a table
