/**
 * Subprograms that only compute: they meet nobody, raise nothing and change nothing but their own variables and
 * parameters. Where one calls itself too often to be followed, its result may be any value, and the execution
 * goes on.
 */
import type { Subprogram } from '../resolve/entity.js';
import type { Declaration, Expression as Tree } from '../syntax/index.js';
import { type Context, inner } from './context.js';
import { denote } from './name.js';
import { limitsOf } from './range-check.js';
import { subtypeOf } from './subtype.js';

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

/** What has been gone through, and whether a check of the language was met that may fail. */
interface Survey {
  seen: Set<unknown>;
  checks: boolean;
}

/** Undefined for a subprogram that does more than compute. */
export function surveyed(context: Context, subprogram: Subprogram): { checks: boolean } | undefined {
  const survey: Survey = { seen: new Set(), checks: false };
  return isQuiet(context, subprogram, survey) ? survey : undefined;
}

function isQuiet(context: Context, subprogram: Subprogram, survey: Survey): boolean {
  const { seen } = survey;
  if (subprogram.renames)
    return subprogram.renames.kind === 'subprogram' && isQuiet(context, subprogram.renames, survey);
  if (subprogram.builtin) return subprogram.scope.library !== undefined && !LOUD.test(subprogram.name);
  const { body } = subprogram;
  if (!body || subprogram.object) return false;
  if (seen.has(body)) return true;
  seen.add(body);
  const types = [subprogram.result, ...subprogram.formals.map(({ type }) => type)];
  if (types.some((type) => limitsOf(type) !== undefined)) survey.checks = true;
  const inside = inner(context, subprogram.scope);
  const parts = body.kind === 'subprogram-body' ? [body.declarations, body.block] : [body];
  return parts.every((part) => new Quiet(inside, namesDeclared(body), survey).holds(part));
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
    private readonly survey: Survey,
  ) {}

  holds(tree: unknown): boolean {
    if (typeof tree !== 'object' || tree === null) return true;
    const node = tree as { kind?: string };
    if (node.kind !== undefined && NOT_QUIET.has(node.kind)) return false;
    if (this.isChecked(tree as Tree)) this.survey.checks = true;
    if (node.kind === 'assignment' && !this.isOwn((node as unknown as { target: Tree }).target)) return false;
    if (node.kind === 'call' && !this.isQuietCall((node as unknown as { name: Tree }).name)) return false;
    if (node.kind === 'identifier' && !this.isQuietName(node as Tree)) return false;
    if (node.kind === 'selected') return this.isQuietName(node as Tree);
    return Object.values(tree).every((part) => this.holds(part));
  }

  /** An index, a conversion, a division, a variable that does not take every value: checks may fail there. */
  private isChecked(tree: Tree | Declaration): boolean {
    switch (tree.kind) {
      case 'binary':
        return /^(\/|mod|rem|\*\*)$/.test(tree.operator) && tree.right.kind !== 'integer';
      case 'attribute':
        return /^(val|succ|pred|value)$/.test(tree.attribute.key);
      case 'qualified':
        return true;
      case 'object':
        return limitsOf(subtypeOf(this.context, tree.type)) !== undefined;
      case 'apply':
        return !this.isCall(tree.prefix);
      default:
        return false;
    }
  }

  private isCall(name: Tree): boolean {
    if (name.kind !== 'identifier' && name.kind !== 'selected') return name.kind === 'attribute';
    if (this.isLocal(name)) return false;
    const denotation = denote(this.context, name);
    return denotation.kind === 'entities' && denotation.entities.every((e) => e.kind === 'subprogram');
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
        entity.kind !== 'entry' &&
        (entity.kind !== 'subprogram' || isQuiet(this.context, entity, this.survey)),
    );
  }

  /** A field of one of its own variables. */
  private isLocal(tree: Tree): boolean {
    if (tree.kind === 'identifier') return this.own.has(tree.key);
    if (tree.kind === 'selected' || tree.kind === 'apply') return this.isLocal(tree.prefix);
    return false;
  }
}
