/** Protected types, single protected objects and their bodies. */
import { constant } from '../../../model/expression.js';
import type { Subprogram } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import type { Given } from '../resolve/type.js';
import { Entries, type ProtectedObject, type ProtectedUnit } from '../resolve/unit.js';
import type {
  Declaration,
  EntryBody,
  ExpressionFunction,
  NullProcedure,
  ProtectedBody,
  ProtectedDeclaration,
  SubprogramBody,
} from '../syntax/index.js';
import { nobodyFirst } from './barrier.js';
import { type Context, inner } from './context.js';
import { declare, subprogramFrom } from './declare.js';
import { discriminantsOf, discriminate, entriesOf, membersOf } from './task-unit.js';
import type { Value } from './value.js';

export function declareProtected(context: Context, tree: ProtectedDeclaration): void {
  const { scope } = context;
  const { name, key } = tree.name;
  const unit: ProtectedUnit = {
    name,
    declaration: tree,
    scope,
    discriminants: discriminantsOf(context, tree.discriminants),
    entries: new Entries([...tree.visible, ...tree.private].flatMap((d) => entriesOf(context, d))),
    objects: [],
    onObject: [],
  };
  const type = { kind: 'protected' as const, name, root: unit, unit };
  units(scope).set(key, unit);
  if (!tree.single) {
    const known = scope.own(key).find((e) => e.kind === 'type');
    if (known?.kind === 'type' && known.type.kind === 'unknown') Object.assign(known.type, type);
    else scope.declare(key, { kind: 'type', name, type });
    return;
  }
  const object = createProtected(context, unit, name, { arguments: [], scope: context.scope });
  finalizeProtected(context, object);
  scope.declare(key, {
    kind: 'object',
    name,
    type,
    constant: true,
    value: { kind: 'protected', type, objects: [object] },
  });
}

const declared = new WeakMap<Scope, Map<string, ProtectedUnit>>();
function units(scope: Scope): Map<string, ProtectedUnit> {
  const known = declared.get(scope) ?? new Map<string, ProtectedUnit>();
  declared.set(scope, known);
  return known;
}

export function protectedBody(context: Context, tree: ProtectedBody): void {
  for (let scope: Scope | undefined = context.scope; scope; scope = scope.parent) {
    const unit =
      units(scope).get(tree.name.key) ??
      (scope.specification && units(scope.specification).get(tree.name.key));
    if (!unit) continue;
    unit.body = tree;
    unit.scope = context.scope;
    return;
  }
}

export function createProtected(
  context: Context,
  unit: ProtectedUnit,
  name: string,
  given: Given,
): ProtectedObject {
  const { world } = context;
  const members = new Scope(unit.scope, unit.name);
  const full = context.task ? `${context.task.name}.${name}` : name;
  const object: ProtectedObject = {
    unit,
    index: unit.objects.length,
    name: full,
    scope: members,
    queues: new Map(),
    bodies: new Map(),
  };
  unit.objects.push(object);
  world.protectedObjects.push(object);
  const first = world.variables.length;
  const values = new Map<string, Value>();
  discriminate(context, unit, given, values, name);
  for (const formal of unit.discriminants) {
    const value = values.get(formal.key);
    if (value)
      members.declare(formal.key, {
        kind: 'object',
        name: formal.name,
        type: formal.type,
        constant: true,
        value,
      });
  }
  for (const entry of unit.entries.all) {
    members.declare(entry.key, { kind: 'entry', name: entry.name, entry, of: object });
    if (!entry.queued) continue;
    const queues = Array.from({ length: membersOf(entry) }, (_, i) => {
      const label = entry.family ? `${full}.${entry.name}(${entry.family.low + i})` : `${full}.${entry.name}`;
      const queue = world.channel(label, 0, 1);
      world.queues.push(queue);
      return queue;
    });
    object.queues.set(entry, queues);
  }
  const parts = [...(unit.declaration?.visible ?? []), ...(unit.declaration?.private ?? [])];
  const inside = { ...inner(context, members), inside: object };
  for (const part of parts) if (part.kind === 'object') declare(inside, part);
  for (let variable = first; variable < world.variables.length; variable++) world.guarded.add(variable);
  if (mayBeMissed(context, unit)) object.gone = world.variable(`${full} is gone`, { kind: 'boolean' }, 0);
  for (const tell of unit.onObject) tell(object);
  return object;
}

/** Who is requeued by a task to an object of its own may still wait there when the task ends; and objects can be freed. */
const mayBeMissed = ({ world: { mentions }, task }: Context, { entries }: ProtectedUnit): boolean =>
  entries.all.some(({ key }) => mentions.deallocates || (task && mentions.requeued.has(key)));

/** A declared object is finalized where its block is left. */
export function finalizeProtected(context: Context, object: ProtectedObject): void {
  const { gone } = object;
  if (!gone || !context.task) return;
  const becomes = (value: number) => [{ kind: 'assign' as const, place: gone, value: constant(value) }];
  context.draft.step({ effects: becomes(0), atomic: true });
  const finalizer = (leaving: Context): void => {
    const guard = nobodyFirst(leaving, object);
    leaving.draft.step({ guard, effects: becomes(1), atomic: true, text: `${object.name} is finalized` });
  };
  const { master } = context;
  master.finalizers = [...(master.finalizers ?? []), finalizer];
}

const scopes = new WeakMap<ProtectedObject, Scope>();

/** Where the bodies of its operations look up names: its own, then those around the body. */
export function bodyScope(context: Context, object: ProtectedObject): Scope {
  const known = scopes.get(object);
  if (known) return known;
  const { unit } = object;
  const scope = new Scope(unit.scope, unit.name);
  for (const [key, entities] of object.scope.all()) for (const entity of entities) scope.declare(key, entity);
  const name = unit.declaration?.name.key;
  if (name) scope.declare(name, { kind: 'region', name: unit.name, scope });
  if (!unit.body) return scope;
  scopes.set(object, scope);
  for (const declaration of unit.body.declarations)
    if (isOperation(declaration))
      scope.declare(declaration.specification.name.name.key, {
        ...subprogramFrom(inner(context, scope), declaration.specification),
        body: declaration,
        scope,
        object,
      });
  return scope;
}

const isOperation = (tree: Declaration): tree is SubprogramBody | ExpressionFunction | NullProcedure =>
  tree.kind === 'subprogram-body' || tree.kind === 'expression-function' || tree.kind === 'null-procedure';

/** Its procedures and functions of that name. */
export const operationsOf = (context: Context, object: ProtectedObject, key: string): Subprogram[] =>
  bodyScope(context, object)
    .own(key)
    .filter((e): e is Subprogram => e.kind === 'subprogram' && e.object === object);

export const entryBodyOf = (object: ProtectedObject, key: string): EntryBody | undefined =>
  (object.unit.body?.declarations ?? []).find(
    (d): d is EntryBody => d.kind === 'entry-body' && d.name.key === key,
  );
