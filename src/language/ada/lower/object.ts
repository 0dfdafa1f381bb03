/** Object declarations: variables, constants, and the tasks and protected objects among them. */
import { constant } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { INTEGER } from '../resolve/standard.js';
import {
  type AdaType,
  type Given,
  isScalar,
  lengthOf,
  type RecordField,
  type RecordType,
} from '../resolve/type.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Association, Declaration, Identifier, ObjectDeclaration } from '../syntax/index.js';
import { target } from './apply.js';
import { isStatic } from './arithmetic.js';
import { assign, leavesOf } from './assign.js';
import { type Context, inner } from './context.js';
import { control } from './controlled.js';
import { convert } from './convert.js';
import { discriminantValues, initialRecord } from './discriminants.js';
import { settledPlace } from './doubt.js';
import { evaluate } from './expression.js';
import { declaredRoom } from './pool.js';
import { createProtected } from './protected-unit.js';
import { hasObjects, roomFor } from './store.js';
import { discriminantArguments, subtypeOf } from './subtype.js';
import { createTask } from './task-unit.js';
import { scalar, staticValue, unknown, type Value } from './value.js';

export function declareObject(context: Context, tree: ObjectDeclaration): TaskObject[] {
  const type = subtypeOf(context, tree.type);
  const created: TaskObject[] = [];
  for (const identifier of tree.names) {
    const { name, key } = identifier;
    const value = hasObjects(type)
      ? makeObjects(context, name, type, discriminantArguments(tree.type), identifier.start, created)
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

/** Tasks and protected objects, alone or in arrays and records. */
export function makeObjects(
  context: Context,
  name: string,
  type: AdaType,
  given: readonly Association[],
  declaration: number,
  created: TaskObject[],
  rooms?: Rooms,
): Value {
  switch (type.kind) {
    case 'task': {
      const object = createTask(context, type.unit, name, asked(context, type, given));
      created.push(object);
      return { kind: 'task', type, objects: [object] };
    }
    case 'protected':
      return {
        kind: 'protected',
        type,
        objects: [createProtected(context, type.unit, name, asked(context, type, given))],
      };
    case 'array': {
      const length = lengthOf(type);
      if (length === undefined || length > context.world.settings.mostElements)
        return unknown(`${name}: an array of tasks without known bounds`, type);
      const { element } = type;
      const data =
        element.kind === 'record' && length > 1
          ? arraysFor(context, name, element, length, declaration)
          : undefined;
      const parts = Array.from({ length }, (_, i) =>
        makeObjects(
          context,
          `${name}(${subscripts(type, i).join(',')})`,
          element,
          [],
          declaration,
          created,
          data && ((field) => elementOf(data.get(field), i)),
        ),
      );
      return { kind: 'parts', type, parts };
    }
    case 'record': {
      const scope = new Scope(type.scope, type.scope.name);
      const inside = inner(context, scope);
      const values = discriminantValues(context, type, given);
      const parts = type.fields.map((field): Value => {
        const part = `${name}.${field.name}`;
        if (hasObjects(field.type))
          return makeObjects(inside, part, field.type, field.constraint ?? [], declaration, created);
        const known = values.get(field.key);
        const fixed = known && staticValue(known) !== undefined;
        const room = fixed ? known : (rooms?.(field) ?? roomFor(context, part, field.type, declaration));
        if (known && !fixed) assign(context, room, known);
        if (field.discriminant)
          scope.declare(field.key, {
            kind: 'object',
            name: field.name,
            type: field.type,
            constant: true,
            value: room,
          });
        else if (field.initial) assign(context, room, evaluate(inside, field.initial, field.type));
        return room;
      });
      return { kind: 'parts', type, parts };
    }
    default:
      return roomFor(context, name, type, declaration);
  }
}

type Rooms = (field: RecordField) => Value | undefined;

/** The data of many records that also have tasks or protected objects: one array for each component. */
function arraysFor(
  context: Context,
  name: string,
  { fields }: RecordType,
  length: number,
  declaration: number,
): Map<RecordField, Value> {
  const index = { type: INTEGER, low: 0, high: length - 1 };
  const data = fields.filter((field) => !field.discriminant && !hasObjects(field.type));
  return new Map(
    data.map((field): [RecordField, Value] => {
      const type: AdaType = { kind: 'array', name, root: {}, indices: [index], element: field.type };
      return [field, roomFor(context, `${name}.${field.name}`, type, declaration)];
    }),
  );
}

function elementOf(array: Value | undefined, position: number): Value | undefined {
  if (array?.kind !== 'stored' || array.type.kind !== 'array') return undefined;
  const path = [...array.place.path, { kind: 'index' as const, index: constant(position) }];
  return { kind: 'stored', type: array.type.element, place: { ...array.place, path } };
}

/** What is written with the object goes before what its subtype says. */
const asked = (context: Context, type: { given?: Given }, given: readonly Association[]): Given =>
  given.length === 0 && type.given ? type.given : { arguments: given, scope: context.scope };

function subscripts(type: Extract<AdaType, { kind: 'array' }>, position: number): (number | string)[] {
  const all: (number | string)[] = [];
  let rest = position;
  for (let i = type.indices.length - 1; i >= 0; i--) {
    const { low = 0, high = 0, type: index } = type.indices[i];
    const length = high - low + 1;
    const value = low + (rest % length);
    all.unshift(index.kind === 'enumeration' ? (index.literals[value] ?? value) : value);
    rest = Math.floor(rest / length);
  }
  return all;
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
