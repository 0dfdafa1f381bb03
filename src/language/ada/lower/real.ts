/**
 * Numbers that are not whole: floating and fixed point, durations, times. A whole number times one of these is one of
 * these, and no arithmetic of whole numbers.
 */
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { denote } from './name.js';
import { typeOf } from './type-of.js';

/** Surely; false where it cannot be told. */
export function isReal(context: Context, tree: Tree): boolean {
  // What an operator of the program gives is another matter.
  if ('operator' in tree && context.scope.lookUp(`"${tree.operator}"`).length > 0) return false;
  switch (tree.kind) {
    case 'parenthesized':
      return isReal(context, tree.expression);
    case 'unary':
      return isReal(context, tree.operand);
    case 'binary': {
      const { operator, left, right } = tree;
      if (operator === '+' || operator === '-' || operator === '*')
        return isReal(context, left) || isReal(context, right);
      // How often one span of time goes into another is a whole number.
      return operator === '/' && isReal(context, left) && !isReal(context, right);
    }
    case 'apply':
      return isSpan(context, tree.prefix) || isOfRealType(context, tree);
    default:
      return isOfRealType(context, tree);
  }
}

function isOfRealType(context: Context, tree: Tree): boolean {
  const type = typeOf(context, tree);
  if (type?.kind !== 'unknown' || type.whole) return false;
  return type.reason === 'floating point' || type.reason === 'time';
}

/** Functions of Ada.Real_Time (and Seconds of Ada.Calendar) that give a span of time or a duration. */
const SPANS: ReadonlySet<string> = new Set([
  'nanoseconds',
  'microseconds',
  'milliseconds',
  'seconds',
  'minutes',
  'to_duration',
  'to_time_span',
]);

function isSpan(context: Context, name: Tree): boolean {
  const last = name.kind === 'selected' ? name.selector : name;
  if (!('key' in last) || !SPANS.has(last.key)) return false;
  const denotation = denote(context, name);
  return denotation.kind === 'opaque' && denotation.library === true;
}
