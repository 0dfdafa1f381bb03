/** Tasks and protected objects, alone or in arrays and records, with the data beside them. */
import { constant } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { INTEGER } from '../resolve/standard.js';
import {
  type AdaType,
  type ArrayType,
  type Given,
  lengthOf,
  type RecordField,
  type RecordType,
} from '../resolve/type.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { beyond } from './bound.js';
import { type Context, inner } from './context.js';
import { discriminantValues } from './discriminants.js';
import { evaluate } from './expression.js';
import { createProtected, finalizeProtected } from './protected-unit.js';
import { hasObjects, roomFor } from './store.js';
import { createTask } from './task-unit.js';
import { scalar, staticValue, unknown, type Value } from './value.js';
import { hasComponent } from './variant.js';

export interface Making {
  /** What is written with the object for its discriminants. */
  readonly given: readonly Association[];
  readonly declaration: number;
  /** The tasks among the objects, to be activated together. */
  readonly created: TaskObject[];
  /** The value that the declaration or the allocator gives, and where its names are looked up. */
  readonly initial?: { readonly tree: Tree; readonly context: Context };
  /** Where the data beside the objects are kept. */
  readonly rooms?: (field: RecordField) => Value | undefined;
}

export function makeObjects(context: Context, name: string, type: AdaType, making: Making): Value {
  const { given, declaration, created } = making;
  switch (type.kind) {
    case 'task': {
      if (making.initial) madeByFunction(context, name);
      const object = createTask(context, type.unit, name, asked(context, type, given));
      created.push(object);
      return { kind: 'task', type, objects: [object] };
    }
    case 'protected': {
      if (making.initial) madeByFunction(context, name);
      const object = createProtected(context, type.unit, name, asked(context, type, given));
      finalizeProtected(context, object);
      return { kind: 'protected', type, objects: [object] };
    }
    case 'array':
      return makeArray(context, name, type, making);
    case 'record':
      return makeRecord(context, name, type, making);
    default:
      return roomFor(context, name, type, declaration);
  }
}

/** Tasks that are a part of what a function gives are made inside it, and activated by whoever has called it. */
const madeByFunction = (context: Context, name: string): void =>
  beyond(context, `the value of ${name}, with tasks or protected objects that are made elsewhere`);

function makeArray(context: Context, name: string, type: ArrayType, making: Making): Value {
  const { declaration, created } = making;
  const length = lengthOf(type);
  if (length === undefined || length > context.world.settings.mostElements)
    return unknown(`${name}: an array of tasks without known bounds`, type);
  const values = elementValues(context, name, making, length);
  const { element } = type;
  const data =
    element.kind === 'record' && length > 1
      ? arraysFor(context, name, element, length, declaration)
      : undefined;
  const parts = Array.from({ length }, (_, i) =>
    makeObjects(context, `${name}(${subscripts(type, i).join(',')})`, element, {
      given: [],
      declaration,
      created,
      initial: values(i),
      ...(data ? { rooms: (field) => elementOf(data.get(field), i) } : {}),
    }),
  );
  return { kind: 'parts', type, parts };
}

/** What an aggregate gives the elements: each its own value, the same to all, or to all what they have by themselves. */
function elementValues(
  context: Context,
  name: string,
  { initial }: Making,
  length: number,
): (position: number) => Making['initial'] {
  if (!initial) return () => undefined;
  const tree = bare(initial.tree);
  const associations = tree.kind === 'aggregate' ? tree.associations : undefined;
  if (associations?.every(({ value }) => value === undefined)) return () => undefined;
  const positional = associations?.every((each) => each.choices.length === 0 && !each.iteration);
  if (associations && positional && associations.length === length)
    return (position) => written(associations[position], initial.context);
  if (associations?.length === 1 && associations[0].choices.some(({ kind }) => kind === 'others'))
    return () => written(associations[0], initial.context);
  madeByFunction(context, name);
  return () => undefined;
}

function makeRecord(context: Context, name: string, type: RecordType, making: Making): Value {
  const { declaration, created, initial, rooms } = making;
  const scope = new Scope(type.scope, type.scope.name);
  const inside = inner(context, scope);
  const tree = initial && bare(initial.tree);
  const aggregate = tree?.kind === 'aggregate' && !tree.ancestor ? tree : undefined;
  if (initial && !aggregate) madeByFunction(context, name);
  const associations = aggregate?.associations ?? [];
  const values =
    making.given.length === 0 && initial
      ? discriminantValues(initial.context, type, associations)
      : discriminantValues(context, type, making.given);
  if (making.given.length === 0 && type.fields.some((field) => field.given))
    beyond(context, `${name}, whose discriminants are not known`);
  const parts: Value[] = [];
  let position = 0;
  for (const field of type.fields) {
    const part = `${name}.${field.name}`;
    const isThere = hasComponent(inside, type, parts, field);
    if (isThere === undefined && hasObjects(field.type))
      beyond(context, `${name}, whose discriminants are not known`);
    if (isThere === false) {
      parts.push(unknown(`${part}, which this variant does not have`, field.type));
      continue;
    }
    const association = associationOf(associations, field, position++);
    const value = written(association, initial?.context ?? context) ?? ownValue(field, inside);
    if (hasObjects(field.type)) {
      const given = field.constraint ?? [];
      parts.push(makeObjects(inside, part, field.type, { given, declaration, created, initial: value }));
      continue;
    }
    const known =
      field.fixed === undefined ? values.get(field.key) : scalar(field.type, constant(field.fixed));
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
    else if (value) assign(context, room, evaluate(value.context, value.tree, field.type));
    parts.push(room);
  }
  return { kind: 'parts', type, parts };
}

const ownValue = ({ initial }: RecordField, context: Context): Making['initial'] =>
  initial && { tree: initial, context };

/** The value in an association; `<>` stands for the one that the component has by itself. */
const written = (association: Association | undefined, context: Context): Making['initial'] =>
  association?.value && association.value.kind !== 'range' && association.value.kind !== 'subtype'
    ? { tree: association.value, context }
    : undefined;

function bare(tree: Tree): Tree {
  if (tree.kind === 'parenthesized') return bare(tree.expression);
  return tree.kind === 'qualified' ? bare(tree.operand) : tree;
}

const associationOf = (
  associations: readonly Association[],
  { key }: RecordField,
  position: number,
): Association | undefined =>
  associations[position]?.choices.length === 0
    ? associations[position]
    : (associations.find(({ choices }) =>
        choices.some((choice) => choice.kind === 'identifier' && choice.key === key),
      ) ?? associations.find(({ choices }) => choices.some(({ kind }) => kind === 'others')));

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

function subscripts(type: ArrayType, position: number): (number | string)[] {
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
