/** What the predefined operators of integer types give, exactly as far as that has 32 bits. */
import { type BinaryOperator, constant, type Expression } from '../../../model/expression.js';
import { UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, arithmeticRange, isDiscrete, isLong, WORD } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { isExpression } from './apply.js';
import type { Context } from './context.js';
import { combine, isConstant } from './fold.js';
import { isWithin } from './interval.js';
import { denote, typeNamed } from './name.js';
import { isGrowing, resultOf, widened, withinRange } from './overflow.js';
import { anyValue } from './range-check.js';
import { scalar, type Value } from './value.js';

export interface Operation {
  /** The type of the operands, whose base range the result must lie in. */
  type: AdaType;
  operator: BinaryOperator;
  left: Expression;
  right: Expression;
  /** The expression itself, where it is written in the program. */
  tree?: Tree;
  /** What the result is converted to at once. */
  into?: AdaType;
}

export function calculated(context: Context, { type, operator, left, right, tree, into }: Operation): Value {
  if (!isGrowing(operator)) return scalar(type, wrapped(type, combine(operator, left, right)));
  const own = type.kind === 'integer' ? arithmeticRange(type) : WORD;
  const result = resultOf(context, own, operator, left, right);
  const isWidened = widened(own, into, result);
  const isUnchecked =
    isWidened ||
    (type.kind === 'integer' && (type.modulus !== undefined || isLong(type))) ||
    (tree !== undefined && isConstant(left) && isConstant(right) && isStatic(context, tree));
  if (!isUnchecked && !isWithin(result, own))
    return scalar(type, withinRange(context, own, operator, left, right));
  if (isWithin(result, WORD)) return scalar(type, wrapped(type, combine(operator, left, right)));
  const beyond = anyValue('a number beyond 32 bits', type);
  return isWidened ? { ...beyond, type: into, range: result } : beyond;
}

export function wrapped(type: AdaType, expression: Expression): Expression {
  if (type.kind !== 'integer' || type.modulus === undefined) return expression;
  return combine('modulo', expression, constant(type.modulus));
}

/** Worked out before the program runs, whatever the range of its type, as the language has it. */
export function isStatic(context: Context, tree: Tree): boolean {
  switch (tree.kind) {
    case 'integer':
      return true;
    case 'parenthesized':
      return isStatic(context, tree.expression);
    case 'unary':
      return isStatic(context, tree.operand);
    case 'binary':
      return isStatic(context, tree.left) && isStatic(context, tree.right);
    case 'qualified':
      return isStatic(context, tree.operand);
    case 'apply': {
      const argument = tree.arguments[0]?.value;
      const isConversion = isDiscrete(typeNamed(context, tree.prefix));
      return isConversion && !!argument && isExpression(argument) && isStatic(context, argument);
    }
    case 'attribute':
      return /^(first|last)$/.test(tree.attribute.key) && isDiscrete(typeNamed(context, tree.prefix));
    case 'selected':
      return denote(context, tree.prefix).kind === 'entities' && isStaticName(context, tree);
    case 'identifier':
      return isStaticName(context, tree);
    default:
      return false;
  }
}

function isStaticName(context: Context, tree: Tree): boolean {
  const denotation = denote(context, tree);
  if (denotation.kind !== 'value' || denotation.value.kind !== 'scalar') return false;
  return denotation.value.type === UNIVERSAL || denotation.value.isStatic === true;
}
