/** Conversion and qualification. */

import { constant } from '../../../model/expression.js';
import { type AdaType, generations, isDiscrete } from '../resolve/type.js';
import { checkFamily } from './class-wide.js';
import type { Context } from './context.js';
import { checkDesignated } from './designated.js';
import { check, mayFail } from './exception.js';
import { equal } from './fold.js';
import { fieldOf } from './name.js';
import { workedOutValue } from './once.js';
import { anyValue, checkRange, surelyFits } from './range-check.js';
import { rvalue } from './read.js';
import { scalar, unknown, unreached, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

/** An array that goes where another is wanted must be as long, and a record must have the discriminants. */
export function checkShape(context: Context, type: AdaType, value: Value): void {
  checkDiscriminants(context, type, value);
  checkDesignated(context, type, value);
  const given = value.type;
  if (type.kind !== 'array' || given?.kind !== 'array') return;
  const differs = type.indices.some((wanted, i) => {
    const [here, there] = [extent(wanted), given.indices[i] && extent(given.indices[i])];
    return here !== undefined && there !== undefined && here !== there;
  });
  if (differs) check(context, constant(0), CONSTRAINT_ERROR);
}

const extent = ({ low, high }: { low?: number; high?: number }): number | undefined =>
  low === undefined || high === undefined ? undefined : Math.max(0, high - low + 1);

/** A record that goes where a subtype with fixed discriminants is wanted must have these. */
export function checkDiscriminants(context: Context, type: AdaType | undefined, value: Value): void {
  if (type?.kind !== 'record' || !type.fields.some((field) => field.fixed !== undefined)) return;
  for (const field of type.fields) {
    if (field.fixed === undefined) continue;
    const part = rvalue(fieldOf(value, field.key) ?? unknown('a discriminant', field.type));
    if (part.kind === 'scalar') check(context, equal(part.expression, field.fixed), CONSTRAINT_ERROR);
    else mayFail(context, 'a discriminant that is not known', CONSTRAINT_ERROR);
  }
}

export function convert(context: Context, given: Value, type: AdaType | undefined): Value {
  if (!type) return given;
  const value = surelyFits(context, type, given) ? given : workedOutValue(context, given);
  checkFamily(context, type, value);
  const fine = checkRange(context, type, value);
  if (value.kind === 'unknown') {
    const { range } = anyValue(value.reason, type);
    return { ...value, type, ...(range ? { range } : {}) };
  }
  if (type.kind === 'unknown') return anyValue(type.reason, type);
  if (value.kind === 'scalar' && isDiscrete(type))
    return fine ? scalar(type, value.expression) : unreached(type);
  if (value.kind === 'scalar') return scalar(type, value.expression);
  if (value.kind === 'stored' && type.kind === 'array' && value.type.kind === 'array') return value;
  checkDiscriminants(context, type, value);
  return asAncestor(value, type);
}

/** The part of a tagged object that its type has from the one it extends: its first components. */
export function asAncestor(value: Value, type: AdaType): Value {
  const above = type.kind === 'record' ? generations(value.type, type) : 0;
  if (type.kind !== 'record' || above === 0 || above === Number.POSITIVE_INFINITY) return value;
  if (value.kind === 'stored') return { ...value, type };
  return value.kind === 'parts' ? { ...value, type, parts: value.parts.slice(0, type.fields.length) } : value;
}
