/**
 * Numbers that are not whole: floating and fixed point, durations, times. A whole number times one of these is one of
 * these, and no arithmetic of whole numbers.
 */
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
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
    default: {
      const type = typeOf(context, tree);
      if (type?.kind !== 'unknown' || type.whole) return false;
      return type.reason === 'floating point' || type.reason === 'time';
    }
  }
}
