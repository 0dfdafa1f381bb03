/**
 * Variables that grow as long as the program runs: they are only ever counted in one direction, or take their
 * values from such a one. What is counted up and down again is not among them: the program keeps it in bounds.
 */
import type { Expression } from '../../../model/expression.js';
import type { Draft } from '../lower/draft.js';
import { eachRead } from './walk.js';

/** Those of the given variables, whose ranges nothing bounds, that are endless. */
export function endlessAmong(drafts: readonly Draft[], unbounded: readonly number[]): number[] {
  const sources = new Map<number, Set<number>>();
  const directions = new Map<number, Set<'up' | 'down'>>();
  for (const draft of drafts)
    for (const { effects } of draft.steps)
      for (const effect of effects) {
        if (effect.kind !== 'assign') continue;
        const { variable } = effect.place;
        const direction = directionOf(effect.value, variable);
        if (direction) directions.set(variable, (directions.get(variable) ?? new Set()).add(direction));
        const from = sources.get(variable) ?? new Set();
        sources.set(variable, from);
        eachRead(effect.value, (place) => from.add(place.variable));
      }
  const both = (variable: number): boolean => directions.get(variable)?.size === 2;
  const endless = new Set(unbounded.filter((variable) => directions.get(variable)?.size === 1));
  for (let before = -1; before !== endless.size; ) {
    before = endless.size;
    for (const variable of unbounded)
      if (!both(variable) && [...(sources.get(variable) ?? [])].some((from) => endless.has(from)))
        endless.add(variable);
  }
  return unbounded.filter((variable) => endless.has(variable));
}

/** `v + 1` or `v - 1`, of the variable itself. */
function directionOf(value: Expression, variable: number): 'up' | 'down' | undefined {
  if (value.kind !== 'binary' || (value.operator !== 'add' && value.operator !== 'subtract'))
    return undefined;
  const { left, right, operator } = value;
  const isSelf = (e: Expression): boolean => e.kind === 'read' && e.place.variable === variable;
  const by = isSelf(left) ? right : isSelf(right) && operator === 'add' ? left : undefined;
  if (!by) return undefined;
  const grows = by.kind !== 'constant' || by.value >= 0;
  return grows === (operator === 'add') ? 'up' : 'down';
}
