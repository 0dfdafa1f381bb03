import { describe, expect, it } from 'vitest';
import { check, loadText } from '../../src/index.js';

/** `c` and `d` are in the alphabet, but nobody lets `c` happen. */
const text = 'P = (a -> b -> P | c -> d -> P).\nQ = (a -> Q) + {c}.\n||S = (P || Q).';
const loaded = () => loadText({ file: 'p.lts', text }, 'fsp');

async function remarks(property: string) {
  const [result] = await check(loaded(), { properties: [{ file: 'p.prop', text: property }] });
  return result.verdict === 'holds' ? (result.vacuous ?? []) : result.verdict;
}

describe('a property that holds', () => {
  it.each([
    ['ltl [] (d -> <> a)', ['d']],
    ['ltl [] (c -> <> d)', ['c', 'd']],
    ['ltl [] (a -> <> b)', []],
    ['for events {a, b, d} show all executions satisfy (a; b)*; a?; d*', ['d']],
    ['ltl [] !a', 'violated'],
  ])('%s: lists its events that never happen', async (property, expected) => {
    expect(await remarks(property)).toEqual(expected);
  });

  it('tells what is not reached from what cannot be taken', async () => {
    const [result] = await check(loaded());
    expect(result).toMatchObject({ verdict: 'holds', property: 'deadlock-free' });
    const steps = (result.verdict === 'holds' && result.unreached) || [];
    expect(steps.map(({ text: step, neverEnabled }) => [step, neverEnabled])).toEqual([
      ['c', true],
      ['d', false],
    ]);
  });
});

describe('an Ada program', () => {
  const program = (body: string) =>
    loadText(
      {
        file: 'p.adb',
        text: `procedure P is\n  task T;\n  task body T is\n  begin\n    ${body}\n  end T;\nbegin\n  null;\nend P;`,
      },
      'ada',
    );

  it.each([
    ['null;', 'every execution ends, with all processes at an end'],
    ['loop null; end loop;', 'not every execution ends: some go on for ever'],
  ])('%s: says whether it ends', async (body, note) => {
    const [result] = await check(program(body));
    expect(result).toMatchObject({ property: 'deadlock-free', verdict: 'holds' });
    expect(result.notices).toContain(note);
  });
});
