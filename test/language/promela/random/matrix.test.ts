/** Random models: no reduction, form of states or number of workers changes a verdict. */
import { expect, it } from 'vitest';
import { COMPRESSIONS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { REDUCTIONS } from '../../../../src/engine/reach/reference/reduction/index.js';
import type { CheckOptions } from '../../../../src/verify/check.js';
import { answers, smallModels } from './agreement.js';

/** Each model goes through all reductions, and through one form of states and one number of workers in turn. */
const MODELS = Number(process.env.HEDDLE_MATRIX_MODELS ?? 60);
const WORKERS = [1, 2, 4];

const combinations = (turn: number): CheckOptions[] => [
  ...REDUCTIONS.map((reduction) => ({ reduction })),
  ...REDUCTIONS.map((reduction, i) => ({
    reduction,
    compression: COMPRESSIONS[(turn + i) % COMPRESSIONS.length],
  })),
  {
    reduction: 'none',
    workers: WORKERS[turn % WORKERS.length],
    compression: COMPRESSIONS[turn % COMPRESSIONS.length],
  },
];

it(`${MODELS} models have the same verdicts whichever way they are searched`, {
  timeout: 1_800_000,
}, async () => {
  let compared = 0;
  for await (const { model, program, results } of smallModels(50_000, MODELS)) {
    for (const options of combinations(model.seed)) {
      const other = await answers(program, { engine: 'reach', ...options });
      // A reduction may be refused for a question; what is answered must be the same.
      const pairs = results.map(({ property, verdict }, i) => [property, verdict, other[i].verdict]);
      const answered = pairs.filter(([, , verdict]) => verdict !== 'inconclusive');
      compared += answered.length;
      const wrong = answered.filter(([, expected, verdict]) => verdict !== expected);
      expect({ seed: model.seed, options, wrong }).toEqual({ seed: model.seed, options, wrong: [] });
    }
  }
  expect(compared).toBeGreaterThan(20 * MODELS);
});
