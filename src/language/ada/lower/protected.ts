/**
 * Protected actions. The caller carries out the action itself, alone. Where queues are part of the state,
 * a new action begins only when no waiting caller has an open barrier (they go first), and a waiting caller
 * carries out its own action when it is the first in its queue.
 */

import { constant, type Expression } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { BOOLEAN } from '../resolve/standard.js';
import type { AdaType } from '../resolve/type.js';
import { sizeOfType } from '../resolve/type.js';
import type { EntryUnit, ProtectedObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { lowerBlock } from './block.js';
import { beyond } from './bound.js';
import type { Context, EntryCall } from './context.js';
import type { CallForm } from './entry-call.js';
import { entryMeant, withdrawal } from './entry-call.js';
import { evaluate } from './expression.js';
import { all, equal, isConstant, minus, negation, some } from './fold.js';
import { bodyScope, entryBodyOf, operationsOf } from './protected-unit.js';
import { isEmpty } from './queue.js';
import { rvalue } from './read.js';
import { requeueFromProtected } from './requeue.js';
import { storeFor } from './store.js';
import { bind, call, candidates } from './subprogram.js';
import { later } from './task.js';
import { type ProtectedValue, unknown, type Value } from './value.js';

/** The objects that a value may be, each with the condition under which it is that one. */
export function eachProtected(
  of: ProtectedValue,
): { object: ProtectedObject; when: Expression | undefined }[] {
  const objects = of.objects ?? of.type.unit.objects;
  if (!of.position) return objects.map((object) => ({ object, when: undefined }));
  return objects.map((object, i) => ({ object, when: equal(of.position!, i) }));
}

/** Writes `act` once for each object it may be; those made later too. */
function forEachObject(
  context: Context,
  of: ProtectedValue,
  act: (object: ProtectedObject, when: Expression | undefined) => void,
): void {
  const { draft } = context;
  const from = draft.here;
  const over = draft.location();
  const one = (object: ProtectedObject, when: Expression | undefined): void => {
    const back = draft.here;
    const { span, frames } = draft;
    draft.here = from;
    act(object, when);
    draft.jump(over);
    draft.here = back;
    Object.assign(draft, { span, frames });
  };
  for (const { object, when } of eachProtected(of)) one(object, when);
  if (!of.objects)
    of.type.unit.onObject.push((object) =>
      one(object, of.position ? equal(of.position, object.index) : undefined),
    );
  draft.here = over;
}

/** No waiting caller can go on. */
const nobodyFirst = (context: Context, object: ProtectedObject): Expression =>
  object.queues.size === 0
    ? constant(1)
    : later(context.world, () =>
        negation(
          some(
            [...object.queues].flatMap(([entry, queues]) =>
              queues.map((queue, member) =>
                all([negation(isEmpty(queue)), barrierOf(context, object, entry, member) ?? constant(1)]),
              ),
            ),
          ),
        ),
      );

/** The barrier as a condition; undefined where its value is not known. */
function barrierOf(
  context: Context,
  object: ProtectedObject,
  entry: EntryUnit,
  member: number,
): Expression | undefined {
  const body = entryBodyOf(object, entry.key);
  if (!body) return constant(1);
  const { draft } = context;
  const mark = draft.mark();
  const scope = memberScope(context, object, entry, member);
  const found = evaluate({ ...context, scope, inside: object }, body.barrier, BOOLEAN);
  const plain = draft.here === mark.here;
  draft.rollBack(mark);
  return plain && found.kind === 'scalar' ? found.expression : undefined;
}

/** The names of an entry body: the index of a family is a constant there. */
function memberScope(context: Context, object: ProtectedObject, entry: EntryUnit, member: number): Scope {
  const scope = new Scope(bodyScope(context, object), entry.name);
  const body = entryBodyOf(object, entry.key);
  if (body?.index && entry.family) {
    const type: AdaType = {
      kind: 'integer',
      name: 'index',
      root: INDEX,
      low: entry.family.low,
      high: entry.family.high,
    };
    const value: Value = { kind: 'scalar', type, expression: constant(entry.family.low + member) };
    scope.declare(body.index.name.key, {
      kind: 'object',
      name: body.index.name.name,
      type,
      constant: true,
      value,
    });
  }
  return scope;
}
const INDEX = {};

const eventName = (context: Context, object: ProtectedObject, name: string): string =>
  `${context.draft.name}->${object.name}.${name}`.toLowerCase();

/** A procedure or function of a protected object; gives what a function returns. */
function operation(
  context: Context,
  of: ProtectedValue,
  key: string,
  given: readonly Association[],
  expected?: AdaType,
): Value | undefined {
  const { draft } = context;
  let result: Value | undefined;
  const only = eachProtected(of);
  if (only.length === 1 && context.inside === only[0].object) {
    const [found] = candidates(context, operationsOf(context, only[0].object, key), given, expected);
    return found && call(context, found, given, expected);
  }
  forEachObject(context, of, (object, when) => {
    const [found] = candidates(context, operationsOf(context, object, key), given, expected);
    if (!found) {
      beyond(context, `a call of ${key}, which is no operation`);
      return;
    }
    const guard = all([...(when ? [when] : []), nobodyFirst(context, object)]);
    draft.alone(() => {
      draft.step({
        ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
        atomic: true,
        event: { name: eventName(context, object, found.name) },
        text: `${object.name}.${found.name}`,
      });
      const value = call({ ...context, inside: object }, found, given, expected);
      if (!value) return;
      const type = value.type ?? found.result;
      const kept = type && sizeOfType(type) > 0 && value.kind !== 'unknown';
      // What was read inside the action is kept for the expression around it.
      if (kept && (value.kind !== 'scalar' || !isConstant(value.expression) || only.length > 1)) {
        result ??= storeFor(context, found.name, type);
        assign(context, result, value);
      } else result ??= value;
    });
    draft.step({});
  });
  return result && rvalue(result);
}

export function callProtectedFunction(
  context: Context,
  of: ProtectedValue,
  key: string,
  given: readonly Association[],
  expected?: AdaType,
): Value {
  return operation(context, of, key, given, expected) ?? unknown(key, expected);
}

export function callProtected(
  context: Context,
  of: ProtectedValue,
  key: string,
  family: Tree | undefined,
  given: readonly Association[],
  form: CallForm = { kind: 'simple' },
): void {
  const entry = entryMeant(context, of.type.unit.entries, key, given);
  if (entry) callProtectedEntry(context, of, entry, family, given, form);
  else operation(context, of, key, given);
}

function callProtectedEntry(
  context: Context,
  of: ProtectedValue,
  entry: EntryUnit,
  family: Tree | undefined,
  given: readonly Association[],
  form: CallForm,
): void {
  const { draft } = context;
  const index = family ? evaluate(context, family) : undefined;
  const parameters = new Scope(undefined, entry.name);
  const copies = bind(context, entry, given, parameters);
  const rooms = entry.formals.map((formal) => {
    const [entity] = parameters.own(formal.key);
    return entity?.kind === 'object' ? entity.value : unknown(formal.name, formal.type);
  });
  draft.step({});
  draft.locations[draft.here].blocking = true;
  draft.locations[draft.here].name =
    `calls ${of.objects?.length === 1 ? of.objects[0].name : of.type.name}.${entry.name}`;
  const done = draft.location();
  forEachObject(context, of, (object, when) => {
    const from = draft.here;
    const attempts = new Attempts(context, object, rooms, done, form);
    const members = entry.family ? entry.family.high - entry.family.low + 1 : 1;
    for (let member = 0; member < members; member++) {
      const isMember =
        index?.kind === 'scalar' && entry.family
          ? equal(minus(index.expression, entry.family.low), member)
          : constant(1);
      const chosen = all([...(when ? [when] : []), isMember]);
      if (isConstant(chosen) && chosen.value === 0) continue;
      attempts.begin(from, entry, member, chosen);
    }
    draft.here = draft.location();
  });
  draft.here = done;
  for (const { actual, formal } of copies) assign(context, actual, rvalue(formal));
}

/** One call on an object, and on the entries it is handed on to. */
export class Attempts {
  private readonly waiting = new Map<string, number>();

  constructor(
    readonly context: Context,
    readonly object: ProtectedObject,
    readonly rooms: Value[],
    readonly done: number,
    readonly form: CallForm,
  ) {}

  /** The call arrives: it is carried out at once, or waits. */
  begin(from: number, entry: EntryUnit, member: number, chosen: Expression): void {
    const { context, object, form } = this;
    const { draft } = context;
    const barrier = barrierOf(context, object, entry, member);
    const first = nobodyFirst(context, object);
    const queue = object.queues.get(entry)?.[member];
    const open = all([chosen, first, barrier ?? constant(1)]);
    this.act(from, entry, member, open, barrier === undefined);
    const shut = all([chosen, first, barrier ? negation(barrier) : constant(1)]);
    if (form.kind === 'conditional' && form.otherwise !== undefined) {
      draft.link(from, form.otherwise, {
        guard: shut,
        atomic: true,
        text: 'the barrier is closed',
        ...this.doubt(barrier),
      });
      return;
    }
    if (queue === undefined) {
      if (form.otherwise !== undefined)
        draft.link(from, form.otherwise, {
          guard: chosen,
          text: 'the delay expires',
          kept: true,
          ...this.quiet(),
        });
      return;
    }
    draft.link(from, this.wait(entry, member), {
      guard: shut,
      action: { kind: 'send', channel: constant(queue), values: [constant(draft.number)], order: 'fifo' },
      text: `${object.name}.${entry.name}: queued`,
      atomic: true,
      ...this.doubt(barrier),
    });
  }

  private doubt(barrier: Expression | undefined): { abstracted?: string } {
    return barrier ? {} : { abstracted: `a barrier of ${this.object.name}` };
  }

  private quiet(): { guard?: Expression } {
    return this.context.world.settings.delays === 'quiet' ? { guard: { kind: 'timeout' } } : {};
  }

  /** The location of a caller that waits in the queue of this entry. */
  wait(entry: EntryUnit, member: number): number {
    const key = `${entry.key} ${member}`;
    const known = this.waiting.get(key);
    if (known !== undefined) return known;
    const { context, object, form } = this;
    const { draft } = context;
    const queue = object.queues.get(entry)![member];
    const mine = withdrawal(queue, draft.number, 1);
    const location = draft.location({
      name: `waits at ${object.name}.${entry.name}`,
      blocking: true,
      queuedIn: [mine],
      alone: false,
    });
    this.waiting.set(key, location);
    const barrier = barrierOf(context, object, entry, member);
    const head: Expression = {
      kind: 'poll',
      channel: constant(queue),
      patterns: mine.patterns,
      position: 'first',
    };
    this.act(location, entry, member, all([head, barrier ?? constant(1)]), barrier === undefined, mine);
    if (form.kind === 'timed' && form.otherwise !== undefined)
      draft.link(location, form.otherwise, {
        action: mine,
        text: 'the delay expires',
        kept: true,
        ...this.quiet(),
      });
    return location;
  }

  /** The body of the entry, by the caller. */
  private act(
    from: number,
    entry: EntryUnit,
    member: number,
    guard: Expression,
    doubtful: boolean,
    leave?: ReturnType<typeof withdrawal>,
  ): void {
    const { context, object } = this;
    const { draft } = context;
    const body = entryBodyOf(object, entry.key);
    const scope = memberScope(context, object, entry, member);
    const names = body?.parameters.flatMap((parameter) => parameter.names) ?? [];
    entry.formals.forEach((formal, i) => {
      const { name, key } = names[i] ?? formal;
      const value = this.rooms[i] ?? unknown(formal.name, formal.type);
      scope.declare(key, {
        kind: 'object',
        name,
        type: value.type ?? formal.type,
        constant: formal.mode === 'in',
        value,
      });
    });
    const shown = entry.family ? `${entry.name}(${entry.family.low + member})` : entry.name;
    const back = draft.here;
    draft.here = from;
    const finished = draft.location();
    const entryCall: EntryCall = { requeue: (inside, target) => requeueFromProtected(inside, this, target) };
    draft.alone(() => {
      const { span } = draft;
      const to = draft.location();
      draft.link(from, to, {
        ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
        ...(leave ? { action: leave } : {}),
        atomic: true,
        event: { name: eventName(context, object, shown) },
        text: `${object.name}.${shown}`,
        ...(doubtful ? { abstracted: `a barrier of ${object.name}` } : {}),
      });
      draft.here = to;
      if (body) {
        const inside: Context = {
          ...context,
          scope,
          inside: object,
          loops: undefined,
          labels: undefined,
          rendezvous: undefined,
          returns: { location: finished, frames: context.frames },
          entryCall,
        };
        lowerBlock(inside, body.declarations, body.block, shown);
      }
      draft.span = span;
    });
    draft.jump(finished);
    draft.here = finished;
    draft.jump(this.done);
    draft.here = back;
  }
}
