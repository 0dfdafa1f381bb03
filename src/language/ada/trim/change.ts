/**
 * Changing what a draft reads and writes. Whatever stays as it was is the same object afterwards: most of a large
 * program is not touched by any one change.
 */
import type { Expression, Pattern, Place, Selector } from '../../../model/expression.js';
import type { Action, Effect, EventLabel } from '../../../model/system.js';
import type { DraftStep } from '../lower/draft.js';
import { combine, isConstant, negation } from '../lower/fold.js';

/** What is read at a place from now on; undefined where that stays. */
type Change = (place: Place) => Expression | undefined;
type Target = (place: Place) => Place;

const same: Target = (place) => place;

/** The same list where no member has become another. */
function mapAll<T>(list: readonly T[], change: (item: T) => T): T[] {
  let copy: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const after = change(list[i]);
    if (after !== list[i]) copy ??= list.slice();
    if (copy) copy[i] = after;
  }
  return copy ?? (list as T[]);
}

/** The expression with every part changed, and constants worked out again. */
export function mapExpression(expression: Expression, change: Change): Expression {
  switch (expression.kind) {
    case 'read': {
      const place = mapPlace(expression.place, change);
      const after = change(place);
      if (after) return after.kind === 'read' && after.place === expression.place ? expression : after;
      return place === expression.place ? expression : { kind: 'read', place };
    }
    case 'unary': {
      const operand = mapExpression(expression.operand, change);
      if (expression.operator === 'not' && (isConstant(operand) || operand.kind === 'unary'))
        return negation(operand);
      return operand === expression.operand ? expression : { ...expression, operand };
    }
    case 'binary': {
      const left = mapExpression(expression.left, change);
      const right = mapExpression(expression.right, change);
      const same = left === expression.left && right === expression.right;
      if (same && !isConstant(left) && !isConstant(right)) return expression;
      const after = combine(expression.operator, left, right);
      const unchanged = same && after.kind === 'binary' && after.left === left && after.right === right;
      return unchanged ? expression : after;
    }
    case 'conditional': {
      const test = mapExpression(expression.test, change);
      if (isConstant(test))
        return mapExpression(test.value ? expression.whenTrue : expression.whenFalse, change);
      const whenTrue = mapExpression(expression.whenTrue, change);
      const whenFalse = mapExpression(expression.whenFalse, change);
      const same =
        test === expression.test && whenTrue === expression.whenTrue && whenFalse === expression.whenFalse;
      return same ? expression : { kind: 'conditional', test, whenTrue, whenFalse };
    }
    case 'poll': {
      const patterns = mapAll(expression.patterns, (p) => mapPattern(p, change, same));
      return patterns === expression.patterns ? expression : { ...expression, patterns };
    }
    default:
      return expression;
  }
}

function mapPlace(place: Place, change: Change): Place {
  if (place.path.length === 0) return place;
  const path = mapAll(place.path, (selector): Selector => {
    if (selector.kind !== 'index') return selector;
    const index = mapExpression(selector.index, change);
    return index === selector.index ? selector : { kind: 'index', index };
  });
  return path === place.path ? place : { ...place, path };
}

function mapPattern(pattern: Pattern, change: Change, target: Target): Pattern {
  if (pattern.kind === 'match') {
    const value = mapExpression(pattern.value, change);
    return value === pattern.value ? pattern : { kind: 'match', value };
  }
  if (pattern.kind === 'store') {
    const place = target(mapPlace(pattern.place, change));
    return place === pattern.place ? pattern : { kind: 'store', place };
  }
  return pattern;
}

/** Changes every expression of an effect, and the place it assigns to. */
export function mapEffect(effect: Effect, change: Change, target: Target = same): Effect {
  if (effect.kind === 'assign') {
    const place = target(mapPlace(effect.place, change));
    const value = mapExpression(effect.value, change);
    return place === effect.place && value === effect.value ? effect : { ...effect, place, value };
  }
  if (effect.kind === 'assert') {
    const condition = mapExpression(effect.condition, change);
    return condition === effect.condition ? effect : { ...effect, condition };
  }
  return effect;
}

/**
 * Effects that steps have in common are changed once where `changed` is the same for them all: hundreds of steps may
 * each reset the same variables.
 */
function mapEffects(
  effects: Effect[],
  change: Change,
  target: Target,
  changed?: Map<Effect, Effect>,
): Effect[] {
  return mapAll(effects, (effect) => {
    const known = changed?.get(effect);
    if (known) return known;
    const after = mapEffect(effect, change, target);
    changed?.set(effect, after);
    return after;
  });
}

/** Changes every expression of a step, and every place it assigns to. */
export function mapStep(
  step: DraftStep,
  change: Change,
  target: Target = same,
  changed?: Map<Effect, Effect>,
): void {
  mapBefore(step, change, target);
  if (step.effects.length > 0) step.effects = mapEffects(step.effects, change, target, changed);
  mapEvent(step, change);
}

/** Its condition and its action. */
export function mapBefore(step: DraftStep, change: Change, target: Target = same): void {
  if (step.guard) step.guard = mapExpression(step.guard, change);
  if (step.action.kind !== 'internal') step.action = mapAction(step.action, change, target);
}

/** What it shows. */
export function mapEvent(step: DraftStep, change: Change): void {
  if (step.event?.arguments) step.event = mapLabel(step.event, change);
}

function mapLabel(event: EventLabel, change: Change): EventLabel {
  if (!event.arguments) return event;
  const shown = mapAll(event.arguments, (a) => {
    const value = mapExpression(a.value, change);
    return value === a.value ? a : { ...a, value };
  });
  return shown === event.arguments ? event : { ...event, arguments: shown };
}

function mapAction(action: Action, change: Change, target: Target): Action {
  const of = (e: Expression): Expression => mapExpression(e, change);
  const to = (place: Place): Place => target(mapPlace(place, change));
  switch (action.kind) {
    case 'send': {
      const { meeting } = action;
      const values = mapAll(action.values, of);
      const takeBack = meeting?.takeBack && mapAll(meeting.takeBack, to);
      if (values === action.values && takeBack === meeting?.takeBack) return action;
      return { ...action, values, ...(takeBack ? { meeting: { ...meeting, takeBack } } : {}) };
    }
    case 'receive': {
      const { meeting } = action;
      const patterns = mapAll(action.patterns, (p) => mapPattern(p, change, target));
      const giveBack = meeting?.giveBack && mapAll(meeting.giveBack, of);
      if (patterns === action.patterns && giveBack === meeting?.giveBack) return action;
      return { ...action, patterns, ...(giveBack ? { meeting: { ...meeting, giveBack } } : {}) };
    }
    case 'choose': {
      const [place, low, high] = [to(action.place), of(action.low), of(action.high)];
      const same = place === action.place && low === action.low && high === action.high;
      return same ? action : { ...action, place, low, high };
    }
    default:
      return action;
  }
}
