/** Generic units: each instance is elaborated anew, with its actuals in place of the formals. */

import type { Builtin } from '../library/builtin.js';
import { libraryInstance } from '../library/instance.js';
import type { Entity, Generic } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { type AdaType, isScalar, sizeOfType, unknownType } from '../resolve/type.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Association, GenericFormal, Instance, Expression as Tree } from '../syntax/index.js';
import { target } from './apply.js';
import { assign, leavesOf } from './assign.js';
import { calledName, evaluateAll } from './call.js';
import { type Context, inner } from './context.js';
import { formalsOf, renaming, subprogramFrom } from './declare.js';
import { settledPlace } from './doubt.js';
import { evaluate } from './expression.js';
import { isConstant } from './fold.js';
import { denote, typeNamed } from './name.js';
import { declarePackage, elaborateBody } from './package.js';
import { anyValue } from './range-check.js';
import { hasObjects, storeFor } from './store.js';
import { subtypeOf } from './subtype.js';
import { typeFrom } from './type.js';
import type { Value } from './value.js';

export function instantiate(context: Context, tree: Instance): TaskObject[] {
  const { key, name } = tree.name.name;
  const denotation = denote(context, tree.generic);
  const generic =
    denotation.kind === 'entities' ? denotation.entities.find((e) => e.kind === 'generic') : undefined;
  if (generic?.kind !== 'generic') {
    const text = context.world.sources.text(tree.generic).toLowerCase().replace(/\s+/g, '');
    const known =
      denotation.kind === 'opaque'
        ? denotation.library
        : denotation.kind === 'entities' &&
          denotation.entities.some((e) => e.kind === 'package' && e.scope.library !== undefined);
    context.scope.declare(
      key,
      known
        ? libraryInstance(context, text, tree, name)
        : { kind: 'opaque', name, reason: `${text} is not declared in the given files` },
    );
    return [];
  }
  const { unit } = generic.declaration;
  const formals = new Scope(generic.scope, '');
  bindFormals(context, generic, tree.arguments, formals);
  const outside = inner(context, formals);
  if (unit.kind === 'package') {
    const inside = new Scope(formals, unit.name.key);
    if (generic.library) inside.library = 'open';
    const created = declarePackage(outside, unit, inside);
    context.scope.declare(key, { kind: 'package', name, scope: inside });
    if (generic.body?.kind === 'package-body') created.push(...elaborateBody(outside, generic.body, inside));
    return created;
  }
  const fresh = subprogramFrom(outside, unit.specification);
  const body = generic.body?.kind === 'subprogram-body' ? generic.body : undefined;
  context.scope.declare(key, {
    ...fresh,
    name,
    scope: formals,
    ...(body ? { body, formals: formalsOf(outside, body.specification.parameters) } : {}),
  });
  return [];
}

function bindFormals(context: Context, generic: Generic, given: readonly Association[], scope: Scope): void {
  let position = 0;
  for (const formal of generic.declaration.formals) {
    if (formal.kind === 'pragma' || formal.kind === 'use') continue;
    const names =
      formal.kind === 'formal-object'
        ? formal.names
        : [formal.kind === 'formal-subprogram' ? formal.specification.name.name : formal.name];
    for (const { key } of names) {
      const named = given.find(({ choices: [choice] }) => choice && 'key' in choice && choice.key === key);
      const positional = given[position]?.choices.length === 0 ? given[position] : undefined;
      position++;
      const actual = (named ?? positional)?.value;
      bindFormal(
        context,
        formal,
        key,
        actual && actual.kind !== 'range' && actual.kind !== 'subtype' ? actual : undefined,
        scope,
      );
    }
  }
}

/** A formal object of mode in has the value that was given where the instance is made. */
function constantOf(context: Context, name: string, formal: AdaType, value: Value): Value {
  const type = isScalar(formal) ? formal : (value.type ?? formal);
  const size = sizeOfType(type);
  if (size === 0 || size > context.world.settings.mostElements || hasObjects(type)) return value;
  const leaves = leavesOf(value);
  if (!leaves || leaves.every((leaf) => leaf.kind !== 'scalar' || isConstant(leaf.expression))) return value;
  const room = storeFor(context, name, type);
  assign(context, room, value);
  return room;
}

function bindFormal(
  context: Context,
  formal: Exclude<GenericFormal, { kind: 'pragma' | 'use' }>,
  key: string,
  actual: Tree | undefined,
  scope: Scope,
): void {
  const inside = inner(context, scope);
  switch (formal.kind) {
    case 'formal-object': {
      const type = subtypeOf(inside, formal.type);
      const tree = actual ?? formal.initial;
      const value = !tree
        ? anyValue(`${key} is not given`, type)
        : formal.mode === 'in'
          ? constantOf(context, key, type, evaluate(actual ? context : inside, tree, type))
          : settledPlace(context, target(context, tree));
      scope.declare(key, { kind: 'object', name: key, type, constant: formal.mode === 'in', value });
      return;
    }
    case 'formal-type': {
      const type = actual ? typeNamed(context, actual) : undefined;
      const own =
        'kind' in formal.definition && formal.definition.kind !== 'formal-scalar'
          ? formal.definition
          : undefined;
      const fallback = own ? typeFrom(inside, own, key) : unknownType(key, `${key} is not given`);
      scope.declare(key, { kind: 'type', name: key, type: type ?? fallback });
      return;
    }
    case 'formal-subprogram': {
      const { preset, specification } = formal;
      if (!actual && preset === 'null') {
        const builtin: Builtin = { call: (at, given) => void evaluateAll(at, given) };
        scope.declare(key, { ...subprogramFrom(inside, specification), builtin });
        return;
      }
      const named = typeof preset === 'object' ? denote(inside, preset) : undefined;
      const entities = context.scope.lookUp(key);
      const denotation = actual ? denote(context, actual) : (named ?? { kind: 'entities', entities });
      const name = actual ? calledName(actual) : key;
      const entity = renaming(inside, specification, denotation, name);
      if (entity.renames || entity.builtin) scope.declare(key, entity);
      else scope.declare(key, { kind: 'opaque', name: key, reason: `${key} is not given` });
      return;
    }
    case 'formal-package': {
      const entity = actual ? entitiesOf(context, actual)[0] : undefined;
      scope.declare(key, entity ?? { kind: 'opaque', name: key, reason: `${key} is not given` });
    }
  }
}

function entitiesOf(context: Context, tree: Tree): readonly Entity[] {
  const denotation = denote(context, tree);
  return denotation.kind === 'entities' ? denotation.entities : [];
}
