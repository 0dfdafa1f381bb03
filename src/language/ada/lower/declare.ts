/** Declarative parts: everything declared in turn, and the tasks made on the way. */
import type { Entity, Subprogram } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import type { AdaType } from '../resolve/type.js';
import type { Formal, TaskObject } from '../resolve/unit.js';
import type { Declaration, Parameter, SubprogramSpecification } from '../syntax/index.js';
import { lowerPragma } from './assertion.js';
import { at, type Context } from './context.js';
import { evaluate } from './expression.js';
import { instantiate } from './generic.js';
import { type Denotation, denote } from './name.js';
import { declareObject, declareRenaming } from './object.js';
import { declarePackage, packageBody } from './package.js';
import { declareProtected, protectedBody } from './protected-unit.js';
import { inOrder } from './subprogram.js';
import { subtypeOf } from './subtype.js';
import { declareTask, taskBody } from './task-unit.js';
import { declareType, predicated } from './type.js';

/** Gives the tasks that were created, which are activated together. */
export function declareAll(context: Context, declarations: readonly Declaration[]): TaskObject[] {
  const created: TaskObject[] = [];
  for (const declaration of declarations) created.push(...declare(context, declaration));
  return created;
}

export function declare(context: Context, tree: Declaration): TaskObject[] {
  const { scope, world } = context;
  at(context, tree);
  switch (tree.kind) {
    case 'object':
      return declareObject(context, tree);
    case 'number':
      for (const { name, key } of tree.names) {
        const value = evaluate(context, tree.value);
        scope.declare(key, { kind: 'object', name, type: value.type!, constant: true, value });
      }
      return [];
    case 'type':
      declareType(context, tree);
      return [];
    case 'subtype-declaration':
      scope.declare(tree.name.key, {
        kind: 'type',
        name: tree.name.name,
        type: predicated(subtypeOf(context, tree.subtype), tree.aspects),
      });
      return [];
    case 'exception':
      for (const { name, key } of tree.names)
        scope.declare(key, { kind: 'exception', name, id: world.exception(name) });
      return [];
    case 'object-renaming':
      declareRenaming(context, tree);
      return [];
    case 'exception-renaming':
    case 'package-renaming': {
      const denotation = denote(context, tree.renamed);
      const key = tree.kind === 'exception-renaming' ? tree.name.key : tree.name.name.key;
      if (denotation.kind === 'entities')
        for (const entity of denotation.entities) scope.declare(key, entity);
      else scope.declare(key, { kind: 'opaque', name: key, reason: 'a renaming of what is not given' });
      return [];
    }
    case 'generic-renaming': {
      const denotation = denote(context, tree.renamed);
      if (denotation.kind === 'entities') scope.declare(tree.name.name.key, denotation.entities[0]);
      return [];
    }
    case 'subprogram':
    case 'null-procedure':
    case 'expression-function':
    case 'subprogram-body':
      declareSubprogram(context, tree);
      return [];
    case 'subprogram-renaming':
      declareSubprogramRenaming(context, tree);
      return [];
    case 'package':
      return declarePackage(context, tree);
    case 'package-body':
      return packageBody(context, tree);
    case 'instance':
      return instantiate(context, tree);
    case 'generic':
      scope.declare(genericKey(tree), { kind: 'generic', name: genericKey(tree), declaration: tree, scope });
      return [];
    case 'task':
      return declareTask(context, tree);
    case 'task-body':
      taskBody(context, tree);
      return [];
    case 'protected':
      declareProtected(context, tree);
      return [];
    case 'protected-body':
      protectedBody(context, tree);
      return [];
    case 'stub':
      return declareStub(context, tree);
    case 'use':
      for (const name of tree.names) {
        const denotation = denote(context, name);
        if (denotation.kind === 'entities' && denotation.entities[0].kind === 'package')
          scope.use(denotation.entities[0].scope);
      }
      return [];
    case 'pragma':
      lowerPragma(context, tree);
      return [];
    default:
      return [];
  }
}

const genericKey = (tree: Extract<Declaration, { kind: 'generic' }>): string =>
  tree.unit.kind === 'package' ? tree.unit.name.name.key : tree.unit.specification.name.name.key;

/** A stub stands for its subunit. */
function declareStub(context: Context, tree: Extract<Declaration, { kind: 'stub' }>): TaskObject[] {
  const body = context.world.library.subunit(context.scope.path, tree.name.key);
  if (body) return declare(context, body);
  context.world.leaveOut('separate bodies that are not given', tree.name.name);
  return [];
}

export function formalsOf(context: Context, parameters: readonly Parameter[]): Formal[] {
  return parameters.flatMap((parameter) => {
    const type = subtypeOf(context, parameter.type);
    return parameter.names.map(({ name, key, start }) => ({
      name,
      key,
      mode: parameter.mode,
      type: unlessDropped(context, type, start),
      declaration: start,
      ...(parameter.initial ? { initial: parameter.initial } : {}),
      ...(isClassWide(parameter.type) ? { classWide: true } : {}),
    }));
  });
}

const isClassWide = (type: Parameter['type']): boolean =>
  type.kind === 'subtype' && type.mark.kind === 'attribute' && type.mark.attribute.key === 'class';

/** Parameters and results whose values turned out not to be known are not kept. */
function unlessDropped(context: Context, type: AdaType, declaration: number): AdaType {
  const dropped = context.world.dropped.get(declaration);
  if (!dropped) return type;
  const { reason, range } = dropped;
  const whole = type.kind === 'integer' ? { whole: type, ...(range ? { within: range } : {}) } : {};
  return { kind: 'unknown', name: type.name, root: type.root, reason, ...whole };
}

export function subprogramFrom(context: Context, specification: SubprogramSpecification): Subprogram {
  return {
    kind: 'subprogram',
    name: specification.name.name.name,
    function: specification.of === 'function',
    formals: formalsOf(context, specification.parameters),
    ...(specification.result
      ? {
          result: unlessDropped(
            context,
            subtypeOf(context, specification.result),
            specification.result.start,
          ),
          declaration: specification.result.start,
        }
      : {}),
    scope: context.scope,
  };
}

type SubprogramTree = Extract<
  Declaration,
  { kind: 'subprogram' | 'null-procedure' | 'expression-function' | 'subprogram-body' }
>;

function declareSubprogram(context: Context, tree: SubprogramTree): void {
  const { key } = tree.specification.name.name;
  const fresh = subprogramFrom(context, tree.specification);
  if (tree.kind === 'subprogram') {
    context.scope.declare(key, fresh);
    return;
  }
  const generic = context.scope.lookUp(key).find((e) => e.kind === 'generic');
  if (
    generic?.kind === 'generic' &&
    tree.kind === 'subprogram-body' &&
    context.scope.own(key).includes(generic)
  ) {
    generic.body = tree;
    return;
  }
  const declared = declaredBefore(context.scope, key, fresh);
  if (declared) {
    declared.body = tree;
    declared.scope = context.scope;
    // The body's own names of the formals count.
    declared.formals = fresh.formals.map((formal, i) => ({
      ...formal,
      initial: formal.initial ?? declared.formals[i]?.initial,
    }));
    return;
  }
  context.scope.declare(key, { ...fresh, body: tree });
}

/** The declaration that this is the body of: here, or in the package whose body this is. */
function declaredBefore(scope: Scope, key: string, body: Subprogram): Subprogram | undefined {
  const places = [scope];
  for (let at = scope.parent; at && scope.name !== '' && at.name === scope.name; at = at.parent)
    places.push(at);
  const waiting = places
    .flatMap((place) => place.own(key))
    .filter((e): e is Subprogram => e.kind === 'subprogram' && !e.body && !e.builtin && !e.renames);
  const same = waiting.filter(
    (e) =>
      e.function === body.function &&
      e.formals.length === body.formals.length &&
      e.formals.every(
        (formal, i) => formal.type.root === body.formals[i].type.root || formal.type.kind === 'unknown',
      ),
  );
  return same.find((e) => !e.result || !body.result || e.result.root === body.result.root) ?? same[0];
}

function declareSubprogramRenaming(
  context: Context,
  tree: Extract<Declaration, { kind: 'subprogram-renaming' }>,
): void {
  const { key } = tree.specification.name.name;
  const entity = renaming(
    context,
    tree.specification,
    calledWhenRenamed(context, tree.renamed),
    calledName(tree.renamed),
  );
  const declared = declaredBefore(context.scope, key, entity);
  const { renames, builtin, renamedMember } = entity;
  if (declared) Object.assign(declared, { renames, builtin, renamedMember });
  else context.scope.declare(key, entity);
}

/** A subprogram with this profile that is another one of this name, an entry or a protected operation. */
export function renaming(
  context: Context,
  specification: SubprogramSpecification,
  denotation: Denotation,
  name: string,
): Subprogram {
  const fresh = subprogramFrom(context, specification);
  const renames = renamed(denotation.kind === 'entities' ? denotation.entities : [], fresh);
  const entity: Subprogram = { ...fresh, ...(renames ? { renames } : {}) };
  if (denotation.kind === 'member') {
    entity.renamedMember = denotation;
    const { formals, result } = fresh;
    entity.builtin = { call: (at, given) => callRenamed(at, denotation, inOrder(formals, given), result) };
  }
  if (denotation.kind === 'opaque' && denotation.library)
    entity.builtin = {
      call: (at, given, expected) => {
        if (fresh.function) evaluateAll(at, given);
        else callLibrary(at, name, given);
        return unknown(denotation.reason, expected);
      },
    };
  return entity;
}

function renamed(entities: readonly Entity[], fresh: Subprogram): Entity | undefined {
  const fitting = entities.filter(
    (e) =>
      e.kind === 'subprogram' && e.formals.length === fresh.formals.length && e.function === fresh.function,
  );
  return (
    fitting.find(
      (e) => e.kind === 'subprogram' && e.formals.every((f, i) => f.type.root === fresh.formals[i].type.root),
    ) ??
    fitting[0] ??
    entities.find((e) => e.kind === 'subprogram')
  );
}

import { callLibrary } from '../library/call.js';
import { calledName, calledWhenRenamed, callRenamed, evaluateAll } from './call.js';
import { unknown } from './value.js';
