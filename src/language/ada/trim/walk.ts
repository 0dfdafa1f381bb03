/** Going over what a draft reads and writes. */
import type { Expression, Place } from '../../../model/expression.js';
import type { Effect } from '../../../model/system.js';
import type { DraftStep } from '../lower/draft.js';

export function eachRead(expression: Expression, visit: (place: Place) => void): void {
  switch (expression.kind) {
    case 'read':
      visit(expression.place);
      eachIndex(expression.place, visit);
      return;
    case 'unary':
      eachRead(expression.operand, visit);
      return;
    case 'binary':
      eachRead(expression.left, visit);
      eachRead(expression.right, visit);
      return;
    case 'conditional':
      eachRead(expression.test, visit);
      eachRead(expression.whenTrue, visit);
      eachRead(expression.whenFalse, visit);
      return;
    case 'poll':
      for (const pattern of expression.patterns) if (pattern.kind === 'match') eachRead(pattern.value, visit);
  }
}

/** What the indices of a place read. */
export function eachIndex(place: Place, visit: (place: Place) => void): void {
  for (const selector of place.path) if (selector.kind === 'index') eachRead(selector.index, visit);
}

/** The variables a step may change. */
export function eachWrite(step: DraftStep, visit: (place: Place) => void): void {
  eachTaken(step, visit);
  for (const effect of step.effects) if (effect.kind === 'assign') visit(effect.place);
}

/** Those that its action changes, before any effect. */
export function eachTaken({ action }: DraftStep, visit: (place: Place) => void): void {
  if (action.kind === 'choose') visit(action.place);
  else if (action.kind === 'receive') {
    for (const p of action.patterns) if (p.kind === 'store') visit(p.place);
  } else if (action.kind === 'send' && action.meeting?.takeBack) {
    for (const place of action.meeting.takeBack) visit(place);
  }
}

/** Everything a step looks at, its own targets' indices included. */
export function eachUse(step: DraftStep, visit: (place: Place) => void): void {
  eachUseBefore(step, visit);
  for (const effect of step.effects) eachUseOf(effect, visit);
  if (step.event?.arguments) for (const a of step.event.arguments) eachRead(a.value, visit);
}

/** What its condition and its action look at. */
export function eachUseBefore({ guard, action }: DraftStep, visit: (place: Place) => void): void {
  if (guard) eachRead(guard, visit);
  if (action.kind === 'send') for (const e of action.values) eachRead(e, visit);
  else if (action.kind === 'receive') {
    for (const p of action.patterns) {
      if (p.kind === 'match') eachRead(p.value, visit);
      if (p.kind === 'store') eachIndex(p.place, visit);
    }
    if (action.meeting?.giveBack) for (const e of action.meeting.giveBack) eachRead(e, visit);
  } else if (action.kind === 'choose') {
    eachRead(action.low, visit);
    eachRead(action.high, visit);
    eachIndex(action.place, visit);
  }
}

export function eachUseOf(effect: Effect, visit: (place: Place) => void): void {
  if (effect.kind === 'assign') {
    eachRead(effect.value, visit);
    eachIndex(effect.place, visit);
  } else if (effect.kind === 'assert') eachRead(effect.condition, visit);
}

/** The variables whose values the step's event shows: as they are when the step is over. */
export function shownBy(step: DraftStep): Set<number> {
  const shown = new Set<number>();
  for (const { value } of step.event?.arguments ?? []) eachRead(value, (place) => shown.add(place.variable));
  return shown;
}

export const isInternal = (step: DraftStep): boolean => step.action.kind === 'internal';

/** Nothing happens in it: it only leads on. */
export const isEmptyStep = (step: DraftStep): boolean =>
  isInternal(step) && step.effects.length === 0 && !step.event && !step.kept && step.priority === undefined;
