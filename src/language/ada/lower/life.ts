/** The life of a task: not yet activated, callable, completed, terminated. */

import type { DataType } from '../../../model/data.js';
import type { Expression } from '../../../model/expression.js';
import { constant } from '../../../model/expression.js';
import type { Effect } from '../../../model/system.js';
import type { TaskObject } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { combine, equal, negation, some, value } from './fold.js';
import { throughAccess } from './name.js';
import type { TaskValue } from './value.js';

export const LIFE = {
  dormant: 0,
  running: 1,
  completed: 2,
  terminated: 3,
  /** Its declarations are being elaborated; the activator waits. */
  activating: 4,
  /** At a select statement with an open terminate alternative. */
  leaving: 5,
  /** Elaborating its declarations raised an exception. */
  failed: 6,
} as const;

export const lifeType: DataType = { kind: 'range', low: 0, high: 6, overflow: 'fault' };

export const becomes = (task: TaskObject, life: number): Effect => ({
  kind: 'assign',
  place: task.status,
  value: constant(life),
});

export const isOver = (task: TaskObject): Expression =>
  some([LIFE.dormant, LIFE.terminated, LIFE.failed].map((life) => equal(value(task.status), life)));

const isTerminated = (task: TaskObject): Expression =>
  some([LIFE.terminated, LIFE.failed].map((life) => equal(value(task.status), life)));

/** A call of it would raise Tasking_Error. Asked at every call: one condition for them all. */
export function isUncallable(task: TaskObject): Expression {
  task.over ??= some(
    [LIFE.completed, LIFE.terminated, LIFE.failed].map((life) => equal(value(task.status), life)),
  );
  return task.abnormal ? combine('or', task.over, equal(value(task.abnormal), 1)) : task.over;
}

/** The objects that a task value may be, each with the condition under which it is that one. */
export function eachTask(of: TaskValue): { object: TaskObject; when: Expression | undefined }[] {
  const objects = of.objects ?? of.type.unit.objects;
  if (!of.position) return objects.map((object) => ({ object, when: undefined }));
  return objects.map((object, i) => ({ object, when: equal(of.position!, i) }));
}

/** `T'Terminated`, `T'Callable` */
export function lifeOf(
  context: Context,
  tree: Tree,
  attribute: 'terminated' | 'callable',
): Expression | undefined {
  const found = throughAccess(context, evaluate(context, tree));
  if (found.kind !== 'task') return undefined;
  const states = eachTask(found).map(({ object, when }) => {
    const asked = attribute === 'terminated' ? isTerminated(object) : negation(isUncallable(object));
    return when ? combine('and', when, asked) : asked;
  });
  return states.length === 1 ? states[0] : some(states);
}
