/** Attributes. */
import { constant, type Expression } from '../../../model/expression.js';
import { BOOLEAN, INTEGER, TEXT, UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, type ArrayType, isDiscrete } from '../resolve/type.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { lose } from './bound.js';
import type { Context } from './context.js';
import { check } from './exception.js';
import { evaluate } from './expression.js';
import { combine, plus } from './fold.js';
import { lifeOf } from './life.js';
import { denote, throughAccess, typeNamed } from './name.js';
import { wrapped } from './operator.js';
import { entryCount } from './queue.js';
import { type ProtectedValue, scalar, type TaskValue, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

type AttributeTree = Extract<Tree, { kind: 'attribute' }>;

export function attribute(
  context: Context,
  tree: AttributeTree,
  given: readonly Association[],
  expected?: AdaType,
): Value {
  const { key } = tree.attribute;
  const argument = (i: number): Tree | undefined => given[i]?.value as Tree | undefined;
  switch (key) {
    case 'count':
      return entryCount(context, tree.prefix);
    case 'terminated':
    case 'callable': {
      const life = lifeOf(context, tree.prefix, key);
      return life ? scalar(BOOLEAN, life) : unknown(`'${tree.attribute.name}`, BOOLEAN);
    }
    case 'image':
    case 'img':
    case 'wide_image': {
      const shown = argument(0) ? evaluate(context, argument(0)!) : undefined;
      return { kind: 'unknown', reason: 'text', type: TEXT, ...imageOf(shown) };
    }
    case 'access':
    case 'unchecked_access':
    case 'unrestricted_access':
      return accessTo(context, tree.prefix, expected);
    case 'first':
    case 'last':
    case 'length':
      return bound(context, tree, key, argument(0));
    case 'pos':
    case 'enum_rep':
    case 'val':
    case 'succ':
    case 'pred':
    case 'min':
    case 'max':
    case 'mod':
      return ofType(context, tree, key, argument(0), argument(1));
    case 'class':
    case 'base':
      return evaluate(context, tree.prefix, expected);
    case 'value': {
      const type = typeNamed(context, tree.prefix);
      return unknown('a number read from text', type);
    }
    default:
      return unknown(`'${tree.attribute.name}`, expected);
  }
}

function imageOf(value: Value | undefined): { text?: string } {
  if (value?.kind !== 'scalar' || value.expression.kind !== 'constant') return {};
  const number = value.expression.value;
  if (value.type.kind === 'enumeration') return { text: value.type.literals[number]?.toUpperCase() };
  return { text: number < 0 ? String(number) : ` ${number}` };
}

/** The array type of a prefix: an object, or the name of a type. */
export function arrayOf(context: Context, prefix: Tree): ArrayType | undefined {
  const named = typeNamed(context, prefix);
  if (named) return named.kind === 'array' ? named : undefined;
  const denotation = denote(context, prefix);
  if (denotation.kind !== 'value') return undefined;
  const value = throughAccess(context, denotation.value);
  return value.type?.kind === 'array' ? value.type : undefined;
}

function bound(context: Context, tree: AttributeTree, key: string, dimension: Tree | undefined): Value {
  const named = typeNamed(context, tree.prefix);
  if (named && isDiscrete(named)) return scalar(named, key === 'first' ? named.low : named.high);
  const array = arrayOf(context, tree.prefix);
  if (!array) return unknown(`'${tree.attribute.name}`, INTEGER);
  const which = dimension ? evaluate(context, dimension) : undefined;
  const number =
    which?.kind === 'scalar' && which.expression.kind === 'constant' ? which.expression.value : 1;
  const index = array.indices[number - 1];
  if (index?.low === undefined || index.high === undefined)
    return unknown(`the bounds of ${context.world.sources.text(tree.prefix)}`, index?.type ?? INTEGER);
  if (key === 'length') return scalar(UNIVERSAL, Math.max(0, index.high - index.low + 1));
  return scalar(index.type, key === 'first' ? index.low : index.high);
}

function ofType(
  context: Context,
  tree: AttributeTree,
  key: string,
  first: Tree | undefined,
  second: Tree | undefined,
): Value {
  const type = typeNamed(context, tree.prefix);
  if (!first || !type) return unknown(`'${tree.attribute.name}`, type);
  const value = evaluate(context, first, key === 'val' ? undefined : type);
  if (value.kind !== 'scalar' || !isDiscrete(type))
    return unknown(
      value.kind === 'unknown' ? value.reason : `'${tree.attribute.name}`,
      key === 'pos' ? UNIVERSAL : type,
    );
  const { expression } = value;
  const limits =
    type.kind === 'enumeration' ? { low: 0, high: Math.max(type.high, type.literals.length - 1) } : type;
  switch (key) {
    case 'pos':
    case 'enum_rep':
      return scalar(UNIVERSAL, expression);
    case 'val':
      check(context, inside(expression, limits.low, limits.high), CONSTRAINT_ERROR);
      return scalar(type, expression);
    case 'mod':
      return scalar(type, wrapped(type, expression));
    case 'succ':
    case 'pred': {
      const moved = wrapped(type, plus(expression, key === 'succ' ? 1 : -1));
      check(context, inside(moved, limits.low, limits.high), CONSTRAINT_ERROR);
      return scalar(type, moved);
    }
    default: {
      const other = second ? evaluate(context, second, type) : value;
      if (other.kind !== 'scalar') return unknown(`'${tree.attribute.name}`, type);
      const test = combine(key === 'min' ? 'atMost' : 'atLeast', expression, other.expression);
      if (test.kind === 'constant') return test.value ? value : other;
      return scalar(type, { kind: 'conditional', test, whenTrue: expression, whenFalse: other.expression });
    }
  }
}

const inside = (e: Expression, low: number, high: number): Expression =>
  combine('and', combine('atLeast', e, constant(low)), combine('atMost', e, constant(high)));

/** Access to a task or protected object is its number; access to data is not followed. */
function accessTo(context: Context, prefix: Tree, expected?: AdaType): Value {
  const denotation = denote(context, prefix);
  if (denotation.kind === 'value') {
    const { value } = denotation;
    if (value.kind === 'task' || value.kind === 'protected') {
      const type: AdaType = expected ?? {
        kind: 'access',
        name: 'access',
        root: {},
        target: () => value.type,
        pool: context.master,
      };
      return scalar(type, numberOf(value));
    }
    if (value.kind === 'stored') lose(context, value.place, 'an access value leads to it');
  }
  return unknown(`access to ${context.world.sources.text(prefix)}`, expected);
}

/** The access value of one of these objects: its number in its unit, from 1. */
function numberOf({ objects, position, type }: TaskValue | ProtectedValue): Expression {
  const all = (objects ?? type.unit.objects) as { index: number }[];
  if (!position) return constant((all[0]?.index ?? -1) + 1);
  const [first] = all;
  if (all.every((object, i) => object.index === first.index + i)) return plus(position, first.index + 1);
  return all.reduceRight<Expression>(
    (whenFalse, object, i) => ({
      kind: 'conditional',
      test: combine('equal', position, constant(i)),
      whenTrue: constant(object.index + 1),
      whenFalse,
    }),
    constant(0),
  );
}
