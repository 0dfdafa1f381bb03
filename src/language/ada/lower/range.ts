/** Discrete ranges: `1 .. N`, `A'Range`, a type's name, `Integer range 1 .. N`. */
import { constant, type Expression } from '../../../model/expression.js';
import { INTEGER, UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, isDiscrete } from '../resolve/type.js';
import type { DiscreteRange, Expression as Tree } from '../syntax/index.js';
import { arrayOf } from './attribute.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { typeNamed } from './name.js';
import { subtypeOf } from './subtype.js';

export interface RangeValue {
  low: Expression;
  high: Expression;
  type: AdaType;
}

/** Undefined where a bound is not known. */
export function rangeOf(context: Context, tree: DiscreteRange, expected?: AdaType): RangeValue | undefined {
  if (tree.kind === 'range') {
    const low = evaluate(context, tree.low, expected);
    const high = evaluate(context, tree.high, expected ?? (low.type === UNIVERSAL ? undefined : low.type));
    if (low.kind !== 'scalar' || high.kind !== 'scalar') return undefined;
    const type =
      expected ?? (low.type === UNIVERSAL ? (high.type === UNIVERSAL ? INTEGER : high.type) : low.type);
    return { low: low.expression, high: high.expression, type };
  }
  if (tree.kind === 'subtype') return ofType(subtypeOf(context, tree));
  if (tree.kind === 'parenthesized') return rangeOf(context, tree.expression, expected);
  const { prefix, argument } = rangeAttribute(tree as Tree);
  if (prefix) {
    const named = typeNamed(context, prefix);
    if (named && isDiscrete(named)) return ofType(named);
    const array = arrayOf(context, prefix);
    const dimension = argument ? evaluate(context, argument) : undefined;
    const number =
      dimension?.kind === 'scalar' && dimension.expression.kind === 'constant'
        ? dimension.expression.value
        : 1;
    const index = array?.indices[number - 1];
    if (!index || index.low === undefined || index.high === undefined) return undefined;
    return { low: constant(index.low), high: constant(index.high), type: index.type };
  }
  return ofType(typeNamed(context, tree as Tree));
}

function rangeAttribute(tree: Tree): { prefix?: Tree; argument?: Tree } {
  if (tree.kind === 'attribute' && tree.attribute.key === 'range') return { prefix: tree.prefix };
  if (tree.kind === 'apply' && tree.prefix.kind === 'attribute' && tree.prefix.attribute.key === 'range') {
    const argument = tree.arguments[0]?.value;
    return { prefix: tree.prefix.prefix, argument: argument as Tree | undefined };
  }
  return {};
}

function ofType(type: AdaType | undefined): RangeValue | undefined {
  if (!type || !isDiscrete(type) || type.open || type.predicated) return undefined;
  return { low: constant(type.low), high: constant(type.high), type };
}
