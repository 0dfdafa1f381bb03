/** Blocks, choices and loops. */
import { DeclarationParser } from './parse-declaration.js';
import type { Expression, ForWords, Reference, Statement, Step } from './syntax.js';
import type { Token } from './token.js';

export abstract class ControlParser extends DeclarationParser {
  /** How deep the calls of inlines are nested here. */
  protected inlineDepth = 0;

  protected abstract sequence(): Step[];
  protected abstract lineOf(token: Token): number;

  /** `{ … }`; gives the closing brace as well. */
  protected braced(context: string): { body: Step[]; end: Token } {
    const { cursor } = this;
    const open = cursor.expect('{', context);
    const outer = cursor.parentheses;
    cursor.parentheses = 0;
    const body = this.sequence();
    const end = cursor.expect('}', `to close '{' (line ${this.lineOf(open)})`);
    cursor.parentheses = outer;
    if (body.length === 0) this.emptySequence(end, 'a sequence needs at least one statement');
    return { body, end };
  }

  /** Not said where a statement could not be read: it is then empty because of that. */
  private emptySequence(where: Token, message: string): void {
    if (this.problems.errors === 0) this.problems.error('syntax', where, message, "write 'skip'");
  }

  protected selection(kind: 'if' | 'do'): Statement {
    const { cursor } = this;
    const open = cursor.take();
    const outer = cursor.parentheses;
    cursor.parentheses = 0;
    const options: Step[][] = [];
    while (cursor.accept(';'));
    if (!cursor.is('::')) cursor.fail(`'::' is missing after ${kind}`);
    while (cursor.is('::')) {
      const sign = cursor.take();
      const option = this.sequence();
      if (option.length === 0) this.emptySequence(sign, 'this option has no statement');
      else options.push(option);
    }
    const end = kind === 'if' ? 'fi' : 'od';
    cursor.expect(end, `to close '${kind}' (line ${this.lineOf(open)})`);
    cursor.parentheses = outer;
    return { kind, options };
  }

  protected loop(): Statement {
    const { cursor } = this;
    cursor.take();
    cursor.expect('(', 'after for');
    cursor.parentheses++;
    const variable = this.reference();
    const words: ForWords = { variable: this.wordsOf(variable), low: '', high: '' };
    let of: Reference | undefined;
    let range: { low: Expression; high: Expression } | undefined;
    if (cursor.accept('in')) of = this.reference();
    else {
      cursor.expect(':', "or 'in' in this loop");
      range = this.range(words);
    }
    cursor.parentheses--;
    cursor.expect(')', 'after the range of the loop');
    while (cursor.accept(';'));
    const { body } = this.braced('before the body of the loop');
    if (of) return { kind: 'each', variable, of, body, words };
    return { kind: 'for', variable, ...range!, body, words };
  }

  private range(words: ForWords): { low: Expression; high: Expression } {
    const { cursor } = this;
    const first = cursor.mark;
    const low = this.expression();
    words.low = cursor.textSince(first);
    cursor.expect('..', 'in this range');
    const second = cursor.mark;
    const high = this.expression();
    words.high = cursor.textSince(second);
    return { low, high };
  }

  protected choice(): Statement {
    const { cursor } = this;
    cursor.take();
    cursor.expect('(', 'after select');
    cursor.parentheses++;
    const variable = this.reference();
    const words: ForWords = { variable: this.wordsOf(variable), low: '', high: '' };
    cursor.expect(':', 'in this selection');
    const first = cursor.mark;
    const range = this.range(words);
    // As SPIN reads it: what macros stand for, without what is between the words.
    const written = cursor.tokensSince(first).map((token) => token.text);
    cursor.parentheses--;
    cursor.expect(')', 'after the range of the selection');
    // A short range of plain numbers is one choice; any other is counted up to step by step.
    const plain = /^[A-Za-z0-9]+$/.test(words.variable) && !variable.parts[0].index && this.inlineDepth === 0;
    const listed = plain && /^\d+ \.\. \d+$/.test(written.join(' '));
    return { kind: 'select', variable, ...range, words, listed };
  }

  private wordsOf(reference: Reference): string {
    return reference.parts.map((part) => part.name).join('.');
  }
}
