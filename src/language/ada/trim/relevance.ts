/** Leaves out data that no message, no answer, and no decision that makes a difference ever depends on. */
import type { Place } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { idleEnds, skipIdle } from './idle.js';
import { eachIndex, eachRead } from './walk.js';

export function dropIrrelevant(drafts: readonly Draft[], keepShown: boolean): boolean {
  const relevant = new Set<number>();
  const fields = new Set<string>();
  let changed = true;
  const need = (place: Place): void => {
    if (relevant.has(place.variable)) return;
    relevant.add(place.variable);
    changed = true;
  };
  const needField = (key: string): void => {
    if (fields.has(key)) return;
    fields.add(key);
    changed = true;
  };
  for (const draft of drafts) for (const step of draft.steps) always(step, need, needField, keepShown);
  const ends = new Map<Draft, (number | undefined)[]>();
  /** How much was relevant when the process was last gone through: with no more since, nothing comes of it. */
  const seen = new Map<Draft, number>();
  while (changed) {
    changed = false;
    for (const draft of drafts) {
      const found = relevant.size + fields.size;
      if (seen.get(draft) === found) continue;
      seen.set(draft, found);
      const idle = idleEnds(draft, (variable) => relevant.has(variable));
      ends.set(draft, idle);
      for (const step of draft.steps) {
        if (step.guard && idle[step.from] === undefined) eachRead(step.guard, need);
        passOn(step, relevant, fields, need, needField);
      }
    }
  }
  let dropped = false;
  for (const draft of drafts) if (skipIdle(draft, ends.get(draft)!)) dropped = true;
  for (const draft of drafts) {
    for (const step of draft.steps) {
      const kept = step.effects.filter((e) => e.kind !== 'assign' || relevant.has(e.place.variable));
      if (kept.length !== step.effects.length) dropped = true;
      step.effects = kept;
      const { action } = step;
      if (action.kind === 'choose' && !relevant.has(action.place.variable)) {
        step.action = { kind: 'internal' };
        delete step.abstracted;
        dropped = true;
      }
      if (action.kind === 'receive') {
        action.patterns = action.patterns.map((p) =>
          p.kind === 'store' && !relevant.has(p.place.variable) ? { kind: 'ignore' } : p,
        );
      }
      if (action.kind === 'send' && action.channel.kind === 'constant') {
        const { value: channel } = action.channel;
        action.values = action.values.map((v, i) =>
          fields.has(`${channel} ${i}`) || v.kind === 'constant' ? v : { kind: 'constant', value: 0 },
        );
      }
      if (!keepShown && step.event?.arguments) step.event = { name: step.event.name };
    }
  }
  return dropped;
}

/** What matters whatever else does. */
function always(
  step: DraftStep,
  need: (place: Place) => void,
  needField: (key: string) => void,
  keepShown: boolean,
): void {
  const { action } = step;
  if (step.guard) pollFields(step.guard, needField);
  if (action.kind === 'receive') {
    for (const value of action.meeting?.giveBack ?? []) eachRead(value, need);
    action.patterns.forEach((p, i) => {
      if (p.kind !== 'match') return;
      eachRead(p.value, need);
      if (action.channel.kind === 'constant') needField(`${action.channel.value} ${i}`);
    });
  }
  for (const effect of step.effects) if (effect.kind === 'assert') eachRead(effect.condition, need);
  if (keepShown) for (const a of step.event?.arguments ?? []) eachRead(a.value, need);
}

function pollFields(
  guard: import('../../../model/expression.js').Expression,
  needField: (key: string) => void,
): void {
  if (guard.kind === 'poll' && guard.channel.kind === 'constant') {
    const { value } = guard.channel;
    guard.patterns.forEach((p, i) => {
      if (p.kind === 'match') needField(`${value} ${i}`);
    });
  }
  if (guard.kind === 'unary') pollFields(guard.operand, needField);
  if (guard.kind === 'binary') {
    pollFields(guard.left, needField);
    pollFields(guard.right, needField);
  }
}

/** What matters because something it goes into does. */
function passOn(
  step: DraftStep,
  relevant: ReadonlySet<number>,
  fields: ReadonlySet<string>,
  need: (place: Place) => void,
  needField: (key: string) => void,
): void {
  const { action } = step;
  for (const effect of step.effects) {
    if (effect.kind !== 'assign' || !relevant.has(effect.place.variable)) continue;
    eachRead(effect.value, need);
    eachIndex(effect.place, need);
  }
  if (action.kind === 'choose' && relevant.has(action.place.variable)) {
    eachRead(action.low, need);
    eachRead(action.high, need);
    eachIndex(action.place, need);
  }
  if (action.kind === 'receive' && action.channel.kind === 'constant') {
    const { value: channel } = action.channel;
    action.patterns.forEach((p, i) => {
      if (p.kind !== 'store' || !relevant.has(p.place.variable)) return;
      needField(`${channel} ${i}`);
      eachIndex(p.place, need);
    });
  }
  if (action.kind === 'send' && action.channel.kind === 'constant') {
    const { value: channel } = action.channel;
    action.values.forEach((value, i) => {
      if (fields.has(`${channel} ${i}`)) eachRead(value, need);
    });
  }
}
