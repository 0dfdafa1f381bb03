/** Verdicts in words and colours. */
import type { Result } from '../verify/result.js';
import type { Paint } from './style.js';

type Limit = NonNullable<Extract<Result, { verdict: 'inconclusive' }>['limit']>;

export const verdictPaint: Record<Result['verdict'], Paint> = {
  holds: 'green',
  violated: 'red',
  inconclusive: 'yellow',
};

const limitName: Record<Limit, string> = {
  time: 'time limit',
  memory: 'memory limit',
  states: 'state limit',
  depth: 'depth limit',
  interrupted: 'interrupted',
};

/** The verdict with its strength or the limit that was hit. */
export function describeVerdict(result: Result): string {
  if (result.verdict === 'holds') return `holds (${result.strength})`;
  if (result.verdict === 'inconclusive' && result.limit) return `inconclusive (${limitName[result.limit]})`;
  return result.verdict;
}

/** What a person can do about a limit. */
export function adviceFor(limit: Limit | undefined): string | undefined {
  if (limit === 'time') return 'more time with --time';
  if (limit === 'memory') return 'more memory with --memory';
  if (limit === 'states') return 'more states with --max-states';
  if (limit === 'depth') return 'longer executions with --max-depth';
  return undefined;
}
