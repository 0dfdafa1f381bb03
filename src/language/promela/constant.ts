/** The value of an expression that must be known before the program runs. */
import type { Expression } from './syntax.js';

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
      return combined(expression.operator, left, right);
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

function combined(operator: string, a: number, b: number): number | undefined {
  switch (operator) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '/':
      return b === 0 ? undefined : Math.trunc(a / b) | 0;
    case '%':
      return b === 0 ? undefined : (a % b) | 0;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    case '>=':
      return Number(a >= b);
    case '&&':
      return Number(a !== 0 && b !== 0);
    case '||':
      return Number(a !== 0 || b !== 0);
    default:
      return undefined;
  }
}
