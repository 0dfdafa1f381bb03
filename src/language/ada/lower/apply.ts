/** `Name (…)`: a call, an element, a slice or a conversion, and variables as targets of assignment. */
import { constant, type Expression } from '../../../model/expression.js';
import { type AdaType, type ArrayType, isDiscrete, sizeOfType } from '../resolve/type.js';
import type { Association, DiscreteRange, Expression as Tree } from '../syntax/index.js';
import { chooseAny } from './assign.js';
import { attribute } from './attribute.js';
import { beyond, lose } from './bound.js';
import type { Context } from './context.js';
import { convert } from './convert.js';
import { elementAt } from './element.js';
import { evaluate, meaning } from './expression.js';
import { isConstant, minus, plus, times } from './fold.js';
import { checkIndex, checkIndices, checkSlice } from './index-check.js';
import { denote, throughAccess, typeNamed, whyUnkept } from './name.js';
import { constantParts } from './object.js';
import { binaryOperation, unaryOperation } from './operator.js';
import { callProtectedFunction, takesArguments } from './protected.js';
import { anyValue } from './range-check.js';
import { rvalue } from './read.js';
import { hasObjects, storeFor } from './store.js';
import { callFunction, candidates } from './subprogram.js';
import { type Unknown, unknown, unreached, type Value } from './value.js';

type Apply = Extract<Tree, { kind: 'apply' }>;

/** The value, or the variable it is. */
export function applied(context: Context, tree: Apply, expected?: AdaType): Value {
  if (tree.prefix.kind === 'attribute') {
    const type = typeNamed(context, tree.prefix);
    if (type?.kind === 'integer') return converted(context, tree, type);
    return attribute(context, tree.prefix, tree.arguments, expected);
  }
  const denotation = denote(context, tree.prefix);
  switch (denotation.kind) {
    case 'value':
      return (
        callThrough(context, denotation.value, tree, expected) ??
        element(context, throughAccess(context, denotation.value), tree.arguments, tree.prefix)
      );
    case 'member':
      if (denotation.of.kind === 'protected') {
        const { of, key } = denotation;
        if (takesArguments(unassigned(context), of, key, tree.arguments))
          return callProtectedFunction(unassigned(context), of, key, tree.arguments, expected);
        const called = callProtectedFunction(unassigned(context), of, key, []);
        return element(context, throughAccess(context, called), tree.arguments, tree.prefix);
      }
      return unknown(`${denotation.name} as a value`);
    case 'opaque':
      for (const { value } of tree.arguments) if (value && isExpression(value)) evaluate(context, value);
      return unknown(denotation.reason, expected);
    case 'entities': {
      const type = denotation.entities.find((e) => e.kind === 'type');
      if (type?.kind === 'type') return converted(context, tree, type.type);
      const functions = candidates(context, denotation.entities, tree.arguments, expected);
      if (functions.length > 0)
        return callFunction(unassigned(context), functions[0], tree.arguments, expected);
      const called = meaning(context, denotation, tree.prefix);
      const result = callThrough(context, called, tree, expected);
      if (result) return result;
      if (called.kind === 'unknown') return unknown(called.reason, expected);
      return element(context, throughAccess(context, called), tree.arguments, tree.prefix);
    }
  }
}

const callable = (value: Value): Unknown | undefined =>
  value.kind === 'unknown' && (value.leadsTo || (value.type?.kind === 'unknown' && value.type.callable))
    ? value
    : undefined;

/** A function called through access; where it is not known which, what else it does is not known either. */
function callThrough(context: Context, called: Value, tree: Apply, expected?: AdaType): Value | undefined {
  const value = callable(called);
  if (!value) return undefined;
  if (value.leadsTo) return callFunction(unassigned(context), value.leadsTo, tree.arguments, expected);
  const name = context.world.sources.text(tree.prefix);
  beyond(context, `a call of ${name}, which is not known (${value.reason})`);
  return anyValue(value.reason, expected);
}

function converted(context: Context, tree: Apply, type: AdaType): Value {
  const argument = tree.arguments[0]?.value;
  if (!argument || !isExpression(argument)) return unknown('a conversion', type);
  return convert(context, operand(context, argument, type), type);
}

function operand(context: Context, tree: Tree, type: AdaType): Value {
  const expected = type.kind === 'unknown' ? undefined : type;
  switch (tree.kind) {
    case 'parenthesized':
      return operand(context, tree.expression, type);
    case 'binary':
      return binaryOperation(context, tree, expected, type);
    case 'unary':
      return unaryOperation(context, tree, expected, type);
    default:
      return evaluate(context, tree, expected);
  }
}

export const isExpression = (tree: Tree | DiscreteRange): tree is Tree =>
  tree.kind !== 'range' && tree.kind !== 'subtype';

/** The variable that a name stands for, where it is assigned to. */
export function target(given: Context, tree: Tree): Value {
  const context: Context = { ...given, assigned: true };
  switch (tree.kind) {
    case 'parenthesized':
      return target(context, tree.expression);
    case 'dereference':
      return throughAccess(context, evaluate(context, tree.prefix));
    case 'apply': {
      const type = typeNamed(context, tree.prefix);
      const inner = tree.arguments[0]?.value;
      if (type && inner && isExpression(inner)) return target(context, inner);
      return applied(context, tree);
    }
    default: {
      const denotation = denote(context, tree);
      if (denotation.kind === 'value') return denotation.value;
      return unknown(denotation.kind === 'opaque' ? denotation.reason : 'a target that is not kept');
    }
  }
}

function element(context: Context, value: Value, given: readonly Association[], array: Tree): Value {
  const { type } = value;
  const [only] = given;
  const cut = given.length === 1 && only.value && isSlice(context, only.value) ? only.value : undefined;
  if (value.kind === 'unknown') {
    if (cut) checkSlice(context, type, cut);
    else checkIndices(context, type, given, array);
    if (cut) return unknown(value.reason, type?.kind === 'array' ? openly(type) : type);
    return anyValue(value.reason, type?.kind === 'array' ? type.element : undefined, value.range);
  }
  if (type?.kind !== 'array') return unknown('an element of something that is no array');
  if (cut) return slice(context, value, type, cut);
  const path: Expression[] = [];
  for (const [i, { value: index }] of given.entries()) {
    const bounds = type.indices[i];
    if (!index || !isExpression(index) || !bounds) return unknown('an index');
    const { low, high } = bounds;
    const meant = evaluate(unassigned(context), index, bounds.type);
    if (!surelyInside(meant, low, high) && !checkIndex(context, bounds, meant, array))
      return unreached(type.element);
    const at = settledIndex(context, meant, bounds, type.element);
    if (at.kind !== 'scalar') return anyValue(at.kind === 'unknown' ? at.reason : 'an index', type.element);
    if (low === undefined || high === undefined)
      return anyValue('an element of an array with open bounds', type.element);
    path.push(at.expression);
  }
  const written = path.every(isConstant) ? constantParts(value) : undefined;
  if (written || value.kind === 'parts') {
    const { parts } = written ?? (value as Extract<Value, { kind: 'parts' }>);
    const position = type.indices.reduce<Expression>((sum, { low = 0, high = 0 }, i) => {
      const here = minus(path[i], low);
      return i === 0 ? here : plus(times(sum, high - low + 1), here);
    }, constant(0));
    return elementAt(parts, position);
  }
  if (value.kind !== 'stored') return anyValue('an element', type.element);
  if (sizeOfType(type.element) === 0) return anyValue(whyUnkept(type.element), type.element);
  const place = {
    ...value.place,
    path: [...value.place.path, ...path.map((index) => ({ kind: 'index' as const, index }))],
  };
  return { kind: 'stored', type: type.element, place };
}

export const unassigned = (context: Context): Context =>
  context.assigned ? { ...context, assigned: undefined } : context;

/**
 * An index that is not known is chosen where a variable is assigned to, because some element changes, and where
 * the elements are tasks or the like, because one of them is meant.
 */
function settledIndex(
  context: Context,
  index: Value,
  { low, high }: ArrayType['indices'][number],
  element: AdaType,
): Value {
  if (index.kind === 'scalar' || low === undefined || high === undefined) return index;
  if (!context.assigned && element.kind !== 'access' && !hasObjects(element)) return index;
  const type = { kind: 'integer' as const, name: 'index', root: {}, low, high };
  const room = storeFor(context, 'index', type);
  chooseAny(context, room, index.kind === 'unknown' ? index.reason : 'an index');
  return rvalue(room);
}

/** The type of a variable may be narrower than what the model keeps for it. */
function surelyInside(value: Value, low = Number.NaN, high = Number.NaN): boolean {
  return (
    value.kind === 'scalar' &&
    value.expression.kind === 'read' &&
    isDiscrete(value.type) &&
    value.type.low >= low &&
    value.type.high <= high
  );
}

const openly = (type: ArrayType): ArrayType => ({
  ...type,
  indices: type.indices.map((index) => ({ type: index.type })),
});

function isSlice(context: Context, tree: Tree | DiscreteRange): boolean {
  if (tree.kind === 'range' || tree.kind === 'subtype') return true;
  if (tree.kind === 'attribute') return tree.attribute.key === 'range';
  return (tree.kind === 'identifier' || tree.kind === 'selected') && typeNamed(context, tree) !== undefined;
}

/** A piece with known bounds is its elements; any other is not kept. */
function slice(context: Context, value: Value, type: ArrayType, tree: Tree | DiscreteRange): Value {
  const [index] = type.indices;
  const range = checkSlice(context, type, tree);
  if (
    context.assigned &&
    value.kind === 'stored' &&
    (!range || !isConstant(range.low) || !isConstant(range.high))
  )
    lose(context, value.place, 'a part of it with bounds that are not known is assigned to');
  if (!range || !isConstant(range.low) || !isConstant(range.high) || index.low === undefined)
    return unknown('a part of an array', openly(type));
  const { value: low } = range.low;
  const { value: high } = range.high;
  const parts = Array.from({ length: Math.max(0, high - low + 1) }, (_, i): Value => {
    const position = low + i;
    if (value.kind === 'parts') return elementAt(value.parts, constant(position - index.low!));
    if (value.kind !== 'stored') return anyValue('a part of an array', type.element);
    const place = {
      ...value.place,
      path: [...value.place.path, { kind: 'index' as const, index: constant(position) }],
    };
    return { kind: 'stored', type: type.element, place };
  });
  return { kind: 'parts', type: { ...type, indices: [{ ...index, low, high }] }, parts };
}
