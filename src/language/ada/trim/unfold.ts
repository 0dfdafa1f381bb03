/**
 * What a process knows for certain becomes part of where it stands: a location is written once for each value
 * that its deciding variables can have there. A loop over the members of an array then names each member in turn,
 * and a task that was told its number knows it: neither asks at every call which of many is meant.
 */

import { type DataType, defaultOf, fitInto, scalarsOf } from '../../../model/data.js';
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Action, Effect, Variable } from '../../../model/system.js';
import type { Draft, DraftLocation, DraftStep } from '../lower/draft.js';
import { isConstant } from '../lower/fold.js';
import { mapBefore, mapEffect, mapEvent, mapExpression } from './change.js';
import { ChannelFields } from './channel-fields.js';
import { components } from './components.js';
import { liveVariables } from './liveness.js';
import { keepOnly } from './prune.js';
import { sharingOf } from './sharing.js';
import { outgoing, type StepLists } from './step-lists.js';
import { deciding } from './useful.js';
import { eachIndex, eachTaken } from './walk.js';

/** Steps that a process may always have more, and how many times as many as before. */
const ALWAYS = 20;
const TIMES = 2;
const MOST_ROUNDS = 4;
/** Longer processes are left as they are: trying would cost more than it can save. */
const MOST_STEPS = 4000;

type Known = ReadonlyMap<number, number>;
/** For each field of a channel: the only value ever sent there, or that there are several. */
type Fields = ChannelFields<number | 'several'>;

/** `stays`: variables that must remain what they are. */
export function unfold(
  drafts: readonly Draft[],
  variables: readonly Variable[],
  stays: (variable: number) => boolean,
): boolean {
  let ever = false;
  const most = new Map(drafts.map((draft) => [draft, ALWAYS + TIMES * draft.steps.length]));
  for (let round = 0, changed = true; changed && round < MOST_ROUNDS; round++) {
    changed = false;
    const sharing = sharingOf(drafts);
    const wanted = deciding(drafts, sharing);
    const fields = sentFields(drafts);
    const owned = new Map<number, number[]>();
    for (const [variable, owner] of sharing.owner) {
      const known = owned.get(owner);
      if (known) known.push(variable);
      else owned.set(owner, [variable]);
    }
    for (const draft of drafts) {
      if (draft.steps.length > MOST_STEPS) continue;
      const settled = settledIn(draft, fields);
      const mine = (owned.get(draft.number) ?? []).filter(
        (variable) =>
          (wanted.has(variable) || settled.has(variable)) &&
          isOneInteger(variables[variable].type) &&
          !stays(variable),
      );
      if (mine.length > 0 && unfoldOne(draft, variables, mine, fields, most.get(draft)!)) changed = true;
    }
    if (changed) ever = true;
  }
  return ever;
}

/** A record or array of one integer is none: it is named by its part. */
const isOneInteger = ({ kind }: DataType): boolean => kind !== 'record' && kind !== 'array';

function sentFields(drafts: readonly Draft[]): Fields {
  const fields: Fields = new ChannelFields();
  for (const { steps } of drafts)
    for (const { action } of steps) {
      if (action.kind !== 'send') continue;
      if (action.channel.kind !== 'constant') return new ChannelFields();
      const { value: channel } = action.channel;
      action.values.forEach((value, i) => {
        const sent = isConstant(value) ? value.value : 'several';
        const before = fields.get(channel, i);
        if (before !== sent) fields.set(channel, i, before === undefined ? sent : 'several');
      });
    }
  return fields;
}

/** Variables that are only ever given one and the same value. */
function settledIn(draft: Draft, fields: Fields): Set<number> {
  const given = new Map<number, number | undefined>();
  const give = ({ variable }: Place, value: number | undefined): void => {
    given.set(variable, given.has(variable) && given.get(variable) !== value ? undefined : value);
  };
  for (const { action, effects } of draft.steps) {
    for (const effect of effects)
      if (effect.kind === 'assign')
        give(effect.place, isConstant(effect.value) ? effect.value.value : undefined);
    if (action.kind === 'choose') give(action.place, undefined);
    if (action.kind === 'receive')
      action.patterns.forEach((pattern, i) => {
        if (pattern.kind === 'store') give(pattern.place, fieldOf(action, i, fields));
      });
  }
  return new Set([...given].flatMap(([variable, value]) => (value === undefined ? [] : [variable])));
}

const fieldOf = (
  { channel }: Extract<Action, { kind: 'receive' }>,
  field: number,
  fields: Fields,
): number | undefined => {
  const sent = channel.kind === 'constant' ? fields.get(channel.value, field) : undefined;
  return sent === 'several' ? undefined : sent;
};

/** Only what is understood here in every detail is taken apart. */
function isPlain({ steps }: Draft): boolean {
  return steps.every(
    ({ action, effects }) =>
      !((action.kind === 'send' || action.kind === 'receive') && action.meeting) &&
      effects.every(({ kind }) => kind === 'assign' || kind === 'assert' || kind === 'fault'),
  );
}

function unfoldOne(
  draft: Draft,
  variables: readonly Variable[],
  mine: number[],
  fields: Fields,
  most: number,
): boolean {
  if (!isPlain(draft)) return false;
  const chosen = new Set(mine);
  for (const step of draft.steps) for (const variable of indexedByStored(step)) chosen.delete(variable);
  while (chosen.size > 0) {
    const unfolding = new Unfolding(draft, variables, chosen, fields, most);
    const culprit = unfolding.explore();
    if (culprit === undefined) return unfolding.replace();
    chosen.delete(culprit);
  }
  return false;
}

/** Variables that a step takes from a message and also uses to say where other parts of it go. */
function indexedByStored(step: DraftStep): number[] {
  const { action } = step;
  if (action.kind !== 'receive') return [];
  const used = new Set<number>();
  eachTaken(step, (place) => eachIndex(place, ({ variable }) => used.add(variable)));
  return action.patterns.flatMap((p) =>
    p.kind === 'store' && used.has(p.place.variable) ? [p.place.variable] : [],
  );
}

class Unfolding {
  private readonly live: ReturnType<typeof liveVariables>;
  private readonly leaving: StepLists;
  private readonly numbers = new Map<string, number>();
  private readonly copies: { location: number; known: Known }[] = [];
  private readonly steps: DraftStep[] = [];
  private readonly values = new Map<number, Set<number>>();
  /** A value that does not fit was given to it: the program faults there. */
  private misfit: number | undefined;
  private folded = false;

  constructor(
    private readonly draft: Draft,
    private readonly variables: readonly Variable[],
    private readonly chosen: ReadonlySet<number>,
    private readonly fields: Fields,
    private readonly most: number,
  ) {
    this.live = liveVariables(draft, (variable) => chosen.has(variable));
    this.leaving = outgoing(draft);
  }

  /** Undefined when all is written; else the variable to leave alone, and begin again. */
  explore(): number | undefined {
    this.copy(0, this.start());
    for (let at = 0; at < this.copies.length; at++) {
      const { location, known } = this.copies[at];
      for (const step of this.leaving.get(location) ?? []) {
        const next = new Map(known);
        const special = this.special(step, next);
        if (this.misfit !== undefined) return this.misfit;
        if (special) this.steps.push({ ...special, from: at, to: this.copy(step.to, next) });
      }
      if (this.steps.length > this.most) return this.mostValues();
    }
    return undefined;
  }

  replace(): boolean {
    if (!this.folded) return false;
    const { draft, copies, steps } = this;
    const locations = copies.map(({ location }): DraftLocation => ({ ...draft.locations[location] }));
    draft.locations.length = 0;
    for (const location of locations) draft.locations.push(location);
    keepOnly(draft, steps);
    const round = new Set(components(locations.length, outgoing(draft)).flatMap((part) => [...part]));
    locations.forEach((location, i) => {
      if (!location.loopHead || round.has(i)) return;
      location.loopHead = undefined;
      location.iterations = undefined;
      location.bounded = undefined;
    });
    return true;
  }

  private start(): Map<number, number> {
    const known = new Map<number, number>();
    for (const variable of this.chosen) {
      const { initial, type } = this.variables[variable];
      if (initial === 'any') continue;
      const [first] = initial ?? [];
      if (first === undefined) known.set(variable, defaultOf(scalarsOf(type)[0]));
      else if (isConstant(first)) known.set(variable, first.value);
    }
    return known;
  }

  private copy(location: number, all: Known): number {
    const known = new Map([...all].filter(([variable]) => this.live.has(location, variable)));
    const key = `${location} ${[...known].sort(([a], [b]) => a - b).join(' ')}`;
    const before = this.numbers.get(key);
    if (before !== undefined) return before;
    for (const [variable, value] of known) {
      const seen = this.values.get(variable);
      if (seen) seen.add(value);
      else this.values.set(variable, new Set([value]));
    }
    this.numbers.set(key, this.copies.length);
    return this.copies.push({ location, known }) - 1;
  }

  private mostValues(): number {
    const [[variable]] = [...this.values].sort(([, a], [, b]) => b.size - a.size);
    return variable;
  }

  /** The step as it is when these values are known; undefined where it is not possible. Changes what is known. */
  private special(step: DraftStep, known: Map<number, number>): DraftStep | undefined {
    const change = (place: Place): Expression | undefined => {
      const value = place.path.length === 0 ? known.get(place.variable) : undefined;
      if (value === undefined) return undefined;
      this.folded = true;
      return constant(value);
    };
    const result: DraftStep = { ...step, effects: [] };
    mapBefore(result, change);
    if (result.guard && isConstant(result.guard) && result.guard.value === 0) return undefined;
    if (step.answers) {
      result.answers = { ...step.answers, code: mapExpression(step.answers.code, change) };
    }
    result.action = this.received(result.action, known);
    for (const effect of step.effects) {
      const left = this.effect(effect, change, known);
      if (left) result.effects.push(left);
    }
    mapEvent(result, change);
    return result;
  }

  private received(action: Action, known: Map<number, number>): Action {
    if (action.kind === 'choose') known.delete(action.place.variable);
    if (action.kind !== 'receive') return action;
    const patterns = action.patterns.map((pattern, i): (typeof action.patterns)[number] => {
      if (pattern.kind !== 'store' || !this.chosen.has(pattern.place.variable)) return pattern;
      const { variable } = pattern.place;
      known.delete(variable);
      const sent = fieldOf(action, i, this.fields);
      if (sent === undefined) return pattern;
      this.learn(variable, sent, known);
      return { kind: 'ignore' };
    });
    return { ...action, patterns };
  }

  private effect(
    effect: Effect,
    change: (place: Place) => Expression | undefined,
    known: Map<number, number>,
  ): Effect | undefined {
    const now = mapEffect(effect, change);
    if (now.kind !== 'assign' || !this.chosen.has(now.place.variable)) return now;
    const { variable } = now.place;
    known.delete(variable);
    if (!isConstant(now.value)) return now;
    this.learn(variable, now.value.value, known);
    return undefined;
  }

  private learn(variable: number, value: number, known: Map<number, number>): void {
    const fit = fitInto(this.variables[variable].type, value);
    if (fit === undefined) this.misfit = variable;
    else known.set(variable, fit);
  }
}
