/** Accept statements: taking a call, the body, and telling the caller that it is over. */

import { constant, type Expression, type Pattern, type Place, read } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { sizeOfType } from '../resolve/type.js';
import type { EntryUnit, TaskObject } from '../resolve/unit.js';
import type { Accept } from '../syntax/index.js';
import { leavesOf } from './assign.js';
import { beyond } from './bound.js';
import { at, type Context, type Frame, type Raised, type Rendezvous, textOf } from './context.js';
import { formalsOf } from './declare.js';
import { memberMeant } from './doubt.js';
import { withHandlers } from './exception.js';
import { evaluate } from './expression.js';
import { combine, equal, TRUE } from './fold.js';
import { isEmpty } from './queue.js';
import { anyValue } from './range-check.js';
import { lowerStatements } from './statement.js';
import { placesIn, storeFor } from './store.js';
import type { Value } from './value.js';
import { TASKING_ERROR, wordType } from './world.js';

/** A way to take a call, which may be offered at several locations. */
export interface Offer {
  entry: EntryUnit;
  channels: number[];
  link(from: number, guard: Expression | undefined): void;
}

/** Writes the accept statement up to its end, where writing goes on; `offer` is how it begins. */
export function lowerAccept(
  context: Context,
  tree: Accept,
  member: Expression | undefined,
): Offer | undefined {
  const { draft, world } = context;
  at(context, tree);
  const accepted = entryAccepted(context, tree);
  if (!accepted) {
    beyond(context, `an accept of ${tree.entry.name} outside its task`);
    return undefined;
  }
  const { task, entry } = accepted;
  const caller = world.variable(`${draft.name}: caller of ${entry.name}`, wordType, 0);
  const scope = new Scope(context.scope, entry.name);
  const patterns: Pattern[] = [entry.bodiless ? { kind: 'ignore' } : { kind: 'store', place: caller }];
  const rooms = parameters(context, entry, tree, scope, patterns);
  if (entry.tellsFirm) patterns.push({ kind: 'ignore' });
  const taken = draft.location();
  const span = draft.span;
  const members = task.channels.get(entry) ?? [];
  const text = `accept ${entry.name}`;
  const link = (from: number, guard: Expression | undefined): void => {
    members.forEach(({ queue, direct }, i) => {
      const name = `${task.name}.${entry.name}${entry.family ? `(${entry.family.low + i})` : ''}`;
      const event = { name: name.toLowerCase() };
      const when = combine('and', guard ?? TRUE, member ? equal(member, i) : TRUE);
      if (when.kind === 'constant' && when.value === 0) return;
      const taking = (channel: number, condition: Expression): void => {
        draft.link(from, taken, {
          guard: condition.kind === 'constant' ? undefined : condition,
          action: { kind: 'receive', channel: constant(channel), patterns, position: 'first' },
          event,
          text,
          span,
        });
      };
      taking(queue, when);
      if (direct !== queue) taking(direct, combine('and', when, isEmpty(queue)));
    });
  };
  draft.here = taken;
  const entryChannels = members.map(({ queue }) => queue);
  if (!entry.bodiless) body(context, tree, { task, entry, caller, rooms, scope, entryChannels });
  draft.frames = context.frames;
  return { entry, channels: entryChannels, link };
}

/** Which member of a family is accepted: worked out before anybody is waited for. */
export function memberAccepted(context: Context, tree: Accept): Expression | undefined {
  const accepted = entryAccepted(context, tree);
  if (!accepted || !tree.index) return undefined;
  at(context, tree);
  return memberMeant(context, accepted.entry, evaluate(context, tree.index));
}

function entryAccepted(context: Context, tree: Accept): { task: TaskObject; entry: EntryUnit } | undefined {
  const task = ownerOf(context.task, tree.entry.key);
  const entry = task && acceptedEntry(context, task, tree);
  return task && entry && { task, entry };
}

const ownerOf = (task: TaskObject | undefined, key: string): TaskObject | undefined => {
  for (let at = task; at; at = at.parent) if (at.unit.entries.named(key).length > 0) return at;
  return undefined;
};

/** Entries of one name are told apart by the types of their parameters. */
function acceptedEntry(context: Context, task: TaskObject, tree: Accept): EntryUnit | undefined {
  const named = task.unit.entries.named(tree.entry.key);
  if (named.length < 2) return named[0];
  const formals = formalsOf(context, tree.parameters);
  const same = named.filter(
    (entry) =>
      entry.formals.length === formals.length &&
      entry.formals.every((formal, i) => formal.type.root === formals[i].type.root),
  );
  return same[0] ?? named.find((entry) => entry.formals.length === formals.length) ?? named[0];
}

/** Room for the parameters, declared under the names the accept statement gives them. */
function parameters(
  context: Context,
  entry: EntryUnit,
  tree: Accept,
  scope: Scope,
  patterns: Pattern[],
): { mode: string; value: Value }[] {
  const names = tree.parameters.flatMap((parameter) => parameter.names);
  return entry.formals.map((formal, i) => {
    const { name, key } = names[i] ?? formal;
    const kept = sizeOfType(formal.type) > 0;
    const value: Value = kept
      ? storeFor(context, `${entry.name}.${name}`, formal.type, formal.declaration)
      : anyValue(`${name} of ${entry.name}`, formal.type);
    if (formal.mode !== 'out') {
      const leaves = kept ? leavesOf(value, true) : [];
      for (const leaf of leaves ?? [])
        if (leaf.kind === 'stored') patterns.push({ kind: 'store', place: leaf.place });
    }
    scope.declare(key, { kind: 'object', name, type: formal.type, constant: formal.mode === 'in', value });
    return { mode: formal.mode, value };
  });
}

interface Taken {
  task: TaskObject;
  entry: EntryUnit;
  caller: Place;
  rooms: { mode: string; value: Value }[];
  scope: Scope;
  entryChannels: number[];
}

function body(context: Context, tree: Accept, taken: Taken): void {
  const { draft, world } = context;
  const { entry, caller, rooms, scope, entryChannels } = taken;
  const results = (): Expression[] =>
    rooms
      .filter(({ mode, value }) => mode !== 'in' && value.kind === 'stored')
      .flatMap(({ value }) => (value.kind === 'stored' ? (placesIn(value.type, value.place) ?? []) : []))
      .map(({ place }) => read(place));
  const answer = (code: Expression): void => {
    const isEvent = tree.block && code.kind === 'constant' && code.value === 0;
    draft.step({
      answers: {
        caller,
        code,
        values: results(),
        entry: entryChannels,
        keepsOthers: entry.formals.length === 0 && world.mentions.requeued.has(entry.key),
      },
      text: `end ${entry.name}`,
      event: isEvent ? { name: `${taken.task.name}.${entry.name}.end`.toLowerCase() } : undefined,
    });
  };
  const over = draft.location();
  const raise = (_outside: Context, raised: Raised): boolean => {
    entry.raises = true;
    answer(
      raised.kind === 'known'
        ? constant(raised.id)
        : raised.kind === 'stored'
          ? read(raised.place)
          : constant(TASKING_ERROR),
    );
    return false;
  };
  const places = rooms.flatMap(({ mode, value }) =>
    mode !== 'out' && value.kind === 'stored'
      ? (placesIn(value.type, value.place) ?? []).map(({ place }) => place)
      : [],
  );
  const rendezvous: Rendezvous = {
    caller,
    parameters: places,
    over,
    frames: context.frames,
    entry,
    channels: entryChannels,
    results,
    rooms: rooms.map(({ value }) => value),
    answer,
  };
  const frames: Frame = { outer: context.frames, leave: undefined, raise };
  // The caller is told of an abort that comes before the first statement, or after the last.
  draft.locations[draft.here].frames = frames;
  const finished = draft.location({ frames });
  if (tree.block) {
    const { block } = tree;
    withHandlers(
      { ...context, scope, rendezvous, frames, returns: { location: finished, frames } },
      block.handlers,
      (here) => lowerStatements(here, block.statements),
    );
    at(context, block.close);
  }
  draft.jump(finished);
  draft.here = finished;
  draft.locations[finished].name = textOf(context, tree.entry);
  draft.frames = context.frames;
  answer(constant(0));
  draft.jump(over);
  draft.here = over;
}
