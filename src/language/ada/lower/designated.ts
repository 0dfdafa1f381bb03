/** Has what an access value leads to the bounds or discriminants that its subtype asks for? Null always may go there. */
import { constant } from '../../../model/expression.js';
import type { AdaType, ArrayType, RecordType } from '../resolve/type.js';
import type { Context } from './context.js';
import { checkDiscriminants } from './convert.js';
import { check, mayFail } from './exception.js';
import { combine, equal, isConstant, some } from './fold.js';
import { dereference, SOMETHING, sameBounds, shapesOf } from './pool.js';
import { later } from './task.js';
import { type Scalar, staticValue, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

export function checkDesignated(context: Context, type: AdaType, value: Value): void {
  if (type.kind !== 'access' || !type.constraint || staticValue(value) === 0) return;
  const { constraint } = type;
  const known = value.kind === 'scalar' && value.type.kind === 'access';
  // Of the same subtype already.
  if (known && value.type === type && value.expression.kind === 'read') return;
  if (known && constraint.kind === 'array' && isBounded(constraint)) checkBounds(context, constraint, value);
  else if (known && constraint.kind === 'record' && isDiscriminated(constraint))
    checkRecord(context, constraint, value);
  else mayFail(context, `the constraint on ${type.name}`, CONSTRAINT_ERROR);
}

const isBounded = ({ indices }: ArrayType): boolean =>
  indices.every(({ low, high }) => low !== undefined && high !== undefined);

const isDiscriminated = ({ fields }: RecordType): boolean =>
  fields.every(({ discriminant, fixed }) => !discriminant || fixed !== undefined);

/** The access value tells with which bounds the array was made. */
function checkBounds(context: Context, wanted: ArrayType, { expression }: Scalar): void {
  const { draft, world } = context;
  const fits = (number: number): boolean => {
    const shape = shapesOf(world, wanted)[number - SOMETHING - 1];
    return number === 0 || (shape !== undefined && sameBounds(shape, wanted));
  };
  if (isConstant(expression)) {
    if (expression.value === SOMETHING) mayFail(context, 'the bounds of an array', CONSTRAINT_ERROR);
    else check(context, constant(Number(fits(expression.value))), CONSTRAINT_ERROR);
    return;
  }
  const [open, told] = [draft.location(), draft.location()];
  draft.branch(equal(expression, SOMETHING), open, told);
  draft.here = open;
  mayFail(context, 'the bounds of an array', CONSTRAINT_ERROR);
  const over = draft.here;
  draft.here = told;
  const fine = later(world, () => {
    const all = Array.from({ length: shapesOf(world, wanted).length + 2 }, (_, number) => number);
    return some(all.filter(fits).map((number) => equal(expression, number)));
  });
  check(context, fine, CONSTRAINT_ERROR);
  draft.jump(over);
  draft.here = over;
}

function checkRecord(context: Context, wanted: RecordType, value: Scalar): void {
  const { draft } = context;
  const over = draft.location();
  if (!isConstant(value.expression)) {
    const there = draft.location();
    draft.branch(combine('equal', value.expression, constant(0)), over, there);
    draft.here = there;
  }
  checkDiscriminants(context, wanted, dereference(context, value));
  draft.jump(over);
  draft.here = over;
}
