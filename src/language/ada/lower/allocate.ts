/** Allocators: tasks and protected objects are made before the program runs, as many as may be needed. */
import { constant, read } from '../../../model/expression.js';
import type { AdaType } from '../resolve/type.js';
import { sizeOfType } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { beyond } from './bound.js';
import { joinFamily } from './class-wide.js';
import { makeComposite } from './composite.js';
import type { Context } from './context.js';
import { initialize } from './controlled.js';
import { initialRecord } from './discriminants.js';
import { evaluate } from './expression.js';
import { equal, plus } from './fold.js';
import { typeNamed } from './name.js';
import { defaultValue } from './object.js';
import { poolOf, shapeNumber, whyLost } from './pool.js';
import { createProtected } from './protected-unit.js';
import { rvalue } from './read.js';
import { allocateRecursive, isRecursive } from './recursive-tasks.js';
import { hasObjects, storeFor } from './store.js';
import { discriminantArguments, subtypeOf } from './subtype.js';
import { activate } from './task.js';
import { createTask } from './task-unit.js';
import { scalar, unknown, type Value } from './value.js';
import { wordType } from './world.js';

type Allocator = Extract<Tree, { kind: 'allocator' }>;

export function allocate(context: Context, tree: Allocator, expected?: AdaType): Value {
  const designated = tree.subtype
    ? subtypeOf(context, tree.subtype)
    : tree.value
      ? typeNamed(context, tree.value.mark)
      : undefined;
  if (!designated) return unknown('an allocator', expected);
  const type: AdaType =
    expected?.kind === 'access'
      ? expected
      : { kind: 'access', name: 'access', root: {}, target: () => designated, pool: context.master };
  joinFamily(context, type, designated);
  const given = tree.subtype ? discriminantArguments(tree.subtype) : [];
  const name = designated.name;
  if (designated.kind === 'task') {
    const { unit, given: asked = { arguments: [], scope: context.scope } } = designated;
    const master = masterOf(context, type);
    master.pool = true;
    if (isRecursive(context, unit)) return allocateRecursive(context, type, unit, master, given);
    return many(
      context,
      type,
      () => createTask({ ...context, master, repeats: 1 }, unit, `${name}#${unit.objects.length + 1}`, asked),
      (object) => activate(context, [object]),
    );
  }
  if (designated.kind === 'protected') {
    const { unit, given: asked = { arguments: [], scope: context.scope } } = designated;
    return many(
      context,
      type,
      () => createProtected(context, unit, `${name}#${unit.objects.length + 1}`, asked),
      () => undefined,
    );
  }
  if (hasObjects(designated)) {
    const master = masterOf(context, type);
    master.pool = true;
    const place = { ...context, master, repeats: 1 };
    return many(
      context,
      type,
      () => makeComposite(place, designated, given, tree.start, tree.value?.operand),
      (object) => object.start(),
    );
  }
  // Where only the allocator tells the bounds, elements are not kept.
  if (sizeOfType(designated) === 0 || (type.kind === 'access' && sizeOfType(type.target()) === 0)) {
    const initial = tree.value && evaluate(context, tree.value.operand, designated);
    if (!initial) initialize(context, unknown(designated.name, designated), designated);
    return scalar(type, shapeNumber(context.world, initial?.type ?? designated));
  }
  return data(context, type, designated, tree);
}

/** The tasks of allocated objects depend on where the access type is declared. */
const masterOf = (context: Context, type: AdaType): Context['master'] =>
  type.kind === 'access' && 'tasks' in type.pool ? (type.pool as Context['master']) : context.master;

/** One object for each time control may come here. */
function many<Made extends { index: number }>(
  context: Context,
  type: AdaType,
  make: () => Made,
  start: (object: Made) => void,
): Value {
  const { draft, world } = context;
  const unbounded = context.repeats > world.settings.mostAllocated;
  const count = unbounded ? world.settings.mostAllocated : Math.max(1, context.repeats);
  if (count === 1) {
    const object = make();
    start(object);
    return scalar(type, object.index + 1);
  }
  const next = world.variable(`${draft.name}: allocated here`, wordType, 0);
  const result = storeFor(context, 'new', type);
  const from = draft.here;
  const over = draft.location();
  for (let i = 0; i < count; i++) {
    const turn = draft.location();
    draft.link(from, turn, {
      guard: equal(read(next), i),
      effects: [{ kind: 'assign', place: next, value: plus(read(next), 1) }],
    });
    draft.here = turn;
    const object = make();
    start(object);
    assign(context, result, scalar(type, object.index + 1));
    draft.jump(over);
  }
  const none = draft.location();
  draft.link(from, none, { guard: equal(read(next), count) });
  draft.here = none;
  if (unbounded) beyond(context, `more than ${count} objects from one allocator`);
  draft.here = over;
  return rvalue(result);
}

function data(context: Context, type: AdaType, designated: AdaType, tree: Allocator): Value {
  const { draft, world } = context;
  const limit = world.settings.mostAllocated;
  const count = Math.max(1, Math.min(limit, context.repeats));
  const pool = poolOf(world, designated);
  pool.type.length += count;
  if (context.repeats > limit) pool.open = true;
  const initial = tree.value
    ? evaluate(context, tree.value.operand, designated)
    : designated.kind === 'record'
      ? initialRecord(context, designated, tree.subtype ? discriminantArguments(tree.subtype) : [])
      : defaultValue(context, designated);
  const result = storeFor(context, 'new', type);
  const fits = draft.location();
  const full = draft.location();
  const length = lateLength(context, pool.type);
  draft.link(draft.here, fits, {
    guard: { kind: 'binary', operator: 'less', left: read(pool.used), right: length },
    effects: [
      { kind: 'assign', place: pool.used, value: plus(read(pool.used), 1) },
      { kind: 'assign', place: result.place, value: read(pool.used) },
    ],
    atomic: true,
    text: `new ${designated.name}`,
  });
  draft.link(draft.here, full, {
    guard: { kind: 'binary', operator: 'atLeast', left: read(pool.used), right: length },
    provided: () => pool.open,
  });
  draft.here = full;
  beyond(context, `more objects of ${designated.name} than are kept`);
  draft.here = fits;
  const place = { ...pool.place, path: [{ kind: 'index' as const, index: read(result.place) }] };
  const lost = whyLost(world, designated);
  const object: Value =
    lost === undefined ? { kind: 'stored', type: designated, place } : unknown(lost, designated);
  if (object.kind === 'stored') assign(context, object, initial);
  if (!tree.value) initialize(context, object, designated);
  return rvalue(result);
}

/** How much room there will be when everything is written. */
function lateLength(context: Context, type: { length: number }) {
  const length = { ...constant(0) } as { kind: 'constant'; value: number };
  context.world.finishing.push(() => {
    length.value = type.length;
  });
  return length;
}
