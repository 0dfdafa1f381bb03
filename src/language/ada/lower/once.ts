/**
 * What is worked out once and then waited with, or looked at again: it stays what it was, whatever others do to the
 * variables it came from. Whether others do is known when everything is written; where they turn out to, writing
 * starts over.
 */
import { type Expression, read } from '../../../model/expression.js';
import { asksOthers } from '../trim/merge.js';
import { eachRead } from '../trim/walk.js';
import type { Context } from './context.js';
import type { Value } from './value.js';
import { wordType } from './world.js';

/** The value that the expression has here. */
export function workedOut(context: Context, expression: Expression): Expression {
  if (!mayChange(context, expression)) return expression;
  const { draft, world } = context;
  const place = world.variable(`${draft.name}: worked out`, wordType, 0);
  world.owners.set(place.variable, draft.number);
  draft.step({ effects: [{ kind: 'assign', place, value: expression }] });
  return read(place);
}

/** The same for a value, where it is one. */
export function workedOutValue(context: Context, value: Value): Value {
  return value.kind === 'scalar' ? { ...value, expression: workedOut(context, value.expression) } : value;
}

function mayChange({ world, draft }: Context, expression: Expression): boolean {
  // Nobody else moves inside a protected action.
  if (draft.isAlone) return false;
  let may = asksOthers(expression);
  eachRead(expression, ({ variable }) => {
    if (world.isChangedByOthers(variable, draft.number)) may = true;
  });
  return may;
}
