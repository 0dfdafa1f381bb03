/** Expressions of the model, worked out as far as their constants allow. */
import {
  type BinaryOperator,
  binary,
  constant,
  type Expression,
  not,
  type Place,
  read,
} from '../../../model/expression.js';

export const TRUE = constant(1);
const FALSE = constant(0);
export const isConstant = (e: Expression): e is { kind: 'constant'; value: number } => e.kind === 'constant';

export function combine(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  if (isConstant(left) && isConstant(right)) {
    const value = compute(operator, left.value, right.value);
    if (value !== undefined) return constant(value);
  }
  if (operator === 'and') {
    if (isConstant(left)) return left.value ? right : FALSE;
    if (isConstant(right)) return right.value ? left : FALSE;
  }
  if (operator === 'or') {
    if (isConstant(left)) return left.value ? TRUE : right;
    if (isConstant(right)) return right.value ? TRUE : left;
  }
  if ((operator === 'add' || operator === 'subtract') && isConstant(right) && right.value === 0) return left;
  if (operator === 'add' && isConstant(left) && left.value === 0) return right;
  if (operator === 'multiply' && isConstant(right) && right.value === 1) return left;
  return binary(operator, left, right);
}

export function negation(e: Expression): Expression {
  if (isConstant(e)) return e.value ? FALSE : TRUE;
  if (e.kind === 'unary' && e.operator === 'not') return e.operand;
  return not(e);
}

export const all = (conditions: Expression[]): Expression =>
  conditions.reduce((a, b) => combine('and', a, b), TRUE);
export const some = (conditions: Expression[]): Expression =>
  conditions.reduce((a, b) => combine('or', a, b), FALSE);
export const equal = (a: Expression, b: Expression | number): Expression =>
  combine('equal', a, typeof b === 'number' ? constant(b) : b);
export const plus = (a: Expression, b: Expression | number): Expression =>
  combine('add', a, typeof b === 'number' ? constant(b) : b);
export const minus = (a: Expression, b: Expression | number): Expression =>
  combine('subtract', a, typeof b === 'number' ? constant(b) : b);
export const times = (a: Expression, b: Expression | number): Expression =>
  combine('multiply', a, typeof b === 'number' ? constant(b) : b);
export const value = (place: Place): Expression => read(place);

/** Undefined where it has no value: the fault is left to the program. */
function compute(operator: BinaryOperator, a: number, b: number): number | undefined {
  switch (operator) {
    case 'add':
      return inWord(a + b);
    case 'subtract':
      return inWord(a - b);
    case 'multiply':
      return inWord(a * b);
    case 'divide':
      return b === 0 ? undefined : inWord(Math.trunc(a / b));
    case 'remainder':
      return b === 0 ? undefined : a % b;
    case 'modulo':
      return b === 0 ? undefined : a - b * Math.floor(a / b);
    case 'equal':
      return Number(a === b);
    case 'unequal':
      return Number(a !== b);
    case 'less':
      return Number(a < b);
    case 'atMost':
      return Number(a <= b);
    case 'greater':
      return Number(a > b);
    case 'atLeast':
      return Number(a >= b);
    case 'and':
      return Number(a !== 0 && b !== 0);
    case 'or':
      return Number(a !== 0 || b !== 0);
    case 'bitAnd':
      return a & b;
    case 'bitOr':
      return a | b;
    case 'bitXor':
      return a ^ b;
    default:
      return undefined;
  }
}

const inWord = (value: number): number | undefined =>
  value >= -0x80000000 && value <= 0x7fffffff ? value : undefined;
