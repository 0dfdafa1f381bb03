/**
 * Tasks that make tasks of their own type, as in a sieve: all of them share a number of objects, which are
 * taken one after the other; the answer says where there were not enough.
 */
import { constant, type Place, read } from '../../../model/expression.js';
import type { AdaType } from '../resolve/type.js';
import type { Master, TaskObject, TaskUnit } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { beyond } from './bound.js';
import { type Context, inner } from './context.js';
import { evaluate } from './expression.js';
import { equal, plus } from './fold.js';
import { LIFE } from './life.js';
import { rvalue } from './read.js';
import { storeFor } from './store.js';
import { start } from './task.js';
import { createTask } from './task-unit.js';
import { scalar, type Value } from './value.js';
import { wordType } from './world.js';

const MOST_OBJECTS = 12;

interface Shared {
  objects: TaskObject[];
  /** How many have been taken. */
  taken: Place;
}

const shared = new WeakMap<TaskUnit, Shared>();

/** Is this written in a task of the unit, or in one that such a task has made? */
export function isRecursive(context: Context, unit: TaskUnit): boolean {
  for (let task = context.task; task; task = task.parent) if (task.unit === unit) return true;
  return false;
}

export function allocateRecursive(
  context: Context,
  type: AdaType,
  unit: TaskUnit,
  master: Master,
  given: readonly Association[],
): Value {
  const { draft } = context;
  const { objects, taken } = sharedBy(context, unit, master);
  const values = unit.discriminants.map((formal, i) => {
    const named = given.find(
      ({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === formal.key,
    );
    const tree = (named ?? given[i])?.value as Tree | undefined;
    if (tree) return evaluate(context, tree, formal.type);
    return formal.initial ? evaluate(inner(context, unit.scope), formal.initial, formal.type) : undefined;
  });
  const result = storeFor(context, 'new', type);
  const [from, over] = [draft.here, draft.location()];
  objects.forEach((object, i) => {
    const turn = draft.location();
    draft.link(from, turn, {
      guard: equal(read(taken), i),
      effects: [{ kind: 'assign', place: taken, value: plus(read(taken), 1) }],
      atomic: true,
    });
    draft.here = turn;
    unit.discriminants.forEach((formal, j) => {
      const room = object.discriminants.get(formal.key);
      const value = values[j];
      if (room && value) assign(context, room, value);
    });
    start(context, [object]);
    assign(context, result, scalar(type, object.index + 1));
    draft.jump(over);
  });
  const none = draft.location();
  draft.link(from, none, { guard: equal(read(taken), objects.length) });
  draft.here = none;
  beyond(context, `more than ${objects.length} tasks ${unit.name} that such tasks make`);
  draft.here = over;
  return rvalue(result);
}

function sharedBy(context: Context, unit: TaskUnit, master: Master): Shared {
  const known = shared.get(unit);
  if (known) return known;
  const { world } = context;
  const taken = world.variable(`${unit.name} tasks made by ${unit.name}`, wordType, 0);
  const made: Shared = { objects: [], taken };
  shared.set(unit, made);
  const count = Math.min(MOST_OBJECTS, world.settings.mostAllocated);
  for (let i = 0; i < count; i++) {
    const name = `${unit.name}#${unit.objects.length + 1}`;
    const given = { arguments: [], scope: context.scope };
    const object = createTask({ ...context, master, task: undefined, repeats: 1 }, unit, name, given);
    for (const formal of unit.discriminants)
      object.discriminants.set(formal.key, storeFor(context, `${name}.${formal.name}`, formal.type));
    object.started = true;
    object.gated = true;
    world.variables[object.status.variable].initial = [constant(LIFE.dormant)];
    made.objects.push(object);
  }
  return made;
}
