/**
 * On tiny models what is done to a system before it is searched, and what a search leaves out, change no answer. All of
 * it on the interpreter, which needs no time to begin.
 */
import { expect, it } from 'vitest';
import { prepare } from '../../../../src/engine/reach/prepare/index.js';
import { type Reduction, reach } from '../../../../src/engine/reach/reference/index.js';
import { binary, constant, not, read, shared } from '../../../../src/model/expression.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask } from '../../../../src/property/question.js';
import { betweenSequences } from '../../../../src/property/sequence.js';
import { Chance } from '../../../model/random-system.js';
import { promela } from '../reading.js';
import { tinyModel } from './tiny-model.js';

const MODELS = Number(process.env.HEDDLE_RANDOM_MODELS ?? 400) / 4;
const FIRST = Number(process.env.HEDDLE_TINY_FROM ?? 1);
const budget = { now: () => 0, states: 600 };
const REDUCTIONS: Reduction[] = ['local', 'overman', 'conflict', 'local+conflict'];

/** That the first two shared variables never have these values at once; `between`: the atomic sequences of a system. */
function never(x: number, y: number, between: System | false): Ask {
  const [first, second] = [x, y].map((value, v) => binary('equal', read(shared(v)), constant(value)));
  const predicate = not(binary('and', first, second));
  return { kind: 'invariant', predicate: between ? betweenSequences(predicate, between) : predicate };
}

function systemOf(seed: number): System {
  const text = tinyModel(seed);
  return promela(text).system;
}

it(`${MODELS} models`, { timeout: 1_800_000 }, async () => {
  const seen = { holds: 0, violated: 0, fewer: 0 };
  for (let seed = FIRST; seed < FIRST + MODELS; seed++) {
    const system = systemOf(seed);
    const chance = new Chance(seed);
    const asks: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];
    for (let i = 0; i < 3; i++) asks.push(never(chance.below(3), chance.below(3), chance.is(0.5) && system));
    for (const ask of asks) {
      const question = { name: 'q', text: '', ask };
      const full = await reach(system, question, budget);
      if (full.verdict === 'inconclusive') break;
      seen[full.verdict]++;
      const prepared = prepare(system, [ask]).system;
      const named = chance.pick(REDUCTIONS);
      const ways: [string, System, Reduction][] = [
        ['prepared', prepared, 'none'],
        ['prepared, overman', prepared, 'overman'],
        [named, system, named],
      ];
      for (const [way, searched, reduction] of ways) {
        const found = await reach(searched, question, budget, { reduction });
        // There may be more states than before, or a violation may come later.
        if (found.verdict === 'inconclusive') continue;
        const name = `${seed} ${JSON.stringify(ask)} ${way}`;
        expect(`${name} ${found.verdict}`).toBe(`${name} ${full.verdict}`);
        if (found.verdict === 'holds' && found.statistics.states! < full.statistics.states!) seen.fewer++;
      }
    }
  }
  expect(seen.holds).toBeGreaterThan(MODELS);
  expect(seen.violated).toBeGreaterThan(MODELS / 2);
  expect(seen.fewer).toBeGreaterThan(MODELS / 2);
});
