/** Models in which everything touches everything have SPIN's numbers of states and its verdicts. */
import { describe, expect, it } from 'vitest';
import { check } from '../../src/verify/check.js';
import { denseModel } from '../language/promela/random/dense-model.js';
import { loaded } from '../language/promela/reading.js';
import { SpinModel, spinInstalled } from './spin.js';
import { spinSearch } from './spin-search.js';

const MODELS = Number(process.env.HEDDLE_SPIN_MODELS ?? 40) / 2;
const FIRST = 50_000;
const MOST_STATES = 3_000;

describe.skipIf(!spinInstalled)('dense models against SPIN (skipped where it is not installed)', () => {
  it(`${MODELS} models`, { timeout: 1_800_000 }, async () => {
    const differences: string[] = [];
    let [compared, counted] = [0, 0];
    for (let seed = FIRST; compared < MODELS && seed < FIRST + 3 * MODELS; seed++) {
      const { text } = denseModel(seed);
      const model = loaded(text);
      const found = spinSearch(model.program.system, MOST_STATES);
      if (!found || found.faults.size > 0) continue;
      const run = spinRun(text);
      if (!run?.complete) continue;
      compared++;
      // After an assertion has failed inside a d_step, SPIN takes no else beside a send without buffer any more.
      const astray = found.assertions > 0 && /d_step \{[^}]*assert/.test(text);
      if (!astray) counted++;
      if (!astray && run.stored !== found.stored)
        differences.push(`${seed}: ${found.stored} states, SPIN ${run.stored}`);
      const options = { now: () => 0, maxStates: MOST_STATES };
      const results = await check(model, options);
      for (const { property, verdict } of results) {
        const wrong = property === 'assertions' ? /^assertion violated/ : /^invalid end state/;
        const theirs = run.messages.some((message) => wrong.test(message)) ? 'violated' : 'holds';
        if (verdict !== theirs) differences.push(`${seed}: ${property} ${verdict}, SPIN ${theirs}`);
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(0.9 * MODELS);
    expect(counted).toBeGreaterThan(0.5 * MODELS);
  });
});

/** Undefined where SPIN does not take the model: `enabled` beside meetings, a d_step right after a loop. */
function spinRun(text: string) {
  const spin = new SpinModel({ 'model.pml': text });
  try {
    return spin.refusal ? undefined : spin.run(['-DSAFETY', '-DNOCLAIM'], []);
  } finally {
    spin.remove();
  }
}
