/** What the operators of the model make of two integers: said here once, for all who compute. */
import type { BinaryOperator } from './expression.js';
import type { System } from './system.js';

/** Undefined where there is no value: a division by zero, or a result beyond 32 bits where that is a fault. */
export function operate(
  operator: BinaryOperator,
  a: number,
  b: number,
  arithmetic: System['arithmetic'],
): number | undefined {
  switch (operator) {
    case 'add':
      return inWord(a + b, arithmetic);
    case 'subtract':
      return inWord(a - b, arithmetic);
    case 'multiply':
      return arithmetic === 'wrap' ? Math.imul(a, b) : inWord(a * b, arithmetic);
    case 'divide':
      return b === 0 ? undefined : inWord(Math.trunc(a / b), arithmetic);
    case 'remainder':
      return b === 0 ? undefined : (a % b) | 0;
    case 'modulo':
      return b === 0 ? undefined : (a - b * Math.floor(a / b)) | 0;
    case 'shiftLeft':
      return b < 0 || b > 31 ? 0 : a << b;
    case 'shiftRight':
      return a >> Math.min(31, Math.max(0, b));
    case 'bitAnd':
      return a & b;
    case 'bitOr':
      return a | b;
    case 'bitXor':
      return a ^ b;
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
  }
}

/** A result in 32 bits; undefined where it does not fit and must. */
export function inWord(value: number, arithmetic: System['arithmetic']): number | undefined {
  const fits = value >= -0x80000000 && value <= 0x7fffffff;
  return fits || arithmetic === 'wrap' ? value | 0 : undefined;
}
