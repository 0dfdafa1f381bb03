/** `pragma Assert (Condition)` and what is checked alike, as with the policy Check. */
import type { Pragma, Expression as Tree } from '../syntax/index.js';
import { condition } from './condition.js';
import { at, type Context } from './context.js';
import { raise } from './exception.js';
import { ASSERTION_ERROR } from './world.js';

const CHECKED = ['assert', 'assert_and_cut', 'assume', 'loop_invariant'];

export function lowerPragma(context: Context, tree: Pragma): void {
  const asserted = tree.arguments[0]?.value;
  if (
    !CHECKED.includes(tree.name.key) ||
    !asserted ||
    asserted.kind === 'range' ||
    asserted.kind === 'subtype'
  )
    return;
  at(context, tree);
  assertion(context, asserted);
}

export function assertion(context: Context, asserted: Tree): void {
  const { draft } = context;
  const [holds, fails] = [draft.location(), draft.location()];
  condition(context, asserted, holds, fails);
  draft.here = fails;
  raise(context, { kind: 'known', id: ASSERTION_ERROR });
  draft.here = holds;
}
