import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { process, step, system } from '../../../model/small-system.js';

it('a violation behind more states than parents are kept for is searched once more, and its run is real', async () => {
  // Six chains of ten places that all end stuck: the only deadlock is the last of 10^6 states, 54 steps away.
  const steps = Array.from({ length: 9 }, (_, i) => step(i, i + 1));
  const locations = Array.from({ length: 10 }, () => ({}));
  const chains = system(Array.from({ length: 6 }, (_, i) => process(`P${i}`, steps, { locations })));
  const question = { name: 'd', text: '', ask: { kind: 'deadlock-free' } } as const;
  const answer = await reachCompiled(chains, question, { now: () => 0 });
  if (answer.verdict !== 'violated') throw new Error(answer.verdict);
  expect(answer.run.steps).toHaveLength(54);
  expect(violates(new Interpreter(chains), question.ask, answer.run)).toBe(true);
  expect(answer.statistics.states).toBe(1_000_000);
});
