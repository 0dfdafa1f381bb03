/** Object declarations: variables, constants, and the tasks and protected objects among them. */
import { constant } from '../../../model/expression.js';
import { type AdaType, isScalar, lengthOf } from '../resolve/type.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Declaration, Identifier, ObjectDeclaration } from '../syntax/index.js';
import { target } from './apply.js';
import { isStatic } from './arithmetic.js';
import { assign, leavesOf } from './assign.js';
import { type Context, inner } from './context.js';
import { control } from './controlled.js';
import { convert } from './convert.js';
import { initialRecord } from './discriminants.js';
import { settledPlace } from './doubt.js';
import { evaluate } from './expression.js';
import { makeObjects } from './make-objects.js';
import { declaredRoom } from './pool.js';
import { hasObjects, roomFor } from './store.js';
import { discriminantArguments, subtypeOf } from './subtype.js';
import { scalar, staticValue, unknown, type Value } from './value.js';

export function declareObject(context: Context, tree: ObjectDeclaration): TaskObject[] {
  const type = subtypeOf(context, tree.type);
  const created: TaskObject[] = [];
  for (const identifier of tree.names) {
    const { name, key } = identifier;
    const value = hasObjects(type)
      ? makeObjects(context, name, type, {
          given: discriminantArguments(tree.type),
          declaration: identifier.start,
          created,
          ...(tree.initial ? { initial: { tree: tree.initial, context } } : {}),
        })
      : variable(context, identifier, type, tree);
    control(context, value, type, tree.initial !== undefined);
    context.scope.declare(key, {
      kind: 'object',
      name,
      type: value.type ?? type,
      constant: tree.constant,
      value,
    });
  }
  return created;
}

function variable(
  context: Context,
  identifier: Identifier,
  declared: AdaType,
  tree: ObjectDeclaration,
): Value {
  const { world } = context;
  const { name, key } = identifier;
  const initial = tree.initial ? evaluate(context, tree.initial, declared) : undefined;
  const type =
    initial?.type && declared.kind === 'array' && initial.type.kind === 'array'
      ? fixed(declared, initial.type)
      : declared;
  const unchanged = tree.constant || !world.mentions.assigned.has(key);
  if (initial && unchanged) {
    if (initial.kind === 'scalar' && staticValue(initial) !== undefined) {
      const value = convert(context, initial, type);
      const isConstant = value.kind === 'scalar' && tree.constant && isStatic(context, tree.initial!);
      return isConstant ? { ...value, isStatic: true } : value;
    }
    if (initial.kind === 'parts' && leavesOf(initial)?.every((leaf) => staticValue(leaf) !== undefined))
      return constantArray(context, name, type, initial, identifier.start);
    if (initial.kind === 'unknown' && !isScalar(type)) return { ...initial, type };
    if (initial.kind === 'task' || initial.kind === 'protected') return initial;
  }
  const shared = tree.aliased && world.mentions.accessed.has(key) ? declaredRoom(world, type) : undefined;
  const room = shared ?? roomFor(context, nameIn(context, name), type, identifier.start);
  const given = discriminantArguments(tree.type);
  const value =
    initial ??
    (type.kind === 'record' && (given.length > 0 || hasDefaults(type))
      ? initialRecord(context, type, given)
      : hasDefaults(type)
        ? defaultValue(context, type)
        : undefined);
  if (value) initialise(context, room, value);
  return room;
}

const constantArray = (
  context: Context,
  name: string,
  type: AdaType,
  initial: Value,
  start: number,
): Value => {
  const room = roomFor(context, nameIn(context, name), type, start);
  initialise(context, room, initial);
  if (room.kind === 'unknown') return initial;
  if (initial.kind === 'parts') constants.set(room, initial);
  return room;
};

/** Arrays and records that never change, as they were written. */
const constants = new WeakMap<Value, Extract<Value, { kind: 'parts' }>>();
export const constantParts = (value: Value): Extract<Value, { kind: 'parts' }> | undefined =>
  constants.get(value);

const fixed = (
  declared: Extract<AdaType, { kind: 'array' }>,
  given: Extract<AdaType, { kind: 'array' }>,
): AdaType => (lengthOf(declared) === undefined ? { ...declared, indices: given.indices } : declared);

/** Names in traces tell apart what different tasks and packages declare. */
const nameIn = (context: Context, name: string): string => {
  const owner = context.inside?.name ?? context.task?.name ?? context.scope.name;
  return owner ? `${owner}.${name}` : name;
};

/** What nothing has happened before is how the program starts; anything later is an assignment. */
function initialise(context: Context, room: Value, value: Value): void {
  const { draft, world } = context;
  if (room.kind !== 'stored') {
    assign(context, room, value);
    return;
  }
  const untouched = draft.steps.length === 0 && draft.here === 0;
  const leaves = leavesOf(value);
  const places = leavesOf(room, true);
  const free = room.type.kind !== 'record' || room.type.fields.every((field) => field.fixed === undefined);
  if (free && untouched && leaves && places?.length === leaves.length && room.place.path.length === 0) {
    const numbers = leaves.map((leaf) => staticValue(leaf));
    if (numbers.every((n) => n !== undefined) && numbers.every((n, i) => inRange(places[i].type!, n!))) {
      world.variables[room.place.variable].initial = numbers.map((n) => constant(n!));
      return;
    }
  }
  assign(context, room, value);
}

const inRange = (type: AdaType, n: number): boolean =>
  (type.kind !== 'integer' && type.kind !== 'enumeration') || (n >= type.low && n <= type.high);

/** Does a declaration without a value give one all the same? */
function hasDefaults(type: AdaType): boolean {
  if (type.kind === 'array') return hasDefaults(type.element);
  return (
    type.kind === 'record' &&
    type.fields.some((field) => field.initial || field.fixed !== undefined || hasDefaults(field.type))
  );
}

/** What a variable holds before anything is assigned, where its type says so. */
export function defaultValue(context: Context, type: AdaType): Value {
  if (type.kind === 'record') {
    const here = inner(context, type.scope);
    const parts = type.fields.map((field) =>
      field.fixed !== undefined
        ? scalar(field.type, field.fixed)
        : field.initial
          ? evaluate(here, field.initial, field.type)
          : defaultValue(context, field.type),
    );
    return { kind: 'parts', type, parts };
  }
  if (type.kind === 'array') {
    const length = lengthOf(type);
    if (length === undefined || length > context.world.settings.mostElements)
      return unknown('an array', type);
    return { kind: 'parts', type, parts: Array.from({ length }, () => defaultValue(context, type.element)) };
  }
  if (type.kind === 'integer' || type.kind === 'enumeration')
    return scalar(type, type.low <= 0 && type.high >= 0 ? 0 : type.low);
  if (type.kind === 'access') return scalar(type, 0);
  return unknown(type.name, type);
}

export function declareRenaming(
  context: Context,
  tree: Extract<Declaration, { kind: 'object-renaming' }>,
): void {
  const value = settledPlace(context, target(context, tree.renamed));
  const { name, key } = tree.name;
  const type = value.type ?? (tree.type ? subtypeOf(context, tree.type) : undefined);
  if (type) context.scope.declare(key, { kind: 'object', name, type, constant: false, value });
}
