/**
 * Arithmetic that leaves the base range of its type raises Constraint_Error: 32 bits for Integer, and 8 or 16 where
 * GNAT takes these. The conditions themselves never overflow.
 */
import {
  type BinaryOperator,
  binary,
  constant,
  type Expression,
  type Place,
} from '../../../model/expression.js';
import { type AdaType, arithmeticRange, type Bounds, WORD } from '../resolve/type.js';
import { declaredBounds } from './assign.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { all, combine, equal, isConstant, negation, TRUE } from './fold.js';
import { clipped, type Interval, intervalOf, isWithin, operated } from './interval.js';
import { CONSTRAINT_ERROR } from './world.js';

/** What gives numbers beyond those it is given. */
export type Growing = 'add' | 'subtract' | 'multiply' | 'divide';

export const isGrowing = (operator: BinaryOperator): operator is Growing =>
  operator === 'add' || operator === 'subtract' || operator === 'multiply' || operator === 'divide';

/** What the operation gives; where that lies beyond the range, it is an exception, or a fault in a barrier. */
export function withinRange(
  context: Context,
  range: Bounds,
  operator: Growing,
  left: Expression,
  right: Expression,
): Expression {
  const result = combine(operator, left, right);
  const fits = staysWithin(range, operator, left, right);
  if (context.barrier) return range.high < WORD.high ? choice(fits, result, FAULT) : result;
  check(context, fits, CONSTRAINT_ERROR);
  return result;
}

/** As the fault of 32 bits. */
const FAULT = binary('multiply', constant(WORD.high), constant(2));

/** Everything the operation may give; the operands lie in the range. */
export function resultOf(
  context: Context,
  range: Bounds,
  operator: Growing,
  left: Expression,
  right: Expression,
): Interval {
  const ofPlace = (place: Place): Interval => declaredBounds(context, place);
  const of = (e: Expression): Interval => clipped(intervalOf(e, ofPlace), range);
  return operated(operator, of(left), of(right));
}

/**
 * The operand of a conversion is worked out in the type that it is converted to, if that is wider than its own and
 * sure to hold it: so GNAT has it, for the last operation alone. Floating point and modular types stand for Integer.
 */
export function widened(own: Bounds, into: AdaType | undefined, result: Interval): boolean {
  if (!into) return false;
  const isSigned = into.kind === 'integer' && into.modulus === undefined;
  const range = isSigned ? arithmeticRange(into) : WORD;
  return range.high > own.high && isWithin(result, range);
}

function staysWithin(range: Bounds, operator: Growing, left: Expression, right: Expression): Expression {
  const { low, high } = range;
  switch (operator) {
    case 'add':
      if (isConstant(left) && !isConstant(right)) return staysWithin(range, 'add', right, left);
      return choice(
        atLeast(right, 0),
        combine('atMost', left, combine('subtract', constant(high), right)),
        combine('atLeast', left, combine('subtract', constant(low), right)),
      );
    case 'subtract':
      // With a number before it, the other one is what is bounded.
      if (isConstant(left) && !isConstant(right)) {
        const { value } = left;
        return value >= 0 ? atLeast(right, value - high) : atMost(right, value - low);
      }
      return choice(
        atLeast(right, 0),
        combine('atLeast', left, combine('add', constant(low), right)),
        combine('atMost', left, combine('add', constant(high), right)),
      );
    case 'multiply':
      if (isConstant(left) && !isConstant(right)) return staysWithin(range, 'multiply', right, left);
      return choice(
        atLeast(right, 1),
        all([
          combine('atMost', left, combine('divide', constant(high), right)),
          combine('atLeast', left, combine('divide', constant(low), right)),
        ]),
        choice(
          atMost(right, -2),
          all([
            combine('atLeast', left, combine('divide', constant(high), right)),
            combine('atMost', left, combine('divide', constant(low), right)),
          ]),
          choice(equal(right, 0), TRUE, negation(equal(left, low))),
        ),
      );
    case 'divide':
      return negation(all([equal(left, low), equal(right, -1)]));
  }
}

const atLeast = (e: Expression, value: number): Expression => combine('atLeast', e, constant(value));
const atMost = (e: Expression, value: number): Expression => combine('atMost', e, constant(value));

/** Only the side that the test chooses is worked out. */
function choice(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  if (isConstant(test)) return test.value ? whenTrue : whenFalse;
  return { kind: 'conditional', test, whenTrue, whenFalse };
}
