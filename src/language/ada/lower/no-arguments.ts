/**
 * What a program does when it is started without arguments is known, though how many there are else is not. Whether
 * there are any is settled before it runs.
 */
import { read } from '../../../model/expression.js';
import type { Context } from './context.js';

/** What `find` gives if there are no arguments; undefined where the tree does not ask how many there are. */
export function withoutArguments<T>(context: Context, tree: unknown, find: () => T): T | undefined {
  const { draft, world } = context;
  if (!mentions(tree, 'argument_count')) return undefined;
  const mark = draft.mark();
  world.assumesNoArguments = true;
  const found = find();
  world.assumesNoArguments = false;
  draft.rollBack(mark);
  return found;
}

/** Without arguments control goes there; here it goes on with some. */
export function skipWithoutArguments({ draft, world }: Context, to: number): void {
  if (!world.withArguments) {
    world.withArguments = world.variable('started with arguments', { kind: 'boolean' });
    world.variables[world.withArguments.variable].initial = 'any';
  }
  const given = draft.location();
  draft.branch(read(world.withArguments), given, to);
  draft.here = given;
}

/** Is a name in the tree, in parts of it that are not passed over? */
export function mentions(tree: unknown, name: string, isPassedOver = (_: object) => false): boolean {
  if (Array.isArray(tree)) return tree.some((part) => mentions(part, name, isPassedOver));
  if (typeof tree !== 'object' || tree === null || isPassedOver(tree)) return false;
  const { kind, key } = tree as { kind?: string; key?: string };
  if (kind === 'identifier' && key === name) return true;
  return Object.values(tree).some((part) => mentions(part, name, isPassedOver));
}
