/** Abort statements, and how a task leaves whatever it is doing when it is aborted. */

import { constant, read } from '../../../model/expression.js';
import type { Effect } from '../../../model/system.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Statement } from '../syntax/index.js';
import { beyond } from './bound.js';
import { type Context, type Frame, textOf } from './context.js';
import { settled } from './doubt.js';
import { raise } from './exception.js';
import { evaluate } from './expression.js';
import { all, equal, negation } from './fold.js';
import { eachTask } from './life.js';
import { throughAccess } from './name.js';

export function lowerAbort(context: Context, tree: Extract<Statement, { kind: 'abort' }>): void {
  const { draft, world } = context;
  for (const name of tree.tasks) {
    const found = throughAccess(context, evaluate(context, name));
    if (found.kind !== 'task') {
      beyond(context, `an abort of ${textOf(context, name)}, which is not known`);
      continue;
    }
    const which = settled(context, found);
    const from = draft.here;
    const over = draft.location();
    for (const { object, when } of eachTask(which)) {
      const step = draft.link(from, over, {
        ...(when ? { guard: when } : {}),
        effects: abortion(object),
        atomic: true,
        text: `abort ${object.name}`,
      });
      // The tasks that depend on it may be written after this.
      world.finishing.push(() => step.effects.push(...dependents(world.tasks, object).flatMap(abortion)));
    }
    draft.here = over;
  }
  completionPoint(context);
}

/**
 * Here at the latest an aborted task, or one whose trigger has happened, leaves what it was doing: what follows is
 * written from a location of its own.
 */
export function completionPoint({ draft, world }: Context): void {
  if (!world.mentions.aborts && world.mentions.triggers.size === 0) return;
  draft.step({});
  draft.locations[draft.here].blocking = true;
}

const abortion = (task: TaskObject): Effect[] =>
  task.abnormal ? [{ kind: 'assign', place: task.abnormal, value: constant(1) }] : [];

const dependents = (tasks: readonly TaskObject[], of: TaskObject): TaskObject[] =>
  tasks.filter((task) => {
    for (let at = task.parent; at; at = at.parent) if (at === of) return true;
    return false;
  });

/**
 * Adds the way out of every location of the task: at once where it waits, at some time where it does not.
 * A protected action and a rendezvous that was begun are carried to their end.
 */
export function leaveWhenAborted(context: Context, locations: readonly number[], completion: number): void {
  const { draft, task } = context;
  const aborted = task?.abnormal;
  if (!aborted) return;
  const exits = new Map<Frame | undefined, number>();
  const steps = draft.steps.length;
  for (const location of locations) {
    const { alone, undisturbed, deferred, queuedIn, blocking, frames } = draft.locations[location];
    if (alone || undisturbed || location === completion) continue;
    const frame = frames as Frame | undefined;
    const exit = exits.get(frame) ?? draft.location();
    if (!exits.has(frame)) {
      exits.set(frame, exit);
      draft.here = exit;
      raise({ ...context, frames: frame ?? context.frames }, { kind: 'abort' });
    }
    if (deferred)
      context.world.abortable.push({ draft, from: location, to: exit, guard: equal(read(aborted), 1) });
    if (queuedIn)
      for (const { action, guard } of queuedIn)
        draft.link(location, exit, {
          guard: all([equal(read(aborted), 1), ...(guard ? [guard] : [])]),
          action,
          text: 'aborted',
        });
    else if (!deferred)
      draft.link(location, exit, {
        guard: equal(read(aborted), 1),
        atomic: true,
        text: 'aborted',
        kept: true,
        interrupts: true,
      });
    if (!blocking) continue;
    // Where it is aborted none of them is possible.
    draft.locations[location].total = undefined;
    for (let i = 0; i < steps; i++) {
      const step = draft.steps[i];
      if (step.from !== location) continue;
      const going = negation(equal(read(aborted), 1));
      step.guard = step.guard ? all([going, step.guard]) : going;
    }
  }
}
