/** Questions in the form engines take them, and a budget. */
import type { Budget } from '../../../src/engine/budget.js';
import { observersOfQuery } from '../../../src/property/interval/index.js';
import type { IntervalQuery } from '../../../src/property/interval/query.js';
import type { Question } from '../../../src/property/question.js';

export const unlimited: Budget = { now: () => performance.now() / 1000 };

export const deadlockFree: Question = {
  name: 'deadlock',
  text: 'no deadlock',
  ask: { kind: 'deadlock-free' },
};

export const noErrors: Question = { name: 'errors', text: 'nothing goes wrong', ask: { kind: 'assertions' } };

/** None of the executions that the query denotes exists. */
export function never(query: IntervalQuery): Question {
  return {
    name: query.name,
    text: `never: ${query.name}`,
    ask: { kind: 'order', observers: observersOfQuery(query), queries: [query] },
  };
}
