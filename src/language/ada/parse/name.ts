/** Names, and what stands in the parentheses behind them; subtypes, whose names are of a simpler kind. */
import type {
  Association,
  Choice,
  Constraint,
  Designator,
  DiscreteRange,
  Expression,
  Iteration,
  OperatorSymbol,
  Range,
  SubtypeIndication,
} from '../syntax/index.js';
import { Cursor } from './cursor.js';

const OPERATORS: ReadonlySet<string> = new Set([
  'and', 'or', 'xor', 'not', 'abs', 'mod', 'rem', '=', '/=', '<', '<=', '>', '>=', '+', '-', '&', '*', '/', '**',
]); // biome-ignore format: a table

const BARE: ReadonlySet<string> = new Set([
  'if-expression',
  'case-expression',
  'quantified',
  'declare-expression',
]);

/** The most parts of one name. */
const LONGEST_NAME = 200;

export abstract class NameParser extends Cursor {
  protected abstract expression(): Expression;
  protected abstract simple(): Expression;
  protected abstract range(): Range | Expression;
  protected abstract valueInParentheses(): Expression;
  protected abstract parenthesized(): Expression;

  protected name(): Expression {
    const start = this.start;
    switch (this.kind) {
      case 'identifier':
        return this.suffixes(this.identifier('a name'));
      case 'character':
        return this.suffixes(this.characterLiteral());
      case 'string':
        return this.suffixes(this.operatorSymbol());
      case '@':
        this.advance();
        return this.suffixes({ kind: 'target', start, end: this.behind });
      default:
        return this.fail('a name is missing');
    }
  }

  protected characterLiteral(): Designator {
    const { start } = this;
    const name = this.shown();
    this.advance();
    return { kind: 'character', name, key: name, value: name.slice(1, -1), start, end: this.behind };
  }

  protected operatorSymbol(): OperatorSymbol {
    const { start } = this;
    const name = this.shown();
    if (!OPERATORS.has(name.slice(1, -1).toLowerCase())) this.fail('this string names no operator');
    this.advance();
    return { kind: 'operator', name, key: name.toLowerCase(), start, end: this.behind };
  }

  /** What follows a name: selections, arguments, attributes. */
  protected suffixes(first: Expression): Expression {
    let node = first;
    const { start } = first;
    for (let parts = 1; ; parts++) {
      if (parts > LONGEST_NAME)
        this.problems.tooLarge(this.place(), `a name has more than ${LONGEST_NAME} parts`);
      if (this.kind === '.') {
        this.advance();
        if (this.accept('all')) node = { kind: 'dereference', prefix: node, start, end: this.behind };
        else node = { kind: 'selected', prefix: node, selector: this.selector(), start, end: this.behind };
      } else if (this.kind === '(') {
        node = { kind: 'apply', prefix: node, arguments: this.arguments(), start, end: this.behind };
      } else if (this.kind === "'") {
        this.advance();
        if (this.is('(') || this.is('[')) {
          node = { kind: 'qualified', mark: node, operand: this.parenthesized(), start, end: this.behind };
        } else {
          const attribute = this.identifier('the name of an attribute');
          node = { kind: 'attribute', prefix: node, attribute, start, end: this.behind };
        }
      } else return node;
    }
  }

  private selector(): Designator {
    if (this.kind === 'string') return this.operatorSymbol();
    if (this.kind === 'character') return this.characterLiteral();
    return this.identifier("a name after '.'");
  }

  /** `(A, B => C)` */
  protected arguments(): Association[] {
    this.deeper();
    this.advance();
    if (this.kind === ')') this.fail('an argument is missing', 'without arguments there are no parentheses');
    const list = this.moreAssociations([this.association()]);
    if (list.length > 1) {
      const bare = list.find((each) => each.value !== undefined && BARE.has(each.value.kind));
      if (bare) this.wrong(bare.value!, 'a conditional expression among other arguments needs parentheses');
    }
    this.closeParenthesis("to close '('");
    this.shallower();
    return list;
  }

  protected moreAssociations(list: Association[]): Association[] {
    let named = list[0].choices.length > 0;
    while (this.accept(',')) {
      const [before] = list[list.length - 1].choices;
      if (before?.kind === 'others') this.wrong(before, "'others' is the last component");
      const next = this.association();
      if (next.choices.length > 0 || next.iteration !== undefined) named = true;
      else if (named) this.wrong(next, 'a positional item follows a named one', "write 'Name => Value'");
      list.push(next);
    }
    return list;
  }

  protected association(): Association {
    const start = this.start;
    if (this.kind === 'for' && this.peek() !== 'all' && this.peek() !== 'some') {
      this.advance();
      const iteration = this.iteration();
      this.expect('=>', 'after the iteration');
      const value = this.boxOrValue();
      return { kind: 'association', choices: [], iteration, value, start, end: this.behind };
    }
    const first = this.choiceOrValue();
    if (first === undefined || (this.kind !== '=>' && this.kind !== '|')) {
      if (first?.kind === 'others') this.fail("'=>' is missing after 'others'");
      const value = first as Expression | undefined;
      return { kind: 'association', choices: NONE, iteration: undefined, value, start, end: this.behind };
    }
    const choices: Choice[] = [first];
    while (this.accept('|')) choices.push(this.choice());
    this.expect('=>', 'after the choices');
    const value = this.boxOrValue();
    return { kind: 'association', choices, iteration: undefined, value, start, end: this.behind };
  }

  private boxOrValue(): Expression | DiscreteRange | undefined {
    return this.accept('<>') ? undefined : this.valueOrRange();
  }

  private choiceOrValue(): Choice | undefined {
    if (this.kind === 'others') return this.choice();
    return this.boxOrValue();
  }

  private valueOrRange(): DiscreteRange {
    return this.withBounds(this.valueInParentheses());
  }

  protected choices(): Choice[] {
    const choices = [this.choice()];
    while (this.accept('|')) choices.push(this.choice());
    return choices;
  }

  private choice(): Choice {
    const start = this.start;
    if (this.accept('others')) return { kind: 'others', start, end: this.behind };
    return this.discreteRange();
  }

  protected discreteRange(): DiscreteRange {
    return this.withBounds(this.expression());
  }

  /** What was read may be the first bound of a range, or the type of one. */
  private withBounds(low: Expression): DiscreteRange {
    const { start } = low;
    if (this.kind === '..') {
      this.advance();
      const high = this.simple();
      return { kind: 'range', low, high, start, end: this.behind };
    }
    if (this.kind !== 'range') return low;
    const constraint = this.constraint();
    return { kind: 'subtype', notNull: false, mark: low, constraint, start, end: this.behind };
  }

  /** `I in reverse 1 .. N`, `E : T of List` */
  protected iteration(): Iteration {
    const start = this.start;
    const name = this.identifier('the name of the loop parameter');
    const subtype = this.accept(':') ? this.subtype() : undefined;
    const over = this.kind === 'of' ? 'of' : 'in';
    if (this.kind !== 'in' && this.kind !== 'of') this.expect('in', `after '${name.name}'`);
    else this.advance();
    const reverse = this.accept('reverse');
    const domain = over === 'in' ? this.discreteRange() : this.name();
    const filter = this.accept('when') ? this.expression() : undefined;
    return { kind: 'iteration', name, subtype, over, reverse, domain, filter, start, end: this.behind };
  }

  protected notNull(): boolean {
    if (this.kind !== 'not' || this.peek() !== 'null') return false;
    this.advance();
    this.advance();
    return true;
  }

  /** The name of a type: points and attributes, no arguments. Stops before the tick of a qualified expression. */
  protected mark(what: string): Expression {
    const start = this.start;
    let node: Expression = this.identifier(what);
    for (let parts = 1; ; parts++) {
      if (parts > LONGEST_NAME)
        this.problems.tooLarge(this.place(), `a name has more than ${LONGEST_NAME} parts`);
      if (this.kind === '.') {
        this.advance();
        node = { kind: 'selected', prefix: node, selector: this.selector(), start, end: this.behind };
      } else if (this.kind === "'" && this.peek() === 'identifier') {
        this.advance();
        const attribute = this.identifier('the name of an attribute');
        node = { kind: 'attribute', prefix: node, attribute, start, end: this.behind };
      } else return node;
    }
  }

  protected subtype(what = 'the name of a type'): SubtypeIndication {
    const start = this.start;
    const notNull = this.notNull();
    const mark = this.mark(what);
    const constraint = this.constraint();
    return { kind: 'subtype', notNull, mark, constraint, start, end: this.behind };
  }

  /** A subtype where no constraint may follow, as of a parameter. */
  protected bareSubtype(what: string): SubtypeIndication {
    const start = this.start;
    const notNull = this.notNull();
    const mark = this.mark(what);
    const end = this.behind;
    if (this.kind === 'range' || this.kind === 'digits' || this.kind === 'delta') {
      this.wrongHere('a constraint cannot stand here', 'declare a subtype and use its name');
      this.constraint();
    }
    return { kind: 'subtype', notNull, mark, constraint: undefined, start, end };
  }

  protected constraint(): Constraint | undefined {
    const start = this.start;
    switch (this.kind) {
      case 'range': {
        this.advance();
        const range = this.range();
        return { kind: 'range-constraint', range, start, end: this.behind };
      }
      case 'digits': {
        this.advance();
        const digits = this.simple();
        const range = this.optionalRange();
        return { kind: 'digits-constraint', digits, range, start, end: this.behind };
      }
      case 'delta': {
        this.advance();
        const delta = this.simple();
        const range = this.optionalRange();
        return { kind: 'delta-constraint', delta, range, start, end: this.behind };
      }
      case '(':
        return { kind: 'composite-constraint', arguments: this.arguments(), start, end: this.behind };
      default:
        return undefined;
    }
  }

  protected optionalRange(): Range | Expression | undefined {
    return this.accept('range') ? this.range() : undefined;
  }
}

const NONE: readonly Choice[] = [];
