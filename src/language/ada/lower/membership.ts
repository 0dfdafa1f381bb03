/** `X in 1 .. 5`, `C in 'a' | 'b'`, `X in Subtype`. */
import { constant, type Expression } from '../../../model/expression.js';
import { BOOLEAN } from '../resolve/standard.js';
import { type AdaType, isDiscrete } from '../resolve/type.js';
import type { Choice, Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { combine, negation, some } from './fold.js';
import { typeNamed } from './name.js';
import { rangeOf } from './range.js';
import { scalar, unknown, type Value } from './value.js';

export function membership(context: Context, tree: Extract<Tree, { kind: 'membership' }>): Value {
  const value = evaluate(context, tree.value);
  if (value.kind !== 'scalar')
    return unknown(value.kind === 'unknown' ? value.reason : 'membership', BOOLEAN);
  const tests = tree.choices.map((choice) => matching(context, choice, value.expression, value.type));
  if (tests.some((test) => test === undefined)) return unknown('membership', BOOLEAN);
  const found = some(tests as Expression[]);
  return scalar(BOOLEAN, tree.negated ? negation(found) : found);
}

/** Is the value among what the choice lists? Undefined where that is not known. */
export function matching(
  context: Context,
  choice: Choice,
  value: Expression,
  type: AdaType,
): Expression | undefined {
  if (choice.kind === 'others') return constant(1);
  if (choice.kind === 'range' || choice.kind === 'subtype' || choice.kind === 'attribute') {
    const range = rangeOf(context, choice, type);
    if (!range) return undefined;
    return combine('and', combine('atLeast', value, range.low), combine('atMost', value, range.high));
  }
  const named = typeNamed(context, choice as Tree);
  if (named && isDiscrete(named) && (named.open || named.predicated)) return undefined;
  if (named && isDiscrete(named))
    return combine(
      'and',
      combine('atLeast', value, constant(named.low)),
      combine('atMost', value, constant(named.high)),
    );
  const single = evaluate(context, choice as Tree, type);
  return single.kind === 'scalar' ? combine('equal', value, single.expression) : undefined;
}
