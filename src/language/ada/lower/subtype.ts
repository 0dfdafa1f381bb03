/** Subtype indications: a type with the constraint on it. */

import { constant } from '../../../model/expression.js';
import { BOOLEAN } from '../resolve/standard.js';
import { type AdaType, isDiscrete, type RecordType, unknownType } from '../resolve/type.js';
import type { AccessType, ArrayType, Association, SubtypeIndication } from '../syntax/index.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { evaluate } from './expression.js';
import { denote, typeNamed } from './name.js';
import { rangeOf } from './range.js';
import { accessType, arrayType } from './type.js';
import { scalar, staticValue } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

export function subtypeOf(context: Context, tree: SubtypeIndication | AccessType | ArrayType): AdaType {
  if (tree.kind === 'access') return accessType(context, tree, 'access');
  if (tree.kind === 'array') return arrayType(context, tree, 'array');
  const type = typeNamed(context, tree.mark) ?? opaqueType(context, tree);
  const { constraint } = tree;
  if (!constraint) return type;
  if (constraint.kind === 'range-constraint' && isDiscrete(type)) {
    const range = rangeOf(context, constraint.range, type);
    const low = range && staticValue(scalar(BOOLEAN, range.low));
    const high = range && staticValue(scalar(BOOLEAN, range.high));
    if (low === undefined || high === undefined) return { ...type, open: true };
    // A range beyond that of its type is refused, unless it is empty.
    if (low <= high && (low < type.low || high > type.high)) check(context, constant(0), CONSTRAINT_ERROR);
    return { ...type, low, high, open: false };
  }
  if (constraint.kind !== 'composite-constraint') return type;
  if (type.kind !== 'access') return constrained(context, type, constraint.arguments);
  return { ...type, constraint: constrained(context, type.target(), constraint.arguments) };
}

/** An array with bounds, or something with discriminants. */
function constrained(context: Context, type: AdaType, given: readonly Association[]): AdaType {
  if (type.kind === 'record') return discriminated(context, type, given);
  if (type.kind === 'task' || type.kind === 'protected')
    return { ...type, given: { arguments: given, scope: context.scope } };
  if (type.kind !== 'array') return type;
  const indices = type.indices.map((index, i) => {
    const value = given[i]?.value;
    const range = value && rangeOf(context, value, index.type);
    const low = range && staticValue(scalar(BOOLEAN, range.low));
    const high = range && staticValue(scalar(BOOLEAN, range.high));
    return { ...index, low, high };
  });
  return { ...type, indices };
}

/** `R (3)`: the discriminants have these values, as far as they are known before the program runs. */
function discriminated(context: Context, type: RecordType, given: readonly Association[]): AdaType {
  const discriminants = type.fields.filter((field) => field.discriminant);
  const fixed = new Map<string, number | undefined>();
  for (const [i, { choices, value }] of given.entries()) {
    if (!value || value.kind === 'range' || value.kind === 'subtype') continue;
    const keys = choices.flatMap((choice) => (choice.kind === 'identifier' ? [choice.key] : []));
    if (choices.length === 0 && discriminants[i]) keys.push(discriminants[i].key);
    const formal = discriminants.find((field) => field.key === keys[0]);
    const number = formal && staticValue(evaluate(context, value, formal.type));
    for (const key of keys) fixed.set(key, number);
  }
  const fields = type.fields.map((field) => {
    const number = fixed.get(field.key);
    if (number !== undefined) return { ...field, fixed: number };
    return fixed.has(field.key) ? { ...field, given: true } : field;
  });
  return { ...type, fields };
}

/** The arguments of `T (3)` where T has discriminants. */
export const discriminantArguments = (tree: SubtypeIndication | AccessType | ArrayType) =>
  tree.kind === 'subtype' && tree.constraint?.kind === 'composite-constraint'
    ? tree.constraint.arguments
    : [];

function opaqueType(context: Context, tree: SubtypeIndication): AdaType {
  const denotation = denote(context, tree.mark);
  const name = context.world.sources.text(tree.mark);
  const reason = denotation.kind === 'opaque' ? denotation.reason : `${name} is no type that is kept`;
  return unknownType(name, reason, denotation.kind === 'opaque' && denotation.library);
}
