/** On models in which everything touches everything, each way to search gives the verdict of the reference engine. */
import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { type Reduction, reach, type SearchOrder } from '../../../../src/engine/reach/reference/index.js';
import { bindProperties, parseProperties } from '../../../../src/property/index.js';
import type { Ask } from '../../../../src/property/question.js';
import { promela } from '../reading.js';
import { denseModel } from './dense-model.js';

const MODELS = Number(process.env.HEDDLE_RANDOM_MODELS ?? 400) / 4;
const FIRST = 1_000;
const budget = { now: () => 0, states: 1_500 };
const NAMED: Reduction[] = ['local', 'overman', 'local+conflict', 'symmetry'];

/** The default in both orders, and in turn one of the others. */
const waysOf = (seed: number): [Reduction, SearchOrder][] => [
  ['auto', 'breadth'],
  ['auto', 'depth'],
  seed % 2 === 0 ? ['none', 'breadth'] : [NAMED[(seed >> 1) % NAMED.length], 'depth'],
];

it(`${MODELS} models`, async () => {
  const seen = { holds: 0, violated: 0, fewer: 0 };
  for (let seed = FIRST; seed < FIRST + MODELS; seed++) {
    const { text, property } = denseModel(seed);
    const { system } = promela(text);
    const parsed = parseProperties({ file: 'formula', text: `ltl ${property}` });
    const bound = parsed.ok ? bindProperties(parsed.value, system) : parsed;
    if (!bound.ok) throw new Error(`${bound.diagnostics[0].message}: ${property}`);
    const asks: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }, bound.value[0].ask];
    for (const ask of asks) {
      const question = { name: 'q', text: '', ask };
      const full = await reach(system, question, budget);
      if (full.verdict === 'inconclusive') continue;
      seen[full.verdict]++;
      for (const [reduction, order] of waysOf(seed)) {
        const found = await reachCompiled(system, question, budget, order, DEFAULT_SETTINGS, reduction);
        // Not every reduction is for every question.
        if (found.verdict === 'inconclusive' || found.verdict === 'unsupported') continue;
        const name = `${seed} ${ask.kind} ${reduction} ${order}`;
        expect(`${name} ${found.verdict}`).toBe(`${name} ${full.verdict}`);
        if (found.verdict === 'holds' && found.statistics.states! < full.statistics.states!) seen.fewer++;
      }
    }
  }
  expect(seen.holds).toBeGreaterThan(MODELS);
  expect(seen.violated).toBeGreaterThan(MODELS / 2);
  expect(seen.fewer).toBeGreaterThan(MODELS / 2);
});
