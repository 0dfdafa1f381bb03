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
class Mistake extends Error {}

/** More than any person writes, less than the call stack holds. */
const DEEPEST = 250;

export class Cursor {
  protected at = 0;
  /** The kind of the token at the position. */
  protected kind: TokenKind;
  /** Where reading was at the last mistake: a second one on this line mostly follows from it. */
  private lastWrong = -1;
  /** Where that mistake was said to be. */
  private lastTold = -1;
  /** Was a mistake told? What follows may then be taken for something else than was meant. */
  protected brokenSyntax: boolean;
  private nesting = 0;
  private line: Place = { start: 0, end: -1 };
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
    this.brokenSyntax = tokens.strange.length > 0;
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

  /** Up to and with the next semicolon, but not beyond a line that begins something new. */
  private skipLine(): void {
    do this.advance();
    while (this.kind !== ';' && this.kind !== 'end of file' && !this.newBeginsHere());
    this.accept(';');
  }

  private newBeginsHere(): boolean {
    return this.firstOnLine(this.at) && (this.kind === 'identifier' || isReserved(this.kind));
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

  /** As `identifier`, but where it is missing reading goes on: what follows still belongs together. */
  protected declaredName(what: string): Identifier {
    if (this.kind === 'identifier') return this.identifier(what);
    const twice = this.kind === this.kinds[this.at - 1] && this.peek() === 'identifier';
    if (twice) {
      this.wrongHere(`'${this.shown()}' stands here twice`);
      this.advance();
      return this.identifier(what);
    }
    const hint = isReserved(this.kind) ? `'${this.kind}' is a reserved word` : undefined;
    this.missing(`${what} is missing`, hint);
    return { kind: 'identifier', name: '', key: '', start: this.behind, end: this.behind };
  }

  /** `)`. What cannot stand before it is told and skipped. */
  protected closeParenthesis(where: string): void {
    if (this.kind === ')') {
      this.advance();
      return;
    }
    if (
      this.kind === ';' ||
      this.kind === 'end of file' ||
      isReserved(this.kind) ||
      this.firstOnLine(this.at)
    ) {
      this.missing(`')' is missing ${where}`);
      return;
    }
    this.wrongHere(`',' or ')' is missing ${where}; found '${this.shown()}'`);
    this.skipTo([')', ';']);
    this.accept(')');
  }

  /** To one of these outside of further parentheses, but not beyond a word that begins or ends something. */
  protected skipTo(stops: readonly TokenKind[]): void {
    for (let depth = 0; this.kind !== 'end of file'; this.advance()) {
      if (depth === 0 && stops.includes(this.kind)) return;
      if (STOPS_SKIPPING.has(this.kind)) return;
      if (this.kind === '(') depth++;
      else if (this.kind === ')') depth--;
    }
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
    const again = this.onOneLine(this.lastWrong, this.start) || this.onOneLine(this.lastTold, place.start);
    this.lastWrong = this.start;
    this.lastTold = place.start;
    if (again || this.tokens.strange.some((position) => this.onOneLine(position, place.start))) return;
    this.brokenSyntax = true;
    this.problems.error('syntax', place, message, hint);
  }

  /** What is missing here follows from a mistake that was told. */
  protected keepSilent(): void {
    this.lastWrong = this.start;
  }

  /** Says that the text follows the grammar but breaks a rule; not where the grammar was broken before. */
  protected illegal(place: Place, message: string, hint?: string): void {
    if (!this.brokenSyntax) this.problems.error('bad-structure', place, message, hint);
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
    for (let i = this.ends[at - 1] - base; i < this.starts[at] - base; i++) {
      if (text.charCodeAt(i) === NEWLINE) return true;
    }
    return false;
  }

  private onOneLine(from: number, to: number): boolean {
    return from >= 0 && to >= from && to <= this.lineAround(from).end;
  }

  /** How far the line of a token is indented. */
  protected indentation(at: number): number {
    const { start, end } = this.lineAround(this.starts[at]);
    const { text, base } = this.tokens;
    let position = start;
    while (position < end && (text[position - base] === ' ' || text[position - base] === '\t')) position++;
    return position - start;
  }

  /** The last one is kept: a long line with many mistakes is not searched again and again. */
  private lineAround(position: number): Place {
    if (position < this.line.start || position > this.line.end) {
      const { text, base } = this.tokens;
      const start = text.lastIndexOf('\n', position - base - 1) + 1;
      const newline = text.indexOf('\n', position - base);
      this.line = { start: start + base, end: (newline < 0 ? text.length : newline) + base };
    }
    return this.line;
  }

  protected lineOf(at: number): number {
    return this.problems.line(this.place(at));
  }
}

const NEWLINE = 10;

/** A word that begins something new, even on the same line. */
const STARTS_AFTER_MISSING_SEMICOLON: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier', 'if', 'case', 'loop', 'for', 'while', 'declare', 'begin', 'exit', 'goto', 'return', 'accept',
  'requeue', 'delay', 'abort', 'raise', 'select', 'null', 'pragma', 'end', 'else', 'elsif', 'when', 'or',
  'exception', 'procedure', 'function', 'task', 'type', 'subtype', 'package', 'entry', 'protected', 'private', 'use',
  'generic', 'with', 'overriding', '<<', 'terminate', 'then',
]); // biome-ignore format: a table

const STOPS_SKIPPING: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'is', 'do', 'begin', 'end', 'then', 'loop', 'procedure', 'function', 'task', 'entry', 'accept', 'when', 'declare',
  'select', 'if', 'package', 'protected', 'type', 'subtype', 'pragma', 'private', 'exception', 'case',
]); // biome-ignore format: a table
