/** The written processes as a system of the model. */
import {
  constant,
  type Expression,
  type Pattern,
  type Place,
  read,
  shared,
} from '../../../model/expression.js';
import type { SourceText } from '../../../model/source.js';
import type { Location, ProcessType, Step, System, Variable } from '../../../model/system.js';
import { trim } from '../trim/index.js';
import { localIn } from '../trim/merge.js';
import { type Sharing, sharingOf } from '../trim/sharing.js';
import { SLOW_RANGE } from '../trim/slow.js';
import { outgoing } from '../trim/step-lists.js';
import { eachUse, eachWrite, isInternal } from '../trim/walk.js';
import { forgetOrder } from './any-queue.js';
import type { Draft, DraftStep } from './draft.js';
import { equal } from './fold.js';
import { widenEntries } from './task-unit.js';
import { type World, wordType } from './world.js';

/** Counted loops up to this many rounds are passed in one step when they are nobody else's business. */
const MOST_ROUNDS = 64;

/** May a property mean the end of a rendezvous: by its name, or by a pattern with an open end? */
const NAMES_ENDS = /end\b|\*(?!->)/i;

export function assemble(world: World, name: string, sources: readonly SourceText[]): System {
  for (let finish = world.finishing.shift(); finish; finish = world.finishing.shift()) finish();
  for (const queue of world.queues) world.channels[queue - 1].capacity = Math.max(1, world.drafts.length);
  world.watch();
  widenEntries(world);
  connectAnswers(world);
  world.correct(sharingOf(world.drafts).contended);
  if (world.settings.queues === 'any') forgetOrder(world);
  const { asked, simplified, overflow } = world.settings;
  const sharing = trim(world.drafts, world.variables, {
    simplified,
    keepShown: asked.length > 0,
    keepEnds: asked.some((text) => NAMES_ENDS.test(text)),
    isProtected: (variable) => world.guarded.has(variable),
    isBuffered: (channel) => world.channels[channel - 1].capacity > 0,
    trustsCounters: overflow === 'distant',
    watch: world.watch,
    isNamed: (variable) => {
      const { name } = world.variables[variable];
      const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
      return asked.some((text) => text.toLowerCase().includes(last));
    },
  });
  for (const variable of sharing.trusted) world.trusted.add(world.variables[variable].name);
  world.stayWithin(SLOW_RANGE, sharing.slow);
  if (world.settings.loops === 'any')
    for (const variable of sharing.endless) world.drop(shared(variable), 'it may grow without end');
  return build(world, name, sources, sharing);
}

/** Each process hears answers on a channel of its own; who answers names the caller. */
function connectAnswers(world: World): void {
  const channels = new Map<number, number>();
  const listening = new Set<number>();
  for (const draft of world.drafts) if (draft.steps.some((step) => step.heard)) listening.add(draft.number);
  const fields = 1 + world.answerLength;
  for (const process of listening) {
    world.channels.push({
      name: `answer to ${world.drafts[process].name}`,
      capacity: 0,
      fields: Array.from({ length: fields }, () => wordType),
    });
    channels.set(process, world.channels.length);
  }
  for (const draft of world.drafts) {
    if (!draft.steps.some((step) => step.heard || step.answers)) continue;
    const steps = [...draft.steps];
    draft.steps.length = 0;
    for (const step of steps) {
      if (step.heard) hear(step, channels.get(draft.number)!, fields);
      if (!step.answers) draft.steps.push(step);
      else for (const one of answering(step, world, channels, fields)) draft.steps.push(one);
    }
  }
}

const PASSED_OVER: Pattern = { kind: 'ignore' };

function hear(step: DraftStep, channel: number, fields: number): void {
  const { code, places } = step.heard!;
  const patterns = [code, ...places].map(
    (place): Pattern => (place ? { kind: 'store', place } : PASSED_OVER),
  );
  while (patterns.length < fields) patterns.push(PASSED_OVER);
  step.action = { kind: 'receive', channel: constant(channel), patterns, position: 'first' };
}

/** One step for each process that may have called; the first is the given one. */
function answering(
  step: DraftStep,
  world: World,
  channels: Map<number, number>,
  fields: number,
): DraftStep[] {
  const { caller, code, values, entry, keepsOthers } = step.answers!;
  const callers = new Set<number>();
  for (const channel of entry) for (const process of world.callers.get(channel) ?? []) callers.add(process);
  const answer = (process: number): Expression[] => {
    const results = keepsOthers ? (world.kept.get(process) ?? []).map(read) : values;
    const padded = [code, ...results];
    while (padded.length < fields) padded.push(ZERO);
    return padded;
  };
  const made: DraftStep[] = [];
  for (const process of callers) {
    const channel = channels.get(process);
    if (channel === undefined) continue;
    const one = made.length === 0 ? step : { ...step };
    one.action = { kind: 'send', channel: constant(channel), values: answer(process), order: 'fifo' };
    if (callers.size > 1) one.guard = equal(read(caller), process);
    made.push(one);
  }
  return made;
}

const ZERO = constant(0);

function build(world: World, name: string, sources: readonly SourceText[], sharing: Sharing): System {
  const { drafts } = world;
  const types = drafts.map((draft) => processType(draft, sharing));
  return {
    name,
    sources: [...sources],
    variables: placeVariables(world, types, sharing),
    channels: world.channels,
    symbols: [],
    types,
    instances: drafts.map((draft, type) => ({ name: draft.name, type, arguments: [] })),
    processBound: drafts.length,
    arithmetic: 'fault',
  };
}

/**
 * Gives each variable that is used its number, at every place that names it, in its process or among those that are
 * shared, which are returned. Nothing else may be asked about variables afterwards.
 */
function placeVariables(
  { drafts, variables }: World,
  types: readonly ProcessType[],
  { owner }: Sharing,
): Variable[] {
  const places = new Set<Place>();
  const note = (place: Place): void => {
    places.add(place);
  };
  for (const { steps } of drafts)
    for (const step of steps) {
      eachUse(step, note);
      eachWrite(step, note);
    }
  const used = new Uint8Array(variables.length);
  for (const { variable } of places) used[variable] = 1;
  const shared: Variable[] = [];
  const numbers = new Int32Array(variables.length);
  for (let variable = 0; variable < used.length; variable++) {
    if (!used[variable]) continue;
    const process = owner.get(variable);
    const model = { ...variables[variable] };
    const prefix = process === undefined ? '' : `${drafts[process].name}: `;
    if (model.name.startsWith(prefix)) model.name = model.name.slice(prefix.length);
    numbers[variable] = (process === undefined ? shared : types[process].variables).push(model) - 1;
  }
  for (const place of places) {
    if (owner.has(place.variable)) place.scope = 'own';
    place.variable = numbers[place.variable];
  }
  return shared;
}

function processType(draft: Draft, sharing: Sharing): ProcessType {
  const leaving = outgoing(draft);
  const numbers = new Int32Array(draft.locations.length).fill(-1);
  const order = [0];
  numbers[0] = 0;
  for (const location of order) {
    for (const step of leaving.get(location) ?? []) {
      if (numbers[step.to] >= 0) continue;
      numbers[step.to] = order.length;
      order.push(step.to);
    }
  }
  const isOwn = localIn(sharing);
  const locations = order.map((location) => locationOf(draft, location, leaving.get(location) ?? [], isOwn));
  const steps = draft.steps.map((step): Step => {
    const { guard, action, effects, event, priority, text, span, abstracted, implied } = step;
    const from = numbers[step.from];
    const to = numbers[step.to];
    return { from, to, guard, action, effects, event, priority, text, span, abstracted, implied };
  });
  return {
    name: draft.name,
    parameters: 0,
    variables: [],
    channels: [],
    locations,
    initial: 0,
    steps,
    alphabet: [],
    ...(draft.home ? { span: draft.home } : {}),
  };
}

function locationOf(
  draft: Draft,
  location: number,
  steps: readonly DraftStep[],
  isOwn: (step: DraftStep) => boolean,
): Location {
  const { name, marks, alone, span } = draft.locations[location];
  const ended = steps.length === 0 && marks === undefined ? undefined : marks;
  const region =
    alone || isPrivate(draft, location, steps, isOwn)
      ? regionOf(draft, location, steps, alone === true)
      : undefined;
  return { name, marks: ended, region, span };
}

/** What goes on here is decided by the process alone, and comes to an end. */
function isPrivate(
  draft: Draft,
  location: number,
  steps: readonly DraftStep[],
  isOwn: (step: DraftStep) => boolean,
): boolean {
  const { total, loopHead, iterations, marks } = draft.locations[location];
  if (location === 0 || marks || steps.length === 0) return false;
  if (loopHead && !(iterations !== undefined && iterations <= MOST_ROUNDS)) return false;
  if (steps.length > 1 && !total) return false;
  if (steps.length === 1 && steps[0].guard && !total) return false;
  return steps.every(
    (step) =>
      isInternal(step) &&
      !step.event &&
      !step.kept &&
      !step.abstracted &&
      step.to !== location &&
      isOwn(step),
  );
}

/** One step with what follows where that is decided; else the process goes on alone. */
function regionOf(
  draft: Draft,
  location: number,
  steps: readonly DraftStep[],
  alone: boolean,
): 'atomic' | 'indivisible' | undefined {
  if (steps.length === 0) return undefined;
  const decided =
    (steps.length === 1 && !steps[0].guard) ||
    (draft.locations[location].total === true && steps.every((s) => s.guard || steps.length === 1));
  const plain = steps.every((step) => isInternal(step) && !step.abstracted && !step.kept);
  if (decided && plain) return 'indivisible';
  return alone ? 'atomic' : undefined;
}
