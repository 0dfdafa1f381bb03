/** Conditions: which way control goes. What is not known goes both ways, and says so. */
import { BOOLEAN } from '../resolve/standard.js';
import type { Expression as Tree } from '../syntax/index.js';
import { type Context, textOf } from './context.js';
import { evaluate } from './expression.js';
import { skipWithoutArguments, withoutArguments } from './no-arguments.js';
import { staticValue } from './value.js';

export function condition(context: Context, tree: Tree, whenTrue: number, whenFalse: number): void {
  const { draft } = context;
  const mark = draft.mark();
  const value = evaluate(context, tree, BOOLEAN);
  if (value.kind === 'scalar') {
    draft.branch(value.expression, whenTrue, whenFalse, textOf(context, tree));
    return;
  }
  // A part of it may be known all the same.
  if (tree.kind === 'parenthesized') {
    draft.rollBack(mark);
    condition(context, tree.expression, whenTrue, whenFalse);
    return;
  }
  if (tree.kind === 'unary' && tree.operator === 'not') {
    draft.rollBack(mark);
    condition(context, tree.operand, whenFalse, whenTrue);
    return;
  }
  if (tree.kind === 'binary' && /^(and|or)/.test(tree.operator)) {
    draft.rollBack(mark);
    const between = draft.location();
    if (tree.operator.startsWith('and')) condition(context, tree.left, between, whenFalse);
    else condition(context, tree.left, whenTrue, between);
    draft.here = between;
    condition(context, tree.right, whenTrue, whenFalse);
    return;
  }
  const without = withoutArguments(context, tree, () => staticValue(evaluate(context, tree, BOOLEAN)));
  if (without !== undefined) skipWithoutArguments(context, without ? whenTrue : whenFalse);
  const reason = value.kind === 'unknown' ? value.reason : 'a condition on values that are not kept';
  draft.either(whenTrue, whenFalse, reason, textOf(context, tree));
}
