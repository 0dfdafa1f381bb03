/** `Base ** Exponent` for integers. */
import { type AdaType, arithmeticRange, isLong } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { calculated } from './arithmetic.js';
import type { Context } from './context.js';
import { mayFail } from './exception.js';
import { type Scalar, scalar, staticValue, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

/** Of a variable, and of a number. */
const LARGEST_EXPONENT = { variable: 4, number: 64 };
/** GNAT multiplies up to here on the spot, and makes the last product in the type that it is converted to. */
const LARGEST_CONVERTED = 3;

/** Known where the exponent is, and small. */
export function power(context: Context, base: Scalar, exponent: Scalar, tree: Tree, into?: AdaType): Value {
  const { type } = base;
  const factors = staticValue(exponent);
  const most = LARGEST_EXPONENT[staticValue(base) === undefined ? 'variable' : 'number'];
  if (factors === undefined || factors < 0 || factors > most) return anyPower(context, type);
  let result: Value = factors === 0 ? scalar(type, 1) : base;
  for (let i = 2; i <= factors && result.kind === 'scalar'; i++)
    result = calculated(context, {
      type,
      operator: 'multiply',
      left: result.expression,
      right: base.expression,
      tree,
      into: i === factors && factors <= LARGEST_CONVERTED ? into : undefined,
    });
  return result;
}

function anyPower(context: Context, type: AdaType): Value {
  const value = unknown('a power', type);
  if (type.kind !== 'integer') return value;
  if (type.modulus === undefined && !isLong(type)) mayFail(context, value.reason, CONSTRAINT_ERROR);
  return { ...value, range: arithmeticRange(type) };
}
