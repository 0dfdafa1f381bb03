/**
 * Expressions, and the formulas of `ltl`. From loosest to tightest:
 *
 *     -> <->  (formulas only)     ||     &&     U V W  (formulas only)     |     ^     &
 *     == !=     < > <= >=     << >>     + -     * / %     ! - ~ [] <> X
 *
 * All operators group from the left. In a formula a comparison after `[]`, `<>` or `X` belongs to its
 * operand: `[] x > 3` is `[] (x > 3)`, as nothing else would make sense.
 */
import type { Cursor } from './cursor.js';
import { reach, type Where } from './sources.js';
import type { Argument, Expression, Name, Reference } from './syntax.js';
import type { Token } from './token.js';

const LEVELS: Record<string, number> = {
  '||': 2, '&&': 3, '|': 5, '^': 6, '&': 7, '==': 8, '!=': 8, '<': 9, '>': 9, '<=': 9, '>=': 9,
  '<<': 10, '>>': 10, '+': 11, '-': 11, '*': 12, '/': 12, '%': 12,
}; // biome-ignore format: a table

const FORMULA_LEVELS: Record<string, { level: number; operator: string }> = {
  '->': { level: 1, operator: '->' },
  implies: { level: 1, operator: '->' },
  '<->': { level: 1, operator: '<->' },
  equivalent: { level: 1, operator: '<->' },
  '\\/': { level: 2, operator: '||' },
  '/\\': { level: 3, operator: '&&' },
  U: { level: 4, operator: 'U' },
  until: { level: 4, operator: 'U' },
  stronguntil: { level: 4, operator: 'U' },
  V: { level: 4, operator: 'V' },
  release: { level: 4, operator: 'V' },
  W: { level: 4, operator: 'W' },
  weakuntil: { level: 4, operator: 'W' },
};

const FORMULA_PREFIXES: Record<string, string> = {
  '[]': '[]', always: '[]', '<>': '<>', eventually: '<>', X: 'X', next: 'X',
}; // biome-ignore format: a table

const LOOSEST = 1;
const LARGEST = 2n ** 63n - 1n;
/** A chain of operators is as deep a tree as it is long. */
const LONGEST = 1000;
const COMPARISON = 5;

const entry = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Words that cannot name a variable. */
export const KEYWORDS = new Set([
  'active', 'assert', 'atomic', 'bit', 'bool', 'break', 'byte', 'chan', 'd_step', 'D_proctype', 'do', 'else', 'empty',
  'enabled', 'eval', 'fi', 'for', 'full', 'goto', 'hidden', 'if', 'init', 'inline', 'int', 'len', 'local', 'ltl',
  'mtype', 'nempty', 'never', 'nfull', 'notrace', 'od', 'of', 'pc_value', 'pid', 'printf', 'printm', 'priority',
  'proctype', 'provided', 'return', 'run', 'select', 'short', 'show', 'timeout', 'trace', 'typedef', 'unless',
  'unsigned', 'xr', 'xs', 'get_priority', 'set_priority', 'true', 'false', 'skip', 'np_', 'c_code', 'c_expr',
  'c_decl', 'c_state', 'c_track',
]); // biome-ignore format: a table

const CHANNEL_QUESTIONS = new Set(['len', 'full', 'empty', 'nfull', 'nempty']);

export class ExpressionParser {
  /** Reading a formula: its words and signs are then operators. */
  private formula = false;
  protected readonly remoteLabels = new Set<string>();

  constructor(
    protected cursor: Cursor,
    protected readonly proctypes: ReadonlySet<string>,
  ) {}

  protected get problems() {
    return this.cursor.problems;
  }

  readFormula(): Expression {
    this.formula = true;
    this.cursor.parentheses++;
    try {
      return this.expression();
    } finally {
      this.cursor.parentheses--;
      this.formula = false;
    }
  }

  expression(least = LOOSEST): Expression {
    return this.cursor.deeper(() => {
      let left = this.prefixed();
      for (let length = 1; ; length++) {
        const found = this.operator();
        if (found === undefined || found.level < least) return left;
        const sign = this.cursor.take();
        if (length > LONGEST) this.problems.tooLarge(sign, `an expression of more than ${LONGEST} operators`);
        const right = this.expression(found.level + 1);
        const where = reach(left.where, right.where);
        left = { kind: 'binary', operator: found.operator, left, right, where };
      }
    });
  }

  private operator(): { level: number; operator: string } | undefined {
    const { token } = this.cursor;
    if (token.kind === 'end' || this.cursor.lineEnds()) return undefined;
    if (this.formula) {
      const found = entry(FORMULA_LEVELS, token.text);
      if (found) return found;
    }
    if (token.kind !== 'sign') return undefined;
    const level = entry(LEVELS, token.text);
    return level === undefined ? undefined : { level, operator: token.text };
  }

  private prefixed(): Expression {
    const { token } = this.cursor;
    const temporal = this.formula ? entry(FORMULA_PREFIXES, token.text) : undefined;
    if (temporal !== undefined && token.kind !== 'string') {
      return this.unary(temporal, () => this.expression(COMPARISON));
    }
    if (token.kind === 'sign' && ['!', '-', '~'].includes(token.text)) {
      return this.unary(token.text, () => this.prefixed());
    }
    if (this.cursor.is('!!')) {
      return this.unary('!', () => {
        const operand = this.prefixed();
        return { kind: 'unary', operator: '!', operand, where: operand.where };
      });
    }
    return this.operand();
  }

  private unary(operator: string, read: () => Expression): Expression {
    const start = this.cursor.take();
    const operand = this.cursor.deeper(read);
    const where = reach(start, operand.where);
    if (operator === '-' && operand.kind === 'number')
      return { kind: 'number', value: -operand.value | 0, where };
    return { kind: 'unary', operator, operand, where };
  }

  private operand(): Expression {
    const { cursor } = this;
    const { token } = cursor;
    if (token.kind === 'number') {
      cursor.take();
      return { kind: 'number', value: this.numberOf(token), where: token };
    }
    if (cursor.is('(')) return this.parenthesised();
    if (token.kind === 'name') return this.named(token);
    return cursor.fail('a value is missing');
  }

  private numberOf(token: Token): number {
    const value = token.value!;
    if (value > 0x7fffffff) {
      this.problems.warning('bad-value', token, `${token.text} does not fit in 32 bits`);
      // As SPIN reads it: 64 bits at most, of which the lower 32 are kept.
      const read = value < 2 ** 64 ? BigInt(token.text) : LARGEST;
      return Number(BigInt.asIntN(32, read < LARGEST ? read : LARGEST));
    }
    return value;
  }

  private parenthesised(): Expression {
    const { cursor } = this;
    const start = cursor.take();
    cursor.parentheses++;
    const inside = cursor.deeper(() => this.expression());
    let result = inside;
    if (!this.formula && cursor.accept('->')) {
      const whenTrue = this.expression();
      cursor.expect(':', 'in this conditional expression');
      const whenFalse = this.expression();
      result = { kind: 'conditional', test: inside, whenTrue, whenFalse, where: inside.where };
    }
    cursor.parentheses--;
    const close = cursor.expect(')', 'after this expression');
    return { ...result, where: reach(start, close) };
  }

  private named(token: Token): Expression {
    const { cursor } = this;
    switch (token.text) {
      case 'true':
      case 'skip':
      case 'false':
        cursor.take();
        return { kind: 'number', value: token.text === 'false' ? 0 : 1, where: token };
      case 'timeout':
      case 'np_':
        cursor.take();
        return { kind: token.text, where: token };
      case 'run':
        return this.run();
      case 'enabled':
      case 'pc_value':
      case 'get_priority':
        cursor.take();
        return this.inParentheses(token, () => ({
          kind: token.text as 'enabled',
          process: this.expression(),
        }));
      case 'c_expr':
        return this.embedded(token);
    }
    if (CHANNEL_QUESTIONS.has(token.text)) {
      cursor.take();
      return this.inParentheses(token, () => ({
        kind: 'channel',
        question: token.text as 'len',
        channel: this.reference(),
      }));
    }
    if (this.proctypes.has(token.text)) {
      const remote = this.remote(token);
      if (remote) return remote;
    }
    const reference = this.reference();
    if (cursor.continues('?') || cursor.continues('??')) {
      if (cursor.peek().text === '[') return this.poll(reference);
    }
    return reference;
  }

  private inParentheses<T extends object>(start: Where, read: () => T): T & { where: Where } {
    const { cursor } = this;
    cursor.expect('(', 'here');
    cursor.parentheses++;
    const inside = read();
    cursor.parentheses--;
    const close = cursor.expect(')', 'here');
    return { ...inside, where: reach(start, close) };
  }

  /** `P[1]@label`, `P@label`, `P[1]:x`, `P:x`. */
  private remote(token: Token): Expression | undefined {
    const { cursor } = this;
    const mark = cursor.mark;
    cursor.take();
    const process: Name = { name: token.text, where: token };
    let index: Expression | undefined;
    if (cursor.accept('[')) {
      index = this.expression();
      cursor.expect(']', 'after the number of the process');
    }
    if (cursor.accept('@')) {
      const label = cursor.expectName('the name of a label');
      const where = reach(token, label);
      this.remoteLabels.add(`${token.text}@${label.text}`);
      return { kind: 'at', process, index, label: { name: label.text, where: label }, where };
    }
    if (cursor.accept(':')) {
      const reference = this.reference();
      return { kind: 'remote', process, index, reference, where: reach(token, reference.where) };
    }
    cursor.return(mark);
    return undefined;
  }

  private run(): Expression {
    const { cursor } = this;
    const start = cursor.take();
    const name = cursor.expectName('the name of a proctype');
    const { arguments: given, where } = this.inParentheses(name, () => ({
      arguments: cursor.is(')') ? [] : this.list(),
    }));
    let priority: Expression | undefined;
    if (cursor.accept('priority')) priority = this.prefixed();
    const proctype = { name: name.text, where: name };
    return { kind: 'run', proctype, arguments: given, priority, where: reach(start, where) };
  }

  protected list(): Expression[] {
    const values = [this.expression()];
    while (this.cursor.accept(',')) values.push(this.expression());
    return values;
  }

  reference(): Reference {
    const { cursor } = this;
    const parts: Reference['parts'] = [];
    do {
      const name = cursor.expectName('the name of a variable');
      if (KEYWORDS.has(name.text)) {
        cursor.return(cursor.mark - 1);
        cursor.fail('the name of a variable is missing');
      }
      let index: Expression | undefined;
      if (cursor.continues('[')) {
        cursor.take();
        index = this.expression();
        cursor.expect(']', 'after the index');
      }
      parts.push({ name: name.text, index, where: reach(name, cursor.last) });
    } while (cursor.accept('.'));
    return { kind: 'reference', parts, where: reach(parts[0].where, parts[parts.length - 1].where) };
  }

  private poll(channel: Reference): Expression {
    const { cursor } = this;
    const any = cursor.take().text === '??';
    cursor.expect('[', 'here');
    const given = this.receiveArguments();
    const close = cursor.expect(']', 'after what is looked for');
    return { kind: 'poll', channel, any, arguments: given, where: reach(channel.where, close) };
  }

  /** `a, b`, `a(b, c)`, `(a, b)`. */
  protected receiveArguments(): Argument[] {
    const { cursor } = this;
    if (cursor.is('(')) return this.groupedArguments();
    const given = [this.receiveArgument()];
    for (;;) {
      if (cursor.accept(',')) given.push(this.receiveArgument());
      else if (cursor.continues('(')) given.push(...this.groupedArguments());
      else return given;
    }
  }

  private groupedArguments(): Argument[] {
    const { cursor } = this;
    cursor.take();
    cursor.parentheses++;
    const given = cursor.is(')') ? [] : this.receiveArguments();
    cursor.parentheses--;
    cursor.expect(')', 'after the fields of the message');
    return given;
  }

  private receiveArgument(): Argument {
    const { cursor } = this;
    const { token } = cursor;
    if (token.text === 'eval' && token.kind === 'name') {
      cursor.take();
      const { value, where } = this.inParentheses(token, () => ({ value: this.expression() }));
      return { kind: 'match', value, where };
    }
    const constant =
      token.kind === 'number' || ['true', 'false', 'skip'].includes(token.text) || cursor.is('-');
    if (constant) {
      const value = this.prefixed();
      return { kind: 'match', value, where: value.where };
    }
    const reference = this.reference();
    return { kind: 'place', reference, where: reference.where };
  }

  /** Embedded C is not read: what it does cannot be known without a compiler. */
  protected embedded(token: Token): never {
    const message = `${token.text}: embedded C code is not supported`;
    return this.problems.refuse(token, message, 'write this part in Promela');
  }
}
