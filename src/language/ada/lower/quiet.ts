/**
 * Subprograms that only compute: they meet nobody, raise nothing and change nothing but their own variables and
 * parameters. Where one calls itself too often to be followed, its result may be any value, and the execution
 * goes on.
 */
import type { Subprogram } from '../resolve/entity.js';
import type { Expression as Tree } from '../syntax/index.js';
import { type Context, inner } from './context.js';
import { denote } from './name.js';

const NOT_QUIET = new Set([
  'abort',
  'accept',
  'allocator',
  'asynchronous-select',
  'conditional-call',
  'delay',
  'dereference',
  'goto',
  'instance',
  'package',
  'package-body',
  'protected',
  'protected-body',
  'raise',
  'raise-expression',
  'requeue',
  'selective-accept',
  'stub',
  'subprogram-body',
  'task',
  'task-body',
  'timed-call',
]);

/** Operations of the library that do more than change their arguments. */
const LOUD = /^(raise_exception|reraise_occurrence|exceed|atomic_.*)$/i;

export function isQuiet(context: Context, subprogram: Subprogram, seen: Set<unknown> = new Set()): boolean {
  if (subprogram.renames)
    return subprogram.renames.kind === 'subprogram' && isQuiet(context, subprogram.renames, seen);
  if (subprogram.builtin) return subprogram.scope.library !== undefined && !LOUD.test(subprogram.name);
  const { body } = subprogram;
  if (!body || subprogram.object) return false;
  if (seen.has(body)) return true;
  seen.add(body);
  const inside = inner(context, subprogram.scope);
  const parts = body.kind === 'subprogram-body' ? [body.declarations, body.block] : [body];
  return parts.every((part) => new Quiet(inside, namesDeclared(body), seen).holds(part));
}

/** Is there a call of that name with as many arguments in its body? */
export function callsItself({ body, name, formals }: Subprogram): boolean {
  const key = name.toLowerCase();
  const found = (tree: unknown): boolean => {
    if (typeof tree !== 'object' || tree === null) return false;
    const node = tree as Tree;
    if (node.kind === 'apply' && node.prefix.kind === 'identifier' && node.prefix.key === key)
      if (node.arguments.length === formals.length) return true;
    if (node.kind === 'identifier' && node.key === key && formals.length === 0) return true;
    return Object.values(tree).some(found);
  };
  if (body?.kind === 'subprogram-body') return found([body.declarations, body.block.statements]);
  return body?.kind === 'expression-function' && found(body.value);
}

/** Everything declared anywhere in it: variables, parameters, loop variables. */
function namesDeclared(tree: unknown, names: Set<string> = new Set()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return names;
  const node = tree as { kind?: string; names?: unknown; name?: { key?: string } };
  if (Array.isArray(node.names)) for (const { key } of node.names as { key: string }[]) names.add(key);
  if (node.kind === 'iteration' && node.name?.key) names.add(node.name.key);
  for (const part of Object.values(tree)) namesDeclared(part, names);
  return names;
}

function rootOf(tree: Tree): Tree | undefined {
  if (tree.kind === 'identifier') return tree;
  return tree.kind === 'selected' || tree.kind === 'apply' ? rootOf(tree.prefix) : undefined;
}

class Quiet {
  constructor(
    private readonly context: Context,
    private readonly own: ReadonlySet<string>,
    private readonly seen: Set<unknown>,
  ) {}

  holds(tree: unknown): boolean {
    if (typeof tree !== 'object' || tree === null) return true;
    const node = tree as { kind?: string };
    if (node.kind !== undefined && NOT_QUIET.has(node.kind)) return false;
    if (node.kind === 'assignment' && !this.isOwn((node as unknown as { target: Tree }).target)) return false;
    if (node.kind === 'call' && !this.isQuietCall((node as unknown as { name: Tree }).name)) return false;
    if (node.kind === 'identifier' && !this.isQuietName(node as Tree)) return false;
    if (node.kind === 'selected') return this.isQuietName(node as Tree);
    return Object.values(tree).every((part) => this.holds(part));
  }

  /** A procedure may change what it is given: that must be its own; and a parameter may be a task. */
  private isQuietCall(tree: Tree): boolean {
    const [name, given] = tree.kind === 'apply' ? [tree.prefix, tree.arguments] : [tree, []];
    if (name.kind !== 'identifier' && (name.kind !== 'selected' || this.isLocal(name))) return false;
    return given.every(({ value }) => {
      if (!value || value.kind === 'range' || value.kind === 'subtype' || this.isLocal(value)) return true;
      if (value.kind !== 'identifier' && value.kind !== 'selected' && value.kind !== 'apply') return true;
      const root = rootOf(value);
      const meant = root && denote(this.context, root);
      return meant?.kind !== 'value' || meant.value.kind === 'scalar';
    });
  }

  private isOwn(target: Tree): boolean {
    if (target.kind === 'identifier') return this.own.has(target.key);
    return target.kind === 'apply' && this.isOwn(target.prefix);
  }

  /** A variable, a type …, or a subprogram that is quiet itself. */
  private isQuietName(tree: Tree): boolean {
    if (tree.kind === 'identifier' && this.own.has(tree.key)) return true;
    if (tree.kind === 'selected' && this.isLocal(tree)) return true;
    const denotation = denote(this.context, tree);
    if (denotation.kind === 'member') return false;
    if (denotation.kind === 'opaque') return denotation.library === true;
    if (denotation.kind === 'value') return true;
    return denotation.entities.every(
      (entity) =>
        entity.kind !== 'entry' && (entity.kind !== 'subprogram' || isQuiet(this.context, entity, this.seen)),
    );
  }

  /** A field of one of its own variables. */
  private isLocal(tree: Tree): boolean {
    if (tree.kind === 'identifier') return this.own.has(tree.key);
    if (tree.kind === 'selected' || tree.kind === 'apply') return this.isLocal(tree.prefix);
    return false;
  }
}
