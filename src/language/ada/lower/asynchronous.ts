/** Asynchronous select: the abortable part runs until the trigger happens. */
import type { Expression } from '../../../model/expression.js';
import type { Statement } from '../syntax/index.js';
import { beyond } from './bound.js';
import { entryCalledBy, lowerCall } from './call.js';
import { type Context, type Frame, leaveTo, within } from './context.js';
import { evaluate } from './expression.js';
import { all } from './fold.js';
import { entryOf } from './name.js';
import { lowerStatements } from './statement.js';

export function lowerAsynchronous(
  context: Context,
  tree: Extract<Statement, { kind: 'asynchronous-select' }>,
): void {
  const { draft } = context;
  const over = draft.location();
  const triggered = draft.location();
  if (tree.trigger.kind === 'delay') {
    evaluate(context, tree.trigger.time);
    const first = draft.locations.length;
    draft.step({});
    const begin = draft.here;
    lowerStatements(context, tree.abortable);
    draft.jump(over);
    interrupt(context, [begin, ...range(first, draft.locations.length)], triggered);
  } else {
    queuedTrigger(context, tree, triggered, over);
  }
  draft.here = triggered;
  lowerStatements(context, tree.statements);
  draft.jump(over);
  draft.here = over;
}

/** Which channel is meant: those of entries are known when they are written. */
const numberOf = (channel: Expression): number | undefined =>
  channel.kind === 'constant' ? channel.value : undefined;

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function isWithin(frame: Frame | undefined, outer: Frame | undefined): boolean {
  for (let at = frame; at; at = at.outer) if (at === outer) return true;
  return false;
}

/** From each of these locations the trigger may lead away. */
function interrupt(context: Context, locations: number[], triggered: number): void {
  const { draft, world } = context;
  const exits = new Map<Frame | undefined, number>();
  for (const location of locations) {
    const { alone, undisturbed, deferred, queuedIn, frames } = draft.locations[location];
    if (alone || undisturbed) continue;
    const frame = (frames as Frame | undefined) ?? context.frames;
    let exit = exits.get(frame);
    if (exit === undefined) {
      exit = draft.location();
      exits.set(frame, exit);
      draft.here = exit;
      leaveTo({ ...context, frames: frame }, context.frames);
      draft.jump(triggered);
    }
    const parts = { text: 'the delay expires: abortable part left', kept: true };
    const quiet = world.settings.delays === 'quiet' ? { guard: { kind: 'timeout' as const } } : {};
    if (queuedIn)
      for (const { action, guard } of queuedIn)
        draft.link(location, exit, { ...parts, ...(guard ? { guard } : {}), ...quiet, action });
    else if (!deferred) draft.link(location, exit, { ...parts, ...quiet, interrupts: true });
  }
}

/** The trigger is an entry call: it may happen at once, while the abortable part runs, or never. */
function queuedTrigger(
  context: Context,
  tree: Extract<Statement, { kind: 'asynchronous-select' }>,
  triggered: number,
  over: number,
): void {
  const { draft } = context;
  if (tree.trigger.kind === 'delay') return;
  const { denotation } = entryCalledBy(context, tree.trigger.name);
  const entry = denotation.kind === 'member' ? entryOf(denotation.of, denotation.key) : undefined;
  if (!entry?.queued) {
    beyond(context, 'an asynchronous select whose trigger is not found');
    return;
  }
  if (context.world.mentions.handsOn.has(entry.key)) {
    beyond(context, 'an asynchronous select whose trigger may be requeued');
    return;
  }
  const pending = draft.location();
  const first = draft.locations.length;
  const steps = draft.steps.length;
  lowerCall(context, tree.trigger.name, { kind: 'trigger' });
  draft.jump(triggered);
  // Wherever the call waits in its queue, the abortable part may run instead.
  const waiting = range(first, draft.locations.length).filter((l) => draft.locations[l].queuedIn);
  const ways = draft.steps
    .slice(steps)
    .filter((step) => waiting.includes(step.from) && !waiting.includes(step.to));
  const withdrawals = waiting.flatMap((location) => draft.locations[location].queuedIn ?? []);
  const queues = new Set(withdrawals.map(({ action }) => numberOf(action.channel)));
  for (const step of draft.steps.slice(steps))
    if (step.action.kind === 'send' && queues.has(numberOf(step.action.channel))) step.to = pending;
  draft.here = pending;
  const from = draft.locations.length;
  // Whoever leaves the abortable part takes the call back; one that is being accepted is waited for.
  const takeBack = (outer: Frame | undefined): void => {
    draft.frames = outer;
    const left = draft.location();
    for (const mine of withdrawals)
      draft.link(draft.here, left, { ...mine, text: 'the trigger is withdrawn' });
    for (const way of ways) draft.link(draft.here, left, { ...way, from: draft.here, to: left } as never);
    draft.here = left;
  };
  const inside = within(context, {
    leave: (outside) => takeBack(outside.frames),
    raise: (_inside, _raised, outer) => {
      takeBack(outer);
      return false;
    },
  });
  draft.locations[pending].frames = inside.frames;
  lowerStatements(inside, tree.abortable);
  const finished = draft.here;
  draft.frames = context.frames;
  const left = [pending, ...range(from, draft.locations.length)].filter((location) => {
    const { alone, undisturbed, deferred, frames } = draft.locations[location];
    if (alone || undisturbed || (deferred && location !== pending)) return false;
    return isWithin(frames as Frame | undefined, inside.frames);
  });
  // Where the task waits it goes no further if the trigger can be served: that comes first.
  const unserved = withdrawals.flatMap(({ guard }) => (guard ? [guard] : []));
  const waits = new Set(left.filter((location) => draft.locations[location].blocking));
  if (unserved.length > 0)
    for (const step of draft.steps.slice(steps))
      if (waits.has(step.from)) step.guard = all([...unserved, ...(step.guard ? [step.guard] : [])]);
  for (const location of left) {
    const frame = draft.locations[location].frames as Frame | undefined;
    for (const way of ways) {
      if (frame === inside.frames) {
        draft.link(location, way.to, { ...way, from: location } as never);
        continue;
      }
      // Leaving what was begun comes after the trigger.
      const exit = draft.location();
      draft.link(location, exit, { ...way, from: location, to: exit } as never);
      const back = draft.here;
      draft.here = exit;
      leaveTo({ ...context, frames: frame }, inside.frames);
      draft.jump(way.to);
      draft.here = back;
    }
  }
  for (const mine of withdrawals) draft.link(finished, over, { ...mine, text: 'the trigger is withdrawn' });
  draft.here = draft.location();
}
