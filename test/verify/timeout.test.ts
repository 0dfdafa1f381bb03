/** `timeout` outside the processes is taken as false: no answer may rest on that. */
import { expect, it } from 'vitest';
import { check } from '../../src/verify/check.js';
import { loadText } from '../../src/verify/load.js';

const verdicts = async (text: string) =>
  Object.fromEntries(
    (await check(loadText({ file: 'm.pml', text }, 'promela'))).map(({ property, verdict }) => [
      property,
      verdict,
    ]),
  );

it.each([
  ['never { do :: timeout && x < 2 -> break :: else od }', 'never_0'],
  ['never { do :: !timeout -> break od }', 'never_0'],
  ['ltl p { [] !timeout }', 'p'],
  ['ltl p { <> timeout }', 'p'],
])('%s is left open', async (claim, property) => {
  const found = await verdicts(`byte x = 1; active proctype P() { timeout -> x == 5 } ${claim}`);
  expect(found).toMatchObject({ [property]: 'inconclusive', 'deadlock-free': 'violated' });
});

it('is answered where only processes ask', async () => {
  const found = await verdicts('byte x; active proctype P() { timeout -> x = 1 } ltl p { <> (x == 1) }');
  expect(found).toEqual({ 'deadlock-free': 'holds', assertions: 'holds', p: 'holds' });
});
