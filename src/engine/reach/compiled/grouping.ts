/**
 * Which questions one search can answer. Each must be decided by single states and their steps, without an
 * observer beside the system; and where interleavings are left out, all must see the same steps, so that the
 * search is the very one that each of them would have alone. Invariants are an exception: a program that states
 * some often states many, and one search that sees what any of them sees leaves out a little less, but is one.
 */
import { Interpreter } from '../../../model/interpreter.js';
import type { System } from '../../../model/system.js';
import type { Ask } from '../../../property/question.js';
import type { Reduction } from '../reference/index.js';
import { visibilityOf } from '../reference/reduction/visibility.js';
import { MOST_QUESTIONS } from './search/checks.js';

/** The questions, by their indices, in groups of those that one search answers. */
export function searchedTogether(system: System, asks: readonly Ask[], reduction: Reduction): number[][] {
  const interpreter = new Interpreter(system);
  const groups: number[][] = [];
  const current = new Map<string, number[]>();
  asks.forEach((ask, i) => {
    const search = isOfStates(ask) ? searchFor(interpreter, ask, reduction) : undefined;
    const group = search === undefined ? undefined : current.get(search);
    if (group && group.length < MOST_QUESTIONS) {
      group.push(i);
      return;
    }
    const begun = [i];
    groups.push(begun);
    if (search !== undefined) current.set(search, begun);
  });
  return groups;
}

const isOfStates = ({ kind }: Ask): boolean =>
  kind === 'deadlock-free' || kind === 'assertions' || kind === 'invariant';

/** The same text for questions that have the same search. */
function searchFor(interpreter: Interpreter, ask: Ask, reduction: Reduction): string {
  if (reduction === 'none') return 'everything';
  const seen = visibilityOf(interpreter, ask);
  if (!seen.ok) return seen.reason;
  if (ask.kind === 'invariant' && reduction === 'auto') return 'what any invariant sees';
  const steps = interpreter.system.types.map((type) =>
    type.steps.flatMap((step, s) => (seen.visible(type, step) ? [s] : [])),
  );
  return JSON.stringify(steps);
}
