/** The least and greatest value an expression can have, given those of the variables. */
import type { Expression, Place } from '../../../model/expression.js';
import { WORD } from '../resolve/type.js';

/** Empty where `low` is above `high`. */
export interface Interval {
  low: number;
  high: number;
}

const TRUTH: Interval = { low: 0, high: 1 };
export const EVERYTHING: Interval = { low: -Infinity, high: Infinity };

export const clipped = ({ low, high }: Interval, within: Interval): Interval => ({
  low: Math.max(within.low, low),
  high: Math.min(within.high, high),
});

export const isWithin = (inside: Interval, outside: Interval): boolean =>
  inside.low > inside.high || (inside.low >= outside.low && inside.high <= outside.high);

export function intervalOf(expression: Expression, ofPlace: (place: Place) => Interval): Interval {
  const of = (e: Expression) => intervalOf(e, ofPlace);
  switch (expression.kind) {
    case 'constant':
      return { low: expression.value, high: expression.value };
    case 'read':
      return ofPlace(expression.place);
    case 'conditional': {
      const { test, whenTrue, whenFalse } = expression;
      const side = (part: Expression, truth: boolean) => intervalOf(part, given(test, truth, ofPlace));
      const { low, high } = of(test);
      if (low > 0 || high < 0) return side(whenTrue, true);
      if (low === 0 && high === 0) return side(whenFalse, false);
      const [a, b] = [side(whenTrue, true), side(whenFalse, false)];
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    }
    case 'unary': {
      if (expression.operator === 'not') {
        const { low, high } = of(expression.operand);
        if (low > 0 || high < 0) return { low: 0, high: 0 };
        return low === 0 && high === 0 ? { low: 1, high: 1 } : TRUTH;
      }
      if (expression.operator === 'complement') return EVERYTHING;
      const { low, high } = of(expression.operand);
      return { low: -high, high: -low };
    }
    case 'binary':
      return operated(expression.operator, of(expression.left), of(expression.right));
    case 'channel':
      return expression.question === 'length' ? { low: 0, high: Infinity } : TRUTH;
    case 'self':
    case 'processCount':
    case 'lastProcess':
    case 'location':
      return EVERYTHING;
    default:
      return TRUTH;
  }
}

/** What is known of places where the test came out so: of the one that it compares with a number. */
function given(
  test: Expression,
  truth: boolean,
  ofPlace: (place: Place) => Interval,
): (place: Place) => Interval {
  if (test.kind !== 'binary' || test.left.kind !== 'read' || test.right.kind !== 'constant') return ofPlace;
  if (test.operator !== 'atLeast' && test.operator !== 'atMost') return ofPlace;
  const { value } = test.right;
  const { place: compared } = test.left;
  const isAbove = (test.operator === 'atLeast') === truth;
  const bound = truth ? value : isAbove ? value + 1 : value - 1;
  return (place) => {
    const { low, high } = ofPlace(place);
    const isIt = place.scope === compared.scope && place.variable === compared.variable;
    if (!isIt || place.path.length > 0 || compared.path.length > 0) return { low, high };
    return isAbove ? { low: Math.max(low, bound), high } : { low, high: Math.min(high, bound) };
  };
}

/** Arithmetic beyond 32 bits: in a barrier nothing has ruled that out before. */
const mayFault = ({ low, high }: Interval): boolean =>
  (low < WORD.low && low !== -Infinity) || (high > WORD.high && high !== Infinity);

/** What the operator of the model makes of such operands. */
export function operated(operator: string, a: Interval, b: Interval): Interval {
  const undecided = mayFault(a) || mayFault(b);
  const truth = (surely: boolean, never: boolean): Interval =>
    undecided ? TRUTH : surely ? { low: 1, high: 1 } : never ? { low: 0, high: 0 } : TRUTH;
  const isTrue = (i: Interval) => i.low > 0 || i.high < 0;
  const isFalse = (i: Interval) => i.low === 0 && i.high === 0;
  switch (operator) {
    case 'add':
      return { low: a.low + b.low, high: a.high + b.high };
    case 'subtract':
      return { low: a.low - b.high, high: a.high - b.low };
    case 'multiply': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      if (corners.some(Number.isNaN)) return EVERYTHING;
      return { low: Math.min(...corners), high: Math.max(...corners) };
    }
    case 'divide':
      if (b.low > 0)
        return {
          low: Math.trunc(a.low / (a.low >= 0 ? b.high : b.low)) || 0,
          high: Math.trunc(a.high / (a.high >= 0 ? b.low : b.high)) || 0,
        };
      // Nothing grows by being divided, but for the sign.
      return { low: Math.min(a.low, -a.high), high: Math.max(a.high, -a.low) };
    case 'modulo':
      if (b.low > 0) return a.low >= 0 && a.high < b.low ? a : { low: 0, high: b.high - 1 };
      return EVERYTHING;
    case 'remainder':
      if (b.low > 0)
        return a.low >= 0
          ? { low: 0, high: Math.min(a.high, b.high - 1) }
          : { low: 1 - b.high, high: b.high - 1 };
      return EVERYTHING;
    case 'bitAnd':
      return a.low >= 0 && b.low >= 0 ? { low: 0, high: Math.min(a.high, b.high) } : EVERYTHING;
    case 'equal':
      return truth(a.low === a.high && b.low === b.high && a.low === b.low, a.high < b.low || b.high < a.low);
    case 'unequal':
      return truth(a.high < b.low || b.high < a.low, a.low === a.high && b.low === b.high && a.low === b.low);
    case 'less':
      return truth(a.high < b.low, a.low >= b.high);
    case 'atMost':
      return truth(a.high <= b.low, a.low > b.high);
    case 'greater':
      return truth(a.low > b.high, a.high <= b.low);
    case 'atLeast':
      return truth(a.low >= b.high, a.high < b.low);
    case 'and':
      return truth(isTrue(a) && isTrue(b), isFalse(a) || isFalse(b));
    case 'or':
      return truth(isTrue(a) || isTrue(b), isFalse(a) && isFalse(b));
    default:
      return EVERYTHING;
  }
}
