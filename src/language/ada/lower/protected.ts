/**
 * Protected actions. The caller carries out the action itself, alone. Where queues are part of the state,
 * a new action begins only when no waiting caller has an open barrier (they go first), and a waiting caller
 * carries out its own action when it is the first in its queue.
 */

import type { Expression } from '../../../model/expression.js';
import type { AdaType } from '../resolve/type.js';
import { sizeOfType } from '../resolve/type.js';
import type { ProtectedObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { nobodyFirst } from './barrier.js';
import { beyond } from './bound.js';
import type { Context } from './context.js';
import { settled } from './doubt.js';
import type { CallForm } from './entry-call.js';
import { entryMeant } from './entry-call.js';
import { all, equal, isConstant } from './fold.js';
import { acting, callsItself } from './nested-action.js';
import { callProtectedEntry } from './protected-call.js';
import { operationsOf } from './protected-unit.js';
import { rvalue } from './read.js';
import { storeFor } from './store.js';
import { call, candidates } from './subprogram.js';
import { type ProtectedValue, unknown, type Value } from './value.js';

/** The objects that a value may be, each with the condition under which it is that one. */
export function eachProtected(
  of: ProtectedValue,
): { object: ProtectedObject; when: Expression | undefined }[] {
  const objects = of.objects ?? of.type.unit.objects;
  if (!of.position) return objects.map((object) => ({ object, when: undefined }));
  return objects.map((object, i) => ({ object, when: equal(of.position!, i) }));
}

/** Writes `act` once for each object it may be; those made later too. */
export function forEachObject(
  context: Context,
  of: ProtectedValue,
  act: (object: ProtectedObject, when: Expression | undefined) => void,
): void {
  const { draft } = context;
  const from = draft.here;
  const over = draft.location();
  const one = (object: ProtectedObject, when: Expression | undefined): void => {
    const back = draft.here;
    const { span, frames } = draft;
    draft.here = from;
    act(object, when);
    draft.jump(over);
    draft.here = back;
    Object.assign(draft, { span, frames });
  };
  for (const { object, when } of eachProtected(of)) one(object, when);
  if (!of.objects)
    of.type.unit.onObject.push((object) =>
      one(object, of.position ? equal(of.position, object.index) : undefined),
    );
  draft.here = over;
}

/** How the event of a protected action is called. */
export const protectedEvent = (context: Context, object: ProtectedObject, name: string): string =>
  `${context.draft.name}->${object.name}.${name}`.toLowerCase();

/** A procedure or function of a protected object; gives what a function returns. */
function operation(
  context: Context,
  called: ProtectedValue,
  key: string,
  given: readonly Association[],
  expected?: AdaType,
): Value | undefined {
  const { draft } = context;
  let result: Value | undefined;
  const of = settled(context, called);
  const only = eachProtected(of);
  forEachObject(context, of, (object, when) => {
    const [found] = candidates(context, operationsOf(context, object, key), given, expected);
    if (!found) {
      beyond(context, `a call of ${key}, which is no operation`);
      return;
    }
    if (callsItself(context, object, when)) return;
    // Parameters are settled before the action begins, and come back when it is over.
    const parameters = found.formals.length > 0;
    if (when && parameters) draft.step({ guard: when });
    const guard = all([...(when && !parameters ? [when] : []), nobodyFirst(context, object)]);
    call(context, found, given, expected, (body) => {
      draft.alone(() => {
        draft.step({
          ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
          atomic: true,
          event: { name: protectedEvent(context, object, found.name) },
          text: `${object.name}.${found.name}`,
        });
        const value = body(acting(context, object));
        if (!value) return;
        const type = value.type ?? found.result;
        const kept = type && sizeOfType(type) > 0 && value.kind !== 'unknown';
        // What was read inside the action is kept for the expression around it.
        if (kept && (value.kind !== 'scalar' || !isConstant(value.expression) || only.length > 1)) {
          result ??= storeFor(context, found.name, type);
          assign(context, result, value);
        } else result ??= value;
      });
      draft.step({});
      return result;
    });
  });
  return result && rvalue(result);
}

/** Or does the function give an array, and these are indices of it? */
export function takesArguments(
  context: Context,
  of: ProtectedValue,
  key: string,
  given: readonly Association[],
): boolean {
  const [object] = of.objects ?? of.type.unit.objects;
  const operations = object ? operationsOf(context, object, key) : [];
  return (
    candidates(context, operations, given).length > 0 || candidates(context, operations, []).length === 0
  );
}

export function callProtectedFunction(
  context: Context,
  of: ProtectedValue,
  key: string,
  given: readonly Association[],
  expected?: AdaType,
): Value {
  return operation(context, of, key, given, expected) ?? unknown(key, expected);
}

export function callProtected(
  context: Context,
  of: ProtectedValue,
  key: string,
  family: Tree | undefined,
  given: readonly Association[],
  form: CallForm = { kind: 'simple' },
): void {
  const entry = entryMeant(context, of.type.unit.entries, key, given);
  if (entry) callProtectedEntry(context, of, entry, family, given, form);
  else operation(context, of, key, given);
}
