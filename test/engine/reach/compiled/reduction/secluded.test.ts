/**
 * A process that can do nothing but steps of its own, beside others that lead into regions which block, meet
 * somebody, fail in the middle or go round: its steps may come first, and no verdict is lost by that.
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { type Reduction, reach, type SearchOrder } from '../../../../../src/engine/reach/reference/index.js';
import { readPromela } from '../../../../../src/language/promela/index.js';
import type { System } from '../../../../../src/model/system.js';
import type { Ask } from '../../../../../src/property/question.js';
import { Chance } from '../../../../model/random-system.js';

const SEEDS = Number(process.env.HEDDLE_SECLUDED_MODELS ?? 240);
const budget = { now: () => 0, states: 30_000 };

const WAYS: [Reduction, SearchOrder][] = [
  ['local', 'breadth'],
  ['overman', 'breadth'],
  ['auto', 'breadth'],
  ['auto', 'depth'],
  ['local+conflict', 'depth'],
];

const own = (chance: Chance): string =>
  chance.pick(['a = (a + 1) % 3', 'b = a', 'a = 0', 'if :: a == 0 -> b = 1 :: else -> b = 0 fi', 'skip']);

function statement(chance: Chance): string {
  const value = chance.below(3);
  switch (chance.below(10)) {
    case 0:
      return `atomic { ${own(chance)}; c ! ${value}; ${own(chance)} }`;
    case 1:
      return `atomic { c ? a; x = (x + a) % 3; ${own(chance)} }`;
    case 2:
      return `d_step { x = (x + 1) % 3; assert(x != y || y != ${value}); ${own(chance)} }`;
    case 3:
      return `atomic { do :: a < 2 -> a++ :: a > 0 -> break od; y = a }`;
    case 4:
      return `atomic { (x == ${value}); y = (y + 1) % 3; (y != x); b = y }`;
    case 5:
      return chance.pick([`c ! ${value}`, 'c ? b', 'if :: c ! a :: a = 2 fi', 'if :: c ? b :: b = 1 fi']);
    case 6:
      return `assert(x + y != ${value + 2})`;
    default:
      return own(chance);
  }
}

function model(seed: number): System {
  const chance = new Chance(seed);
  const block = (many: number) => Array.from({ length: many }, () => statement(chance)).join(';\n    ');
  const type = (name: string) => {
    const body = block(chance.between(2, 5));
    const around = chance.is(0.3) ? `do :: ${body} :: break od` : body;
    return `active proctype ${name}() { byte a, b;\n    ${block(1)};\n    ${around} }`;
  };
  const text = `byte x, y;\nchan c = [0] of { byte };\n${['P', 'Q', 'R'].map(type).join('\n')}\n`;
  const reading = readPromela({ file: `secluded-${seed}.pml`, text });
  if (!reading.ok) throw new Error(`${reading.diagnostics[0].message}\n${text}`);
  return reading.value.system;
}

describe('the reduced searches', () => {
  it(`give the verdicts of the full one on ${SEEDS} random models`, async () => {
    const seen = { holds: 0, violated: 0, fewer: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const system = model(seed);
      for (const kind of ['deadlock-free', 'assertions'] as const) {
        const question = { name: 'q', text: '', ask: { kind } satisfies Ask };
        const full = await reach(system, question, budget);
        if (full.verdict === 'inconclusive') continue;
        seen[full.verdict]++;
        const [reduction, order] = WAYS[seed % WAYS.length];
        const interpreted = await reach(system, question, budget, { reduction });
        const compiled = await reachCompiled(system, question, budget, order, DEFAULT_SETTINGS, reduction);
        const name = `${system.name} ${kind} ${reduction} ${order}`;
        expect([name, interpreted.verdict, compiled.verdict]).toEqual([name, full.verdict, full.verdict]);
        if (compiled.verdict === 'holds' && compiled.statistics.states! < full.statistics.states!)
          seen.fewer++;
      }
    }
    expect(seen.holds).toBeGreaterThan(SEEDS / 4);
    expect(seen.violated).toBeGreaterThan(SEEDS / 2);
    expect(seen.fewer).toBeGreaterThan(SEEDS / 10);
  });
});
