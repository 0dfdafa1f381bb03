/**
 * Variables whose values decide whom a process meets or which part of the shared data it touches. Knowing them
 * at a place of the text says more about what can happen there.
 */

import type { Expression, Place } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { ChannelFields } from './channel-fields.js';
import type { Sharing } from './sharing.js';
import { outgoing } from './step-lists.js';
import { eachIndex, eachRead, eachUse, eachWrite, isInternal } from './walk.js';

/** So many ways on: a case, a member of an array, an object that is made. */
const MANY = 3;

export function deciding(drafts: readonly Draft[], { contended }: Sharing): Set<number> {
  const found = new Set<number>();
  const fields = new ChannelFields<true>();
  let changed = true;
  const need = ({ variable }: Place): void => {
    if (found.has(variable) || contended.has(variable)) return;
    found.add(variable);
    changed = true;
  };
  let shares = false;
  const look = ({ variable }: Place): void => {
    if (contended.has(variable)) shares = true;
  };
  const meets = (step: DraftStep): boolean => {
    if (!isInternal(step)) return true;
    shares = false;
    eachUse(step, look);
    eachWrite(step, look);
    return shares;
  };
  const selects = (place: Place): void => {
    if (contended.has(place.variable)) eachIndex(place, need);
  };
  for (const draft of drafts) {
    const ways = outgoing(draft);
    for (const step of draft.steps) {
      const choice = ways.get(step.from)!.length >= MANY;
      if (step.guard && (choice || meets(step))) eachRead(step.guard, need);
      eachUse(step, selects);
      eachWrite(step, selects);
    }
  }
  const from = (value: Expression): void => eachRead(value, need);
  while (changed) {
    changed = false;
    for (const { steps } of drafts)
      for (const { action, effects } of steps) {
        for (const effect of effects)
          if (effect.kind === 'assign' && found.has(effect.place.variable)) from(effect.value);
        if ((action.kind !== 'receive' && action.kind !== 'send') || action.channel.kind !== 'constant')
          continue;
        const { value: channel } = action.channel;
        if (action.kind === 'send')
          action.values.forEach((value, i) => {
            if (fields.get(channel, i)) from(value);
          });
        else
          action.patterns.forEach((pattern, i) => {
            if (pattern.kind !== 'store' || !found.has(pattern.place.variable)) return;
            if (fields.get(channel, i)) return;
            fields.set(channel, i, true);
            changed = true;
          });
      }
  }
  return found;
}
