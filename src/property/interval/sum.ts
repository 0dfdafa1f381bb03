/**
 * Linear sums while they are read. In a query all coefficients are positive: an event stands as often
 * as it counts, and what is subtracted moves to the other side of the relation.
 */
import type { EventPattern } from '../event.js';
import type { LinearRelation, LinearSum } from './query.js';

export const MOST_COEFFICIENT = 1000;
export const MOST_CONSTANT = 1_000_000_000;

export interface Term {
  /** Absent: a constant. */
  event?: EventPattern;
  factor: number;
}

/** The relation, or undefined when a number in it is too large. */
export function relationOf(
  relation: LinearRelation['relation'],
  left: Term[],
  right: Term[],
): LinearRelation | undefined {
  const sides: { left: LinearSum; right: LinearSum } = {
    left: { constant: 0, events: [] },
    right: { constant: 0, events: [] },
  };
  let weight = 0;
  for (const [name, terms] of [
    ['left', left],
    ['right', right],
  ] as const) {
    for (const { event, factor } of terms) {
      if (event === undefined) {
        sides[name].constant += factor;
        continue;
      }
      weight += Math.abs(factor);
      // Written so that a factor that is not a number is refused too.
      if (!(weight <= MOST_COEFFICIENT)) return undefined;
      const side = factor > 0 ? sides[name] : sides[name === 'left' ? 'right' : 'left'];
      for (let i = Math.abs(factor); i > 0; i--) side.events.push(event);
    }
    if (!(Math.abs(sides[name].constant) <= MOST_CONSTANT)) return undefined;
  }
  return { relation, ...sides };
}
