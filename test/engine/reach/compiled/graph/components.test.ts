/** Fair cycles by the search for components: rounds inside atomic sequences, long ways, many states. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import { tasksOf } from '../../../../../src/verify/task.js';
import { promela } from '../../../../language/promela/reading.js';

/** What is found against the only formula of a model, where so many states are looked at as a graph first. */
async function fairly(text: string, graphed?: number) {
  const program = promela(text);
  const { question, system } = tasksOf(program, { fair: true }).find(
    ({ question }) => question.ask.kind === 'order',
  )!;
  const settings = { ...DEFAULT_SETTINGS, graphed };
  const answer = await reachCompiled(system, question, { now: () => 0 }, 'breadth', settings);
  if (answer.verdict === 'violated')
    expect(violates(new Interpreter(system), question.ask, answer.run)).toBe(true);
  return answer;
}

describe('a round inside an atomic sequence is judged by itself', () => {
  // As in fairness.test.ts: nobody else can move while the sequence goes on.
  const beside = (loop: string) => `
    byte x, y;
    active proctype P() { do :: ${loop} od }
    active proctype Q() { y = 1 }
    ltl p { <> (y == 1) }`;
  it.each([
    ['atomic { x = 1; x = 0 }', 'holds'],
    ['atomic { x = 1; do :: x = 1 :: break od; x = 0 }', 'violated'],
    ['x = 3; atomic { x = 2; do :: break :: x = 2; x = 1 od; x = 0 }', 'violated'],
  ])('%s: %s', async (loop, expected) => {
    for (const graphed of [0, 3, undefined])
      expect(`${graphed} ${(await fairly(beside(loop), graphed)).verdict}`).toBe(`${graphed} ${expected}`);
  });
});

it('a way that was found depth first is made short', async () => {
  // The last of 3,000 values is the only one from which nothing changes any more.
  const text = `
    short x; bool done;
    active proctype P() { do :: x < 3000 -> x++ :: x > 0 && x < 3000 -> x-- od }
    ltl p { <> done }`;
  const answer = await fairly(text, 0);
  if (answer.verdict !== 'violated') throw new Error(answer.verdict);
  expect(answer.run.steps.length).toBeLessThan(10);
});

it('Peterson: nobody who waits starves, with as many states as the graph has', async () => {
  // Three processes at the filter lock. SPIN 6.5.2 finds no acceptance cycle (`pan -a -f`), and one without -f.
  const text = `
    byte level[3], last[3]; bool critical[3];
    active [3] proctype P() {
      byte l, k;
      do
      :: l = 1;
         do
         :: l < 3 ->
            level[_pid] = l; last[l] = _pid; k = 0;
            do
            :: k < 3 -> if :: k == _pid || level[k] < l || last[l] != _pid -> k++ fi
            :: k >= 3 -> break
            od;
            l++
         :: l >= 3 -> break
         od;
         critical[_pid] = true; critical[_pid] = false; level[_pid] = 0
      od
    }
    ltl live { [] (level[0] == 1 -> <> critical[0]) }`;
  const searched = await fairly(text);
  const graphed = await fairly(text, Number.POSITIVE_INFINITY);
  expect([searched.verdict, graphed.verdict]).toEqual(['holds', 'holds']);
  if (searched.verdict !== 'holds' || graphed.verdict !== 'holds') return;
  expect(searched.statistics.states).toBe(graphed.statistics.states);
  expect(searched.statistics.transitions).toBe(graphed.statistics.transitions);
});
