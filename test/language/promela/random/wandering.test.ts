/** Models in which processes hand channels on: both searches find the same states and give the same answers. */
import { expect, it } from 'vitest';
import type { Loaded } from '../../../../src/verify/load.js';
import type { Result } from '../../../../src/verify/result.js';
import { promela } from '../reading.js';
import { answers } from './agreement.js';
import { wanderingReferences } from './wandering-model.js';

const MODELS = Number(process.env.HEDDLE_RANDOM_MODELS ?? 400) / 8;
const MOST_STATES = 400;

const told = (results: Result[]): string[] =>
  results.map(
    ({ property, verdict, statistics }) =>
      `${property}: ${verdict}${verdict === 'holds' ? ` (${statistics.states} states)` : ''}`,
  );

it(`${MODELS} models`, { timeout: 1_800_000 }, async () => {
  const seen = { holds: 0, violated: 0, inconclusive: 0 };
  for (let seed = 1; seed <= MODELS; seed++) {
    const file = `wandering-${seed}.pml`;
    const program = promela(wanderingReferences(seed));
    const model: Loaded = { file, language: 'promela', program, diagnostics: [] };
    const options = { reduction: 'none', maxStates: MOST_STATES } as const;
    const fast = await answers(model, { ...options, engine: 'reach' });
    for (const { verdict } of fast) seen[verdict]++;
    if (fast.some(({ verdict }) => verdict === 'inconclusive')) continue;
    const slow = await answers(model, { engine: 'reference' });
    expect({ seed, answers: told(fast) }).toEqual({ seed, answers: told(slow) });
  }
  expect(seen.holds).toBeGreaterThan(MODELS / 5);
  expect(seen.violated).toBeGreaterThan(MODELS / 5);
});
