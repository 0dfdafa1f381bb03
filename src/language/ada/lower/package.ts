/** Packages: their declarations are elaborated where they stand. */
import { Scope } from '../resolve/scope.js';
import type { TaskObject } from '../resolve/unit.js';
import type { PackageBody, PackageDeclaration } from '../syntax/index.js';
import { type Context, inner } from './context.js';
import { declareAll } from './declare.js';
import { withHandlers } from './exception.js';
import { lowerStatements } from './statement.js';
import { activate } from './task.js';

export function declarePackage(context: Context, tree: PackageDeclaration, scope?: Scope): TaskObject[] {
  const { key, name } = tree.name.name;
  const inside = scope ?? new Scope(context.scope, tree.name.key);
  context.scope.declare(key, { kind: 'package', name, scope: inside });
  inside.declare(key, { kind: 'package', name, scope: inside });
  const here = inner(context, inside);
  const created = [...declareAll(here, tree.visible), ...declareAll(here, tree.private ?? [])];
  waiting.set(inside, created);
  return created;
}

/** Tasks that the specification of a package declares: its body activates them. */
const waiting = new WeakMap<Scope, TaskObject[]>();

export function packageBody(context: Context, tree: PackageBody): TaskObject[] {
  const entity = context.scope
    .lookUp(tree.name.name.key)
    .find((e) => e.kind === 'package' || e.kind === 'generic');
  if (entity?.kind === 'generic') {
    entity.body = tree;
    entity.scope = context.scope;
    return [];
  }
  const specification = entity?.kind === 'package' ? entity.scope : new Scope(context.scope, tree.name.key);
  return elaborateBody(context, tree, specification);
}

/** Tasks of a package are activated before its own statements. */
export function elaborateBody(context: Context, tree: PackageBody, specification: Scope): TaskObject[] {
  // The body of a package that the specification around it declares sees the names of the body around it.
  const apart = specification.parent !== context.scope && specification !== context.scope;
  const names = apart ? new Scope(context.scope, specification.name, specification) : specification;
  const scope = new Scope(names, specification.name);
  const here = inner(context, scope);
  const created = declareAll(here, tree.declarations);
  if (!tree.block) return created;
  const { block } = tree;
  withHandlers(here, block.handlers, (inside) => {
    activate(inside, [...(waiting.get(specification) ?? []), ...created]);
    lowerStatements(inside, block.statements);
  });
  return [];
}
