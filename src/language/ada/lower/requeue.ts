/** Requeue: the caller waits elsewhere, and whoever served it goes on. */
import { constant, read } from '../../../model/expression.js';
import type { EntryUnit, TaskObject } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import { beyond } from './bound.js';
import { type Context, leaveTo, type Rendezvous } from './context.js';
import { memberMeant, settled } from './doubt.js';
import type { Draft, DraftStep } from './draft.js';
import { type CallForm, callTaskEntry } from './entry-call.js';
import { evaluate } from './expression.js';
import { all, equal, isConstant } from './fold.js';
import { handOver } from './hand-over.js';
import { eachTask, isUncallable } from './life.js';
import { denote, entryOf, ofEntry } from './name.js';
import { eachProtected } from './protected.js';
import { type Attempts, proceed } from './protected-call.js';
import { withdrawal } from './queue.js';
import { fieldsOf } from './task-unit.js';
import type { ProtectedValue } from './value.js';
import { type World, wordType } from './world.js';

interface Target {
  denotation: ReturnType<typeof denote>;
  family?: Tree;
}

function targetOf(context: Context, tree: Tree): Target {
  const named = denote(context, tree.kind === 'apply' ? tree.prefix : tree);
  const denotation = (named.kind === 'entities' ? ofEntry(context, named.entities) : undefined) ?? named;
  if (tree.kind === 'apply') return { denotation, family: tree.arguments[0]?.value as Tree | undefined };
  return { denotation };
}

/** From an accept statement: the message moves to the queue of another entry. */
export function requeueFromAccept(context: Context, tree: Tree, firm: boolean): void {
  const { draft, world, rendezvous } = context;
  const { denotation, family } = targetOf(context, tree);
  if (!rendezvous || denotation.kind !== 'member') {
    beyond(context, 'requeue to an entry that is not found');
    return;
  }
  if (denotation.of.kind === 'protected') {
    requeueToProtected(context, rendezvous, denotation.of, denotation.key, family, firm);
    return;
  }
  const entry = entryOf(denotation.of, denotation.key);
  if (!entry) return;
  world.raising = true;
  const of = settled(context, denotation.of);
  const index = memberMeant(context, entry, family ? evaluate(context, family) : undefined);
  leaveTo(context, rendezvous.frames);
  const from = draft.here;
  for (const { object, when } of eachTask(of)) {
    (object.channels.get(entry) ?? []).forEach(({ queue }, i) => {
      waitElsewhere(world, object, entry, queue);
      const guard = all([...(when ? [when] : []), index ? equal(index, i) : constant(1)]);
      const values = [
        read(rendezvous.caller),
        ...(entry.formals.length > 0 ? rendezvous.parameters.map(read) : []),
        ...(entry.tellsFirm ? [constant(firm ? 1 : 0)] : []),
      ];
      const step = draft.link(from, rendezvous.over, {
        ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
        action: { kind: 'send', channel: constant(queue), values, order: 'fifo' },
        text: `requeue ${object.name}.${entry.name}`,
        atomic: true,
      });
      if (entry.formals.length === 0) keepResults(world, rendezvous, step);
      const callers = world.callers.get(queue) ?? new Set<number>();
      for (const process of world.drafts.keys()) callers.add(process);
      world.callers.set(queue, callers);
    });
  }
  draft.here = draft.location();
}

/** An entry without parameters gives nothing back: what the caller has been given so far is what it gets in the end. */
function keepResults(world: World, { caller, channels, entry, results }: Rendezvous, step: DraftStep): void {
  if (entry.formals.length === 0) return;
  const values = results();
  world.finishing.push(() => {
    const callers = new Set(channels.flatMap((channel) => [...(world.callers.get(channel) ?? [])]));
    for (const process of callers) {
      const kept = world.kept.get(process) ?? [];
      world.kept.set(process, kept);
      values.forEach((value, i) => {
        kept[i] ??= world.variable(`${world.drafts[process].name}: a result so far`, wordType, 0);
        const place = kept[i];
        const isCaller = equal(read(caller), process);
        step.effects.push({
          kind: 'assign',
          place,
          value: { kind: 'conditional', test: isCaller, whenTrue: value, whenFalse: read(place) },
        });
      });
    }
  });
}

const followed = new WeakMap<World, Set<number>>();

/**
 * Whoever is requeued stays where it called and may be in that other queue: unless it was requeued without abort, an
 * abort and a time limit take the call back from there too. In any case the end of the task that was to take it does.
 */
function waitElsewhere(world: World, object: TaskObject, entry: EntryUnit, queue: number): void {
  const known = followed.get(world) ?? new Set<number>();
  followed.set(world, known);
  if (known.has(queue)) return;
  known.add(queue);
  world.finishing.push(() => {
    const takenBack = ({ number }: Draft) => withdrawal(queue, number, fieldsOf(entry), entry.tellsFirm);
    for (const { draft, from, to, guard } of world.abortable)
      draft.link(from, to, { guard, action: takenBack(draft), text: 'aborted' });
    const quiet = world.settings.delays === 'quiet' ? { guard: { kind: 'timeout' as const } } : {};
    for (const { draft, at, failed, expired } of world.handedOn) {
      draft.link(at, failed, {
        guard: isUncallable(object),
        action: withdrawal(queue, draft.number, fieldsOf(entry)),
        text: `${object.name} has completed: Tasking_Error`,
      });
      if (expired === undefined) continue;
      draft.link(at, expired, { ...quiet, action: takenBack(draft), text: 'the delay expires', kept: true });
    }
  });
}

function requeueToProtected(
  context: Context,
  rendezvous: Rendezvous,
  called: ProtectedValue,
  key: string,
  family: Tree | undefined,
  firm: boolean,
): void {
  const { draft } = context;
  const entry = entryOf(called, key);
  if (!entry) {
    beyond(context, 'requeue to an entry that is not found');
    return;
  }
  const of = settled(context, called);
  const index = memberMeant(context, entry, family ? evaluate(context, family) : undefined);
  leaveTo(context, rendezvous.frames);
  const { entry: accepted, rooms } = rendezvous;
  rendezvous.answer(handOver(context, { from: accepted, of, entry, index, rooms, firm }));
  draft.jump(rendezvous.over);
}

/** From a protected entry: the caller, who carries out the body, waits in another queue. */
export function requeueFromProtected(context: Context, attempts: Attempts, tree: Tree, firm: boolean): void {
  const { draft } = context;
  const { denotation, family } = targetOf(context, tree);
  if (denotation.kind !== 'member') {
    beyond(context, 'requeue to an entry that is not found');
    return;
  }
  const entry = entryOf(denotation.of, denotation.key);
  const index = entry && memberMeant(context, entry, family ? evaluate(context, family) : undefined);
  leaveTo(context, attempts.context.frames);
  const same =
    denotation.of.kind === 'protected' &&
    eachProtected(denotation.of).length === 1 &&
    eachProtected(denotation.of)[0].object === attempts.object;
  if (same && entry && attempts.object.queues.has(entry)) {
    const queues = attempts.object.queues.get(entry)!;
    const from = draft.here;
    queues.forEach((queue, member) => {
      draft.link(from, attempts.wait(entry, member, firm), {
        ...(index ? { guard: equal(index, member) } : {}),
        action: { kind: 'send', channel: constant(queue), values: [constant(draft.number)], order: 'fifo' },
        text: `requeue ${attempts.object.name}.${entry.name}`,
        atomic: true,
      });
    });
    draft.here = draft.location();
    return;
  }
  const outside: Context = { ...attempts.context, scope: context.scope };
  const rooms = attempts.rooms.slice(0, entry?.formals.length ?? 0);
  const form: CallForm = attempts.form.kind === 'trigger' ? { kind: 'simple' } : { ...attempts.form, firm };
  draft.apart(() => {
    draft.step({});
    if (denotation.of.kind === 'task')
      callTaskEntry(outside, denotation.of, denotation.key, family, [], form, rooms);
    else if (entry) proceed(outside, settled(outside, denotation.of), entry, index, rooms, form);
    draft.jump(attempts.done);
  });
}
