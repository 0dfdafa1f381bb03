/** Selective accept: guards once, then whatever can be taken first. */
import { constant, type Expression, read } from '../../../model/expression.js';
import { BOOLEAN } from '../resolve/standard.js';
import type { SelectiveAccept } from '../syntax/index.js';
import { lowerAccept, memberAccepted, type Offer } from './accept.js';
import { assign } from './assign.js';
import { at, type Context } from './context.js';
import { raise } from './exception.js';
import { evaluate } from './expression.js';
import { all, negation, some } from './fold.js';
import { becomes, LIFE } from './life.js';
import { workedOut } from './once.js';
import { isEmpty } from './queue.js';
import { lowerStatements } from './statement.js';
import { storeFor } from './store.js';
import { mayTerminate } from './task.js';
import { PROGRAM_ERROR } from './world.js';

export function lowerSelect(context: Context, tree: SelectiveAccept): void {
  const { draft, world, task } = context;
  const open = tree.alternatives.map((alternative) =>
    alternative.guard ? guardOf(context, alternative.guard) : constant(1),
  );
  const members = tree.alternatives.map((alternative) => {
    if (alternative.kind === 'accept-alternative') return memberAccepted(context, alternative.accept);
    if (alternative.kind === 'delay-alternative' && alternative.delay.time)
      evaluate(context, alternative.delay.time);
    return undefined;
  });
  at(context, tree);
  const wait = draft.here;
  const over = draft.location();
  const offers: { offer: Offer; open: Expression }[] = [];
  const steps: ((from: number) => void)[] = [];
  let terminate: Expression | undefined;
  tree.alternatives.forEach((alternative, i) => {
    if (open[i].kind === 'constant' && open[i].value === 0) return;
    switch (alternative.kind) {
      case 'accept-alternative': {
        draft.here = draft.location();
        const offer = lowerAccept(context, alternative.accept, members[i]);
        if (!offer) return;
        lowerStatements(context, alternative.statements);
        draft.jump(over);
        offers.push({ offer, open: open[i] });
        steps.push((from) => offer.link(from, open[i].kind === 'constant' ? undefined : open[i]));
        return;
      }
      case 'delay-alternative': {
        at(context, alternative);
        draft.here = draft.location();
        const expired = draft.here;
        lowerStatements(context, alternative.statements);
        draft.jump(over);
        const span = world.sources.span(alternative.delay);
        steps.push((from) => {
          const quiet: Expression[] = world.settings.delays === 'quiet' ? [{ kind: 'timeout' }] : [];
          const guard = all([open[i], nobodyWaits(offers), ...quiet]);
          draft.link(from, expired, { ...given(guard), text: 'the delay expires', span, kept: true });
        });
        return;
      }
      case 'terminate-alternative':
        terminate = open[i];
    }
  });
  draft.span = world.sources.span(tree);
  Object.assign(draft.locations[wait], { name: draft.locations[wait].name ?? 'select', blocking: true });
  if (tree.otherwise) {
    const otherwise = draft.location();
    draft.here = otherwise;
    lowerStatements(context, tree.otherwise);
    draft.jump(over);
    steps.push((from) =>
      draft.link(from, otherwise, { ...given(nobodyWaits(offers)), text: 'else', kept: true }),
    );
  } else if (open.every((guard) => guard.kind !== 'constant' || guard.value === 0)) {
    const closed = draft.location();
    draft.here = closed;
    raise(context, { kind: 'known', id: PROGRAM_ERROR });
    steps.push((from) =>
      draft.link(from, closed, {
        guard: negation(some(open)),
        text: 'all alternatives are closed: Program_Error',
      }),
    );
  }
  const last = terminate && task ? leaving(context, wait, terminate, offers, steps) : undefined;
  if (last !== true) for (const step of steps) step(wait);
  draft.here = over;
}

const given = (guard: Expression): { guard?: Expression } =>
  guard.kind === 'constant' && guard.value !== 0 ? {} : { guard };

/** No caller is known to wait at an open alternative. */
const nobodyWaits = (offers: { offer: Offer; open: Expression }[]): Expression =>
  all(
    offers
      .filter(({ offer }) => offer.entry.queued)
      .map(({ offer, open }) => some([negation(open), all(offer.channels.map(isEmpty))])),
  );

/** With an open terminate alternative the task may end here, and waiting here for ever is all right. */
function leaving(
  context: Context,
  wait: number,
  open: Expression,
  offers: { offer: Offer }[],
  steps: ((from: number) => void)[],
): true {
  const { draft, world } = context;
  const task = context.task!;
  const offered = draft.location({ name: 'select, or terminate', marks: ['end'], blocking: true });
  const unconditional = open.kind === 'constant';
  draft.link(wait, offered, { ...given(open), effects: [becomes(task, LIFE.leaving)], atomic: true });
  const first = draft.steps.length;
  const running = becomes(task, LIFE.running);
  for (const step of steps) step(offered);
  // Whatever is taken instead, the task goes on.
  for (let i = first; i < draft.steps.length; i++) {
    const step = draft.steps[i];
    if (step.from === offered) step.effects = [running, ...step.effects];
  }
  const end = draft.location();
  draft.link(offered, end, {
    guard: all([
      mayTerminate(world, task),
      ...offers
        .filter(({ offer }) => offer.entry.queued)
        .map(({ offer }) => all(offer.channels.map(isEmpty))),
    ]),
    text: 'terminate',
    atomic: true,
    provided: () => task.master.waiting !== undefined,
  });
  const back = draft.here;
  draft.here = end;
  raise(context, { kind: 'abort' });
  draft.here = back;
  if (!unconditional) {
    const closed = draft.location({ name: 'select', blocking: true });
    draft.link(wait, closed, { guard: negation(open) });
    for (const step of steps) step(closed);
  }
  return true;
}

/** A guard is asked once: what others may change is remembered. */
function guardOf(context: Context, tree: import('../syntax/index.js').Expression): Expression {
  const found = evaluate(context, tree, BOOLEAN);
  if (found.kind === 'scalar') return workedOut(context, found.expression);
  const room = storeFor(context, 'open', BOOLEAN);
  assign(context, room, found);
  return read(room.place);
}
