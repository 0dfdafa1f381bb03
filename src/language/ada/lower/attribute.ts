/** Attributes. */
import { constant, type Expression } from '../../../model/expression.js';
import { BOOLEAN, INTEGER, TEXT, UNIVERSAL } from '../resolve/standard.js';
import {
  type AdaType,
  type ArrayType,
  arithmeticRange,
  type EnumerationType,
  type IntegerType,
  isDiscrete,
  isLong,
  sizeOfType,
  WORD,
} from '../resolve/type.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { target } from './apply.js';
import { calculated, wrapped } from './arithmetic.js';
import { lose } from './bound.js';
import { joinFamily } from './class-wide.js';
import type { Context } from './context.js';
import { canFail, mayFail } from './exception.js';
import { evaluate } from './expression.js';
import { combine, plus } from './fold.js';
import { EVERYTHING, type Interval } from './interval.js';
import { lifeOf } from './life.js';
import { denote, throughAccess, typeNamed } from './name.js';
import { loseAll, numberInPool, SOMETHING } from './pool.js';
import { entryCount } from './queue.js';
import { anyValue, checkWithin, reachOf } from './range-check.js';
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
    case 'value':
      return numberRead(context, typeNamed(context, tree.prefix), argument(0));
    default:
      return unknown(`'${tree.attribute.name}`, expected);
  }
}

/** A line that is read just here may say anything; what other text says may be known elsewhere too. */
function numberRead(context: Context, type: AdaType | undefined, tree: Tree | undefined): Value {
  const text = tree && evaluate(context, tree);
  if (tree && isReading(tree) && text?.kind === 'unknown' && text.read) {
    canFail(context, CONSTRAINT_ERROR, 'the input is no such value: Constraint_Error');
    return { ...anyValue('input', type), free: true };
  }
  mayFail(context, 'a value read from text', CONSTRAINT_ERROR);
  return anyValue('a value read from text', type);
}

function isReading(tree: Tree): boolean {
  if (tree.kind === 'apply') return isReading(tree.prefix);
  const name = tree.kind === 'selected' ? tree.selector : tree;
  return 'key' in name && name.key === 'get_line';
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
  if (named && isDiscrete(named))
    return named.open ? openBound(`the bounds of ${named.name}`, key, named) : boundOfType(named, key);
  const array = arrayOf(context, tree.prefix);
  if (!array) {
    if (!isText(context, tree.prefix)) return unknown(`'${tree.attribute.name}`, INTEGER);
    return { ...unknown('text', INTEGER), range: { low: key === 'first' ? 1 : 0, high: 0x7fffffff } };
  }
  const which = dimension ? evaluate(context, dimension) : undefined;
  const number =
    which?.kind === 'scalar' && which.expression.kind === 'constant' ? which.expression.value : 1;
  const index = array.indices[number - 1];
  if (index?.low === undefined || index.high === undefined)
    return openBound(`the bounds of ${context.world.sources.text(tree.prefix)}`, key, index?.type);
  if (key === 'length') return scalar(UNIVERSAL, Math.max(0, index.high - index.low + 1));
  return scalar(index.type, key === 'first' ? index.low : index.high);
}

function boundOfType(type: IntegerType | EnumerationType, key: string): Value {
  const bound = key === 'first' ? type.low : type.high;
  const isKept = type.kind === 'enumeration' || !isLong(type) || (bound !== WORD.low && bound !== WORD.high);
  return isKept ? scalar(type, bound) : anyValue('a number beyond 32 bits', type);
}

/** A bound of an array is a value of the type of its index, but the last one of an empty array may not be. */
function openBound(reason: string, key: string, type: AdaType = INTEGER): Value {
  if (key === 'length') return { ...unknown(reason, UNIVERSAL), range: { low: 0, high: 0x7fffffff } };
  const { range = EVERYTHING, ...value } = anyValue(reason, type);
  return { ...value, range: key === 'first' ? range : { low: range.low - 1, high: range.high } };
}

const isText = (context: Context, prefix: Tree): boolean => {
  const denotation = denote(context, prefix);
  return denotation.kind === 'value' && denotation.value.type?.root === TEXT.root;
};

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
  if (value.kind !== 'scalar' || !isDiscrete(type)) return unkept(context, key, type, value);
  const { expression } = value;
  switch (key) {
    case 'pos':
    case 'enum_rep':
      return scalar(UNIVERSAL, expression);
    case 'val':
      checkWithin(context, limitsOfBase(type), value);
      return scalar(type, expression);
    case 'mod':
      return scalar(type, wrapped(type, expression));
    case 'succ':
    case 'pred': {
      const by = constant(key === 'succ' ? 1 : -1);
      if (type.kind === 'integer')
        return calculated(context, { type, operator: 'add', left: expression, right: by });
      const moved = scalar(type, combine('add', expression, by));
      checkWithin(context, limitsOfBase(type), moved);
      return moved;
    }
    default: {
      const other = second ? evaluate(context, second, type) : value;
      if (other.kind !== 'scalar') return hull(context, type, value, other);
      const test = combine(key === 'min' ? 'atMost' : 'atLeast', expression, other.expression);
      if (test.kind === 'constant') return test.value ? value : other;
      return scalar(type, { kind: 'conditional', test, whenTrue: expression, whenFalse: other.expression });
    }
  }
}

/** All values that these attributes can give, whatever the subtype. */
const limitsOfBase = (type: IntegerType | EnumerationType): Interval =>
  type.kind === 'integer'
    ? arithmeticRange(type)
    : { low: 0, high: Math.max(type.high, type.literals.length - 1) };

/** Such an attribute of a value that is not kept. */
function unkept(context: Context, key: string, type: AdaType, value: Value): Value {
  const reason = value.kind === 'unknown' ? value.reason : `'${key}`;
  const reach = reachOf(context, value);
  const limits = isDiscrete(type) ? limitsOfBase(type) : EVERYTHING;
  switch (key) {
    case 'pos':
    case 'enum_rep':
      return { ...unknown(reason, UNIVERSAL), range: reach };
    case 'val':
      checkWithin(context, limits, value);
      return { ...unknown(reason, type), range: limits };
    case 'succ':
    case 'pred': {
      const by = key === 'succ' ? 1 : -1;
      const moved = { ...unknown(reason, type), range: { low: reach.low + by, high: reach.high + by } };
      if (isDiscrete(type) && !('modulus' in type)) checkWithin(context, limits, moved);
      return { ...unknown(reason, type), range: limits };
    }
    case 'mod':
      return anyValue(reason, type);
    default:
      return { ...unknown(reason, type), range: reach };
  }
}

/** One of the two. */
function hull(context: Context, type: AdaType, left: Value, right: Value): Value {
  const [a, b] = [reachOf(context, left), reachOf(context, right)];
  const reason = right.kind === 'unknown' ? right.reason : 'values that are not kept';
  return {
    ...unknown(reason, type),
    range: { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) },
  };
}

/** Access to an object is its number: a task or protected object in its unit, data among those of its type. */
function accessTo(context: Context, prefix: Tree, expected?: AdaType): Value {
  const denotation = denote(context, prefix);
  joinFamily(context, expected, denotation.kind === 'value' ? denotation.value.type : undefined);
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
    const number = numberInPool(context.world, value);
    if (number !== undefined && expected?.kind === 'access' && expected.target().root === value.type?.root)
      return scalar(expected, number);
    // An element that is a scalar has been read.
    const object = value.kind === 'scalar' && prefix.kind === 'apply' ? target(context, prefix) : value;
    if (object.kind === 'stored') lose(context, object.place, 'an access value leads to it');
  }
  if (expected?.kind === 'access') {
    const target = expected.target();
    if (sizeOfType(target) === 0) return scalar(expected, SOMETHING);
    loseAll(context.world, target, `access to ${context.world.sources.text(prefix)}`);
  }
  const named = denotation.kind === 'entities' ? denotation.entities : [];
  const [only, ...others] = named.filter((entity) => entity.kind === 'subprogram');
  const value = unknown(`access to ${context.world.sources.text(prefix)}`, expected);
  return only && others.length === 0 ? { ...value, leadsTo: only } : value;
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
