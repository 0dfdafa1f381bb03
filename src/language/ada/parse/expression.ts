/** Expressions, by rising strength of their operators. */
import type {
  Aggregate,
  Allocator,
  Binary,
  BinaryOperator,
  Choice,
  Expression,
  Range,
  UnaryOperator,
} from '../syntax/index.js';
import type { TokenKind } from '../words.js';
import { integerValue, realValue } from './literal.js';
import { NameParser } from './name.js';

const RELATIONS: ReadonlySet<TokenKind> = new Set<TokenKind>(['=', '/=', '<', '<=', '>', '>=']);

/** The longest chain of operators without parentheses: those who walk the tree may go down along it. */
const LONGEST_CHAIN = 1000;

export abstract class ExpressionParser extends NameParser {
  protected expression(): Expression {
    if (this.kind === 'raise') return this.raiseExpression();
    const start = this.start;
    let left = this.relation();
    let used: BinaryOperator | undefined;
    let length = 0;
    for (;;) {
      let operator: BinaryOperator;
      if (this.kind === 'and') operator = this.peek() === 'then' ? 'and then' : 'and';
      else if (this.kind === 'or') operator = this.peek() === 'else' ? 'or else' : 'or';
      else if (this.kind === 'xor') operator = 'xor';
      else return left;
      // In a select, `or` and `else` may follow a statement that lost its semicolon.
      if (this.kind === 'or' && this.endsBeforeOr()) return left;
      if (used !== undefined && used !== operator) {
        this.wrongHere(
          `'${used}' and '${operator}' are mixed without parentheses`,
          'say with parentheses which comes first',
        );
      }
      used = operator;
      this.advance();
      if (operator.length > 3) this.advance();
      const right = this.relation();
      left = this.chain(++length, { kind: 'binary', operator, left, right, start, end: this.behind });
    }
  }

  /** Is this `or` on a line of its own that begins a new alternative of a select? */
  private endsBeforeOr(): boolean {
    if (!this.firstOnLine(this.at)) return false;
    const next = this.peek();
    return next === 'accept' || next === 'delay' || next === 'terminate' || next === 'when';
  }

  private chain(length: number, node: Binary): Binary {
    if (length > LONGEST_CHAIN) {
      this.problems.tooLarge(this.place(), `an expression has more than ${LONGEST_CHAIN} operators in a row`);
    }
    return node;
  }

  private relation(): Expression {
    const start = this.start;
    const left = this.simple();
    if (RELATIONS.has(this.kind)) {
      const operator = this.kind as BinaryOperator;
      this.advance();
      const right = this.simple();
      if (RELATIONS.has(this.kind)) {
        this.wrongHere('comparisons do not follow each other', "write 'A < B and B < C'");
        this.advance();
        this.simple();
      }
      return { kind: 'binary', operator, left, right, start, end: this.behind };
    }
    const negated = this.kind === 'not' && this.peek() === 'in';
    if (!negated && this.kind !== 'in') return left;
    if (negated) this.advance();
    this.advance();
    const choices: Choice[] = [this.membershipChoice()];
    while (this.accept('|')) choices.push(this.membershipChoice());
    return { kind: 'membership', negated, value: left, choices, start, end: this.behind };
  }

  private membershipChoice(): Choice {
    const start = this.start;
    const low = this.simple();
    if (this.kind !== '..') return low;
    this.advance();
    const high = this.simple();
    return { kind: 'range', low, high, start, end: this.behind };
  }

  protected simple(): Expression {
    const start = this.start;
    let left: Expression;
    if (this.kind === '-' || this.kind === '+') {
      const operator: UnaryOperator = this.kind;
      this.advance();
      const operand = this.term();
      left = { kind: 'unary', operator, operand, start, end: this.behind };
    } else left = this.term();
    let length = 0;
    while (this.kind === '+' || this.kind === '-' || this.kind === '&') {
      const operator: BinaryOperator = this.kind;
      this.advance();
      const right = this.term();
      left = this.chain(++length, { kind: 'binary', operator, left, right, start, end: this.behind });
    }
    return left;
  }

  private term(): Expression {
    const start = this.start;
    let left = this.factor();
    let length = 0;
    while (this.kind === '*' || this.kind === '/' || this.kind === 'mod' || this.kind === 'rem') {
      const operator: BinaryOperator = this.kind;
      this.advance();
      const right = this.factor();
      left = this.chain(++length, { kind: 'binary', operator, left, right, start, end: this.behind });
    }
    return left;
  }

  private factor(): Expression {
    const start = this.start;
    if (this.kind === 'not' || this.kind === 'abs') {
      const operator: UnaryOperator = this.kind;
      this.advance();
      const operand = this.primary();
      return { kind: 'unary', operator, operand, start, end: this.behind };
    }
    const left = this.primary();
    if (this.kind !== '**') return left;
    this.advance();
    const right = this.primary();
    return { kind: 'binary', operator: '**', left, right, start, end: this.behind };
  }

  private primary(): Expression {
    const start = this.start;
    switch (this.kind) {
      case 'identifier':
      case 'character':
      case '@':
        return this.name();
      case 'integer': {
        const value = integerValue(this.shownWhole());
        if (typeof value === 'string') this.fail(value);
        this.advance();
        return { kind: 'integer', value, start, end: this.behind };
      }
      case 'real': {
        const text = this.shownWhole();
        this.advance();
        return { kind: 'real', value: realValue(text), text, start, end: this.behind };
      }
      case 'string': {
        if (this.peek() === '(' || this.peek() === "'") return this.name();
        const value = this.shownWhole().replace(/^"|"$/g, '').replaceAll('""', '"');
        this.advance();
        return { kind: 'string', value, start, end: this.behind };
      }
      case 'null':
        this.advance();
        return { kind: 'null', start, end: this.behind };
      case 'new':
        return this.allocator();
      case '(':
      case '[':
        return this.parenthesized();
      case '-':
      case '+':
      case 'not':
      case 'abs':
        return this.fail('an operand is missing', `put '${this.kind}' and what follows in parentheses`);
      case 'if':
      case 'case':
        return this.fail('an operand is missing', `an expression with '${this.kind}' stands in parentheses`);
      default:
        return this.fail('an operand is missing');
    }
  }

  private allocator(): Allocator {
    const start = this.start;
    this.advance();
    let pool: Expression | undefined;
    if (this.kind === '(') {
      this.advance();
      pool = this.name();
      this.expect(')', 'after the subpool');
    }
    const from = this.start;
    const notNull = this.notNull();
    const mark = this.mark('the type of the new object');
    if (this.kind === "'") {
      this.advance();
      const operand = this.parenthesized();
      const value = { kind: 'qualified' as const, mark, operand, start: from, end: this.behind };
      return { kind: 'allocator', pool, subtype: undefined, value, start, end: this.behind };
    }
    const constraint = this.constraint();
    const subtype = { kind: 'subtype' as const, notNull, mark, constraint, start: from, end: this.behind };
    return { kind: 'allocator', pool, subtype, value: undefined, start, end: this.behind };
  }

  /** `( … )`: an expression in parentheses or an aggregate. */
  protected override parenthesized(): Expression {
    const start = this.start;
    const close = this.kind === '[' ? ']' : ')';
    if (this.kind !== '[' && this.kind !== '(') this.fail("'(' is missing");
    this.deeper();
    this.advance();
    const node = this.insideParentheses(start, close);
    this.shallower();
    return this.is("'") && close === ']' ? this.suffixes(node) : node;
  }

  private insideParentheses(start: number, close: ')' | ']'): Expression {
    if (this.kind === 'null' && this.peek() === 'record') {
      this.advance();
      this.advance();
      return this.aggregate(start, close, [], { nullRecord: true });
    }
    if (close === ']' && this.kind === ']') return this.aggregate(start, close, [], {});
    const associations = [this.association()];
    const [first] = associations;
    if (this.kind === 'with' && first.choices.length === 0) {
      const ancestor = first.value as Expression;
      this.advance();
      const delta = this.accept('delta');
      if (this.is('null') && this.peek() === 'record') {
        this.advance();
        this.advance();
        return this.aggregate(start, close, [], { ancestor, nullRecord: true });
      }
      return this.aggregate(start, close, this.moreAssociations([this.association()]), { ancestor, delta });
    }
    this.moreAssociations(associations);
    const { value } = first;
    const alone = associations.length === 1 && first.choices.length === 0 && !first.iteration;
    if (!alone || close === ']' || value === undefined) return this.aggregate(start, close, associations, {});
    if (value.kind === 'range' || value.kind === 'subtype') {
      this.wrong(value, 'a range is no value', 'leave out the parentheses');
    }
    this.closeParenthesis("to close '('");
    return { kind: 'parenthesized', expression: value as Expression, start, end: this.behind };
  }

  private aggregate(
    start: number,
    close: ')' | ']',
    associations: Aggregate['associations'],
    rest: Partial<Aggregate>,
  ): Aggregate {
    if (close === ')') this.closeParenthesis('after the components');
    else this.expect(close, 'after the components');
    const { ancestor, delta = false, nullRecord = false } = rest;
    return { kind: 'aggregate', ancestor, delta, nullRecord, associations, start, end: this.behind };
  }

  private raiseExpression(): Expression {
    const start = this.start;
    this.advance();
    const exception = this.name();
    const message = this.accept('with') ? this.simple() : undefined;
    return { kind: 'raise-expression', exception, message, start, end: this.behind };
  }

  /** Bounds, or an attribute that stands for them. */
  protected override range(): Range | Expression {
    const start = this.start;
    const low = this.simple();
    if (this.accept('..')) return { kind: 'range', low, high: this.simple(), start, end: this.behind };
    const attribute = low.kind === 'apply' ? low.prefix : low;
    if (attribute.kind !== 'attribute') this.fail("'..' is missing in this range");
    return low;
  }

  private shownWhole(): string {
    const { text, base } = this.tokens;
    return text.slice(this.start - base, this.ends[this.at] - base);
  }
}
