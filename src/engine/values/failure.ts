/** Could evaluating an expression fail where variables have these values? And is a condition surely true? */
import type { BinaryOperator, Expression, Pattern, Place } from '../../model/expression.js';
import { messageScalars } from '../../model/layout.js';
import type { System } from '../../model/system.js';
import type { Environment, Estimate } from './estimate.js';
import { type Bounds, intervalOf, narrowedBy, ownVariable } from './interval.js';
import { lies, variableType } from './type.js';

/** Expressions of a process of one type, with what is known of its variables. */
export class Evaluation {
  constructor(
    private readonly system: System,
    private readonly estimate: Estimate,
    private readonly type: number,
    private readonly environment: Environment,
  ) {}

  interval(expression: Expression): Bounds {
    return intervalOf(expression, this.estimate.reader(this.type, this.environment));
  }

  mayFail(expression: Expression): boolean {
    const parts = (...some: Expression[]) => some.some((part) => this.mayFail(part));
    switch (expression.kind) {
      case 'constant':
      case 'self':
      case 'processCount':
      case 'lastProcess':
      case 'alone':
      case 'timeout':
        return false;
      case 'read':
        return this.placeMayFail(expression.place);
      case 'unary':
        return parts(expression.operand);
      case 'binary':
        return this.binaryMayFail(expression);
      case 'conditional': {
        const { test, whenTrue, whenFalse } = expression;
        if (parts(test)) return true;
        return (
          (this.where(test, true)?.mayFail(whenTrue) || this.where(test, false)?.mayFail(whenFalse)) ?? false
        );
      }
      case 'channel':
        return this.channelMayFail(expression.channel);
      case 'poll':
        return this.receiveMayFail(expression.channel, expression.patterns);
      case 'at':
      case 'exists':
        return parts(expression.process);
      case 'location':
      case 'enabled':
        return true;
    }
  }

  private binaryMayFail({ operator, left, right }: Expression & { kind: 'binary' }): boolean {
    if (this.mayFail(left)) return true;
    // The right side is evaluated only where it decides.
    if (operator === 'and' || operator === 'or')
      return this.where(left, operator === 'and')?.mayFail(right) ?? false;
    if (this.mayFail(right)) return true;
    if (operator !== 'divide' && operator !== 'remainder' && operator !== 'modulo') return false;
    const { low, high } = this.interval(right);
    return low <= 0 && high >= 0;
  }

  /** The same where the condition is true, or false; undefined where it cannot be. */
  private where(condition: Expression, holds: boolean): Evaluation | undefined {
    const { system, estimate, type } = this;
    const environment = [...this.environment];
    const reader = estimate.reader(type, environment);
    if (!narrowedBy(condition, holds, reader, ownVariable, environment)) return undefined;
    return new Evaluation(system, estimate, type, environment);
  }

  placeMayFail(place: Place): boolean {
    // It may not exist, or be of another type.
    if (place.scope === 'other') return true;
    let type = variableType(this.system, place, this.type);
    for (const selector of place.path) {
      if (selector.kind === 'field') {
        if (type.kind !== 'record') return true;
        type = type.fields[selector.field].type;
        continue;
      }
      if (type.kind !== 'array' || this.mayFail(selector.index)) return true;
      const indices = { low: type.low, high: type.low + type.length - 1 };
      if (!lies(this.interval(selector.index), indices)) return true;
      type = type.element;
    }
    return type.kind === 'array' || type.kind === 'record';
  }

  /** It may be none, or one of a process that has ended. */
  private channelMayFail(channel: Expression): boolean {
    return this.mayFail(channel) || this.estimate.channelsIn(this.interval(channel)) === undefined;
  }

  receiveMayFail(channel: Expression, patterns: readonly Pattern[]): boolean {
    if (this.channelMayFail(channel)) return true;
    if (patterns.some((pattern) => pattern.kind === 'match' && this.mayFail(pattern.value))) return true;
    return this.widths(channel).some((width) => patterns.length > width);
  }

  sendMayFail(channel: Expression, values: readonly Expression[]): boolean {
    if (this.channelMayFail(channel) || values.some((value) => this.mayFail(value))) return true;
    return this.widths(channel).some((width) => values.length !== width);
  }

  private widths(channel: Expression): number[] {
    const channels = this.estimate.channelsIn(this.interval(channel)) ?? [];
    return channels.map((c) => messageScalars(this.system.channels[c]).length);
  }

  /** Is the condition surely true, or surely false? */
  surely(condition: Expression, truth: boolean): boolean {
    if (condition.kind === 'unary' && condition.operator === 'not')
      return this.surely(condition.operand, !truth);
    if (condition.kind === 'binary') {
      const { operator, left, right } = condition;
      if (operator === 'and' || operator === 'or') {
        // Both must be so, or one is enough.
        const both = (operator === 'and') === truth;
        const sides = [left, right].map((side) => this.surely(side, truth));
        return both ? sides[0] && sides[1] : sides[0] || sides[1];
      }
      const compare = (truth ? SURE : IMPOSSIBLE)[operator];
      if (compare) return compare(this.interval(left), this.interval(right));
    }
    const { low, high } = this.interval(condition);
    return truth ? low > 0 || high < 0 : low === 0 && high === 0;
  }
}

type Comparison = (a: Bounds, b: Bounds) => boolean;
const equal: Comparison = (a, b) => a.low === a.high && b.low === b.high && a.low === b.low;
const apart: Comparison = (a, b) => a.high < b.low || b.high < a.low;
const less: Comparison = (a, b) => a.high < b.low;
const atMost: Comparison = (a, b) => a.high <= b.low;

const SURE: Partial<Record<BinaryOperator, Comparison>> = {
  equal,
  unequal: apart,
  less,
  atMost,
  greater: (a, b) => less(b, a),
  atLeast: (a, b) => atMost(b, a),
};

const IMPOSSIBLE: Partial<Record<BinaryOperator, Comparison>> = {
  equal: apart,
  unequal: equal,
  less: (a, b) => atMost(b, a),
  atMost: (a, b) => less(b, a),
  greater: atMost,
  atLeast: less,
};
