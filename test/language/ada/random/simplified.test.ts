/**
 * A model of an Ada program is made smaller in many ways. On random programs the smaller one must give the answers
 * of the one that nothing was left out of, which the reference semantics reads statement by statement.
 *
 * HEDDLE_ADA_PROGRAMS: how many programs; HEDDLE_ADA_FROM: the first seed.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../../src/language/ada/index.js';
import type { Program } from '../../../../src/model/program.js';
import { check } from '../../../../src/verify/check.js';
import { denseAda } from './dense-program.js';
import { randomAda } from './program.js';

const PROGRAMS = Number(process.env.HEDDLE_ADA_PROGRAMS ?? 60);
const FROM = Number(process.env.HEDDLE_ADA_FROM ?? 1);
const PROPERTIES = { file: 'asked.prop', text: 'deadlock-free\nassertions\nterminates\n' };

async function answers(
  text: string,
  model: 'whole' | 'smaller' | 'coarser',
): Promise<{ verdicts: string[]; states: number } | undefined> {
  const file = 'p.adb';
  const reading = readAda([{ file, text }], { simplified: model !== 'whole' });
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  const program: Program =
    model === 'coarser' ? { system: reading.value.coarser!(), declared: [] } : reading.value;
  const results = await check(
    { file, language: 'ada', program, diagnostics: [] },
    { properties: [PROPERTIES], engine: 'reach', reduction: 'none', maxStates: 60_000, timeSeconds: 1e9 },
  );
  if (results.some((result) => result.verdict === 'inconclusive' && result.limit !== undefined))
    return undefined;
  return {
    verdicts: results.map(({ property, verdict }) => `${property}: ${verdict}`),
    states: Math.max(...results.map(({ statistics }) => statistics.states ?? 0)),
  };
}

describe.each([
  ['random', randomAda, PROGRAMS],
  ['dense random', denseAda, Math.ceil(PROGRAMS / 2)],
] as const)('a smaller model of %s programs', (_, write, programs) => {
  it(`gives the same answers, on ${programs} of them`, { timeout: 3_600_000 }, async () => {
    const said = new Map<string, number>();
    let [smaller, compared] = [0, 0];
    for (let seed = FROM; seed < FROM + programs; seed++) {
      const text = write(seed);
      const whole = await answers(text, 'whole');
      if (!whole) continue;
      const small = await answers(text, 'smaller');
      // What the whole model leaves open may have been left out.
      const open = whole.verdicts.map((verdict) => verdict.endsWith(': inconclusive'));
      const decided = (verdicts: string[]) => verdicts.filter((_, i) => !open[i]);
      expect({ seed, verdicts: decided(small!.verdicts) }).toEqual({
        seed,
        verdicts: decided(whole.verdicts),
      });
      compared++;
      if (small!.states < whole.states) smaller++;
      for (const verdict of whole.verdicts) said.set(verdict, (said.get(verdict) ?? 0) + 1);
    }
    // All answers occur, or the comparison says little.
    expect(compared).toBeGreaterThan(programs * 0.8);
    expect(smaller).toBeGreaterThan(compared / 2);
    for (const property of ['deadlock-free', 'assertions', 'terminates'])
      for (const verdict of ['holds', 'violated'])
        expect(said.get(`${property}: ${verdict}`)).toBeGreaterThan(0);
  });

  it(`can go wrong where the program can, if it is coarser, on ${programs} of them`, {
    timeout: 3_600_000,
  }, async () => {
    let [wrong, right] = [0, 0];
    for (let seed = FROM; seed < FROM + programs; seed++) {
      const text = write(seed);
      const [exact, coarser] = [await answers(text, 'smaller'), await answers(text, 'coarser')];
      if (!exact || !coarser) continue;
      // It is not asked whether programs end.
      for (const property of ['deadlock-free', 'assertions']) {
        if (coarser.verdicts.includes(`${property}: holds`)) right++;
        if (!exact.verdicts.includes(`${property}: violated`)) continue;
        expect({ seed, verdicts: coarser.verdicts }).not.toEqual({
          seed,
          verdicts: expect.arrayContaining([`${property}: holds`]),
        });
        wrong++;
      }
    }
    expect(wrong).toBeGreaterThan(programs / 4);
    expect(right).toBeGreaterThan(0);
  });
});
