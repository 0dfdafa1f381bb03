/** `Base ** Exponent` for integers. */
import type { Expression } from '../../../model/expression.js';
import type { AdaType } from '../resolve/type.js';
import { type Scalar, scalar, staticValue, unknown, type Value } from './value.js';

const LARGEST_EXPONENT = 4;
const LARGEST_NUMBER = 0x7fffffff;

/** Known where the exponent is, and small; `times` is the product with the base, and makes the checks of one. */
export function power(
  type: AdaType,
  base: Scalar,
  exponent: Scalar,
  times: (product: Expression) => Value,
): Value {
  const [number, factors] = [staticValue(base), staticValue(exponent)];
  if (factors === undefined) return unknown('a power', type);
  if (number !== undefined) {
    const result = number ** factors;
    return Math.abs(result) > LARGEST_NUMBER
      ? unknown('a number beyond 32 bits', type)
      : scalar(type, result);
  }
  if (factors < 0 || factors > LARGEST_EXPONENT) return unknown('a power', type);
  let result: Value = factors === 0 ? scalar(type, 1) : base;
  for (let i = 1; i < factors && result.kind === 'scalar'; i++) result = times(result.expression);
  return result;
}
