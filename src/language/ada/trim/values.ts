/** Variables that are only ever given constants have no other values: comparisons with others are decided. */
import { defaultOf, fitInto, scalarsOf, sizeOf } from '../../../model/data.js';
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft } from '../lower/draft.js';
import { combine, isConstant, negation } from '../lower/fold.js';
import { eachTaken } from './walk.js';

/** Changes the conditions of the steps in place. */
export function decideByValues(drafts: readonly Draft[], variables: readonly Variable[]): void {
  const values = valuesOf(drafts, variables);
  if (values.size === 0) return;
  for (const { steps } of drafts)
    for (const step of steps) if (step.guard) step.guard = decided(step.guard, values);
}

type Values = ReadonlyMap<number, ReadonlySet<number>>;

function valuesOf(drafts: readonly Draft[], variables: readonly Variable[]): Values {
  const found = new Map<number, Set<number>>();
  const open = new Set<number>();
  const give = ({ variable, path }: Place, value: Expression | undefined): void => {
    if (open.has(variable)) return;
    const { type, initial } = variables[variable];
    const fit =
      value && isConstant(value) && path.length === 0 && sizeOf(type) === 1
        ? fitInto(type, value.value)
        : undefined;
    const before = found.get(variable);
    const first = before || fit === undefined ? undefined : firstOf(type, initial);
    if (fit === undefined || !(before || (first && isConstant(first)))) {
      open.add(variable);
      found.delete(variable);
      return;
    }
    if (before) before.add(fit);
    else if (first && isConstant(first)) found.set(variable, new Set([first.value, fit]));
  };
  const anything = (place: Place): void => give(place, undefined);
  for (const { steps } of drafts)
    for (const step of steps) {
      eachTaken(step, anything);
      for (const effect of step.effects) if (effect.kind === 'assign') give(effect.place, effect.value);
    }
  return found;
}

const firstOf = (type: Variable['type'], initial: Variable['initial']): Expression | undefined =>
  initial === 'any' ? undefined : (initial ?? [constant(defaultOf(scalarsOf(type)[0]))])[0];

function decided(condition: Expression, values: Values): Expression {
  if (condition.kind === 'unary' && condition.operator === 'not')
    return negation(decided(condition.operand, values));
  if (condition.kind !== 'binary') return condition;
  const { operator, left, right } = condition;
  if (operator === 'and' || operator === 'or')
    return combine(operator, decided(left, values), decided(right, values));
  if ((operator !== 'equal' && operator !== 'unequal') || left.kind !== 'read' || !isConstant(right))
    return condition;
  const known = left.place.path.length === 0 ? values.get(left.place.variable) : undefined;
  if (!known || known.has(right.value)) return condition;
  return constant(operator === 'equal' ? 0 : 1);
}
