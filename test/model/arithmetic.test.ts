/** The operators on pairs of telling integers, against arithmetic without bounds (BigInt). */
import { describe, expect, it } from 'vitest';
import { operate } from '../../src/model/arithmetic.js';
import type { BinaryOperator } from '../../src/model/expression.js';

const telling = [-(2 ** 31), -(2 ** 31) + 1, -65536, -32, -7, -3, -1, 0, 1, 2, 5, 31, 32, 46341, 2 ** 31 - 1];

const floor = (a: bigint, b: bigint): bigint => a / b - BigInt(a % b !== 0n && a < 0n !== b < 0n);
const exact: Partial<Record<BinaryOperator, (a: bigint, b: bigint) => bigint | undefined>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => (b === 0n ? undefined : a / b),
  remainder: (a, b) => (b === 0n ? undefined : a % b),
  modulo: (a, b) => (b === 0n ? undefined : a - b * floor(a, b)),
  shiftLeft: (a, b) => (b < 0n || b > 31n ? 0n : BigInt.asIntN(32, a << b)),
  shiftRight: (a, b) => a >> (b < 0n ? 0n : b > 31n ? 31n : b),
  bitAnd: (a, b) => a & b,
  bitOr: (a, b) => a | b,
  bitXor: (a, b) => a ^ b,
};

describe('two integers', () => {
  it.each(Object.entries(exact))('%s', (operator, unbounded) => {
    for (const a of telling) {
      for (const b of telling) {
        const value = unbounded(BigInt(a), BigInt(b));
        const wrapped = value === undefined ? undefined : Number(BigInt.asIntN(32, value));
        const fits = wrapped !== undefined && BigInt(wrapped) === value;
        const results = (['wrap', 'fault'] as const).map((how) =>
          operate(operator as BinaryOperator, a, b, how),
        );
        expect([operator, a, b, ...results]).toEqual([operator, a, b, wrapped, fits ? wrapped : undefined]);
        expect(results.some((result) => Object.is(result, -0))).toBe(false);
      }
    }
  });
});
