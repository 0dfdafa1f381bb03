/** Which engine answers, what becomes of the others. Philosophers in numbers that no search can visit. */
import { describe, expect, it } from 'vitest';
import { check, loadText, type Result } from '../../../src/index.js';

const table = (philosophers: number, clever: boolean) =>
  loadText(
    {
      file: 'table.lts',
      text: `const N = ${philosophers}
FORK = (get -> put -> FORK).
PHIL(I=0) =
    if ${clever ? 'I == 0' : '0'} then (left.get -> right.get -> left.put -> right.put -> PHIL)
    else (right.get -> left.get -> left.put -> right.put -> PHIL).
||TABLE = forall[i:0..N-1] (phil[i]:PHIL(i) || {phil[i].left, phil[(i+N-1)%N].right}::FORK).`,
    },
    'fsp',
  );

/** It holds, and all states would have to be seen to know it: no proof engine speaks of it. */
const NEXT_TO_EACH_OTHER = {
  file: 'p',
  text: 'property p: ltl [] (X "phil.0.left.get" -> ! "phil.1.left.get")',
};

const outcomes = ({ attempts = [] }: Result) => attempts.map(({ engine, outcome }) => `${engine} ${outcome}`);

describe('the conductor', () => {
  it('needs nothing but the search where there are few states', async () => {
    const [result] = await check(table(3, true), { deadlock: true });
    expect(result).toMatchObject({ verdict: 'holds', strength: 'exhaustive', engine: 'reach' });
    expect(outcomes(result)).toEqual([
      'reach holds',
      'reach not needed',
      'reach not needed',
      'inequality not needed',
      'reach not needed',
      'flow abstains',
    ]);
  });

  it('proves what no search could visit, and stops the search', async () => {
    const [result] = await check(table(40, true), { deadlock: true });
    expect(result).toMatchObject({ verdict: 'holds', strength: 'proved', engine: 'inequality' });
    expect(outcomes(result)[0]).toBe('reach stopped');
    expect(outcomes(result)).toContain('inequality holds');
  });

  it('replays what a proof engine found', async () => {
    const [result] = await check(table(40, false), { deadlock: true });
    expect(result.verdict).toBe('violated');
    expect(result.verdict === 'violated' && result.trace.ending.kind).toBe('deadlock');
  });

  it('tells what stood in the way of each where nobody could decide', async () => {
    const [result] = await check(table(40, true), {
      properties: [NEXT_TO_EACH_OTHER],
      timeSeconds: 0.3,
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', limit: 'time' });
    expect(result.attempts).toMatchObject([
      { engine: 'reach', outcome: 'inconclusive', reason: expect.stringContaining('time limit') },
      { engine: 'inequality', outcome: 'abstains', reason: 'the property is not written as intervals' },
      { engine: 'flow', outcome: 'abstains' },
    ]);
  });

  it('shares the time among the questions, and gives what is left over to those that need it', async () => {
    let seconds = 0;
    const now = () => {
      seconds += 0.02;
      return seconds;
    };
    const results = await check(table(40, true), {
      properties: [NEXT_TO_EACH_OTHER],
      ltl: ['true', 'true', 'true', 'true'],
      timeSeconds: 40,
      now,
    });
    expect(results.map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'holds',
      'holds',
      'holds',
      'holds',
    ]);
    expect(results[0].statistics.seconds).toBeGreaterThan(1.5);
  });
});
