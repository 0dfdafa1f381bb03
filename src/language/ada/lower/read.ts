/** Variables as values. */
import { read } from '../../../model/expression.js';
import { isScalar } from '../resolve/type.js';
import { scalar, type Value } from './value.js';

/** The value a scalar variable has now; anything else as it is. */
export function rvalue(value: Value): Value {
  return value.kind === 'stored' && isScalar(value.type) ? scalar(value.type, read(value.place)) : value;
}
