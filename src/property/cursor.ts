/**
 * A place in a property text that moves forward: what the readers of this folder share. There is no
 * separate list of tokens, because what a token is differs between the notations (`r=0` is a name in a
 * regular expression and a comparison in LTL).
 *
 * A reader says `stop` at its first syntax error and leaves by an exception that `reading` turns into
 * diagnostics; errors it can go on after are only noted.
 */
import type { Diagnostic, DiagnosticCode, Reading } from '../model/diagnostic.js';
import { LineMap, type SourceText, type Span } from '../model/source.js';

/** A part of a text, by offsets; the whole text where a bound is missing. */
export interface TextRange {
  start?: number;
  end?: number;
}

/** Nesting beyond this is refused: readers and what follows them recurse. */
export const DEEPEST_NESTING = 500;

/** A reader gives up after so many. */
export const MOST_ERRORS = 20;

class Stopped extends Error {}

export class Cursor {
  position: number;
  readonly diagnostics: Diagnostic[] = [];
  private readonly text: string;
  private readonly finish: number;
  private depth = 0;

  constructor(
    source: SourceText,
    range: TextRange = {},
    readonly lines = new LineMap(source.file, source.text),
  ) {
    this.text = source.text;
    this.position = range.start ?? 0;
    this.finish = Math.min(range.end ?? source.text.length, source.text.length);
  }

  /** Passes over blanks; what follows starts at `position`. */
  blank(): void {
    while (this.position < this.finish && isBlank(this.text.charCodeAt(this.position))) this.position++;
  }

  atEnd(): boolean {
    this.blank();
    return this.position >= this.finish;
  }

  /** Is this text next? */
  sees(text: string): boolean {
    this.blank();
    return this.position + text.length <= this.finish && this.text.startsWith(text, this.position);
  }

  /** Passes over this text, if it is next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Passes over this text only if no blank is before it. */
  takeAdjacent(text: string): boolean {
    if (!this.text.startsWith(text, this.position) || this.position + text.length > this.finish) return false;
    this.position += text.length;
    return true;
  }

  /** Is this whole word next? */
  seesWord(word: string): boolean {
    return this.sees(word) && !isWordCharacter(this.text.charCodeAt(this.position + word.length));
  }

  takeWord(word: string): boolean {
    if (!this.seesWord(word)) return false;
    this.position += word.length;
    return true;
  }

  /** What a sticky expression matches next, without moving. */
  look(sticky: RegExp): string | undefined {
    this.blank();
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text);
    if (found === null || found[0] === '' || this.position >= this.finish) return undefined;
    return found[0].slice(0, this.finish - this.position);
  }

  match(sticky: RegExp): string | undefined {
    const found = this.look(sticky);
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** A name with dots: what matches, up to a dot that no part of a name follows. */
  dotted(sticky: RegExp): string | undefined {
    const found = this.look(sticky);
    if (found === undefined) return undefined;
    const loose = found.search(/\.(?![A-Za-z0-9_*])/);
    const name = loose < 0 ? found : found.slice(0, loose);
    this.position += name.length;
    return name;
  }

  /** The text between quotes, if a quote is next. A backslash takes the next character as it is. */
  string(): string | undefined {
    if (!this.sees('"')) return undefined;
    const start = this.position;
    const pieces: string[] = [];
    let from = start + 1;
    for (let at = from; ; at++) {
      const character = at < this.finish ? this.text[at] : '\n';
      if (character === '\n') this.stop('this string is not closed', { start, end: at });
      if (character === '\\') {
        pieces.push(this.text.slice(from, at));
        from = ++at;
      } else if (character === '"') {
        pieces.push(this.text.slice(from, at));
        if (at === start + 1) this.stop('this name is empty', { start, end: at + 1 });
        this.position = at + 1;
        return pieces.join('');
      }
    }
  }

  expect(text: string, where: string): void {
    if (!this.take(text)) this.expected(`"${text}"`, where);
  }

  expectWord(word: string, where: string): void {
    if (!this.takeWord(word)) this.expected(`"${word}"`, where);
  }

  /** Says what should stand here instead of what does. */
  expected(what: string, where: string, hint?: string): never {
    const found = this.found();
    // A missing end is shown where the text ends, not after the blanks that follow.
    if (found.length === 0) this.backOverBlanks();
    this.stop(`expected ${what} ${where}, found ${found.name}`, { end: this.position + found.length, hint });
  }

  private backOverBlanks(): void {
    while (this.position > 0 && isBlank(this.text.charCodeAt(this.position - 1))) this.position--;
  }

  /** What is next, in words. */
  found(): { name: string; length: number } {
    if (this.atEnd()) return { name: 'the end of the text', length: 0 };
    const next = this.look(/[\p{L}\p{N}_]+|./uy) ?? '';
    return { name: `"${next.length > 30 ? `${next.slice(0, 30)}…` : next}"`, length: next.length };
  }

  /** Notes an error and goes on, unless there are too many by now. */
  note(
    code: DiagnosticCode,
    message: string,
    place: { start: number; end: number; hint?: string; severity?: Diagnostic['severity'] },
  ): void {
    const diagnostic: Diagnostic = {
      code,
      severity: place.severity ?? 'error',
      message,
      span: this.span(place.start, place.end),
    };
    if (place.hint !== undefined) diagnostic.hint = place.hint;
    this.diagnostics.push(diagnostic);
    if (this.diagnostics.length >= MOST_ERRORS) throw new Stopped();
  }

  stop(
    message: string,
    place: { start?: number; end?: number; hint?: string; code?: DiagnosticCode } = {},
  ): never {
    const start = place.start ?? this.position;
    this.note(place.code ?? 'syntax', message, { start, end: place.end ?? start + 1, hint: place.hint });
    throw new Stopped();
  }

  /** To be called around what may nest; there is nothing to undo after a stop. */
  descend(): void {
    if (++this.depth > DEEPEST_NESTING) this.tooDeep(this.position);
  }

  ascend(): void {
    this.depth--;
  }

  tooDeep(start: number): never {
    this.stop(`nested more than ${DEEPEST_NESTING} levels deep`, { start, code: 'too-large' });
  }

  span(start: number, end: number): Span {
    return this.lines.span(start, Math.min(end, Math.max(start, this.finish)));
  }
}

/** Runs a reader to the end of the cursor's range. */
export function reading<T>(cursor: Cursor, read: () => T): Reading<T> {
  let value: T;
  try {
    value = read();
    if (!cursor.atEnd()) {
      const found = cursor.found();
      cursor.stop(`expected the end here, found ${found.name}`, { end: cursor.position + found.length });
    }
  } catch (stopped) {
    if (!(stopped instanceof Stopped)) throw stopped;
    return { ok: false, diagnostics: cursor.diagnostics };
  }
  const { diagnostics } = cursor;
  if (diagnostics.some((d) => d.severity === 'error')) return { ok: false, diagnostics };
  return { ok: true, value, diagnostics };
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}
