/** Expressions of the model, worked out as far as their constants allow. */
import { operate } from '../../../model/arithmetic.js';
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
    // Where it has no value, the fault is left to the program.
    const value = operate(operator, left.value, right.value, 'fault');
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
