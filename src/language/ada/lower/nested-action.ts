/**
 * What a protected action does while its object is locked. Actions are written as if nothing came between their
 * steps. That is right unless one has to wait for another that waits for it: such calls are followed no further.
 */
import type { Expression } from '../../../model/expression.js';
import type { ProtectedObject } from '../resolve/unit.js';
import { beyond, mayGoBeyond } from './bound.js';
import type { Context } from './context.js';
import type { World } from './world.js';

/** The context of an action on this object. */
export const acting = (context: Context, object: ProtectedObject): Context => ({
  ...context,
  inside: object,
  actions: [...context.actions, object],
});

/** An entry call may block, which no protected action may; the language leaves open what happens then. */
export function callsEntryInAction(context: Context, entry: string): boolean {
  const [object] = context.actions;
  if (!object) return false;
  beyond(context, `a call of the entry ${entry} inside a protected action of ${object.name}`);
  return true;
}

/** An action on this object begins inside others: is it one of them? The language leaves open what happens then. */
export function callsItself(
  context: Context,
  object: ProtectedObject,
  when: Expression | undefined,
): boolean {
  const { actions, draft, world } = context;
  if (actions.includes(object)) {
    if (when) draft.step({ guard: when });
    beyond(context, `a protected action of ${object.name} that calls ${object.name} from outside`);
    return true;
  }
  for (const holder of actions) {
    const nested = world.nestedActions.get(holder) ?? new Set();
    world.nestedActions.set(holder, nested.add(object));
    mayGoBeyond(
      context,
      `a protected action of ${holder.name} that calls ${object.name}, which may wait for ${holder.name}`,
      { guard: when, provided: () => leadsTo(world, object, holder) },
    );
  }
  return false;
}

/** May an action on the first be waiting for the second, through however many others? */
function leadsTo({ nestedActions }: World, from: ProtectedObject, to: ProtectedObject): boolean {
  const seen = new Set([from]);
  for (const object of seen) for (const next of nestedActions.get(object) ?? []) seen.add(next);
  return seen.has(to);
}
