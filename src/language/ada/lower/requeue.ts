/** Requeue: the caller waits elsewhere, and whoever served it goes on. */
import { constant, read } from '../../../model/expression.js';
import type { EntryUnit } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import { beyond } from './bound.js';
import { type Context, leaveTo, type Rendezvous } from './context.js';
import { memberMeant, settled } from './doubt.js';
import type { DraftStep } from './draft.js';
import { callTaskEntry } from './entry-call.js';
import { evaluate } from './expression.js';
import { all, equal, isConstant } from './fold.js';
import { handOver } from './hand-over.js';
import { eachTask } from './life.js';
import { denote, entryOf, ofEntry } from './name.js';
import { eachProtected } from './protected.js';
import { type Attempts, proceed } from './protected-call.js';
import { withdrawal } from './queue.js';
import { integersIn, valuesIn } from './task-unit.js';
import type { ProtectedValue } from './value.js';
import type { World } from './world.js';

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
export function requeueFromAccept(context: Context, tree: Tree): void {
  const { draft, world, rendezvous } = context;
  const { denotation, family } = targetOf(context, tree);
  if (!rendezvous || denotation.kind !== 'member') {
    beyond(context, 'requeue to an entry that is not found');
    return;
  }
  if (denotation.of.kind === 'protected') {
    requeueToProtected(context, rendezvous, denotation.of, denotation.key, family);
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
      waitElsewhere(world, entry, queue);
      const guard = all([...(when ? [when] : []), index ? equal(index, i) : constant(1)]);
      const values = [
        read(rendezvous.caller),
        ...(entry.formals.length > 0 ? rendezvous.parameters.map(read) : []),
      ];
      draft.link(from, rendezvous.over, {
        ...(isConstant(guard) && guard.value !== 0 ? {} : { guard }),
        action: { kind: 'send', channel: constant(queue), values, order: 'fifo' },
        text: `requeue ${object.name}.${entry.name}`,
      });
      const callers = world.callers.get(queue) ?? new Set<number>();
      for (const process of world.drafts.keys()) callers.add(process);
      world.callers.set(queue, callers);
    });
  }
  draft.here = draft.location();
}

const followed = new WeakMap<World, Set<number>>();
const copies = new WeakSet<DraftStep>();
const EXPIRES = 'the delay expires';

/**
 * Whoever is requeued stays where it called and may be in that other queue: an abort and a time limit take the call
 * back from there too.
 */
function waitElsewhere(world: World, entry: EntryUnit, queue: number): void {
  const known = followed.get(world) ?? new Set<number>();
  followed.set(world, known);
  if (known.has(queue)) return;
  known.add(queue);
  world.finishing.push(() => {
    const fields = 1 + integersIn(valuesIn(entry.formals));
    for (const { draft, from, to, guard } of world.abortable)
      draft.link(from, to, { guard, action: withdrawal(queue, draft.number, fields), text: 'aborted' });
    for (const draft of world.drafts)
      for (const step of [...draft.steps]) {
        if (step.text !== EXPIRES || step.action.kind !== 'receive') continue;
        if (!draft.locations[step.from].deferred || copies.has(step)) continue;
        const action = withdrawal(queue, draft.number, fields);
        copies.add(draft.link(step.from, step.to, { ...step, action }));
      }
  });
}

function requeueToProtected(
  context: Context,
  rendezvous: Rendezvous,
  called: ProtectedValue,
  key: string,
  family: Tree | undefined,
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
  rendezvous.answer(handOver(context, { from: accepted, of, entry, index, rooms }));
  draft.jump(rendezvous.over);
}

/** From a protected entry: the caller, who carries out the body, waits in another queue. */
export function requeueFromProtected(context: Context, attempts: Attempts, tree: Tree): void {
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
      draft.link(from, attempts.wait(entry, member), {
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
  draft.apart(() => {
    draft.step({});
    if (denotation.of.kind === 'task')
      callTaskEntry(outside, denotation.of, denotation.key, family, [], { kind: 'simple' }, rooms);
    else if (entry)
      proceed(outside, settled(outside, denotation.of), entry, index, rooms, { kind: 'simple' });
    draft.jump(attempts.done);
  });
}
