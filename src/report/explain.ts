/** The plan of an answer and what each engine said, for `--explain`. */
import type { Result } from '../verify/result.js';
import { printable } from './printable.js';
import { showSeconds } from './quantity.js';

type Attempt = NonNullable<Result['attempts']>[number];

const OUTCOME: Record<Attempt['outcome'], string> = {
  holds: 'holds',
  violated: 'violated',
  inconclusive: 'inconclusive',
  stopped: 'stopped, because another engine had answered',
  'not needed': 'not needed',
  abstains: 'has nothing to say',
  failed: 'failed',
};

/** One line for each engine that was planned, in the order of the plan. */
export function explain({ attempts = [] }: Result): string[] {
  if (attempts.length === 0) return ['plan: no engine was asked'];
  return ['plan:', ...attempts.map((attempt, i) => `  ${i + 1}. ${told(attempt)}`)];
}

function told({ engine, how, outcome, reason, seconds }: Attempt): string {
  const why = reason === undefined ? '' : ` (${printable(reason)})`;
  const time = seconds === undefined ? '' : `, ${showSeconds(seconds)}`;
  return `${engine}, ${how}: ${OUTCOME[outcome]}${why}${time}`;
}
