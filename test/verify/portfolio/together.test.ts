/** Questions that one search answers: each has its own verdict, its own run, and its own part of what else is tried. */
import { describe, expect, it } from 'vitest';
import { check, loadText, type Result } from '../../../src/index.js';

const promela = (text: string) => loadText({ file: 'model.pml', text }, 'promela');

/** Fails an assertion after five steps; blocks after `last`. */
const counting = (last: number) =>
  promela(`int n; active proctype P() { do :: n < ${last} -> n++; assert(n != 5) od }`);

const verdicts = (results: Result[]) => results.map(({ property, verdict }) => `${property}: ${verdict}`);

describe('what is asked of every program is answered by one search', () => {
  it('each with the run and the numbers of states of its own first violation', async () => {
    const [deadlock, assertions] = await check(counting(40));
    expect(verdicts([deadlock, assertions])).toEqual(['deadlock-free: violated', 'assertions: violated']);
    const [alone] = await check(counting(40), { deadlock: true });
    const counts = ({ statistics: { states, transitions, depth } }: Result) => ({
      states,
      transitions,
      depth,
    });
    expect(counts(deadlock)).toEqual(counts(alone));
    expect(assertions.statistics.states).toBeLessThan(deadlock.statistics.states!);
  });

  it('a violation that was found is kept where the search for the other cannot be finished', async () => {
    const properties: string[] = [];
    const results = await check(counting(100_000), {
      maxStates: 1000,
      progress: ({ property }) => properties.push(property),
    });
    expect(verdicts(results)).toEqual(['deadlock-free: inconclusive', 'assertions: violated']);
    expect(results[0]).toMatchObject({ limit: 'states' });
    expect(new Set(properties)).toEqual(new Set(['deadlock-free, assertions']));
  });
});

describe('where the search gives up', () => {
  const table = loadText(
    {
      file: 'table.lts',
      text: `const N = 12
FORK = (get -> put -> FORK).
PHIL(I=0) = if I == 0 then (left.get -> right.get -> left.put -> right.put -> PHIL)
            else (right.get -> left.get -> left.put -> right.put -> PHIL).
property EATS = (phil[0].left.get -> EATS).
||TABLE = (forall[i:0..N-1] (phil[i]:PHIL(i) || {phil[i].left, phil[(i+N-1)%N].right}::FORK) || EATS).`,
    },
    'fsp',
  );

  it('the engines that prove have a turn for each question', async () => {
    const results = await check(table, { memoryBytes: 4 << 20 });
    expect(results.map(({ attempts }) => attempts?.[0].outcome)).toEqual(['inconclusive', 'inconclusive']);
    expect(results.map(({ property, verdict, engine }) => ({ property, verdict, engine }))).toEqual([
      { property: 'deadlock-free', verdict: 'holds', engine: 'inequality' },
      { property: 'EATS', verdict: 'holds', engine: 'inequality' },
    ]);
  });
});
