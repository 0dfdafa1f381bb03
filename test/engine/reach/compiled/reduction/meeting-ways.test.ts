/**
 * Two ways that meet again: the state where they meet was found by the first and still waits when the second leads
 * there. Nothing is put off for ever by that, so the processes are taken one after the other: each adds its two
 * ways and the state where they meet.
 */
import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { process, step, system } from '../../../../model/small-system.js';

const question = { name: 'q', text: '', ask: { kind: 'deadlock-free' } } as const;

it.each([1, 4, 8])('%i processes', async (count) => {
  const types = Array.from({ length: count }, (_, i) => {
    const type = process(`p${i}`, [step(0, 1), step(0, 2), step(1, 3), step(2, 3)]);
    type.locations[3] = { marks: ['end'] };
    return type;
  });
  const answer = await reachCompiled(
    system(types),
    question,
    { now: () => 0 },
    'breadth',
    undefined,
    'overman',
  );
  expect(answer).toMatchObject({ verdict: 'holds', statistics: { states: 3 * count + 1 } });
});
