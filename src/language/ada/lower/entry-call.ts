/** Calls of task entries: the call, the wait for the rendezvous to end, and what comes back. */

import { constant, type Expression, type Place, read } from '../../../model/expression.js';
import type { EventLabel } from '../../../model/system.js';
import { UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, dataTypeOf, isDiscrete, lengthOf } from '../resolve/type.js';
import type { Entries, EntryUnit, Formal, TaskObject } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { completionPoint } from './abort.js';
import { target } from './apply.js';
import { assign, leavesOf } from './assign.js';
import { beyond } from './bound.js';
import type { Context } from './context.js';
import { checkShape, convert } from './convert.js';
import { memberMeant, settled, settledPlace } from './doubt.js';
import { raise, raisingLocation } from './exception.js';
import { evaluate } from './expression.js';
import { combine, equal, negation, TRUE } from './fold.js';
import { followHandOvers } from './hand-over.js';
import { eachTask, isUncallable } from './life.js';
import { callsEntryInAction } from './nested-action.js';
import { workedOut } from './once.js';
import { withdrawal } from './queue.js';
import { anyValue, checkRange } from './range-check.js';
import { rvalue } from './read.js';
import { placesIn, storeFor } from './store.js';
import { integersIn, valuesOut } from './task-unit.js';
import { typeOf } from './type-of.js';
import type { TaskValue, Value } from './value.js';
import { TASKING_ERROR, wordType } from './world.js';

export interface CallForm {
  /** `trigger`: of an asynchronous select. */
  kind: 'simple' | 'conditional' | 'timed' | 'trigger';
  /** Where control goes when the call is not made. */
  otherwise?: number;
  /** Of a call that is requeued without abort: it is not taken back before it is requeued again. */
  firm?: boolean;
}

interface Arguments {
  values: Expression[];
  targets: { formal: EntryUnit['formals'][number]; actual: Value }[];
  /** For the event. */
  shown: EventLabel['arguments'];
}

/** What goes along with a call, and where its results go. */
function argumentsOf(
  context: Context,
  entry: { formals: EntryUnit['formals'] },
  given: readonly Association[],
  ready?: readonly Value[],
): Arguments {
  const result: Arguments = { values: [], targets: [], shown: [] };
  entry.formals.forEach((formal, i) => {
    if (ready) {
      if (formal.mode !== 'in') result.targets.push({ formal, actual: ready[i] });
      if (formal.mode !== 'out') result.values.push(...integersOf(context, formal, rvalue(ready[i])));
      return;
    }
    const association =
      given.find(({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === formal.key) ??
      (given[i]?.choices.length === 0 ? given[i] : undefined);
    const tree = association?.value ?? formal.initial;
    if (!tree || tree.kind === 'range' || tree.kind === 'subtype') return;
    const variable = formal.mode === 'in' ? undefined : settledPlace(context, target(context, tree));
    if (variable) result.targets.push({ formal, actual: variable });
    if (formal.mode === 'out') {
      if (variable) checkShape(context, formal.type, variable);
      return;
    }
    const actual = variable ? rvalue(variable) : evaluate(context, tree, formal.type);
    if (formal.type.kind === 'unknown') checkRange(context, formal.type, actual);
    const value = isDiscrete(formal.type) ? convert(context, actual, formal.type) : actual;
    const values = integersOf(context, formal, value).map((one) => workedOut(context, one));
    result.values.push(...values);
    if (values.length === 1) result.shown!.push({ value: values[0], type: dataTypeOf(formal.type) });
  });
  return result;
}

/** The integers that make up the value of a parameter; what is not known of it is any value. */
function integersOf(context: Context, formal: Formal, value: Value): Expression[] {
  const size = integersIn([formal]);
  const leaves = leavesOf(value);
  checkShape(context, formal.type, value);
  if (leaves?.length === size && leaves.every((leaf) => leaf.kind === 'scalar')) {
    const types = partTypes(formal.type);
    // Control does not come here with a value that surely fits nowhere.
    return leaves.map((leaf, i) => {
      const value = convert(context, leaf, types[i]);
      return value.kind === 'scalar' ? value.expression : constant(0);
    });
  }
  if (size === 0) return [];
  const room = storeFor(context, formal.name, formal.type, formal.declaration);
  assign(context, room, value);
  const places = placesIn(formal.type, room.place) ?? [];
  return Array.from({ length: size }, (_, i) => (places[i] ? read(places[i].place) : constant(0)));
}

/** The types of the scalars in a value, in order. */
function partTypes(type: AdaType): AdaType[] {
  if (type.kind === 'record') return type.fields.flatMap((field) => partTypes(field.type));
  if (type.kind === 'array')
    return Array.from({ length: lengthOf(type) ?? 0 }, () => partTypes(type.element)).flat();
  return type.kind === 'unknown' ? [] : [type];
}

export function callTaskEntry(
  context: Context,
  called: TaskValue,
  key: string,
  family: Tree | undefined,
  given: readonly Association[],
  asked: CallForm = { kind: 'simple' },
  ready?: readonly Value[],
): void {
  const { draft, world } = context;
  const form: CallForm = asked.firm ? { kind: 'simple', firm: true } : asked;
  const entry = entryMeant(context, called.type.unit.entries, key, given);
  if (!entry) {
    beyond(context, `a call of ${key}, which is no entry`);
    return;
  }
  if (callsEntryInAction(context, entry.name)) return;
  const of = settled(context, called);
  const index = memberMeant(context, entry, family ? evaluate(context, family) : undefined);
  const along = argumentsOf(context, entry, given, ready);
  const from = draft.here;
  const over = draft.location();
  const waits = entry.bodiless
    ? over
    : draft.location({ name: `${of.type.name}.${entry.name}: in rendezvous`, deferred: true });
  const label = `${of.objects?.length === 1 ? of.objects[0].name : of.type.name}.${entry.name}`;
  draft.locations[from].name ??= `calls ${label}`;
  if (form.firm) draft.locations[from].deferred = true;
  else draft.locations[from].blocking = true;
  const offer = (object: TaskObject, when: Expression | undefined): void => {
    const members = object.channels.get(entry) ?? [];
    members.forEach(({ queue, direct }, i) => {
      const guard = combine('and', when ?? TRUE, index ? equal(index, i) : TRUE);
      if (guard.kind === 'constant' && guard.value === 0) return;
      world.callers.get(queue)?.add(draft.number) ?? world.callers.set(queue, new Set([draft.number]));
      const name = members.length > 1 ? `${entry.name}(${(entry.family?.low ?? 0) + i})` : entry.name;
      send(context, { from, to: waits, object, entry, queue, direct, guard, along, name, form });
    });
    const gone = isUncallable(object);
    const dead = raisingLocation(context, TASKING_ERROR);
    draft.link(from, dead, {
      guard: when ? combine('and', when, gone) : gone,
      text: `${object.name} has completed: Tasking_Error`,
      atomic: true,
      priority: form.otherwise === undefined ? undefined : 1,
    });
  };
  for (const { object, when } of eachTask(of)) offer(object, when);
  if (!of.objects) {
    const later = [draft, { ...context }] as const;
    of.type.unit.onObject.push((object) => {
      const back = later[0].here;
      offer(object, of.position ? equal(of.position, object.index) : undefined);
      later[0].here = back;
    });
  }
  if (form.otherwise !== undefined && !(form.kind === 'timed' && entry.queued)) {
    const late = form.kind === 'timed' ? 'the delay expires' : 'the call cannot be accepted at once';
    const quiet = world.settings.delays === 'quiet' && form.kind === 'timed';
    draft.link(from, form.otherwise, {
      text: late,
      ...(quiet ? { guard: { kind: 'timeout' } as Expression } : {}),
      ...(form.kind === 'conditional' && world.settings.delays === 'quiet' ? { priority: -1 } : {}),
      kept: true,
    });
  }
  draft.here = waits;
  if (!entry.bodiless) hear(context, entry, along, over, asked);
  if (world.mentions.handsOn.has(entry.key) && !entry.bodiless)
    world.handedOn.push({
      draft,
      at: waits,
      failed: raisingLocation(context, TASKING_ERROR),
      expired: asked.otherwise,
    });
  draft.here = over;
}

/** Of entries with the same name the one that fits the arguments. */
export function entryMeant(
  context: Context,
  entries: Entries,
  key: string,
  given: readonly Association[],
): EntryUnit | undefined {
  const named = entries.named(key);
  if (named.length < 2) return named[0];
  const types = given.map(({ value }) =>
    value && value.kind !== 'range' && value.kind !== 'subtype' ? typeOf(context, value) : undefined,
  );
  const points = ({ formals }: EntryUnit): number => {
    if (formals.length < given.length) return -100;
    return formals.reduce((sum, formal, i) => {
      if (i >= given.length) return sum + (formal.initial ? 0 : -100);
      const type = types[i];
      if (!type) return sum;
      if (type.root === formal.type.root) return sum + 2;
      return sum + (type === UNIVERSAL && formal.type.kind === 'integer' ? 1 : -10);
    }, 0);
  };
  return [...named].sort((a, b) => points(b) - points(a))[0];
}

interface Sending {
  from: number;
  to: number;
  object: TaskObject;
  entry: EntryUnit;
  queue: number;
  direct: number;
  guard: Expression;
  along: Arguments;
  name: string;
  form: CallForm;
}

function send(context: Context, call: Sending): void {
  const { draft } = context;
  const { object, entry, queue, direct, along, form } = call;
  const guard = call.guard.kind === 'constant' ? undefined : call.guard;
  const channel = form.kind === 'conditional' ? direct : queue;
  const firmness = entry.tellsFirm ? [constant(form.firm ? 1 : 0)] : [];
  const values = [constant(draft.number), ...along.values, ...firmness];
  const text = `${object.name}.${call.name}`;
  const event = eventOf(`${draft.name}->${text}`, along);
  if (!entry.queued) {
    draft.link(call.from, call.to, {
      guard,
      action: { kind: 'send', channel: constant(channel), values, order: 'fifo' },
      event,
      text,
    });
    return;
  }
  if (form.kind === 'conditional') {
    draft.link(call.from, call.to, {
      guard,
      action: { kind: 'send', channel: constant(direct), values, order: 'fifo' },
      event,
      text,
    });
    return;
  }
  // Where somebody waits to accept it, it is not queued. Whether a task that goes there has arrived nobody can tell,
  // but when delays end: then all have.
  if (form.kind === 'trigger')
    draft.link(call.from, call.to, {
      guard,
      action: { kind: 'send', channel: constant(direct), values, order: 'fifo' },
      event,
      text,
      ...(context.world.settings.delays === 'quiet' ? { priority: 1 } : {}),
    });
  // It waits in the queue, and then in the rendezvous, at one place: only what is still queued can be taken back.
  draft.link(call.from, call.to, {
    guard,
    action: { kind: 'send', channel: constant(queue), values, order: 'fifo' },
    event,
    text: `${text}: queued`,
  });
  const mine = withdrawal(queue, draft.number, values.length, entry.tellsFirm);
  draft.locations[call.to].queuedIn = [...(draft.locations[call.to].queuedIn ?? []), { action: mine }];
  draft.link(call.to, raisingLocation(context, TASKING_ERROR), {
    guard: isUncallable(object),
    action: withdrawal(queue, draft.number, values.length),
    text: 'Tasking_Error',
  });
  if (form.kind === 'timed' && form.otherwise !== undefined) {
    // Nobody's time is over who has been told that the task has completed.
    const guard =
      context.world.settings.delays === 'quiet'
        ? { kind: 'timeout' as const }
        : negation(isUncallable(object));
    draft.link(call.to, form.otherwise, { guard, action: mine, text: 'the delay expires', kept: true });
  }
}

function eventOf(name: string, along: Arguments): EventLabel {
  const args = along.shown ?? [];
  return { name: name.toLowerCase(), ...(args.length > 0 ? { arguments: args } : {}) };
}

/** Waits until the rendezvous is over, takes the results, or the exception that came instead. */
function hear(context: Context, entry: EntryUnit, along: Arguments, over: number, form: CallForm): void {
  const { draft, world } = context;
  const outs = valuesOut(entry.formals);
  const rooms = outs.map((formal) => storeFor(context, formal.name, formal.type, formal.declaration));
  const places = rooms.flatMap((room) => placesIn(room.type, room.place)?.map(({ place }) => place) ?? []);
  world.answerLength = Math.max(world.answerLength, places.length);
  const code: Place = world.variable(`${draft.name}: raised`, wordType, 0);
  draft.step({ heard: { code, places }, text: 'the rendezvous is over' });
  const fine = draft.location();
  const raised = draft.location();
  const failed = (): boolean => world.raising || entry.raises;
  draft.link(draft.here, fine, { guard: equal(read(code), 0) });
  draft.link(draft.here, raised, {
    guard: combine('greater', read(code), constant(0)),
    provided: failed,
  });
  const takeResults = (at: Context): void =>
    outs.forEach((formal, i) => {
      const found = along.targets.find((t) => t.formal.key === formal.key);
      if (found) assign(at, found.actual, rvalue(rooms[i]));
    });
  const handedOver = (at: Context, held: readonly Value[], formals: readonly Formal[]): void => {
    if (formals.length === 0) takeResults(at);
    formals.forEach((formal, i) => {
      const found = along.targets.find((t) => t.formal === entry.formals[i]);
      if (found && formal.mode !== 'in') assign(at, found.actual, rvalue(held[i]));
    });
    draft.jump(over);
  };
  const { kind, otherwise } = form;
  const onward: CallForm = kind === 'trigger' ? { kind: 'simple' } : { kind, otherwise };
  followHandOvers(context, entry, code, handedOver, onward);
  draft.here = raised;
  completionPoint(context);
  raise(context, { kind: 'stored', place: code });
  draft.here = fine;
  completionPoint(context);
  takeResults(context);
  for (const { formal, actual } of along.targets)
    if (!outs.some((f) => f.key === formal.key))
      assign(context, actual, anyValue(`${formal.name} comes back from ${entry.name}`, formal.type));
  draft.jump(over);
}
