/** Task types, single tasks and task bodies; the objects made of them. */
import type { Scope } from '../resolve/scope.js';
import { type Given, isDiscrete, sizeOfType } from '../resolve/type.js';
import { Entries, type EntryUnit, type Formal, type TaskObject, type TaskUnit } from '../resolve/unit.js';
import type {
  Declaration,
  Discriminants,
  EntryDeclaration,
  TaskBody,
  TaskDeclaration,
} from '../syntax/index.js';
import { assign } from './assign.js';
import { type Context, inner } from './context.js';
import { convert } from './convert.js';
import { formalsOf } from './declare.js';
import { evaluate } from './expression.js';
import { LIFE, lifeType } from './life.js';
import { rangeOf } from './range.js';
import { storeFor } from './store.js';
import { subtypeOf } from './subtype.js';
import { writeTask } from './task.js';
import { scalar, staticValue, type Value } from './value.js';
import type { World } from './world.js';

export function declareTask(context: Context, tree: TaskDeclaration): TaskObject[] {
  const { scope } = context;
  const { name, key } = tree.name;
  const unit: TaskUnit = {
    name,
    declaration: tree,
    scope,
    discriminants: discriminantsOf(context, tree.discriminants),
    entries: new Entries([...tree.visible, ...tree.private].flatMap((d) => entriesOf(context, d))),
    master: context.master,
    calls: context.calls,
    objects: [],
    onObject: [],
  };
  const type = { kind: 'task' as const, name, root: unit, unit };
  units(context.scope).set(key, unit);
  if (!tree.single) {
    const known = scope.own(key).find((e) => e.kind === 'type');
    if (known?.kind === 'type' && known.type.kind === 'unknown') Object.assign(known.type, type);
    else scope.declare(key, { kind: 'type', name, type });
    return [];
  }
  const object = createTask(context, unit, name, { arguments: [], scope: context.scope });
  scope.declare(key, {
    kind: 'object',
    name,
    type,
    constant: true,
    value: { kind: 'task', type, objects: [object] },
  });
  return [object];
}

const declared = new WeakMap<Scope, Map<string, TaskUnit>>();
function units(scope: Scope): Map<string, TaskUnit> {
  const known = declared.get(scope) ?? new Map<string, TaskUnit>();
  declared.set(scope, known);
  return known;
}

export function discriminantsOf(context: Context, tree: Discriminants | undefined): Formal[] {
  return (tree?.list ?? []).flatMap((discriminant) => {
    const type = subtypeOf(context, discriminant.type);
    return discriminant.names.map(({ name, key, start }) => ({
      name,
      key,
      mode: 'in' as const,
      type,
      declaration: start,
      ...(discriminant.initial ? { initial: discriminant.initial } : {}),
    }));
  });
}

export function entriesOf(context: Context, tree: Declaration): EntryUnit[] {
  if (tree.kind !== 'entry') return [];
  return [entryUnit(context, tree)];
}

function entryUnit(context: Context, tree: EntryDeclaration): EntryUnit {
  const { mentions } = context.world;
  const { name, key } = tree.name;
  const queued = mentions.counted.has(key) || mentions.requeued.has(key) || mentions.triggers.has(key);
  const range = tree.family ? rangeOf(context, tree.family) : undefined;
  const low = range && staticValue(scalar(range.type, range.low));
  const high = range && staticValue(scalar(range.type, range.high));
  const open = low === undefined || high === undefined ? { open: true } : {};
  const base = range?.type.kind === 'integer' ? { base: range.type.base } : {};
  const family = tree.family ? { low: low ?? 0, high: high ?? low ?? 0, ...open, ...base } : undefined;
  return {
    name,
    key,
    declaration: tree,
    ...(family ? { family } : {}),
    formals: formalsOf(context, tree.parameters),
    queued,
    tellsFirm: queued && mentions.firm,
    bodiless: !queued && !mentions.accepted.has(key),
    raises: false,
  };
}

/** The body belongs to a task declared here or in the specification of this package. */
export function taskBody(context: Context, tree: TaskBody): void {
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

export const membersOf = (entry: EntryUnit): number =>
  entry.family ? Math.max(0, entry.family.high - entry.family.low + 1) : 1;

const valuesIn = (formals: readonly Formal[]): Formal[] =>
  formals.filter((f) => f.mode !== 'out' && sizeOfType(f.type) > 0);
export const valuesOut = (formals: readonly Formal[]): Formal[] =>
  formals.filter((f) => f.mode !== 'in' && sizeOfType(f.type) > 0);
/** Private types may have been completed after the entry: now it is known what a call brings. */
export function widenEntries(world: World): void {
  for (const { channels } of world.tasks)
    for (const [entry, members] of channels)
      for (const { queue, direct } of members)
        for (const channel of new Set([queue, direct])) world.widen(channel, fieldsOf(entry));
}

export const integersIn = (formals: readonly Formal[]): number =>
  formals.reduce((sum, f) => sum + sizeOfType(f.type), 0);

/** What a call brings along: who calls, the values, and whether it may be taken back. */
export const fieldsOf = ({ formals, tellsFirm }: EntryUnit): number =>
  1 + integersIn(valuesIn(formals)) + (tellsFirm ? 1 : 0);

export function createTask(context: Context, unit: TaskUnit, name: string, given: Given): TaskObject {
  const { world } = context;
  const full = context.task && !context.scope.name.includes('.') ? qualified(context, name) : name;
  const draft = world.process(full);
  const status = world.variable(`${full}'life`, lifeType, LIFE.running);
  const object: TaskObject = {
    unit,
    index: unit.objects.length,
    process: draft.number,
    name: full,
    master: context.master,
    ...(context.task ? { parent: context.task } : {}),
    status,
    discriminants: new Map(),
    channels: new Map(),
    gated: false,
    ...(context.repeats > 1 ? { again: true } : {}),
    repeats: context.repeats,
    ...(world.mentions.aborts ? { abnormal: world.variable(`${full}'aborted`, { kind: 'boolean' }, 0) } : {}),
  };
  for (const entry of unit.entries.all) {
    const fields = fieldsOf(entry);
    const members = Array.from({ length: membersOf(entry) }, (_, i) => {
      const label = entry.family ? `${full}.${entry.name}(${entry.family.low + i})` : `${full}.${entry.name}`;
      const queue = world.channel(label, 0, fields);
      if (!entry.queued) return { queue, direct: queue };
      world.queues.push(queue);
      return { queue, direct: world.channel(`${label} at once`, 0, fields) };
    });
    object.channels.set(entry, members);
  }
  discriminate(context, unit, given, object.discriminants, name);
  unit.objects.push(object);
  world.tasks.push(object);
  context.master.tasks.push(object);
  world.pending.push(() => writeTask(world, object));
  for (const tell of unit.onObject) tell(object);
  return object;
}

const qualified = (context: Context, name: string): string => `${context.task!.name}.${name}`;

/** Values of the discriminants: constants where they are known. */
export function discriminate(
  context: Context,
  unit: { discriminants: readonly Formal[]; scope: Scope },
  { arguments: given, scope }: Given,
  into: Map<string, Value>,
  name: string,
): void {
  unit.discriminants.forEach((formal, i) => {
    const association =
      given.find(({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === formal.key) ??
      (given[i]?.choices.length === 0 ? given[i] : undefined);
    const tree = association?.value ?? formal.initial;
    if (!tree || tree.kind === 'range' || tree.kind === 'subtype') return;
    const found = evaluate(inner(context, association ? scope : unit.scope), tree, formal.type);
    const value = isDiscrete(formal.type) ? convert(context, found, formal.type) : found;
    if (value.kind !== 'scalar' || staticValue(value) !== undefined) {
      into.set(formal.key, value);
      return;
    }
    const room = storeFor(context, `${name}.${formal.name}`, formal.type);
    assign(context, room, value);
    into.set(formal.key, room);
  });
}
