import { expect, it } from 'vitest';
import { type Bounds, intervalOf, type Reader } from '../../../src/engine/values/interval.js';
import { operate } from '../../../src/model/arithmetic.js';
import { type BinaryOperator, binary, own, read } from '../../../src/model/expression.js';

const numbers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i);
const RANGES = numbers(-4, 4).flatMap((low) => numbers(low, 4).map((high): Bounds => ({ low, high })));

const readerOf = (ranges: readonly Bounds[]): Reader => ({
  wraps: true,
  processes: 1,
  self: { low: 0, high: 0 },
  capacity: 1,
  read: ({ variable }) => ranges[variable],
});

it.each<BinaryOperator>([
  'add',
  'subtract',
  'multiply',
  'divide',
  'remainder',
  'modulo',
  'shiftLeft',
  'shiftRight',
  'bitAnd',
  'bitOr',
  'bitXor',
  'less',
  'and',
])('the interval of %s has every value that the model computes', (operator) => {
  const expression = binary(operator, read(own(0)), read(own(1)));
  for (const a of RANGES)
    for (const b of RANGES) {
      const { low, high } = intervalOf(expression, readerOf([a, b]));
      const values = numbers(a.low, a.high).flatMap((x) =>
        numbers(b.low, b.high).flatMap((y) => operate(operator, x, y, 'wrap') ?? []),
      );
      expect({ a, b, outside: values.filter((value) => value < low || value > high) }).toEqual({
        a,
        b,
        outside: [],
      });
    }
});
