/** Allocated records and arrays that contain tasks or protected objects: each is known by its number. */
import { constant } from '../../../model/expression.js';
import type { AdaType } from '../resolve/type.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { beyond } from './bound.js';
import type { Context } from './context.js';
import { elementAt } from './element.js';
import { check } from './exception.js';
import { combine, isConstant, minus } from './fold.js';
import { makeObjects } from './make-objects.js';
import { activate } from './task.js';
import { type Scalar, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR, type World } from './world.js';

const made = new WeakMap<World, Map<object, Value[]>>();

export function compositesOf(world: World, { root }: AdaType): Value[] {
  const known = made.get(world) ?? new Map<object, Value[]>();
  made.set(world, known);
  const found = known.get(root) ?? [];
  known.set(root, found);
  return found;
}

/** Makes one, whose tasks run from now on; gives its number among those of its type. */
export function makeComposite(
  context: Context,
  type: AdaType,
  given: readonly Association[],
  declaration: number,
  initial?: Tree,
): { index: number; start(): void } {
  const all = compositesOf(context.world, type);
  const created: TaskObject[] = [];
  const index = all.length;
  all.push(unknown('an object being made', type));
  all[index] = makeObjects(context, `${type.name}#${index + 1}`, type, {
    given,
    declaration,
    created,
    ...(initial ? { initial: { tree: initial, context } } : {}),
  });
  return { index, start: () => activate(context, created) };
}

/** The object that an access value leads to. */
export function compositeAt(context: Context, type: AdaType, access: Scalar): Value {
  const { draft, world } = context;
  const all = compositesOf(world, type);
  const { expression } = access;
  if (isConstant(expression)) {
    const found = all[expression.value - 1];
    if (found) return found;
    check(context, constant(0), CONSTRAINT_ERROR);
    return unknown('a null access value', type);
  }
  check(context, combine('unequal', expression, constant(0)), CONSTRAINT_ERROR);
  const count = all.length;
  if (count === 0) return unknown(`what ${access.type.name} leads to`, type);
  const [known, later] = [draft.location(), draft.location()];
  draft.link(draft.here, known, { guard: combine('atMost', expression, constant(count)) });
  draft.link(draft.here, later, {
    guard: combine('greater', expression, constant(count)),
    provided: () => all.length > count,
  });
  draft.here = later;
  beyond(context, `an object of ${type.name} that is made further on in the text`);
  draft.here = known;
  return elementAt(all.slice(0, count), minus(expression, 1));
}
