/**
 * A rendezvous that nothing can hold up is one step. Where every accept statement of an entry does no more
 * between taking the call and answering it than what has already joined the taking, the answer goes back with
 * the call: nobody else could have seen the moment between the two.
 */

import { type Expression, type Place, shared } from '../../../model/expression.js';
import type { Action, Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { prune } from './prune.js';
import { incoming, outgoing } from './step-lists.js';
import { eachRead, eachWrite } from './walk.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

interface Taking {
  draft: Draft;
  step: DraftStep;
  answers: readonly DraftStep[];
}

interface Calling {
  draft: Draft;
  step: DraftStep;
  hearing: DraftStep;
}

export function joinRendezvous(
  drafts: readonly Draft[],
  variables: Variable[],
  isBuffered: (channel: number) => boolean,
): void {
  const takings = new Map<number, Taking[]>();
  const callings = new Map<number, Calling[]>();
  const lasting = new Set<number>();
  for (const draft of drafts) {
    const leaving = outgoing(draft);
    const arriving = incoming(draft);
    for (const step of draft.steps) {
      const channel = channelOf(step);
      if (channel === undefined || step.answers || step.heard) continue;
      const next = leaving.get(step.to) ?? [];
      const before = arriving.get(step.to) ?? [];
      const alike = before.every((b) => b.action.kind === step.action.kind && channelOf(b) !== undefined);
      if (isBuffered(channel) || !alike || step.to === 0) lasting.add(channel);
      else if (step.action.kind === 'receive' && next.length > 0 && next.every(isPlainAnswer))
        add(takings, channel, { draft, step, answers: next });
      else if (step.action.kind === 'send' && next.length === 1 && isPlainHearing(next[0]))
        add(callings, channel, { draft, step, hearing: next[0] });
      else lasting.add(channel);
    }
  }
  settle(takings, callings, lasting);
  const done = new Set<DraftStep>();
  for (const [channel, taken] of takings) {
    if (lasting.has(channel)) continue;
    const calls = callings.get(channel) ?? [];
    const used = positionsUsed(calls);
    for (const { step, answers } of taken) answerAtOnce(step, answers[0], used, done);
    for (const { draft, step, hearing } of calls) hearAtOnce(draft, step, hearing, used, variables, done);
  }
  if (done.size > 0) for (const draft of drafts) prune(draft);
}

const add = <T>(map: Map<number, T[]>, key: number, item: T): void => {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
};

const channelOf = ({ action }: DraftStep): number | undefined =>
  (action.kind === 'send' || action.kind === 'receive') &&
  action.channel.kind === 'constant' &&
  !action.meeting
    ? action.channel.value
    : undefined;

/** Tells the caller that all went well, and changes nothing that it tells. */
function isPlainAnswer(step: DraftStep): boolean {
  const { answers } = step;
  if (!answers || step.abstracted || step.kept || step.priority !== undefined) return false;
  if (answers.code.kind !== 'constant' || answers.code.value !== 0) return false;
  const told = new Set<number>();
  for (const value of (step.action as Send).values) eachRead(value, (place) => told.add(place.variable));
  let changes = false;
  eachWrite(step, (place) => {
    if (told.has(place.variable)) changes = true;
  });
  return !changes;
}

const isPlainHearing = (step: DraftStep): boolean =>
  step.heard !== undefined && !step.guard && !step.event && !step.abstracted && !step.kept;

/** Channels that share a place to wait with one whose rendezvous lasts, last too. */
function settle(
  takings: Map<number, Taking[]>,
  callings: Map<number, Calling[]>,
  lasting: Set<number>,
): void {
  const together: number[][] = [];
  const group = (all: Map<number, { draft: Draft; step: DraftStep }[]>): void => {
    const at = new Map<string, Set<number>>();
    for (const [channel, list] of all)
      for (const { draft, step } of list) {
        const key = `${draft.number} ${step.to}`;
        at.set(key, (at.get(key) ?? new Set()).add(channel));
      }
    for (const channels of at.values()) if (channels.size > 1) together.push([...channels]);
  };
  group(takings);
  group(callings);
  for (const channel of [...takings.keys(), ...callings.keys()])
    if (!takings.has(channel) || !callings.has(channel)) lasting.add(channel);
  for (let changed = true; changed; ) {
    changed = false;
    for (const channels of together) {
      if (!channels.some((channel) => lasting.has(channel))) continue;
      for (const channel of channels) {
        if (lasting.has(channel)) continue;
        lasting.add(channel);
        changed = true;
      }
    }
  }
}

/** Which values of the answer some caller keeps. */
function positionsUsed(calls: readonly Calling[]): number[] {
  const used = new Set<number>();
  for (const { hearing } of calls)
    (hearing.action as Receive).patterns.forEach((pattern, i) => {
      if (pattern.kind === 'store') used.add(i);
    });
  return [...used].sort((a, b) => a - b);
}

function answerAtOnce(step: DraftStep, answer: DraftStep, used: number[], done: Set<DraftStep>): void {
  if (done.has(step)) return;
  done.add(step);
  const { values } = answer.action as Send;
  const results = used.map((i) => values[i]);
  step.to = answer.to;
  step.effects = [...step.effects, ...answer.effects];
  const giveBack = inlined(step.effects, results);
  if (giveBack.length > 0) step.action = { ...(step.action as Receive), meeting: { giveBack } };
}

/** A result that was put aside only to be told is told at once. */
function inlined(effects: DraftStep['effects'], results: Expression[]): Expression[] {
  return results.map((result): Expression => {
    if (result.kind !== 'read' || result.place.path.length > 0) return result;
    const { variable } = result.place;
    const at = effects.findLastIndex((e) => e.kind === 'assign' && e.place.variable === variable);
    const put = effects[at];
    if (put?.kind !== 'assign' || put.place.path.length > 0) return result;
    const reads = new Set<number>();
    eachRead(put.value, (place) => reads.add(place.variable));
    const later = effects.slice(at + 1);
    const changed =
      reads.has(variable) || later.some((e) => e.kind !== 'assign' || reads.has(e.place.variable));
    return changed ? result : put.value;
  });
}

function hearAtOnce(
  draft: Draft,
  step: DraftStep,
  hearing: DraftStep,
  used: number[],
  variables: Variable[],
  done: Set<DraftStep>,
): void {
  if (done.has(step)) return;
  done.add(step);
  const { patterns } = hearing.action as Receive;
  step.to = hearing.to;
  step.effects = [...step.effects, ...hearing.effects];
  if (used.length === 0) return;
  const takeBack = used.map((i): Place => {
    const pattern = patterns[i];
    if (pattern.kind === 'store') return pattern.place;
    variables.push({ name: `${draft.name}: a result`, type: ANY, initial: [{ kind: 'constant', value: 0 }] });
    return shared(variables.length - 1);
  });
  step.action = { ...(step.action as Send), meeting: { takeBack } };
}

const ANY: Variable['type'] = { kind: 'range', low: -0x80000000, high: 0x7fffffff, overflow: 'fault' };
