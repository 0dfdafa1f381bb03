/** A position in the words of a program: looking, taking, expecting, and recovering from mistakes. */
import type { Problems } from './problems.js';
import { reach, type Where } from './sources.js';
import { type Token, textOf } from './token.js';

/** Thrown at a mistake that was reported; caught where reading can go on. */
export class Mistake extends Error {}

const DEEPEST = 1000;

/** Words after which a new line ends the statement. */
const ENDS_STATEMENT = new Set(['}', ')', ']', '++', '--', 'od', 'fi', 'else', 'break']);
const NO_OPERAND = new Set([
  'active', 'assert', 'atomic', 'bit', 'bool', 'byte', 'chan', 'do', 'd_step', 'D_proctype', 'empty', 'enabled',
  'eval', 'for', 'full', 'goto', 'hidden', 'if', 'init', 'inline', 'int', 'len', 'local', 'ltl', 'mtype', 'nempty',
  'never', 'nfull', 'of', 'pid', 'printf', 'printm', 'priority', 'proctype', 'provided', 'return', 'run', 'select',
  'short', 'show', 'typedef', 'unless', 'unsigned', 'xr', 'xs',
]); // biome-ignore format: a table

export class Cursor {
  private position = 0;
  /** How many parentheses are open: inside them a new line ends nothing. */
  parentheses = 0;
  private nesting = 0;

  constructor(
    private readonly tokens: Token[],
    readonly problems: Problems,
  ) {}

  get token(): Token {
    return this.tokens[this.position];
  }

  get last(): Token {
    return this.tokens[Math.max(0, this.position - 1)];
  }

  get mark(): number {
    return this.position;
  }

  /** Back to an earlier position. */
  return(mark: number): void {
    this.position = mark;
  }

  peek(distance = 1): Token {
    return this.tokens[Math.min(this.position + distance, this.tokens.length - 1)];
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.position++;
    return token;
  }

  is(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  /** Is this the next word, and does it still belong to what came before? */
  continues(text: string): boolean {
    return this.is(text) && !this.lineEnds();
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.position++;
    return true;
  }

  expect(text: string, context: string): Token {
    if (this.is(text)) return this.take();
    return this.fail(`'${text}' is missing ${context}`);
  }

  expectName(what: string): Token {
    if (this.token.kind === 'name') return this.take();
    return this.fail(`${what} is missing`);
  }

  /** Has a new line ended the statement? */
  lineEnds(): boolean {
    if (!this.token.newline || this.parentheses > 0 || this.position === 0) return false;
    const { last } = this;
    if (last.kind === 'sign') return ENDS_STATEMENT.has(last.text);
    return last.kind === 'number' || (last.kind === 'name' && !NO_OPERAND.has(last.text));
  }

  fail(message: string, hint?: string): never {
    const { token } = this;
    const found = token.kind === 'end' ? 'the end of the file' : `'${shortened(token.text)}'`;
    // The end of a file says little; where the text broke off says more.
    const where = token.kind === 'end' && this.position > 0 ? behind(this.last) : token;
    this.problems.error('syntax', where, `${message}; found ${found}`, hint);
    throw new Mistake();
  }

  /** Guards every way of going deeper, so that no text can exhaust the stack. */
  deeper<T>(read: () => T): T {
    if (++this.nesting > DEEPEST) {
      this.problems.tooLarge(this.token, `the text is nested more than ${DEEPEST} levels deep`);
    }
    try {
      return read();
    } finally {
      this.nesting--;
    }
  }

  /** From a mark up to the word before the next one; in an inline, its text and not that of its arguments. */
  since(mark: number): Where {
    const [first, { last }] = [this.tokens[mark], this];
    return reach(first.standsAt ?? first, last.standsAt ?? last);
  }

  textSince(mark: number): string {
    return shortened(textOf(this.tokens.slice(mark, this.position)), 200);
  }

  tokensSince(mark: number): Token[] {
    return this.tokens.slice(mark, this.position);
  }

  /** Skips what belongs to a statement that could not be read. */
  skipStatement(): void {
    const open: string[] = [];
    while (this.token.kind !== 'end') {
      const { text, kind } = this.token;
      if (kind !== 'string' && kind !== 'number') {
        if (open.length === 0 && SEPARATORS.has(text)) return;
        if (open.length === 0 && CLOSES.has(text)) return;
        if (OPENS[text]) open.push(OPENS[text]);
        else if (open[open.length - 1] === text) open.pop();
        else if (text === '}' && open.includes('}')) while (open.pop() !== '}');
      }
      this.position++;
    }
  }

  /** Skips to where a new part of the program may begin. */
  skipUnit(starts: ReadonlySet<string>): void {
    let braces = 0;
    do {
      if (this.is('{')) braces++;
      if (this.is('}')) braces--;
      this.position = Math.min(this.position + 1, this.tokens.length - 1);
      if (braces <= 0 && this.token.newline && starts.has(this.token.text)) return;
    } while (this.token.kind !== 'end');
  }
}

const SEPARATORS = new Set([';', '->']);
const CLOSES = new Set(['}', 'fi', 'od', '::']);
const OPENS: Record<string, string> = { '{': '}', if: 'fi', do: 'od' };

function behind(token: Token): Where {
  return { file: token.file, start: token.end, end: token.end };
}

function shortened(text: string, most = 40): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
