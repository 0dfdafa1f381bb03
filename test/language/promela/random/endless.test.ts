/**
 * Cycles, claims and formulas, with and without weak fairness: on models that go on for ever each way to search gives
 * the verdict of the reference engine, and every violation is one.
 */
import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { COMPRESSIONS, DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { tasksOf } from '../../../../src/verify/task.js';
import { promela } from '../reading.js';
import { endlessModel } from './endless-model.js';

const MODELS = Number(process.env.HEDDLE_RANDOM_MODELS ?? 400) / 8;
const budget = { now: () => 0, states: 400 };
/** What one search finds early another may find late. */
const ample = { now: () => 0, states: 40_000 };

it(`${MODELS} models`, { timeout: 1_800_000 }, async () => {
  const seen = { holds: 0, violated: 0, fewer: 0, fairlyHolds: 0, fairlyViolated: 0 };
  for (let seed = 0; seed < MODELS; seed++) {
    const text = endlessModel(seed);
    const program = promela(text);
    const asked = [false, true].flatMap((fair) => tasksOf(program, { fair }));
    for (const { question, system } of asked) {
      const { ask } = question;
      if (ask.kind !== 'order') continue;
      const full = await reach(system, question, budget);
      if (full.verdict === 'inconclusive') continue;
      const settings = { ...DEFAULT_SETTINGS, compression: COMPRESSIONS[seed % COMPRESSIONS.length] };
      const ways = [
        await reachCompiled(system, question, ample, 'depth', DEFAULT_SETTINGS, 'auto'),
        await reachCompiled(system, question, ample, 'breadth', settings, 'none'),
      ];
      for (const [way, found] of [full, ...ways].entries()) {
        const name = `${seed} ${question.name} ${ask.fairness ?? ''} ${way}`;
        expect(`${name} ${found.verdict}`).toBe(`${name} ${full.verdict}`);
        if (found.verdict !== 'violated') continue;
        expect(`${name} ${violates(new Interpreter(system), ask, found.run)}`).toBe(`${name} true`);
      }
      const [reduced] = ways;
      if (reduced.verdict === 'holds' && reduced.statistics.states! < full.statistics.states!) seen.fewer++;
      if (!ask.fairness) seen[full.verdict]++;
      else seen[full.verdict === 'holds' ? 'fairlyHolds' : 'fairlyViolated']++;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(MODELS / 10);
});
