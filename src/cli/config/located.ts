/** JSON whose every value knows where it stands, so that what is wrong with it can be shown there. */
import { type Diagnostic, InputError } from '../../model/diagnostic.js';
import { LineMap, type SourceText, type Span } from '../../model/source.js';

export type Located = { span: Span } & (
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'list'; items: Located[] }
  | { kind: 'object'; members: Member[] }
);

export interface Member {
  name: string;
  nameSpan: Span;
  value: Located;
}

const DEEPEST = 64;
const LONGEST = 1_000_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\]|\\.)*"/sy;
const WORD = /true|false|null/y;

/** Throws an InputError at the first character that is not JSON. */
export function readLocated(source: SourceText): Located {
  return new Reader(source).document();
}

class Reader {
  private at = 0;
  private readonly lines: LineMap;

  constructor(private readonly source: SourceText) {
    this.lines = new LineMap(source.file, source.text);
  }

  document(): Located {
    if (this.source.text.length > LONGEST)
      this.fail('this file is too large for a configuration', 'too-large');
    const value = this.value(0);
    this.space();
    if (this.at < this.source.text.length) this.fail('nothing may follow here');
    return value;
  }

  private value(depth: number): Located {
    this.space();
    if (depth > DEEPEST) this.fail('this is nested too deeply', 'too-large');
    const start = this.at;
    const { text } = this.source;
    if (text[start] === '{') return this.object(depth);
    if (text[start] === '[') return this.list(depth);
    const string = this.string();
    if (string !== undefined) return { kind: 'text', value: string, span: this.span(start) };
    const number = this.match(NUMBER);
    if (number !== undefined) return { kind: 'number', value: Number(number), span: this.span(start) };
    const word = this.match(WORD);
    if (word === 'null') return { kind: 'null', span: this.span(start) };
    if (word !== undefined) return { kind: 'boolean', value: word === 'true', span: this.span(start) };
    return this.fail('expected a value');
  }

  private object(depth: number): Located {
    const start = this.at++;
    const members: Member[] = [];
    if (!this.taken('}')) {
      do {
        this.space();
        const nameStart = this.at;
        const name = this.string();
        if (name === undefined) this.fail('expected a name in quotes');
        const nameSpan = this.span(nameStart);
        if (!this.taken(':')) this.fail("expected ':'");
        members.push({ name: name!, nameSpan, value: this.value(depth + 1) });
      } while (this.taken(','));
      if (!this.taken('}')) this.fail("expected ',' or '}'");
    }
    return { kind: 'object', members, span: this.span(start) };
  }

  private list(depth: number): Located {
    const start = this.at++;
    const items: Located[] = [];
    if (!this.taken(']')) {
      do items.push(this.value(depth + 1));
      while (this.taken(','));
      if (!this.taken(']')) this.fail("expected ',' or ']'");
    }
    return { kind: 'list', items, span: this.span(start) };
  }

  private string(): string | undefined {
    const start = this.at;
    const quoted = this.match(TEXT);
    if (quoted === undefined) return undefined;
    try {
      return JSON.parse(quoted) as string;
    } catch {
      this.at = start;
      return this.fail('this text has a line end or an escape that JSON does not know');
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private taken(mark: string): boolean {
    this.space();
    if (this.source.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.source.text[this.at] ?? '')) this.at++;
  }

  private span(start: number): Span {
    return this.lines.span(start, this.at);
  }

  private fail(message: string, code: Diagnostic['code'] = 'syntax'): never {
    const span = this.lines.span(this.at, this.at + 1);
    throw new InputError([{ code, severity: 'error', message, span, hint: 'the file must be JSON' }]);
  }
}
