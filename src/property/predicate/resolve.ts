/**
 * From terms to expressions over a system's state, evaluated outside any process. What can be told
 * to be wrong without running is reported here.
 */
import type { DataType } from '../../model/data.js';
import { type BinaryOperator, binary, constant, type Expression, not, read } from '../../model/expression.js';
import type { Mistakes } from './mistakes.js';
import { describeType, type Placed, Places } from './place.js';
import type { Literal, Scope } from './scope.js';
import { type BinarySign, isTemporal, type Term } from './term.js';

/** A value and what is known of it; no type: an integer of no particular range. */
export interface Value {
  expression: Expression;
  type?: DataType;
}

const TRUTH: DataType = { kind: 'boolean' };
const LARGEST = 2 ** 31 - 1;

const COMPARISONS: Partial<Record<BinarySign, BinaryOperator>> = {
  '<': 'less',
  '<=': 'atMost',
  '>': 'greater',
  '>=': 'atLeast',
  '==': 'equal',
  '!=': 'unequal',
};

const ARITHMETIC: Partial<Record<BinarySign, BinaryOperator>> = {
  '*': 'multiply',
  '/': 'divide',
  '%': 'remainder',
  '+': 'add',
  '-': 'subtract',
  '<<': 'shiftLeft',
  '>>': 'shiftRight',
  '&': 'bitAnd',
  '^': 'bitXor',
  '|': 'bitOr',
};

const CHANNEL_QUESTIONS: Record<string, { question: 'length' | 'full' | 'empty'; negated: boolean }> = {
  len: { question: 'length', negated: false },
  full: { question: 'full', negated: false },
  nfull: { question: 'full', negated: true },
  empty: { question: 'empty', negated: false },
  nempty: { question: 'empty', negated: true },
};

export const isChannelQuestion = (name: string): boolean => Object.hasOwn(CHANNEL_QUESTIONS, name);

export class Resolver {
  private readonly places: Places;

  constructor(
    readonly scope: Scope,
    readonly mistakes: Mistakes,
  ) {
    this.places = new Places(scope, mistakes, (term) => this.value(term)?.expression);
  }

  /** The term as a condition: true where its value is not 0. */
  condition(term: Term): Expression | undefined {
    const value = this.value(term);
    if (value === undefined) return undefined;
    const { type, expression } = value;
    if (type?.kind === 'enumeration' || type?.kind === 'channel' || type?.kind === 'process') {
      return this.mistakes.error(
        term,
        'wrong-kind',
        `${describeType(type)} is not a condition`,
        'compare it with ==',
      );
    }
    if (expression.kind === 'constant' && !isTruth(value)) {
      return this.mistakes.error(
        term,
        'wrong-kind',
        'a number is not a condition',
        'compare it with something',
      );
    }
    return expression;
  }

  /** `expected` tells apart literals of one name in several enumerations. */
  value(term: Term, expected?: DataType): Value | undefined {
    switch (term.kind) {
      case 'number':
        if (term.value <= LARGEST) return { expression: constant(term.value) };
        return this.mistakes.error(term, 'bad-value', 'the number does not fit in 32 bits');
      case 'truth':
        return { expression: constant(term.value ? 1 : 0), type: TRUTH };
      case 'name':
        return this.name(term, expected);
      case 'index':
      case 'field':
      case 'remote':
        return this.scalar(term, this.places.place(term));
      case 'location': {
        const expression = this.places.location(term);
        return expression && { expression, type: TRUTH };
      }
      case 'call':
        return this.call(term);
      case 'unary':
        return this.unary(term);
      case 'binary':
        return this.binary(term);
      case 'conditional': {
        const test = this.condition(term.test);
        const [whenTrue, whenFalse] = this.pair(term.whenTrue, term.whenFalse);
        if (test === undefined || whenTrue === undefined || whenFalse === undefined) return undefined;
        const branches = { whenTrue: whenTrue.expression, whenFalse: whenFalse.expression };
        const type = isTruth(whenTrue) && isTruth(whenFalse) ? TRUTH : undefined;
        return { expression: { kind: 'conditional', test, ...branches }, ...(type && { type }) };
      }
    }
  }

  private name(term: Term & { kind: 'name' }, expected?: DataType): Value | undefined {
    const { name } = term;
    const { system } = this.scope;
    const placed = this.places.sharedVariable(term);
    if (placed !== 'unknown') return this.scalar(term, placed);
    const channel = this.scope.channel(name);
    if (channel !== undefined) return { expression: constant(channel + 1), type: { kind: 'channel' } };
    const literals = this.scope.literal(name);
    if (literals.length > 0) return this.literal(term, literals, expected);
    if (name === '_nr_pr') return { expression: { kind: 'processCount' } };
    if (name === '_last' && system.keepsLastProcess) return { expression: { kind: 'lastProcess' } };
    if (name === 'timeout' || name === 'np_' || name === '_last' || name === '_pid') {
      return this.mistakes.error(term, 'unsupported', `${name} has no value in a property of this program`);
    }
    return this.mistakes.unknown(term, name, this.scope.valueNames(), 'name');
  }

  private literal(
    term: Term & { kind: 'name' },
    literals: Literal[],
    expected?: DataType,
  ): Value | undefined {
    const wanted = expected?.kind === 'enumeration' ? expected.name : undefined;
    const fitting = literals.filter((literal) => literal.enumeration.name === wanted);
    const chosen = fitting.length > 0 ? fitting : literals;
    if (chosen.every((literal) => literal.value === chosen[0].value)) {
      return { expression: constant(chosen[0].value), type: chosen[0].enumeration };
    }
    const owners = chosen.map((literal) => literal.enumeration.name).join(', ');
    const message = `${term.name} has different values in ${owners}`;
    return this.mistakes.error(term, 'wrong-kind', message, 'compare it with a variable of its type');
  }

  private scalar(term: Term, placed: Placed | undefined): Value | undefined {
    if (placed === undefined) return undefined;
    const { place, type } = placed;
    if (type.kind !== 'array' && type.kind !== 'record') return { expression: read(place), type };
    const hint = type.kind === 'array' ? 'give an index' : 'give a field';
    return this.mistakes.error(term, 'wrong-kind', `${describeType(type)} where one value is wanted`, hint);
  }

  private call(term: Term & { kind: 'call' }): Value | undefined {
    if (!isChannelQuestion(term.name)) {
      return this.mistakes.unknown(term, term.name, Object.keys(CHANNEL_QUESTIONS), 'function');
    }
    const { question, negated } = CHANNEL_QUESTIONS[term.name];
    const [argument] = term.arguments;
    if (term.arguments.length !== 1 || argument.kind !== 'term') {
      return this.mistakes.error(term, 'syntax', `${term.name} takes one channel`);
    }
    const channel = this.value(argument.term);
    if (channel === undefined) return undefined;
    if (channel.type?.kind !== 'channel') {
      return this.mistakes.error(argument, 'wrong-kind', `${term.name} takes a channel`);
    }
    const asked: Expression = { kind: 'channel', question, channel: channel.expression };
    return { expression: negated ? not(asked) : asked, ...(question !== 'length' && { type: TRUTH }) };
  }

  private unary(term: Term & { kind: 'unary' }): Value | undefined {
    if (isTemporal(term.operator)) return this.temporal(term, term.operator);
    if (term.operator === '!') {
      const operand = this.condition(term.operand);
      return operand && { expression: not(operand), type: TRUTH };
    }
    if (term.operator === '-' && term.operand.kind === 'number' && term.operand.value === LARGEST + 1) {
      return { expression: constant(-term.operand.value) };
    }
    const operand = this.value(term.operand)?.expression;
    if (operand === undefined) return undefined;
    if (term.operator === '-' && operand.kind === 'constant')
      return { expression: constant(0 - operand.value) };
    return {
      expression: { kind: 'unary', operator: term.operator === '-' ? 'negate' : 'complement', operand },
    };
  }

  private binary(term: Term & { kind: 'binary' }): Value | undefined {
    const { operator: sign, left, right } = term;
    if (isTemporal(sign)) return this.temporal(term, sign);
    const comparison = COMPARISONS[sign];
    if (comparison !== undefined) {
      const [a, b] = this.pair(left, right);
      return a && b && { expression: binary(comparison, a.expression, b.expression), type: TRUTH };
    }
    const arithmetic = ARITHMETIC[sign];
    if (arithmetic === undefined) return this.connective(term);
    const [a, b] = [this.value(left), this.value(right)];
    if (a === undefined || b === undefined) return undefined;
    if ((sign === '/' || sign === '%') && b.expression.kind === 'constant' && b.expression.value === 0) {
      return this.mistakes.error(right, 'bad-value', 'division by zero');
    }
    const bitwise = sign === '&' || sign === '|' || sign === '^';
    const type = bitwise && isTruth(a) && isTruth(b) ? TRUTH : undefined;
    return { expression: binary(arithmetic, a.expression, b.expression), ...(type && { type }) };
  }

  private connective(term: Term & { kind: 'binary' }): Value | undefined {
    const [a, b] = [this.condition(term.left), this.condition(term.right)];
    if (a === undefined || b === undefined) return undefined;
    switch (term.operator) {
      case '->':
        return { expression: binary('or', not(a), b), type: TRUTH };
      case '<->':
        return { expression: binary('equal', not(a), not(b)), type: TRUTH };
      default:
        return { expression: binary(term.operator === '&&' ? 'and' : 'or', a, b), type: TRUTH };
    }
  }

  private temporal(term: Term, operator: string): undefined {
    const message = `${operator} where a value is wanted`;
    return this.mistakes.error(
      term,
      'wrong-kind',
      message,
      'a temporal operator makes a formula, not a value',
    );
  }

  /** Two values to be compared: the one that is not an enumeration literal says what the other may be. */
  private pair(left: Term, right: Term): [Value | undefined, Value | undefined] {
    let a: Value | undefined;
    let b: Value | undefined;
    if (this.isLiteral(left)) {
      b = this.value(right);
      a = this.value(left, b?.type);
    } else {
      a = this.value(left);
      b = this.value(right, a?.type);
    }
    if (a?.type?.kind === 'enumeration' && b?.type?.kind === 'enumeration' && a.type.name !== b.type.name) {
      const message = `${describeType(a.type)} compared with ${describeType(b.type)}`;
      this.mistakes.error({ start: left.start, end: right.end }, 'wrong-kind', message);
      return [undefined, undefined];
    }
    return [a, b];
  }

  private isLiteral(term: Term): boolean {
    if (term.kind !== 'name' || this.scope.literal(term.name).length === 0) return false;
    return this.scope.variable(term.name) === undefined && this.scope.channel(term.name) === undefined;
  }
}

/** Can only be 0 or 1: bitwise and logical operators agree on it. */
export function isTruth({ expression, type }: Value): boolean {
  if (type?.kind === 'boolean') return true;
  if (type?.kind === 'range') return type.low >= 0 && type.high <= 1;
  return (
    type === undefined && expression.kind === 'constant' && (expression.value === 0 || expression.value === 1)
  );
}
