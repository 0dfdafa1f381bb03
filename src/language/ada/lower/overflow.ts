/** Arithmetic that leaves the 32 bits of Integer raises Constraint_Error. The conditions themselves never overflow. */
import { type BinaryOperator, constant, type Expression } from '../../../model/expression.js';
import { declaredBounds } from './assign.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { all, combine, equal, isConstant, negation, TRUE } from './fold.js';
import { type Interval, intervalOf, operated } from './interval.js';
import { CONSTRAINT_ERROR } from './world.js';

const LEAST = -0x80000000;
const GREATEST = 0x7fffffff;

/** What gives numbers beyond those it is given. */
export type Growing = 'add' | 'subtract' | 'multiply' | 'divide';

export const isGrowing = (operator: BinaryOperator): operator is Growing =>
  operator === 'add' || operator === 'subtract' || operator === 'multiply' || operator === 'divide';

/** Goes on where the result is an Integer. */
export function checkOverflow(
  context: Context,
  operator: Growing,
  left: Expression,
  right: Expression,
): void {
  if (!context.barrier && mayOverflow(context, operator, left, right))
    check(context, staysWithin(operator, left, right), CONSTRAINT_ERROR);
}

export function mayOverflow(
  context: Context,
  operator: Growing,
  left: Expression,
  right: Expression,
): boolean {
  const of = (e: Expression): Interval => intervalOf(e, (place) => declaredBounds(context, place));
  const { low, high } = operated(operator, of(left), of(right));
  return low < LEAST || high > GREATEST;
}

function staysWithin(operator: Growing, left: Expression, right: Expression): Expression {
  switch (operator) {
    case 'add':
      if (isConstant(left) && !isConstant(right)) return staysWithin('add', right, left);
      return choice(
        atLeast(right, 0),
        combine('atMost', left, combine('subtract', constant(GREATEST), right)),
        combine('atLeast', left, combine('subtract', constant(LEAST), right)),
      );
    case 'subtract':
      // With a number before it, the other one is what is bounded.
      if (isConstant(left) && !isConstant(right)) {
        const { value } = left;
        return value >= 0 ? atLeast(right, value - GREATEST) : atMost(right, value - LEAST);
      }
      return choice(
        atLeast(right, 0),
        combine('atLeast', left, combine('add', constant(LEAST), right)),
        combine('atMost', left, combine('add', constant(GREATEST), right)),
      );
    case 'multiply':
      if (isConstant(left) && !isConstant(right)) return staysWithin('multiply', right, left);
      return choice(
        atLeast(right, 1),
        all([
          combine('atMost', left, combine('divide', constant(GREATEST), right)),
          combine('atLeast', left, combine('divide', constant(LEAST), right)),
        ]),
        choice(
          atMost(right, -2),
          all([
            combine('atLeast', left, combine('divide', constant(GREATEST), right)),
            combine('atMost', left, combine('divide', constant(LEAST), right)),
          ]),
          choice(equal(right, 0), TRUE, negation(equal(left, LEAST))),
        ),
      );
    case 'divide':
      return negation(all([equal(left, LEAST), equal(right, -1)]));
  }
}

const atLeast = (e: Expression, value: number): Expression => combine('atLeast', e, constant(value));
const atMost = (e: Expression, value: number): Expression => combine('atMost', e, constant(value));

/** Only the side that the test chooses is worked out. */
function choice(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  if (isConstant(test)) return test.value ? whenTrue : whenFalse;
  return { kind: 'conditional', test, whenTrue, whenFalse };
}
