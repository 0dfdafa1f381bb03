/** Going over what a draft reads and writes, and changing it. */
import type { Expression, Pattern, Place, Selector } from '../../../model/expression.js';
import type { Action, Effect } from '../../../model/system.js';
import type { DraftStep } from '../lower/draft.js';
import { combine, isConstant, negation } from '../lower/fold.js';

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
  const { action } = step;
  if (action.kind === 'choose') visit(action.place);
  if (action.kind === 'receive') for (const p of action.patterns) if (p.kind === 'store') visit(p.place);
  if (action.kind === 'send') for (const place of action.meeting?.takeBack ?? []) visit(place);
  for (const effect of step.effects) if (effect.kind === 'assign') visit(effect.place);
}

/** The same expression with every part changed, and constants worked out again. */
function mapExpression(expression: Expression, change: (place: Place) => Expression): Expression {
  const inside = (e: Expression): Expression => mapExpression(e, change);
  switch (expression.kind) {
    case 'read':
      return change(mapPlace(expression.place, change));
    case 'unary': {
      const operand = inside(expression.operand);
      if (expression.operator === 'not') return negation(operand);
      return { ...expression, operand };
    }
    case 'binary':
      return combine(expression.operator, inside(expression.left), inside(expression.right));
    case 'conditional': {
      const test = inside(expression.test);
      if (isConstant(test)) return inside(test.value ? expression.whenTrue : expression.whenFalse);
      return {
        kind: 'conditional',
        test,
        whenTrue: inside(expression.whenTrue),
        whenFalse: inside(expression.whenFalse),
      };
    }
    case 'poll':
      return {
        ...expression,
        patterns: expression.patterns.map((p) => mapPattern(p, change, (place) => place)),
      };
    default:
      return expression;
  }
}

function mapPlace(place: Place, change: (place: Place) => Expression): Place {
  if (place.path.length === 0) return place;
  const path = place.path.map(
    (selector): Selector =>
      selector.kind === 'index' ? { kind: 'index', index: mapExpression(selector.index, change) } : selector,
  );
  return { ...place, path };
}

function mapPattern(
  pattern: Pattern,
  change: (place: Place) => Expression,
  target: (place: Place) => Place,
): Pattern {
  if (pattern.kind === 'match') return { kind: 'match', value: mapExpression(pattern.value, change) };
  if (pattern.kind === 'store') return { kind: 'store', place: target(mapPlace(pattern.place, change)) };
  return pattern;
}

/**
 * Changes every expression of a step, and every place it assigns to. Effects that steps have in common are
 * changed once where `changed` is the same for them all: hundreds of steps may each reset the same variables.
 */
export function mapStep(
  step: DraftStep,
  change: (place: Place) => Expression,
  target: (place: Place) => Place = (place) => place,
  changed: Map<Effect, Effect> = new Map(),
): void {
  const of = (e: Expression): Expression => mapExpression(e, change);
  const to = (place: Place): Place => target(mapPlace(place, change));
  if (step.guard) step.guard = of(step.guard);
  step.action = mapAction(step.action, of, to, change, target);
  const changedEffect = (effect: Effect): Effect => {
    if (effect.kind === 'assign') return { ...effect, place: to(effect.place), value: of(effect.value) };
    if (effect.kind === 'assert') return { ...effect, condition: of(effect.condition) };
    return effect;
  };
  step.effects = step.effects.map((effect) => {
    const after = changed.get(effect) ?? changedEffect(effect);
    changed.set(effect, after);
    return after;
  });
  if (step.event?.arguments)
    step.event = {
      ...step.event,
      arguments: step.event.arguments.map((a) => ({ ...a, value: of(a.value) })),
    };
}

function mapAction(
  action: Action,
  of: (e: Expression) => Expression,
  to: (place: Place) => Place,
  change: (place: Place) => Expression,
  target: (place: Place) => Place,
): Action {
  switch (action.kind) {
    case 'send': {
      const { meeting } = action;
      return {
        ...action,
        values: action.values.map(of),
        ...(meeting
          ? { meeting: { ...meeting, ...(meeting.takeBack ? { takeBack: meeting.takeBack.map(to) } : {}) } }
          : {}),
      };
    }
    case 'receive': {
      const { meeting } = action;
      return {
        ...action,
        patterns: action.patterns.map((p) => mapPattern(p, change, target)),
        ...(meeting
          ? { meeting: { ...meeting, ...(meeting.giveBack ? { giveBack: meeting.giveBack.map(of) } : {}) } }
          : {}),
      };
    }
    case 'choose':
      return { ...action, place: to(action.place), low: of(action.low), high: of(action.high) };
    default:
      return action;
  }
}

/** Everything a step looks at, its own targets' indices included. */
export function eachUse(step: DraftStep, visit: (place: Place) => void): void {
  const { action } = step;
  if (step.guard) eachRead(step.guard, visit);
  if (action.kind === 'send') for (const e of action.values) eachRead(e, visit);
  if (action.kind === 'receive') {
    for (const p of action.patterns) {
      if (p.kind === 'match') eachRead(p.value, visit);
      if (p.kind === 'store') eachIndex(p.place, visit);
    }
    for (const e of action.meeting?.giveBack ?? []) eachRead(e, visit);
  }
  if (action.kind === 'choose') {
    eachRead(action.low, visit);
    eachRead(action.high, visit);
    eachIndex(action.place, visit);
  }
  for (const effect of step.effects) {
    if (effect.kind === 'assign') {
      eachRead(effect.value, visit);
      eachIndex(effect.place, visit);
    }
    if (effect.kind === 'assert') eachRead(effect.condition, visit);
  }
  for (const a of step.event?.arguments ?? []) eachRead(a.value, visit);
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
