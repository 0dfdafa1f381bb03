/**
 * Queues without an order: any waiting caller may be next. The queue is kept sorted, so that states do not
 * differ by who came first, and whoever takes a call may take any. All that can happen with queues that are
 * first come, first served can happen here too.
 */
import { constant, type Expression, type Pattern } from '../../../model/expression.js';
import type { DraftStep } from './draft.js';
import { all, combine } from './fold.js';
import type { World } from './world.js';

export function forgetOrder(world: World): void {
  const queues = new Set(world.queues);
  for (const draft of world.drafts) {
    const steps = [...draft.steps];
    draft.steps.length = 0;
    for (const step of steps) for (const one of inAnyOrder(world, queues, step)) draft.steps.push(one);
  }
}

function inAnyOrder(world: World, queues: ReadonlySet<number>, step: DraftStep): DraftStep[] {
  const { action, guard } = step;
  if (action.kind !== 'send' && action.kind !== 'receive')
    return [guard ? { ...step, guard: anywhere(guard) } : step];
  if (action.channel.kind !== 'constant' || !queues.has(action.channel.value)) return [step];
  if (action.kind === 'send') return [{ ...step, action: { ...action, order: 'sorted' } }];
  const channel = action.channel.value;
  if (action.position === 'any')
    return guard && asksForFirst(guard) ? doubtful({ ...step, guard: anywhere(guard) }, channel) : [step];
  const [caller, ...rest] = action.patterns;
  const callers = world.callers.get(channel) ?? new Set();
  return [...callers].flatMap((process) => {
    const told: DraftStep['effects'] =
      caller.kind === 'store' ? [{ kind: 'assign', place: caller.place, value: constant(process) }] : [];
    const patterns: Pattern[] = [{ kind: 'match', value: constant(process) }, ...rest];
    const taken: DraftStep = {
      ...step,
      action: { ...action, position: 'any', patterns },
      effects: [...told, ...step.effects],
    };
    return doubtful(taken, channel);
  });
}

/** Who waits alone is the first for certain; of several, the program may have to take another. */
function doubtful(step: DraftStep, channel: number): DraftStep[] {
  const length: Expression = { kind: 'channel', question: 'length', channel: constant(channel) };
  const when = (condition: Expression): Expression => all([...(step.guard ? [step.guard] : []), condition]);
  return [
    { ...step, guard: when(combine('atMost', length, constant(1))) },
    {
      ...step,
      guard: when(combine('greater', length, constant(1))),
      abstracted: step.abstracted ?? 'the order of callers in a queue',
    },
  ];
}

function asksForFirst(condition: Expression): boolean {
  switch (condition.kind) {
    case 'poll':
      return condition.position === 'first';
    case 'unary':
      return asksForFirst(condition.operand);
    case 'binary':
      return asksForFirst(condition.left) || asksForFirst(condition.right);
    default:
      return false;
  }
}

/** To be the first of a queue is to be in it. */
function anywhere(condition: Expression): Expression {
  switch (condition.kind) {
    case 'poll':
      return { ...condition, position: 'any' };
    case 'unary':
      return { ...condition, operand: anywhere(condition.operand) };
    case 'binary':
      return { ...condition, left: anywhere(condition.left), right: anywhere(condition.right) };
    default:
      return condition;
  }
}
