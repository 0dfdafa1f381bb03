/** Expressions that stand in parentheses only: conditional, quantified and with declarations. */
import type { Choice, Declaration, Expression } from '../syntax/index.js';
import { ExpressionParser } from './expression.js';

export abstract class ConditionalParser extends ExpressionParser {
  protected abstract declarations(what: 'expression'): Declaration[];

  /** An expression that may stand without parentheses of its own where there are some around it. */
  protected override valueInParentheses(): Expression {
    this.deeper();
    const value = this.conditional();
    this.shallower();
    return value;
  }

  private conditional(): Expression {
    switch (this.kind) {
      case 'if':
        return this.ifExpression();
      case 'case':
        return this.caseExpression();
      case 'for':
        return this.quantified();
      case 'declare':
        return this.declareExpression();
      default:
        return this.expression();
    }
  }

  private ifExpression(): Expression {
    const start = this.start;
    const branches: { condition: Expression; value: Expression }[] = [];
    do {
      this.advance();
      const condition = this.conditional();
      this.expect('then', 'after the condition');
      branches.push({ condition, value: this.conditional() });
    } while (this.is('elsif'));
    const otherwise = this.accept('else') ? this.conditional() : undefined;
    return { kind: 'if-expression', branches, otherwise, start, end: this.behind };
  }

  private caseExpression(): Expression {
    const start = this.start;
    this.advance();
    const selector = this.expression();
    this.expect('is', 'after the expression of this case');
    const alternatives: { choices: readonly Choice[]; value: Expression }[] = [];
    do {
      this.expect('when', 'before the choices');
      const choices = this.choices();
      this.expect('=>', 'after the choices');
      alternatives.push({ choices, value: this.conditional() });
    } while (this.accept(','));
    return { kind: 'case-expression', selector, alternatives, start, end: this.behind };
  }

  private quantified(): Expression {
    const start = this.start;
    this.advance();
    const quantifier = this.kind === 'all' ? 'all' : 'some';
    if (this.kind !== 'all' && this.kind !== 'some') this.fail("'all' or 'some' is missing after 'for'");
    this.advance();
    const iteration = this.iteration();
    this.expect('=>', 'before the condition');
    const predicate = this.conditional();
    return { kind: 'quantified', quantifier, iteration, predicate, start, end: this.behind };
  }

  private declareExpression(): Expression {
    const start = this.start;
    this.advance();
    const declarations = this.declarations('expression');
    this.expect('begin', 'before the value');
    const value = this.conditional();
    return { kind: 'declare-expression', declarations, value, start, end: this.behind };
  }
}
