/**
 * Variables that grow as long as the program runs: they are only ever counted in one direction, or take their
 * values from such a one. What is counted up and down again is not among them: the program keeps it in bounds.
 */
import type { Expression } from '../../../model/expression.js';
import type { Draft } from '../lower/draft.js';
import { eachRead } from './walk.js';

/** Those of the given variables, whose ranges nothing bounds, that are endless. */
export function endlessAmong(drafts: readonly Draft[], unbounded: readonly number[]): number[] {
  const wanted = new Set(unbounded);
  const sources = new Map<number, Set<number>>();
  const directions = new Map<number, Set<'up' | 'down'>>();
  for (const draft of drafts)
    for (const { effects } of draft.steps)
      for (const effect of effects) {
        if (effect.kind !== 'assign' || !wanted.has(effect.place.variable)) continue;
        const { variable } = effect.place;
        const direction = directionOf(effect.value);
        if (direction) directions.set(variable, (directions.get(variable) ?? new Set()).add(direction));
        const from = sources.get(variable) ?? new Set();
        sources.set(variable, from);
        eachRead(effect.value, (place) => from.add(place.variable));
      }
  const origins = new Map(unbounded.map((variable) => [variable, originsOf(variable, sources)]));
  const endless = new Set(
    unbounded.filter((variable) => {
      const round = [...origins.get(variable)!].filter((other) => origins.get(other)?.has(variable));
      const ways = new Set(round.flatMap((other) => [...(directions.get(other) ?? [])]));
      return ways.size === 1;
    }),
  );
  return unbounded.filter(
    (variable) =>
      endless.has(variable) ||
      (!origins.get(variable)!.has(variable) &&
        [...origins.get(variable)!].some((from) => endless.has(from))),
  );
}

/** All whose values may go into it, itself only where its own value does. */
function originsOf(variable: number, sources: Map<number, Set<number>>): Set<number> {
  const found = new Set(sources.get(variable) ?? []);
  for (const each of found) for (const further of sources.get(each) ?? []) found.add(further);
  return found;
}

/** Something more, or something less, than what is read. */
function directionOf(value: Expression): 'up' | 'down' | undefined {
  if (value.kind !== 'binary' || (value.operator !== 'add' && value.operator !== 'subtract'))
    return undefined;
  const { left, right, operator } = value;
  const by =
    right.kind === 'constant' ? right : operator === 'add' && left.kind === 'constant' ? left : right;
  const grows = by.kind !== 'constant' || by.value >= 0;
  return grows === (operator === 'add') ? 'up' : 'down';
}
