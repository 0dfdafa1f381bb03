/** Statements and sequences of them. */
import { Cursor, Mistake } from './cursor.js';
import { callOf, type Inline } from './inline.js';
import { ControlParser } from './parse-control.js';
import { KEYWORDS } from './parse-expression.js';
import type { Expression, Name, Reference, Statement, Step } from './syntax.js';
import type { Token } from './token.js';

const ENDS_SEQUENCE = new Set(['}', '::', 'fi', 'od']);
const EMBEDDED = new Set(['c_code', 'c_decl', 'c_state', 'c_track', 'c_expr']);
const DEEPEST_INLINE = 100;
const MOST_INLINE_WORDS = 2_000_000;

export abstract class StatementParser extends ControlParser {
  protected readonly inlines = new Map<string, Inline>();
  private inlineWords = 0;
  /** Where `return` in an inline puts its value; absent outside calls with a result. */
  private result: Reference | undefined;

  protected sequence(): Step[] {
    return this.cursor.deeper(() => {
      const { cursor } = this;
      const steps: Step[] = [];
      for (;;) {
        while (cursor.accept(';') || cursor.accept('->'));
        if (cursor.token.kind === 'end' || ENDS_SEQUENCE.has(cursor.token.text)) return steps;
        const mark = cursor.mark;
        const { parentheses } = cursor;
        try {
          steps.push(this.step());
          this.separator();
        } catch (mistake) {
          if (!(mistake instanceof Mistake)) throw mistake;
          cursor.parentheses = parentheses;
          cursor.skipStatement();
          if (cursor.mark === mark) cursor.take();
        }
      }
    });
  }

  private separator(): void {
    const { cursor } = this;
    const { token, last } = cursor;
    if (cursor.is(';') || cursor.is('->') || token.kind === 'end' || ENDS_SEQUENCE.has(token.text)) return;
    // After a closing brace and after `else` no separator is needed, nor at the end of a line.
    if (last.text === '}' || last.text === 'else' || token.newline) return;
    cursor.fail("';' or '->' is missing between two statements");
  }

  private step(): Step {
    const main = this.statement();
    if (!this.cursor.is('unless')) return main;
    const mark = this.cursor.take();
    const wayOut = this.statement();
    return { kind: 'unless', main, escape: wayOut, where: mark, text: 'unless' };
  }

  /** Wraps what is read with its place and its words. */
  private placed(read: () => Statement): Step {
    const { cursor } = this;
    const mark = cursor.mark;
    const statement = read();
    return { ...statement, where: cursor.since(mark), text: cursor.textSince(mark) };
  }

  protected statement(): Step {
    const { cursor } = this;
    return cursor.deeper(() => {
      const { token } = cursor;
      if (token.kind === 'name') {
        if (EMBEDDED.has(token.text) && token.text !== 'c_expr') this.embedded(token);
        const inline = this.inlines.get(token.text);
        if (inline && cursor.peek().text === '(') return this.call(inline);
        if (this.declarationStarts()) {
          return this.placed(() => ({ kind: 'declare', declaration: this.declaration() }));
        }
        if (cursor.peek().text === ':' && !KEYWORDS.has(token.text) && !this.proctypes.has(token.text)) {
          return this.labelled();
        }
        const read = this.keywordStatement(token.text);
        if (read) return this.placed(read);
        if (!KEYWORDS.has(token.text)) return this.operation();
      }
      if (cursor.is('{')) return this.block('block');
      return this.placed(() => ({ kind: 'condition', value: this.expression() }));
    });
  }

  private keywordStatement(word: string): (() => Statement) | undefined {
    const { cursor } = this;
    switch (word) {
      case 'if':
      case 'do':
        return () => this.selection(word);
      case 'for':
        return () => this.loop();
      case 'select':
        return () => this.choice();
      case 'break':
      case 'else':
        return () => {
          cursor.take();
          return { kind: word };
        };
      case 'goto':
        return () => {
          cursor.take();
          const label = cursor.expectName('the name of a label');
          return { kind: 'goto', label: { name: label.text, where: label } };
        };
      case 'atomic':
      case 'd_step':
        return () => {
          cursor.take();
          return { kind: word, body: this.braced(`after ${word}`).body };
        };
      case 'assert':
        return () => {
          cursor.take();
          return { kind: 'assert', condition: this.expression() };
        };
      case 'printf':
        return () => this.print();
      case 'printm':
        return () => {
          cursor.take();
          return { kind: 'printm', value: this.arguments(1)[0] };
        };
      case 'set_priority':
        return () => {
          cursor.take();
          const [process, value] = this.arguments(2);
          return { kind: 'set_priority', process, value };
        };
      case 'xr':
      case 'xs':
        return () => {
          const start = cursor.take();
          do this.reference();
          while (cursor.accept(','));
          const message = 'xr and xs are taken as information: they are not checked and reduce nothing';
          this.problems.notice('unsupported', start, message);
          return { kind: 'exclusive' };
        };
      case 'return':
        return () => this.giveBack();
      default:
        return undefined;
    }
  }

  private block(kind: 'block'): Step {
    return this.placed(() => ({ kind, body: this.braced('here').body }));
  }

  private labelled(): Step {
    const { cursor } = this;
    const token = cursor.take();
    cursor.take();
    const name: Name = { name: token.text, where: token };
    const bare =
      cursor.is(';') ||
      cursor.is('->') ||
      ENDS_SEQUENCE.has(cursor.token.text) ||
      cursor.token.kind === 'end';
    const statement: Step = bare
      ? {
          kind: 'condition',
          value: { kind: 'number', value: 1, where: token },
          where: token,
          text: `${token.text}:`,
        }
      : this.statement();
    if (statement.kind === 'declare') {
      const hint = 'put the label on the statement after it';
      this.problems.error('syntax', token, `label ${token.text} stands before a declaration`, hint);
    }
    return { kind: 'label', name, statement, where: statement.where, text: statement.text };
  }

  private print(): Statement {
    const { cursor } = this;
    cursor.take();
    cursor.expect('(', 'after printf');
    cursor.parentheses++;
    const { token } = cursor;
    if (token.kind !== 'string') cursor.fail('the text to print is missing');
    cursor.take();
    const values = cursor.accept(',') ? this.list() : [];
    cursor.parentheses--;
    cursor.expect(')', 'after what is printed');
    return { kind: 'print', format: token.text.slice(1, -1), arguments: values };
  }

  private arguments(count: number): Expression[] {
    const { cursor } = this;
    cursor.expect('(', 'here');
    cursor.parentheses++;
    const start = cursor.token;
    const values = this.list();
    cursor.parentheses--;
    cursor.expect(')', 'here');
    if (values.length !== count) {
      this.problems.error('syntax', start, `${count} values are wanted here, not ${values.length}`);
      throw new Mistake();
    }
    return values;
  }

  /** What begins with a variable: an assignment, a send, a receive, or a condition. */
  private operation(): Step {
    const { cursor } = this;
    const mark = cursor.mark;
    const beginning = this.proctypes.has(cursor.token.text) ? undefined : this.reference();
    if (beginning !== undefined && !cursor.lineEnds()) {
      const { token } = cursor;
      const read = this.operationOn(beginning, token);
      if (read) {
        cursor.return(mark);
        return this.placed(() => {
          this.reference();
          return read();
        });
      }
      if (token.text === '(' && beginning.parts.length === 1 && !beginning.parts[0].index) {
        const { name, where } = beginning.parts[0];
        this.problems.error(
          'unknown-name',
          where,
          `there is no inline ${name}`,
          'inlines come before their use',
        );
        throw new Mistake();
      }
    }
    cursor.return(mark);
    return this.placed(() => ({ kind: 'condition', value: this.expression() }));
  }

  private operationOn(target: Reference, token: Token): (() => Statement) | undefined {
    const { cursor } = this;
    if (token.kind !== 'sign') return undefined;
    switch (token.text) {
      case '=':
        return () => this.assignment(target);
      case '++':
      case '--':
        return () => {
          const { where } = target;
          cursor.take();
          const right: Expression = { kind: 'number', value: 1, where };
          const value: Expression = { kind: 'binary', operator: token.text[0], left: target, right, where };
          return { kind: 'assign', target, value };
        };
      case '!':
      case '!!':
        return () => {
          cursor.take();
          return { kind: 'send', channel: target, arguments: this.message(), sorted: token.text === '!!' };
        };
      case '?':
      case '??': {
        if (cursor.peek().text === '[') return undefined;
        return () => {
          cursor.take();
          const keep = cursor.accept('<');
          const given = this.receiveArguments();
          if (keep) cursor.expect('>', 'after the fields of the message');
          return { kind: 'receive', channel: target, arguments: given, any: token.text === '??', keep };
        };
      }
      default:
        return undefined;
    }
  }

  private assignment(target: Reference): Statement {
    const { cursor } = this;
    cursor.take();
    const inline = this.inlines.get(cursor.token.text);
    if (inline && cursor.peek().text === '(') {
      const outer = this.result;
      this.result = target;
      const call = this.call(inline);
      this.result = outer;
      return call;
    }
    return { kind: 'assign', target, value: this.expression() };
  }

  private giveBack(): Statement {
    const { cursor, result } = this;
    const start = cursor.take();
    const value = this.expression();
    if (!result) {
      this.problems.error('bad-structure', start, 'return outside an inline that is called for its value');
      throw new Mistake();
    }
    return { kind: 'assign', target: result, value };
  }

  /** `a, b` or `a(b, c)`. */
  private message(): Expression[] {
    const { cursor } = this;
    const values = this.list();
    if (values.length > 1 || !cursor.continues('(')) return values;
    cursor.take();
    cursor.parentheses++;
    if (!cursor.is(')')) values.push(...this.list());
    cursor.parentheses--;
    cursor.expect(')', 'after the fields of the message');
    return values;
  }

  /** The body of an inline with its arguments in place, read as a block. */
  private call(inline: Inline): Step {
    const { cursor } = this;
    const name = cursor.take();
    const given = this.callArguments();
    if (given.length !== inline.parameters.length) {
      const wanted = inline.parameters.length;
      const message = `inline ${name.text} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${given.length}`;
      this.problems.error('wrong-kind', name, message);
      throw new Mistake();
    }
    const words = callOf(inline, given);
    this.inlineWords += words.length;
    if (this.inlineWords > MOST_INLINE_WORDS) {
      this.problems.tooLarge(name, `inlines expand to more than ${MOST_INLINE_WORDS} words`);
    }
    if (++this.inlineDepth > DEEPEST_INLINE) {
      const message = `inlines call one another more than ${DEEPEST_INLINE} deep`;
      this.problems.tooLarge(name, message, 'an inline cannot call itself');
    }
    const end: Token = { ...words[words.length - 1], kind: 'end', text: '' };
    this.cursor = new Cursor([...words, end], this.problems);
    try {
      return this.statement();
    } finally {
      this.cursor = cursor;
      this.inlineDepth--;
    }
  }

  private callArguments(): Token[][] {
    const { cursor } = this;
    cursor.expect('(', 'here');
    const given: Token[][] = [];
    let current: Token[] = [];
    let nesting = 0;
    for (;;) {
      const { token } = cursor;
      if (token.kind === 'end') cursor.fail("')' is missing after the arguments of this call");
      cursor.take();
      if (token.kind === 'sign' && nesting === 0 && (token.text === ')' || token.text === ',')) {
        if (token.text === ',' || current.length > 0 || given.length > 0) given.push(current);
        if (token.text === ')') return given;
        current = [];
        continue;
      }
      if (token.kind === 'sign' && (token.text === '(' || token.text === '[')) nesting++;
      if (token.kind === 'sign' && (token.text === ')' || token.text === ']')) nesting--;
      current.push(token);
    }
  }
}
