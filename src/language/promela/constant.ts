/** The value of an expression that must be known before the program runs. */
import { operate } from '../../model/arithmetic.js';
import type { BinaryOperator } from '../../model/expression.js';
import type { Expression } from './syntax.js';

export const OPERATORS: Record<string, BinaryOperator> = {
  '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '%': 'remainder', '<<': 'shiftLeft',
  '>>': 'shiftRight', '&': 'bitAnd', '|': 'bitOr', '^': 'bitXor', '==': 'equal', '!=': 'unequal', '<': 'less',
  '<=': 'atMost', '>': 'greater', '>=': 'atLeast', '&&': 'and', '||': 'or',
}; // biome-ignore format: a table

/** `undefined`: it is not known. */
export function constantOf(
  expression: Expression,
  named: (name: string) => number | undefined,
): number | undefined {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'reference':
      return expression.parts.length === 1 && !expression.parts[0].index
        ? named(expression.parts[0].name)
        : undefined;
    case 'unary': {
      const value = constantOf(expression.operand, named);
      if (value === undefined) return undefined;
      if (expression.operator === '-') return -value | 0;
      if (expression.operator === '~') return ~value;
      return expression.operator === '!' ? Number(value === 0) : undefined;
    }
    case 'binary': {
      const left = constantOf(expression.left, named);
      const right = constantOf(expression.right, named);
      if (left === undefined || right === undefined) return undefined;
      return operate(OPERATORS[expression.operator], left, right, 'wrap');
    }
    case 'conditional': {
      const test = constantOf(expression.test, named);
      if (test === undefined) return undefined;
      return constantOf(test !== 0 ? expression.whenTrue : expression.whenFalse, named);
    }
    default:
      return undefined;
  }
}
