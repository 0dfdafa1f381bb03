/** What a name denotes: a value, or declarations among which the use decides. */
import type { Place } from '../../../model/expression.js';
import type { Entity } from '../resolve/entity.js';
import { type AdaType, arithmeticRange, isLong, sizeOfType, WORD } from '../resolve/type.js';
import type { EntryUnit, TaskObject, TaskUnit } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import { chooseAny } from './assign.js';
import { checkFamily } from './class-wide.js';
import type { Context } from './context.js';
import { mayFail } from './exception.js';
import { evaluate } from './expression.js';
import { dereference } from './pool.js';
import { anyValue } from './range-check.js';
import { rvalue } from './read.js';
import { storeFor } from './store.js';
import { type ProtectedValue, type TaskValue, unknown, type Value } from './value.js';
import { CONSTRAINT_ERROR } from './world.js';

export type Denotation =
  | { kind: 'value'; value: Value }
  | { kind: 'entities'; entities: readonly Entity[] }
  /** An entry or operation of a task or protected object; `index` of a family. */
  | { kind: 'member'; of: TaskValue | ProtectedValue; key: string; name: string; index?: Tree }
  /** Not modelled; `library` where it is an operation of the predefined library, on `object` if that is given. */
  | { kind: 'opaque'; reason: string; library?: boolean; object?: Value };

const denotesValue = (value: Value): Denotation => ({ kind: 'value', value });

/** The denotation of a name, without calling anything. */
export function denote(context: Context, tree: Tree): Denotation {
  switch (tree.kind) {
    case 'identifier':
    case 'character':
    case 'operator':
      return ofEntities(context, context.scope.lookUp(tree.key), tree.name);
    case 'selected':
      return selected(context, tree);
    case 'parenthesized':
      return denote(context, tree.expression);
    case 'target':
      return context.target ? denotesValue(context.target) : { kind: 'opaque', reason: '@' };
    default:
      return denotesValue(evaluate(context, tree));
  }
}

function ofEntities(context: Context, entities: readonly Entity[], name: string): Denotation {
  const [first] = entities;
  if (!first) {
    const library = context.scope.seesLibrary && context.world.missing.size === 0;
    const reason = library ? `${name} of the library` : `${name} is not declared in the given files`;
    return { kind: 'opaque', reason, library };
  }
  if (first.kind === 'opaque') return { kind: 'opaque', reason: first.reason, library: first.library };
  if (first.kind === 'object') return denotesValue(first.value);
  // An entry hides nothing that can be told apart from it: a call decides (`calledBy`).
  if (entities.some((e) => e.kind === 'entry') && entities.some((e) => e.kind === 'subprogram'))
    return { kind: 'entities', entities };
  return ofEntry(context, entities) ?? { kind: 'entities', entities };
}

/** An entry of the task or protected object around, where that is what the name stands for. */
export function ofEntry(context: Context, entities: readonly Entity[]): Denotation | undefined {
  const first = entities.find((e) => e.kind === 'entry');
  if (first?.kind === 'entry') {
    const { of } = first;
    if ('declaration' in of && 'master' in of) {
      if (!context.task) return { kind: 'opaque', reason: `${first.name} outside its task` };
      return {
        kind: 'member',
        of: ownTask(taskOf(context.task, of)),
        key: first.entry.key,
        name: first.entry.name,
      };
    }
    if ('queues' in of) {
      const type: ProtectedValue['type'] = { kind: 'protected', name: of.name, root: of.unit, unit: of.unit };
      const self: ProtectedValue = { kind: 'protected', type, objects: [of] };
      return { kind: 'member', of: self, key: first.entry.key, name: first.entry.name };
    }
  }
  return undefined;
}

/** The task itself as a value. */
export function ownTask(task: TaskObject): TaskValue {
  const { unit } = task;
  return { kind: 'task', type: { kind: 'task', name: unit.name, root: unit, unit }, objects: [task] };
}

/** The task of this unit that the given one is, or is nested in. */
function taskOf(task: TaskObject, unit: TaskUnit): TaskObject {
  for (let at: TaskObject | undefined = task; at; at = at.parent) if (at.unit === unit) return at;
  return task;
}

function selected(context: Context, tree: Extract<Tree, { kind: 'selected' }>): Denotation {
  const prefix = denote(context, tree.prefix);
  const { key, name } = tree.selector;
  switch (prefix.kind) {
    case 'opaque':
      return prefix;
    case 'entities': {
      const [first] = prefix.entities;
      if (first.kind === 'package' || first.kind === 'region') {
        // A formal of a generic package stands beside its declarations.
        const formal = first.scope.parent?.name === '' ? first.scope.parent.own(key) : [];
        const own = first.scope.own(key);
        const found = own.every((e) => e.kind === 'subprogram') ? [...own, ...formal] : own;
        if (own.length === 0 && first.kind === 'region' && first.task)
          return { kind: 'member', of: ownTask(first.task), key, name };
        if (found.length > 0) return ofEntities(context, found, name);
        const library = first.scope.library !== undefined;
        const reason = library
          ? `${first.name}.${name}`
          : `${first.name}.${name} is not declared in the given files`;
        return { kind: 'opaque', reason, library };
      }
      if (first.kind === 'subprogram') {
        const region = prefix.entities.find((e) => e.kind === 'region');
        if (region?.kind === 'region') return ofEntities(context, region.scope.own(key), name);
        return member(context, evaluate(context, tree.prefix), tree);
      }
      return { kind: 'opaque', reason: `${name} of a ${first.kind}` };
    }
    case 'value':
      return member(context, prefix.value, tree);
    case 'member':
      return { kind: 'opaque', reason: `${prefix.name}.${name}` };
  }
}

/** `Value.Name`: a field, or an operation of a task or protected object. */
function member(context: Context, prefix: Value, tree: Extract<Tree, { kind: 'selected' }>): Denotation {
  const { key, name } = tree.selector;
  const value = throughAccess(context, prefix);
  if (value.kind === 'task' || value.kind === 'protected') {
    return { kind: 'member', of: value, key, name };
  }
  if (value.kind === 'unknown' && value.type && isLibraryType(value.type))
    return { kind: 'opaque', reason: value.reason, library: true, object: value };
  const field = fieldOf(value, key);
  if (field) return denotesValue(field);
  // `Object.Operation (…)`: the object is the first parameter.
  const type = value.kind === 'unknown' ? undefined : value.type;
  const beside = type?.kind === 'record' ? type.scope.own(key) : [];
  const primitive = [...new Set([...beside, ...context.scope.lookUp(key)])].filter(
    (e) => e.kind === 'subprogram',
  );
  if (primitive.length > 0)
    return { kind: 'entities', entities: primitive.map((e) => withObject(e, prefix)) };
  const reason = value.kind === 'unknown' ? value.reason : `${name} of a value that is not kept`;
  if (value.type && isLibraryType(value.type))
    return { kind: 'opaque', reason, library: true, object: value };
  return denotesValue(unknown(reason));
}

/** Is it a type of the predefined library? */
const isLibraryType = (type: AdaType): boolean =>
  type.kind === 'unknown'
    ? type.library === true
    : type.kind === 'record' && type.scope.library !== undefined;

const boundTo = new WeakMap<object, Value>();
/** The subprogram with its first argument given. */
export function withObject<T extends Entity>(entity: T, first: Value): T {
  const copy = { ...entity };
  boundTo.set(copy, first);
  return copy;
}
/** The object in `Object.Operation`, which is passed before the other arguments. */
export const boundArgument = (entity: Entity): Value | undefined => boundTo.get(entity);

export function fieldOf(value: Value, key: string): Value | undefined {
  const { type } = value;
  if (value.kind === 'unknown') {
    const found = type?.kind === 'record' ? type.fields.find((field) => field.key === key) : undefined;
    return anyValue(value.reason, found?.type, value.range);
  }
  if (type?.kind !== 'record') return undefined;
  const index = type.fields.findIndex((field) => field.key === key);
  if (index < 0) return undefined;
  const field = type.fields[index];
  if (value.kind === 'parts') return value.parts[index];
  if (value.kind !== 'stored') return undefined;
  if (sizeOfType(field.type) === 0) return anyValue(`${field.name}: ${whyUnkept(field.type)}`, field.type);
  return { kind: 'stored', type: field.type, place: extend(value.place, { kind: 'field', field: index }) };
}

export const extend = (place: Place, selector: Place['path'][number]): Place => ({
  ...place,
  path: [...place.path, selector],
});

export function whyUnkept(type: AdaType): string {
  if (type.kind === 'unknown') return type.reason;
  if (type.kind === 'array') return whyUnkept(type.element);
  return `${type.name} is not kept`;
}

/** The object an access value leads to; anything else is itself. */
export function throughAccess(context: Context, value: Value): Value {
  const { type } = value;
  if (type?.kind !== 'access') return value;
  if (value.kind !== 'unknown') return dereference(context, rvalue(value));
  checkFamily(context, type, value);
  if (!context.assigned) {
    mayFail(context, value.reason, CONSTRAINT_ERROR);
    return anyValue(value.reason, type.target());
  }
  const room = storeFor(context, type.name, type);
  chooseAny(context, room, value.reason);
  return dereference(context, rvalue(room));
}

/** The type a name stands for, if it does. */
export function typeNamed(context: Context, tree: Tree): AdaType | undefined {
  if (tree.kind === 'attribute') {
    const key = tree.attribute.key;
    if (key === 'class') {
      const type = typeNamed(context, tree.prefix);
      return type ?? undefined;
    }
    if (key === 'base') return baseOf(typeNamed(context, tree.prefix));
    return undefined;
  }
  if (tree.kind !== 'identifier' && tree.kind !== 'selected') return undefined;
  const denotation = denoteType(context, tree);
  return denotation;
}

/** An integer type without its constraint. */
function baseOf(type: AdaType | undefined): AdaType | undefined {
  if (type?.kind !== 'integer' || type.modulus !== undefined) return type;
  if (isLong(type)) return { ...type, ...WORD };
  return { ...type, ...arithmeticRange(type) };
}

function denoteType(context: Context, tree: Tree): AdaType | undefined {
  if (tree.kind === 'identifier') {
    const found = context.scope.lookUp(tree.key).find((e) => e.kind === 'type');
    return found?.kind === 'type' ? found.type : undefined;
  }
  const denotation = denote(context, tree);
  if (denotation.kind !== 'entities') return undefined;
  const found = denotation.entities.find((e) => e.kind === 'type');
  return found?.kind === 'type' ? found.type : undefined;
}

/** The number of the exception; undefined for one that no given file declares. */
export function exceptionNamed(
  context: Context,
  tree: Tree | { kind: 'range' | 'subtype' },
): number | undefined {
  if (tree.kind === 'range' || tree.kind === 'subtype') return undefined;
  const denotation = denote(context, tree as Tree);
  if (denotation.kind !== 'entities') return undefined;
  const [first] = denotation.entities;
  return first.kind === 'exception' ? first.id : undefined;
}

/** The entry of that name. */
export const entryOf = (of: TaskValue | ProtectedValue, key: string): EntryUnit | undefined =>
  of.type.unit.entries.named(key)[0];
