/** Barriers of protected entries, and who goes before whom. */

import { constant, type Expression } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { BOOLEAN } from '../resolve/standard.js';
import type { AdaType } from '../resolve/type.js';
import type { EntryUnit, ProtectedObject } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { all, negation, some } from './fold.js';
import { bodyScope, entryBodyOf } from './protected-unit.js';
import { isEmpty } from './queue.js';
import { later } from './task.js';
import type { Value } from './value.js';

/**
 * When an entry can be open, and when it must be. They differ where the barrier depends on what is not kept:
 * there it may open at any time, and it may as well stay closed for ever.
 */
export interface Barrier {
  may: Expression;
  must: Expression;
}

const exactly = (condition: Expression): Barrier => ({ may: condition, must: condition });

export const isDoubtful = ({ may, must }: Barrier): boolean => may !== must;

export function barrierOf(
  context: Context,
  object: ProtectedObject,
  entry: EntryUnit,
  member: number,
): Barrier {
  const body = entryBodyOf(object, entry.key);
  if (!body) return exactly(constant(1));
  const scope = memberScope(context, object, entry, member);
  return truthOf({ ...context, scope, inside: object, barrier: true }, body.barrier);
}

/** A condition as far as it is known; nothing is written. */
function truthOf(context: Context, tree: Tree): Barrier {
  const { draft } = context;
  const mark = draft.mark();
  const found = evaluate(context, tree, BOOLEAN);
  const plain = draft.here === mark.here && draft.steps.length === mark.steps;
  draft.rollBack(mark);
  if (plain && found.kind === 'scalar') return exactly(found.expression);
  if (tree.kind === 'parenthesized') return truthOf(context, tree.expression);
  if (tree.kind === 'unary' && tree.operator === 'not') {
    const { may, must } = truthOf(context, tree.operand);
    return { may: negation(must), must: negation(may) };
  }
  if (tree.kind === 'binary' && /^(and|or)/.test(tree.operator)) {
    const [left, right] = [truthOf(context, tree.left), truthOf(context, tree.right)];
    const join = tree.operator.startsWith('and') ? all : some;
    return { may: join([left.may, right.may]), must: join([left.must, right.must]) };
  }
  return { may: constant(1), must: constant(0) };
}

/** No waiting caller is sure to go first. */
export const nobodyFirst = (context: Context, object: ProtectedObject): Expression =>
  object.queues.size === 0
    ? constant(1)
    : later(context.world, () =>
        negation(
          some(
            [...object.queues].flatMap(([entry, queues]) =>
              queues.map((queue, member) =>
                all([negation(isEmpty(queue)), barrierOf(context, object, entry, member).must]),
              ),
            ),
          ),
        ),
      );

/** The names of an entry body: the index of a family is a constant there. */
export function memberScope(
  context: Context,
  object: ProtectedObject,
  entry: EntryUnit,
  member: number,
): Scope {
  const scope = new Scope(bodyScope(context, object), entry.name);
  const body = entryBodyOf(object, entry.key);
  if (body?.index && entry.family) {
    const type: AdaType = {
      kind: 'integer',
      name: 'index',
      root: INDEX,
      low: entry.family.low,
      high: entry.family.high,
      base: entry.family.base,
    };
    const value: Value = { kind: 'scalar', type, expression: constant(entry.family.low + member) };
    scope.declare(body.index.name.key, {
      kind: 'object',
      name: body.index.name.name,
      type,
      constant: true,
      value,
    });
  }
  return scope;
}
const INDEX = {};
