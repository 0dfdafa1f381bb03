/** Tasks: activation, their bodies, and waiting for them to end. */

import { constant, type Expression } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import type { Master, TaskObject } from '../resolve/unit.js';
import type { Declaration } from '../syntax/index.js';
import { leaveWhenAborted } from './abort.js';
import { lowerBlock } from './block.js';
import { beyond } from './bound.js';
import { type Context, type Frame, outermostContext, type Raised, within } from './context.js';
import { check, raisingLocation } from './exception.js';
import { all, equal, negation, some, value } from './fold.js';
import { becomes, isOver, LIFE } from './life.js';
import type { World } from './world.js';
import { PROGRAM_ERROR, TASKING_ERROR } from './world.js';

/** Starts the tasks that a declarative part has made. */
export function activate(context: Context, created: readonly TaskObject[]): void {
  const tasks = created.filter((task) => !task.started);
  if (tasks.length === 0) return;
  for (const task of tasks) task.started = true;
  const { draft, world } = context;
  const atStart = draft.steps.length === 0 && draft.here === 0;
  const slow = tasks.filter((task) => takesTime(world, task));
  const early = tasks.filter(({ unit }) => !unit.body);
  if (atStart && slow.length === 0 && early.length === 0) return;
  for (const task of tasks) {
    task.gated = true;
    world.variables[task.status.variable].initial = [constant(LIFE.dormant)];
  }
  if (early.length > 0) refuse(context, tasks, early);
  start(context, tasks);
}

/** A task whose body comes later in the text cannot be activated yet: Program_Error. */
function refuse(context: Context, tasks: readonly TaskObject[], early: readonly TaskObject[]): void {
  const { draft } = context;
  const [from, fine, refused] = [draft.here, draft.location(), draft.location()];
  const isLate = (): boolean => early.some(({ unit }) => unit.body !== undefined);
  draft.link(from, fine, { provided: () => !isLate() });
  draft.link(from, refused, {
    provided: isLate,
    effects: tasks.map((task) => becomes(task, LIFE.terminated)),
    atomic: true,
    text: 'activation before the body: Program_Error',
  });
  draft.link(refused, raisingLocation(context, PROGRAM_ERROR));
  draft.here = fine;
}

/** Written where they become active: goes on when they have elaborated their declarations. */
export function start(context: Context, tasks: readonly TaskObject[]): void {
  const { draft, world } = context;
  const slow = tasks.filter((task) => takesTime(world, task));
  draft.step({
    effects: tasks.map((task) => becomes(task, slow.includes(task) ? LIFE.activating : LIFE.running)),
    text: `activate ${tasks.map((task) => task.name).join(', ')}`,
    atomic: true,
  });
  if (slow.length === 0) return;
  draft.locations[draft.here].name = 'activation';
  draft.step({
    guard: all(slow.map((task) => negation(equal(value(task.status), LIFE.activating)))),
    atomic: true,
  });
  check(context, negation(some(slow.map((task) => equal(value(task.status), LIFE.failed)))), TASKING_ERROR);
}

/** An exception among the declarations: the tasks declared there so far are terminated, and nobody can call them. */
export function neverActivated(context: Context, { tasks }: Master): void {
  const { draft, world } = context;
  const step = draft.step({ atomic: true });
  world.finishing.push(() => {
    for (const task of tasks.filter(({ gated }) => gated))
      step.effects.push({
        kind: 'assign',
        place: task.status,
        value: {
          kind: 'conditional',
          test: equal(value(task.status), LIFE.dormant),
          whenTrue: constant(LIFE.terminated),
          whenFalse: value(task.status),
        },
      });
  });
}

/** Can elaborating its declarations do more than give variables their first values, which nobody else can change? */
const takesTime = (world: World, { unit }: TaskObject): boolean =>
  world.mayFail(unit.declaration) || elaborates(unit.body?.declarations ?? [], unit.scope);

function elaborates(declarations: readonly Declaration[], scope: Scope): boolean {
  const own = new Set<string>();
  return declarations.some((declaration) => {
    if (declaration.kind === 'task' || declaration.kind === 'package-body' || declaration.kind === 'instance')
      return true;
    if (declaration.kind === 'subprogram-body' || declaration.kind === 'expression-function') {
      own.add(declaration.specification.name.name.key);
      return false;
    }
    if (declaration.kind === 'subtype-declaration') return declaration.subtype.constraint !== undefined;
    if (declaration.kind !== 'object') return false;
    if (callsOwn(declaration.initial, own)) return true;
    return declaration.initial !== undefined && asksSomething(declaration.initial, scope);
  });
}

function callsOwn(tree: unknown, own: ReadonlySet<string>): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  const { kind, key } = tree as { kind?: string; key?: string };
  if (kind === 'identifier' && key !== undefined && own.has(key)) return true;
  return Object.values(tree).some((part) => callsOwn(part, own));
}

/** Does it call a subprogram, or read a variable that is declared outside? */
function asksSomething(tree: unknown, scope: Scope): boolean {
  if (Array.isArray(tree)) return tree.some((part) => asksSomething(part, scope));
  if (typeof tree !== 'object' || tree === null) return false;
  const { kind, key } = tree as { kind?: string; key?: string };
  if (kind === 'apply' || kind === 'allocator') return true;
  if (kind === 'identifier' && key !== undefined)
    return scope.lookUp(key).some((e) => e.kind === 'subprogram' || (e.kind === 'object' && !e.constant));
  return Object.values(tree).some((part) => asksSomething(part, scope));
}

/** Written where the block that declares tasks ends: nothing goes on before they have ended. */
export function waitForTasks(context: Context): void {
  const { draft, master, world } = context;
  if (master.outermost) return;
  if (master.tasks.length === 0 && !master.pool) return;
  master.waiting ??= world.variable(`${master.name} has ended`, { kind: 'boolean' }, 0);
  const guard = later(world, () => all(master.tasks.map(isOver)));
  draft.step({ effects: [{ kind: 'assign', place: master.waiting, value: constant(1) }], atomic: true });
  draft.locations[draft.here].name = `end of ${master.name}: waits for its tasks`;
  draft.locations[draft.here].waitsForTasks = master.tasks;
  draft.step({
    guard,
    effects: [{ kind: 'assign', place: master.waiting, value: constant(0) }],
    text: `${master.name}: its tasks have ended`,
    atomic: true,
  });
}

/** A condition that can only be written when all processes are known. */
export function later(world: World, make: () => Expression): Expression {
  // Until then it must not look like anything that is known.
  const expression = { kind: 'processCount' } as Expression;
  world.finishing.push(() => {
    const made = make();
    for (const key of Object.keys(expression)) delete (expression as unknown as Record<string, unknown>)[key];
    Object.assign(expression, made);
  });
  return expression;
}

const dependsOn = (task: TaskObject, master: Master): boolean => {
  for (let at: Master | undefined = task.master; at; at = at.parent ?? at.task?.master)
    if (at === master) return true;
  return false;
};

/** May the task take its terminate alternative? */
export function mayTerminate(world: World, task: TaskObject): Expression {
  return later(world, () => {
    const { master } = task;
    if (!master.waiting) return constant(0);
    const others = world.tasks.filter((other) => other !== task && dependsOn(other, master));
    const quiet = others.map((other) => some([isOver(other), equal(value(other.status), LIFE.leaving)]));
    return all([equal(value(master.waiting), 1), ...quiet]);
  });
}

/** Writes the process of a task. */
export function writeTask(world: World, task: TaskObject): void {
  const { unit } = task;
  const draft = world.drafts[task.process];
  draft.span = world.sources.span(unit.body ?? unit.declaration);
  draft.home = draft.span;
  const slow = task.gated && takesTime(world, task);
  if (task.gated) {
    Object.assign(draft.locations[0], { name: 'not activated', marks: ['end'] });
    draft.step({ guard: equal(value(task.status), slow ? LIFE.activating : LIFE.running), atomic: true });
  }
  const outer = new Scope(unit.scope, '');
  const scope = new Scope(outer, unit.name);
  outer.declare(unit.declaration.name.key, { kind: 'region', name: unit.name, scope, task });
  for (const formal of unit.discriminants) {
    const given = task.discriminants.get(formal.key);
    if (given)
      outer.declare(formal.key, {
        kind: 'object',
        name: formal.name,
        type: formal.type,
        constant: true,
        value: given,
      });
  }
  for (const entry of unit.entries.all)
    outer.declare(entry.key, { kind: 'entry', name: entry.name, entry, of: unit });
  const completion = draft.location({ name: 'completed' });
  const failure = draft.location({ name: 'not activated: an exception' });
  let activated = false;
  const bottom: Omit<Frame, 'outer'> = {
    raise: (_outside: Context, raised: Raised) => {
      if (raised.kind === 'abort') draft.jump(completion, { text: 'aborted' });
      else if (!activated && slow) draft.jump(failure);
      else {
        if (!activated && !takesTime(world, task)) world.activationFails(unit.declaration);
        unhandled(world, draft, raised, task.name, completion);
      }
      return true;
    },
  };
  const context: Context = within(
    { ...outermostContext(world, draft, scope, task.master, task.repeats, task), calls: unit.calls },
    bottom,
  );
  const started = draft.locations.length;
  const begin = draft.here;
  if (unit.body) {
    lowerBlock(
      {
        ...context,
        // It has completed, and can be called no more, while it waits for its own tasks.
        onEnd: () => draft.step({ effects: [becomes(task, LIFE.completed)], atomic: true }),
        onBegin: (inside) => {
          if (slow) draft.step({ effects: [becomes(task, LIFE.running)], atomic: true, text: 'activated' });
          activated = true;
          draft.forgetRaising();
          void inside;
        },
      },
      unit.body.declarations,
      unit.body.block,
      task.name,
    );
  } else beyond(context, `the task ${task.name} without its body`);
  draft.span = unit.body ? world.sources.span(unit.body.block.close) : draft.span;
  draft.jump(completion);
  if (task.abnormal)
    leaveWhenAborted(context, [begin, ...range(started, draft.locations.length)], completion);
  draft.here = completion;
  const last = draft.location({ name: 'terminated', marks: ['end'] });
  draft.jump(last, {
    effects: [becomes(task, LIFE.terminated)],
    atomic: true,
    early: endsUnseen(world, task),
    text: `${task.name} terminates`,
  });
  draft.here = failure;
  draft.jump(last, { effects: [becomes(task, LIFE.failed)], atomic: true });
  // Declared where control may come again, the task may be activated again.
  if (task.gated && task.again) draft.link(last, 0, {});
}

/** Can nobody see that the task has done its last statement but has not yet terminated? */
function endsUnseen({ mentions, settings }: World, { unit, abnormal }: TaskObject): boolean {
  const tried = unit.entries.all.some((entry) => mentions.conditional.has(entry.key));
  return settings.delays === 'free' && !mentions.lives && !tried && !abnormal;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

export function unhandled(
  world: World,
  draft: Context['draft'],
  raised: Exclude<Raised, { kind: 'abort' }>,
  name: string,
  completion: number,
): void {
  const exception = raised.kind === 'known' ? world.exceptions[raised.id] : 'an exception';
  const text = `${exception} ends ${name}`;
  draft.link(draft.here, completion, {
    effects: [{ kind: 'assert', condition: constant(0), message: `${exception} is not handled in ${name}` }],
    text,
    kept: true,
  });
  // Nobody is told: the others go on, and may wait for it in vain.
  draft.jump(completion, { text, kept: true });
}
