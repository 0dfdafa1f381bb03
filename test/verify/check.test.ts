import { describe, expect, it } from 'vitest';
import { check, loadText } from '../../src/index.js';
import { exitCode } from '../../src/verify/result.js';

describe('check', () => {
  it.each([
    ['init { q!2 }', 'holds', 0],
    ['init { q!1 }', 'violated', 1],
  ])('answers a formula that polls a channel: %s', async (init, verdict, code) => {
    const text = `chan q = [1] of { byte };\n${init}\nltl polled { [] !q?[1] }`;
    const results = await check(loadText({ file: 'poll.pml', text }, 'promela'));
    expect(results.find((result) => result.property === 'polled')).toMatchObject({ verdict });
    expect(exitCode(results)).toBe(code);
  });

  it('says which engine answered', async () => {
    const compiled = await check(loadText({ file: 'p.lts', text: 'P = (a -> P).' }, 'fsp'), {
      deadlock: true,
    });
    expect(compiled[0]).toMatchObject({ verdict: 'holds', strength: 'exhaustive', engine: 'reach' });
    const text = 'P = (a -> P).\nprogress OFTEN = {a}';
    const results = await check(loadText({ file: 'p.lts', text }, 'fsp'));
    expect(results.find((result) => result.property === 'OFTEN')).toMatchObject({
      verdict: 'holds',
      engine: 'reach',
      notices: [],
    });
  });

  it('proves without visiting states where that is asked', async () => {
    const text = 'P = (a -> b -> P).\nQ = (b -> a -> Q).\n||S = (x:P || y:P).\n||D = (P || Q).';
    const source = { file: 'p.lts', text };
    const [free] = await check(loadText(source, 'fsp', { target: 'S' }), {
      deadlock: true,
      engine: 'inequality',
    });
    expect(free).toMatchObject({ verdict: 'holds', strength: 'proved', engine: 'inequality' });
    const [stuck] = await check(loadText(source, 'fsp', { target: 'D' }), {
      deadlock: true,
      engine: 'inequality',
    });
    expect(stuck).toMatchObject({ verdict: 'violated', engine: 'inequality' });
  });

  it('hears of an interruption between questions that are answered at once', async () => {
    const formulas = Array.from({ length: 6 }, (_, i) => `ltl p${i} { <> (x == ${i}) }`).join('\n');
    const loaded = loadText({ file: 'm.pml', text: `byte x;\ninit { x = 1 }\n${formulas}` }, 'promela');
    let interrupted = false;
    const checking = check(loaded, { engine: 'reach', interrupted: () => interrupted });
    setImmediate(() => {
      interrupted = true;
    });
    const last = (await checking).at(-1);
    expect(last).toMatchObject({ property: 'p5', verdict: 'inconclusive', limit: 'interrupted' });
  });
});
