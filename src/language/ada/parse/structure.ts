/**
 * What is open at a position, and how it is closed. An `end` that does not close the innermost construct is
 * told once: either that construct lost its own `end` (then the token is left for an outer one), or this
 * `end` has the wrong word (then it is taken).
 */
import type { Place } from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { ConditionalParser } from './conditional.js';

/** Words between which a construct is divided, such as `else` and `or`. */
type Dividers = ReadonlySet<TokenKind>;

export interface Opened {
  /** After `end`; none where it is a name. */
  readonly word?: TokenKind;
  /** Folded. */
  readonly key?: string;
  /** As it was written. */
  readonly name?: string;
  /** Must the name be repeated? It must for named loops and blocks. */
  readonly nameNeeded: boolean;
  /** Those of the part that is being read. */
  dividers: Dividers;
  /** Are its exception handlers being read? */
  handling?: boolean;
  /** The token that opened it. */
  readonly at: number;
  /** What it is, for messages. */
  readonly what: string;
  /** The body it belongs to: `exit`, `accept` and `goto` do not reach beyond. */
  readonly body?: BodyKind;
}

export type BodyKind = 'task' | 'subprogram' | 'package' | 'entry' | 'accept' | 'return' | 'declarations';

/** A mistake that is a sign of a missing `end` is only worth a search this far. */
const LOOK_AHEAD = 20_000;
/** Over all of a file, so that many mistakes take no longer. */
const MOST_LOOKS = 1_000_000;

export abstract class StructureParser extends ConditionalParser {
  protected readonly opened: Opened[] = [];
  private looksLeft = MOST_LOOKS;

  protected open(opened: Opened): Opened {
    this.deeper();
    this.opened.push(opened);
    return opened;
  }

  protected get innermost(): Opened | undefined {
    return this.opened[this.opened.length - 1];
  }

  /** Reads inside a construct that is open; after a mistake the same things are open as before. */
  protected guarded<T>(read: () => T): T | undefined {
    const depth = this.opened.length;
    const result = this.attempt(read);
    this.opened.length = Math.min(this.opened.length, depth);
    return result;
  }

  /** `end …;` of the innermost construct. Gives the place of `end`. */
  protected close(): Place {
    const opened = this.innermost!;
    const place = this.closeWithoutSemicolon();
    if (place === undefined) return this.place();
    this.semicolon(`'${this.ending(opened)}'`);
    return { start: place.start, end: this.behind };
  }

  /** Nothing where the `end` is missing, which is told. */
  protected closeWithoutSemicolon(): Place | undefined {
    const opened = this.opened.pop()!;
    this.shallower();
    const place = this.place();
    if (this.kind !== 'end') {
      this.missingEnd(opened);
      return undefined;
    }
    const verdict = this.judge(opened);
    if (verdict === 'outer') {
      this.missingEnd(opened);
      return undefined;
    }
    this.advance();
    if (verdict === 'wrong') this.wrongEnd(opened);
    else this.closingWords(opened);
    return place;
  }

  /** `own`: this `end` is for it; `outer`: for something around it; `wrong`: for nothing that is open. */
  private judge(opened: Opened): 'own' | 'outer' | 'wrong' {
    if (this.closes(opened)) return 'own';
    const outer = this.opened.findLast((each) => this.closes(each));
    if (outer === undefined) return this.closesLoosely(opened) ? 'own' : 'wrong';
    const column = this.indentation(this.at);
    const mine = this.indentation(opened.at) === column;
    const theirs = this.indentation(outer.at) === column;
    return mine && !theirs ? 'wrong' : 'outer';
  }

  private closes({ word, key }: Opened): boolean {
    const next = this.peek();
    if (word !== undefined) return next === word;
    if (next === ';') return true;
    if (next !== 'identifier' && next !== 'string') return false;
    // A name that is missing at the start is any name at the end.
    return key === '' || this.endName(1).key === key;
  }

  /** A body or block whose `end` has another name. */
  private closesLoosely({ word }: Opened): boolean {
    const next = this.peek();
    return word === undefined && next !== 'if' && next !== 'loop' && next !== 'case' && next !== 'select';
  }

  /** The dotted name some tokens ahead, folded, and how many tokens it has. */
  private endName(distance: number): { key: string; length: number } {
    if (this.peek(distance) === 'string')
      return { key: this.shown(this.at + distance).toLowerCase(), length: 1 };
    let key = this.keyAt(distance) ?? '';
    let length = 1;
    while (this.peek(distance + length) === '.') {
      const last = this.peek(distance + length + 1);
      const part =
        last === 'string' ? this.shown(this.at + distance + length + 1) : this.keyAt(distance + length + 1);
      key += `.${(part ?? '').toLowerCase()}`;
      length += 2;
    }
    return { key, length };
  }

  /** After `end`. */
  private closingWords(opened: Opened): void {
    const { word, key, name } = opened;
    if (word !== undefined && this.kind === word) this.advance();
    const named = this.kind === 'identifier' || this.kind === 'string';
    if (!named) {
      if (opened.nameNeeded)
        this.missing(`'${name}' is missing after 'end'`, `the ${opened.what} has a name; its end repeats it`);
      return;
    }
    const { key: found, length } = this.endName(0);
    if (key === undefined) {
      this.wrongHere(
        `this ${opened.what} has no name, but its end has: '${this.shown()}'`,
        `write '${this.ending(opened)};'`,
      );
    } else if (found !== key && key !== '') {
      const where = `the ${opened.what} at line ${this.lineOf(opened.at)}`;
      this.wrongHere(
        `'end ${this.shown()}' closes ${where}, which is called '${name}'`,
        `write 'end ${word ? `${word} ` : ''}${name};'`,
      );
    }
    for (let i = 0; i < length; i++) this.advance();
  }

  /** After an `end` that closes nothing that is open. */
  private wrongEnd(opened: Opened): void {
    const found = this.kind === ';' ? 'end' : `end ${this.shown()}`;
    const where = `the ${opened.what} at line ${this.lineOf(opened.at)}`;
    this.wrongHere(`'${found}' does not close ${where}`, `write '${this.ending(opened)};'`);
    while (this.kind !== ';' && this.kind !== 'end of file' && !this.firstOnLine(this.at)) this.advance();
  }

  private missingEnd(opened: Opened): void {
    const found = this.kind === 'end' ? `end ${this.shown(this.at + 1)}` : this.shown();
    const line = this.lineOf(opened.at);
    const place = this.kind === 'end of file' ? { start: this.behind, end: this.behind } : this.place();
    const shown = this.kind === 'end of file' ? found : `'${found.replace(' ;', '')}'`;
    this.wrong(
      place,
      `'${this.ending(opened)};' is missing for the ${opened.what} at line ${line}; found ${shown}`,
    );
  }

  private ending({ word, name }: Opened): string {
    return ['end', word, name].filter((part) => part !== undefined).join(' ');
  }

  /**
   * At a word that divides some construct: does it end the list of statements or declarations here? It does
   * where it divides the innermost one, or one around it (which means that an `end` is missing).
   */
  protected dividesSomething(): boolean {
    return this.opened.some(({ dividers }) => dividers.has(this.kind));
  }

  /**
   * At the `end` of something whose start could not be read: it is told already, so this is skipped. Only an
   * `end` that is for nothing that is open, and of another sort than the innermost construct has.
   */
  protected skipLeftoverEnd(): boolean {
    if (!this.brokenSyntax || this.kind !== 'end') return false;
    const next = this.peek();
    const word = next === 'if' || next === 'loop' || next === 'case' || next === 'select';
    const otherSort = this.innermost?.word === undefined ? word : next === 'identifier';
    if (!otherSort || this.opened.some((each) => this.closes(each))) return false;
    while (!this.is(';') && !this.is('end of file')) this.advance();
    this.accept(';');
    return true;
  }

  /** A new compilation unit at the left margin: whatever is open lost its `end`. */
  protected unitBegins(): boolean {
    if (this.kind !== 'with' && this.kind !== 'separate') return false;
    return this.firstOnLine(this.at) && this.indentation(this.at) === 0;
  }

  /** Comes `end Key` ahead, before the body around it ends and before another `opening Key`? */
  protected endsAhead(key: string, opening: TokenKind): boolean {
    const limit = Math.min(this.kinds.length - 1, this.at + LOOK_AHEAD, this.at + this.looksLeft);
    const outer = new Set(this.opened.map((each) => each.key));
    outer.delete(key);
    for (let at = this.at; at < limit; at++) {
      this.looksLeft--;
      const kind = this.kinds[at];
      if ((kind !== 'end' && kind !== opening) || this.kinds[at + 1] !== 'identifier') continue;
      const found = this.tokens.words[at + 1]!.key;
      if (found === key) return kind === 'end';
      if (kind === 'end' && outer.has(found)) return false;
    }
    return false;
  }

  /** To the end of what could not be read: behind its semicolon, or before a word that surely begins something. */
  protected recover(from: number): void {
    if (this.at === from) this.advance();
    while (this.kind !== 'end of file') {
      if (this.kind === ';') {
        this.advance();
        return;
      }
      if (SURE_STARTS.has(this.kind) && this.firstOnLine(this.at)) return;
      this.advance();
    }
  }

  /** An expression before a word; at a mistake in it, reading goes on at that word. */
  protected before<T>(stop: TokenKind, read: () => T): T | undefined {
    const result = this.guarded(read);
    if (result !== undefined) return result;
    while (this.kind !== stop) {
      if (
        this.kind === ';' ||
        this.kind === 'end of file' ||
        (SURE_STARTS.has(this.kind) && this.firstOnLine(this.at))
      ) {
        this.keepSilent();
        return undefined;
      }
      this.advance();
    }
    return undefined;
  }
}

const SURE_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'if', 'case', 'loop', 'for', 'while', 'declare', 'begin', 'exit', 'goto', 'return', 'accept', 'requeue', 'delay',
  'raise', 'select', 'pragma', 'end', 'elsif', 'else', 'when', 'exception', 'procedure', 'function', 'task', 'type',
  'subtype', 'package', 'entry', 'protected', 'private', 'generic', 'use', 'overriding', 'terminate',
]); // biome-ignore format: a table
