/** Are the indices of an element, or the bounds of a part, within those of the array? */
import { constant } from '../../../model/expression.js';
import type { AdaType, ArrayType } from '../resolve/type.js';
import type { Association, DiscreteRange, Expression as Tree } from '../syntax/index.js';
import { isExpression, unassigned } from './apply.js';
import type { Context } from './context.js';
import { check, mayFail } from './exception.js';
import { evaluate } from './expression.js';
import { combine } from './fold.js';
import { type RangeValue, rangeOf } from './range.js';
import { checkWithin } from './range-check.js';
import type { Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

type Index = ArrayType['indices'][number];

/** `array`: the name of the array. Gives false where the index is surely outside. */
export function checkIndex(context: Context, index: Index | undefined, value: Value, array: Tree): boolean {
  if (index?.low !== undefined && index.high !== undefined)
    return checkWithin(context, { low: index.low, high: index.high }, value);
  if (!runsOver(context, value, array))
    mayFail(context, 'an index of an array whose bounds are not known', CONSTRAINT_ERROR);
  return true;
}

/** `for I in A'Range`: it is an index of A, whatever the bounds of A are. */
const runsOver = (context: Context, value: Value, array: Tree): boolean =>
  value.kind === 'unknown' &&
  value.runsOver !== undefined &&
  value.runsOver === context.world.sources.text(array).toLowerCase();

/** The indices of an element that is not kept. */
export function checkIndices(
  context: Context,
  type: AdaType | undefined,
  given: readonly Association[],
  array: Tree,
): void {
  for (const [i, { value: tree }] of given.entries()) {
    if (!tree || !isExpression(tree)) continue;
    const index = type?.kind === 'array' ? type.indices[i] : undefined;
    checkIndex(context, index, evaluate(unassigned(context), tree, index?.type), array);
  }
}

/** The bounds of a part are within those of the array, unless the part is empty. */
export function checkSlice(
  context: Context,
  type: AdaType | undefined,
  tree: Tree | DiscreteRange,
): RangeValue | undefined {
  const index = type?.kind === 'array' ? type.indices[0] : undefined;
  const range = rangeOf(unassigned(context), tree, index?.type);
  if (range && index?.low !== undefined && index.high !== undefined) {
    const { low, high } = range;
    const within = combine(
      'and',
      combine('atLeast', low, constant(index.low)),
      combine('atMost', high, constant(index.high)),
    );
    check(context, combine('or', combine('greater', low, high), within), CONSTRAINT_ERROR);
  } else mayFail(context, 'the bounds of a part of an array', CONSTRAINT_ERROR);
  return range;
}
