/** A place in the words of one text, and what to say when the next one does not fit. */
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostic.js';
import { LineMap, type SourceText, type Span } from '../../model/source.js';
import { type Token, Tokens } from './token.js';

/** How far operators and parentheses may nest: reading them takes several calls a level. */
export const MOST_LEVELS = 250;
/** A formula of more words than this is refused rather than read. */
const MOST_TOKENS = 50_000;

/** Thrown at the first mistake; a formula is short, so the rest of it is not guessed at. */
export class Mistake extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

export class TokenCursor {
  protected token: Token;
  private following: Token | undefined;
  private count = 0;
  private nesting = 0;
  private readonly tokens: Tokens;
  private lines: LineMap | undefined;

  constructor(
    protected readonly source: SourceText,
    start: number,
    end: number,
  ) {
    this.tokens = new Tokens(source.text, start, end);
    this.token = this.tokens.next();
  }

  protected advance(): void {
    this.token = this.following ?? this.tokens.next();
    this.following = undefined;
    if (++this.count <= MOST_TOKENS) return;
    this.fail('too-large', `more than ${MOST_TOKENS} words in one formula`, this.token.start, this.token.end);
  }

  protected peek(): Token {
    this.following ??= this.tokens.next();
    return this.following;
  }

  protected isSign(text: string): boolean {
    return this.token.kind === 'sign' && this.token.text === text;
  }

  protected expect(sign: string): void {
    if (!this.isSign(sign)) this.unexpected(`'${sign}'`);
    this.advance();
  }

  protected descend(): void {
    if (++this.nesting > MOST_LEVELS) this.tooDeep(this.token.start);
  }

  protected ascend(): void {
    this.nesting--;
  }

  protected tooDeep(position: number): never {
    const message = 'too many operators or parentheses inside each other';
    this.fail('too-large', message, position, position + 1);
  }

  protected unexpected(expected: string, hint?: string): never {
    const { kind, text, start, end } = this.token;
    if (kind === 'bad') this.fail('syntax', text, start, end);
    const found = kind === 'end' ? 'the end' : `'${shorten(text)}'`;
    const advice = kind === 'sign' && text === '=' ? 'equality is written ==' : hint;
    this.fail('syntax', `expected ${expected}, found ${found}`, start, end, advice);
  }

  protected fail(code: DiagnosticCode, message: string, start: number, end: number, hint?: string): never {
    const span = this.span(start, end);
    throw new Mistake({ code, severity: 'error', message, span, ...(hint !== undefined && { hint }) });
  }

  protected span(start: number, end: number): Span {
    this.lines ??= new LineMap(this.source.file, this.source.text);
    return this.lines.span(start, end);
  }
}

/** One line of reasonable length. */
export function shorten(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}
