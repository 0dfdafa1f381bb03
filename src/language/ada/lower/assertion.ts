/** `pragma Assert (Condition)`: checked, as with the policy Check. */
import type { Pragma } from '../syntax/index.js';
import { condition } from './condition.js';
import { at, type Context } from './context.js';
import { raise } from './exception.js';
import { ASSERTION_ERROR } from './world.js';

export function lowerPragma(context: Context, tree: Pragma): void {
  const asserted = tree.arguments[0]?.value;
  if (tree.name.key !== 'assert' || !asserted || asserted.kind === 'range' || asserted.kind === 'subtype')
    return;
  at(context, tree);
  const { draft } = context;
  const [holds, fails] = [draft.location(), draft.location()];
  condition(context, asserted, holds, fails);
  draft.here = fails;
  raise(context, { kind: 'known', id: ASSERTION_ERROR });
  draft.here = holds;
}
