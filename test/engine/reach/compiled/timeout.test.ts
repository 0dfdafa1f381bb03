import { expect, it } from 'vitest';
import { exploreCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { explore } from '../../../../src/engine/reach/reference/index.js';
import { binary, constant, shared } from '../../../../src/model/expression.js';
import type { ProcessType } from '../../../../src/model/system.js';
import { byte, process, step, system } from '../../../model/small-system.js';

const timeout = { kind: 'timeout' } as const;
const choose = (high: typeof timeout) => ({
  kind: 'choose' as const,
  place: shared(0),
  low: constant(1),
  high,
});
const WAITING: [string, ProcessType, number][] = [
  ['a guard', process('waits', [step(0, 1, { guard: binary('and', timeout, constant(1)) })]), 3],
  ['a provided clause', process('waits', [step(0, 1)], { provided: timeout }), 3],
  ['the bound of a choice', process('waits', [step(0, 1, { action: choose(timeout) })]), 3],
];

// One process works first, the other only when nothing else can: three states in a row.
it.each(WAITING)('timeout in %s means the same, compiled and interpreted', async (_, waits, states) => {
  const s = system([waits, process('works', [step(0, 1)])], { variables: [{ name: 'x', type: byte }] });
  const interpreted = await explore(s, { now: () => 0 });
  expect(interpreted).toMatchObject({ states, transitions: 2, deadlocks: 0, terminations: 1 });
  expect(await exploreCompiled(s, { now: () => 0 })).toMatchObject(interpreted);
});
