/** A place in the tokens, and the ways to move it. */
import { Abandoned, type Located, type Problems } from './problems.js';
import type { TokenKind, Tokens } from './scan.js';

/** How deep brackets, conditions and formulas may nest. */
const DEEPEST = 1000;

export class Cursor {
  private at = 0;
  private depth = 0;
  /** Names of sets and ranges anywhere in the file: what follows a name depends on them. */
  readonly setNames = new Set<string>();
  readonly rangeNames = new Set<string>();
  /** Names that something in the file seems to define, even where its definition is wrong. */
  readonly definedNames = new Set<string>();

  constructor(
    private readonly tokens: Tokens,
    readonly problems: Problems,
  ) {
    for (let i = 0; i + 1 < tokens.kinds.length; i++) {
      if (tokens.kinds[i] !== 'upper') continue;
      const before = tokens.kinds[i - 1];
      if (before === 'set') this.setNames.add(this.textAt(i));
      else if (before === 'range') this.rangeNames.add(this.textAt(i));
      else if (['=', '(', '['].includes(tokens.kinds[i + 1])) this.definedNames.add(this.textAt(i));
    }
  }

  get kind(): TokenKind {
    return this.tokens.kinds[this.at];
  }

  get text(): string {
    return this.textAt(this.at);
  }

  get start(): number {
    return this.tokens.starts[this.at];
  }

  /** Where the token before this one ends. */
  get lastEnd(): number {
    return this.at === 0 ? 0 : this.tokens.ends[this.at - 1];
  }

  get here(): Located {
    return { start: this.start, end: this.tokens.ends[this.at] };
  }

  kindAfter(distance: number): TokenKind {
    return this.tokens.kinds[Math.min(this.at + distance, this.tokens.kinds.length - 1)];
  }

  advance(): void {
    if (this.at < this.tokens.kinds.length - 1) this.at++;
  }

  since(start: number): Located {
    return { start, end: this.lastEnd };
  }

  accept(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.advance();
    return true;
  }

  is(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  expect(kind: TokenKind, place: string, hint?: string): void {
    if (!this.accept(kind)) this.fail(`${shown(kind)} ${place}`, hint);
  }

  /** The text of the token, which must be of this kind. */
  take(kind: 'lower' | 'upper' | 'string' | 'integer', what: string): { name: string } & Located {
    if (this.kind !== kind) this.fail(what);
    const taken = { name: this.text, ...this.here };
    this.advance();
    return taken;
  }

  fail(wanted: string, hint?: string): never {
    if (this.kind === 'end of file' && this.tokens.cut) throw new Abandoned(wanted);
    const found = this.kind === 'end of file' ? 'the end of the file' : `'${this.text.slice(0, 40)}'`;
    return this.problems.abandon('syntax', `expected ${wanted}, but found ${found}`, this.here, hint);
  }

  /** Runs a rule one level deeper; nesting without end becomes a message. */
  nested<T>(rule: () => T): T {
    if (++this.depth > DEEPEST) {
      this.problems.abandon('too-large', `this nests more than ${DEEPEST} levels deep`, this.here);
    }
    const result = rule();
    this.depth--;
    return result;
  }

  /** Chains that become trees as deep as they are long are bounded like nesting. */
  bounded(length: number): void {
    if (length > DEEPEST) {
      this.problems.abandon('too-large', `this has more than ${DEEPEST} parts in one chain`, this.here);
    }
  }

  /** After a mistake in the definition that began at `start`: on to what looks like the next one. */
  recover(start: number): void {
    this.depth = 0;
    if (this.start === start) this.advance();
    const failedAt = this.at;
    while (this.kind !== 'end of file' && !this.startsDefinition(failedAt)) this.advance();
  }

  private startsDefinition(failedAt: number): boolean {
    if (DEFINITION_WORDS.has(this.kind)) return true;
    const ended = this.tokens.kinds[this.at - 1] === '.';
    if (!ended && this.at !== failedAt) return false;
    const distance = this.kind === '||' ? 1 : 0;
    const after = this.kindAfter(distance + 1);
    return this.kindAfter(distance) === 'upper' && (after === '=' || (ended && after === '('));
  }

  private textAt(index: number): string {
    return this.tokens.text.slice(this.tokens.starts[index], this.tokens.ends[index]);
  }
}

/** Words that can only begin a definition. */
// biome-ignore format: a table
const DEFINITION_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'const', 'range', 'set', 'property', 'progress', 'menu', 'animation', 'fluent', 'assert', 'constraint',
  'import', 'minimal', 'deterministic',
]);

function shown(kind: TokenKind): string {
  if (kind === 'upper') return 'a name in upper case';
  if (kind === 'lower') return 'a name in lower case';
  return `'${kind}'`;
}
