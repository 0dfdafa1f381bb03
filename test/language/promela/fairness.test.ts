/**
 * Weak fairness and atomic sequences. Expected: what SPIN 6.5.2 says (`pan -a -f`), which asks who could move between
 * sequences only. Where a sequence can go on for ever SPIN comes to no end; there nobody else can ever move.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loaded } from './reading.js';

const model = (loop: string, condition: string) => `
  byte x, y;
  active proctype P() { do :: ${loop} od }
  active proctype Q() { ${condition} -> y = 1 }
  ltl p { <> (y == 1) }`;

const BRIEF = 'atomic { x = 1; x = 0 }';
const WITH_PAUSE = `${BRIEF}; x = 2; x = 0`;
const ENDLESS = 'atomic { x = 1; do :: x = 1 :: break od; x = 0 }';
const BLOCKING = 'atomic { x = 1; x == 0; x = 0 }';

describe('a process beside an atomic sequence that is repeated for ever', () => {
  it.each([
    [BRIEF, 'true', 'holds'],
    [BRIEF, 'x != 2', 'holds'],
    [BRIEF, 'x == 1', 'violated'],
    [WITH_PAUSE, 'true', 'holds'],
    [WITH_PAUSE, 'x != 2', 'violated'],
    [ENDLESS, 'true', 'violated'],
    [BLOCKING, 'x == 1', 'holds'],
  ])('%s beside %s: %s', async (loop, condition, expected) => {
    const asked = loaded(model(loop, condition));
    for (const engine of ['reference', 'reach'] as const) {
      // What is violated has an execution that was replayed, and is fair.
      const results = await check(asked, { engine, fair: true, now: () => 0 });
      expect(`${engine} ${results.find(({ property }) => property === 'p')?.verdict}`).toBe(
        `${engine} ${expected}`,
      );
    }
  });
});

it('a fair cycle is found long before all states are visited', async () => {
  // Ten counters: 4^10 states. SPIN 6.5.2 finds an acceptance cycle at once (`pan -a -f`).
  const text = `
    bool done;
    active [10] proctype P() { byte x; do :: x = (x + 1) % 4 od }
    active proctype Q() { false -> done = true }
    ltl p { <> done }`;
  const asked = loaded(text);
  const options = { engine: 'reach', fair: true, maxStates: 100_000, now: () => 0 } as const;
  const results = await check(asked, options);
  expect(results.find(({ property }) => property === 'p')?.verdict).toBe('violated');
});

it('what holds of all executions holds of the fair ones, however many states those take', async () => {
  // Seven processes that count. SPIN 6.5.2 finds no acceptance cycle, neither with `pan -a` nor with `pan -a -f`.
  const text = `
    byte done;
    active [7] proctype P() { byte x; do :: x < 5 -> x++ :: x == 5 -> break od; done++ }
    ltl p { <> (done == 7) }`;
  const asked = loaded(text);
  const results = await check(asked, { fair: true, memoryBytes: 16 << 20, now: () => 0 });
  const answer = results.find(({ property }) => property === 'p');
  expect(answer?.verdict).toBe('holds');
  expect(answer?.notices).toEqual(['it holds of all executions, fair or not']);
});
