/** Calls of protected entries: the caller waits until the barrier is open, and carries out the body itself. */

import { constant, type Expression, read } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import type { EntryUnit, ProtectedObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { type Barrier, barrierOf, isDoubtful, memberScope, nobodyFirst } from './barrier.js';
import { lowerBlock } from './block.js';
import type { Context, EntryCall } from './context.js';
import { memberMeant, settled } from './doubt.js';
import type { CallForm } from './entry-call.js';
import { raisingLocation } from './exception.js';
import { evaluate } from './expression.js';
import { all, equal, isConstant, negation } from './fold.js';
import { acting, callsEntryInAction } from './nested-action.js';
import { forEachObject, protectedEvent } from './protected.js';
import { entryBodyOf } from './protected-unit.js';
import { withdrawal } from './queue.js';
import { rvalue } from './read.js';
import { requeueFromProtected } from './requeue.js';
import { bind } from './subprogram.js';
import { type ProtectedValue, unknown, type Value } from './value.js';
import { PROGRAM_ERROR } from './world.js';

export function callProtectedEntry(
  context: Context,
  called: ProtectedValue,
  entry: EntryUnit,
  family: Tree | undefined,
  given: readonly Association[],
  form: CallForm,
): void {
  if (callsEntryInAction(context, entry.name)) return;
  const of = settled(context, called);
  const index = memberMeant(context, entry, family ? evaluate(context, family) : undefined);
  const parameters = new Scope(undefined, entry.name);
  const copies = bind(context, entry, given, parameters);
  const rooms = entry.formals.map((formal) => {
    const [entity] = parameters.own(formal.key);
    return entity?.kind === 'object' ? entity.value : unknown(formal.name, formal.type);
  });
  proceed(context, of, entry, index, rooms, form);
  for (const { actual, formal } of copies) assign(context, actual, rvalue(formal));
}

/** The call with its parameters settled. */
export function proceed(
  context: Context,
  of: ProtectedValue,
  entry: EntryUnit,
  index: Expression | undefined,
  rooms: Value[],
  form: CallForm,
): void {
  const { draft } = context;
  draft.step({});
  if (form.firm) draft.locations[draft.here].deferred = true;
  else draft.locations[draft.here].blocking = true;
  draft.locations[draft.here].name =
    `calls ${of.objects?.length === 1 ? of.objects[0].name : of.type.name}.${entry.name}`;
  const done = draft.location();
  forEachObject(context, of, (object, when) => {
    const from = draft.here;
    const attempts = new Attempts(context, object, rooms, done, form);
    const members = entry.family ? entry.family.high - entry.family.low + 1 : 1;
    for (let member = 0; member < members; member++) {
      const isMember = index ? equal(index, member) : constant(1);
      const chosen = all([...(when ? [when] : []), isMember]);
      if (isConstant(chosen) && chosen.value === 0) continue;
      attempts.begin(from, entry, member, chosen);
    }
    draft.here = draft.location();
  });
  draft.here = done;
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
    const open = all([chosen, first, barrier.may]);
    this.act(from, entry, member, open, isDoubtful(barrier));
    const shut = all([chosen, first, negation(barrier.must)]);
    if (form.kind === 'conditional' && !form.firm && form.otherwise !== undefined) {
      draft.link(from, form.otherwise, {
        guard: shut,
        atomic: true,
        text: 'the barrier is closed',
        ...this.doubt(barrier),
      });
      return;
    }
    if (queue === undefined) {
      this.lose(from, chosen, barrier);
      if (isDoubtful(barrier)) this.stay(from, entry, chosen, barrier, form.firm === true);
      if (form.otherwise !== undefined)
        draft.link(from, form.otherwise, {
          guard: all([shut, ...this.quiet()]),
          text: 'the delay expires',
          kept: true,
        });
      return;
    }
    draft.link(from, this.wait(entry, member, form.firm === true), {
      guard: shut,
      action: { kind: 'send', channel: constant(queue), values: [constant(draft.number)], order: 'fifo' },
      text: `${object.name}.${entry.name}: queued`,
      atomic: true,
      ...this.doubt(barrier),
    });
  }

  private doubt(barrier: Barrier): { abstracted?: string } {
    return isDoubtful(barrier) ? { abstracted: `a barrier of ${this.object.name}` } : {};
  }

  private quiet(): Expression[] {
    return this.context.world.settings.delays === 'quiet' ? [{ kind: 'timeout' }] : [];
  }

  /** The barrier is not known, and never opens: only a time limit ends this. */
  private stay(
    from: number,
    entry: EntryUnit,
    when: Expression,
    barrier: Barrier,
    firm: boolean,
    mine?: ReturnType<typeof withdrawal>,
  ): void {
    const { context, object, form } = this;
    const { draft } = context;
    const closed = draft.location({
      name: `waits at ${object.name}.${entry.name}, which stays closed`,
      alone: false,
      ...(firm ? { deferred: true } : { blocking: true, ...(mine ? { queuedIn: [{ action: mine }] } : {}) }),
    });
    draft.link(from, closed, {
      guard: all([when, negation(barrier.must)]),
      text: `${object.name}.${entry.name} stays closed`,
      atomic: true,
      kept: true,
      ...this.doubt(barrier),
    });
    if (!firm && form.otherwise !== undefined)
      draft.link(closed, form.otherwise, {
        ...(mine ? { action: mine } : {}),
        guard: all(this.quiet()),
        text: 'the delay expires',
        kept: true,
      });
  }

  /** The object is finalized while the caller waits for it. */
  private lose(from: number, when: Expression, barrier: Barrier, mine?: ReturnType<typeof withdrawal>): void {
    const { context, object } = this;
    if (!object.gone) return;
    context.draft.link(from, raisingLocation(context, PROGRAM_ERROR), {
      guard: all([when, equal(read(object.gone), 1), negation(barrier.may)]),
      ...(mine ? { action: mine } : {}),
      text: `${object.name} is finalized: Program_Error`,
      atomic: true,
    });
  }

  /** The location of a caller that waits in the queue of this entry; `firm`: its call cannot be taken back. */
  wait(entry: EntryUnit, member: number, firm: boolean): number {
    const key = `${entry.key} ${member} ${firm}`;
    const known = this.waiting.get(key);
    if (known !== undefined) return known;
    const { context, object, form } = this;
    const { draft } = context;
    const queue = object.queues.get(entry)![member];
    const mine = withdrawal(queue, draft.number, 1);
    // Whoever can go first goes before anything else happens to the object or to those who wait for it.
    const settledQueues = nobodyFirst(context, object);
    const location = draft.location({
      name: `waits at ${object.name}.${entry.name}`,
      ...(firm ? { deferred: true } : { blocking: true, queuedIn: [{ action: mine, guard: settledQueues }] }),
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
    this.act(location, entry, member, all([head, barrier.may]), isDoubtful(barrier), mine);
    this.lose(location, constant(1), barrier, mine);
    if (isDoubtful(barrier)) this.stay(location, entry, head, barrier, firm, mine);
    if (!firm && form.otherwise !== undefined)
      draft.link(location, form.otherwise, {
        action: mine,
        // A call that is not to wait came here by requeue.
        guard: all([settledQueues, ...(form.kind === 'timed' ? this.quiet() : [])]),
        text: 'the delay expires',
        kept: true,
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
    const entryCall: EntryCall = {
      requeue: (inside, target, firm) => requeueFromProtected(inside, this, target, firm),
    };
    draft.alone(() => {
      const { span } = draft;
      const to = draft.location();
      draft.link(from, to, {
        ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
        ...(leave ? { action: leave } : {}),
        atomic: true,
        event: { name: protectedEvent(context, object, shown) },
        text: `${object.name}.${shown}`,
        ...(doubtful ? { abstracted: `a barrier of ${object.name}` } : {}),
      });
      draft.here = to;
      if (body) {
        const inside: Context = {
          ...acting(context, object),
          scope,
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
