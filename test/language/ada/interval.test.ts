/** The interval of an expression holds every value that it has for values of the variables in theirs. */
import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../src/language/ada/lower/interval.js';
import { operate } from '../../../src/model/arithmetic.js';
import { binary, constant, type Expression, read, shared } from '../../../src/model/expression.js';

const [x, y] = [read(shared(0)), read(shared(1))];
const choice = (test: Expression, whenTrue: Expression, whenFalse: Expression): Expression => ({
  kind: 'conditional',
  test,
  whenTrue,
  whenFalse,
});

const expressions: Record<string, Expression> = {
  'x / y': binary('divide', x, y),
  'x rem y': binary('remainder', x, y),
  'x * y - x': binary('subtract', binary('multiply', x, y), x),
  'if y >= 1 then x / y else y': choice(binary('atLeast', y, constant(1)), binary('divide', x, y), y),
  'if y <= -2 then y else x + y': choice(binary('atMost', y, constant(-2)), y, binary('add', x, y)),
};

function worth(e: Expression, values: number[]): number | undefined {
  if (e.kind === 'constant') return e.value;
  if (e.kind === 'read') return values[e.place.variable];
  if (e.kind === 'conditional') return worth(worth(e.test, values) ? e.whenTrue : e.whenFalse, values);
  if (e.kind !== 'binary') throw new Error(e.kind);
  const [left, right] = [worth(e.left, values), worth(e.right, values)];
  return left === undefined || right === undefined ? undefined : operate(e.operator, left, right, 'fault');
}

const numbers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i);

describe('intervals', () => {
  it.each(Object.keys(expressions))('hold every value of %s', (text) => {
    for (const low of numbers(-5, 5))
      for (const high of numbers(low, 5))
        for (const from of numbers(-4, 4))
          for (const to of numbers(from, 4)) {
            const found = intervalOf(expressions[text], ({ variable }) =>
              variable === 0 ? { low, high } : { low: from, high: to },
            );
            for (const first of numbers(low, high))
              for (const second of numbers(from, to)) {
                const value = worth(expressions[text], [first, second]);
                if (value === undefined) continue;
                if (value < found.low || value > found.high) expect({ first, second, value }).toEqual(found);
              }
          }
  });

  it('are as narrow as what a test tells', () => {
    const within = intervalOf(expressions['if y >= 1 then x / y else y'], ({ variable }) =>
      variable === 0 ? { low: -9, high: 9 } : { low: -1, high: 3 },
    );
    expect(within).toEqual({ low: -9, high: 9 });
  });
});
