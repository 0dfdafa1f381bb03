/** The observers that must find nothing for a property of order to hold; undefined where it has no such observers. */
import { observersOfQuery } from '../../../property/interval/index.js';
import type { Observer } from '../../../property/observer.js';
import type { Ask } from '../../../property/question.js';

export function finiteObservers(ask: Ask): Observer[] | undefined {
  if (ask.kind !== 'order') return undefined;
  const ends = ({ acceptance }: Observer): boolean => acceptance === 'finite';
  if (ask.observers.every(ends)) return ask.observers;
  // Each execution that violates a pattern is denoted by one of its queries.
  const observers = ask.queries?.flatMap(observersOfQuery);
  return observers?.every(ends) ? observers : undefined;
}
