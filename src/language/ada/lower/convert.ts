/** Conversion and qualification. */

import { boundsOf } from '../../../model/data.js';
import { constant } from '../../../model/expression.js';
import { type AdaType, dataTypeOf, isDiscrete } from '../resolve/type.js';
import { fits } from './assign.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { all, combine } from './fold.js';
import { scalar, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

export function convert(context: Context, value: Value, type: AdaType | undefined): Value {
  if (!type) return value;
  if (value.kind === 'unknown') return { ...value, type };
  if (type.kind === 'unknown') return unknown(type.reason, type);
  if (value.kind === 'scalar' && isDiscrete(type)) {
    if (!fits(context, type, value.expression)) {
      const { low, high } = boundsOf(dataTypeOf(type));
      check(
        context,
        all([
          combine('atLeast', value.expression, constant(low)),
          combine('atMost', value.expression, constant(high)),
        ]),
        CONSTRAINT_ERROR,
      );
    }
    return scalar(type, value.expression);
  }
  if (value.kind === 'scalar') return scalar(type, value.expression);
  if (value.kind === 'stored' && type.kind === 'array' && value.type.kind === 'array') return value;
  if (value.kind === 'stored' || value.kind === 'parts') return value;
  return value;
}
