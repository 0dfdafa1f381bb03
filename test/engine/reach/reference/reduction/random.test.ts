/** Every reduction gives the verdict of the full search, on random systems; what it finds is judged. */
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/engine/answer.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import { REDUCTIONS } from '../../../../../src/engine/reach/reference/reduction/index.js';
import { violates } from '../../../../../src/evidence/judge.js';
import { binary, constant, read, shared } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { Atom, Observer } from '../../../../../src/property/observer.js';
import type { Ask } from '../../../../../src/property/question.js';
import { Chance, randomSystem } from '../../../../model/random-system.js';

const ATOMS: Atom[] = ['e', 's'].map((name) => ({ kind: 'event', name, pattern: { kind: 'name', name } }));

/** A random deterministic automaton that only events move. */
function randomObserver(chance: Chance): Observer {
  const table = Array.from({ length: 3 * 4 }, (_, i) => (i % 4 === 0 ? i / 4 : chance.below(3)));
  const end = chance.below(3);
  return {
    acceptance: 'finite',
    atoms: ATOMS,
    initial: [0],
    successors: (state, letter) => [table[state * 4 + letter]],
    bad: (state) => state === 2,
    badAtEnd: (state) => state === end,
    accepting: () => false,
  };
}

const ASKS: ((chance: Chance) => Ask)[] = [
  () => ({ kind: 'deadlock-free' }),
  () => ({ kind: 'assertions' }),
  (chance) => ({
    kind: 'invariant',
    predicate: binary('unequal', read(shared(0)), constant(chance.below(3))),
  }),
  (chance) => ({ kind: 'order', observers: [randomObserver(chance)] }),
];

describe('reductions on random systems', () => {
  // Like processes are only exchanged by the compiled search: see symmetry.test.ts.
  it.each(REDUCTIONS.filter((reduction) => !['none', 'symmetry', 'auto'].includes(reduction)))(
    '%s',
    async (reduction) => {
      const seen = { holds: 0, violated: 0, fewer: 0 };
      for (let seed = 1; seed <= 240; seed++) {
        const system = randomSystem(seed);
        const ask = ASKS[seed % ASKS.length](new Chance(seed));
        const question = { name: 'q', text: '', ask };
        const budget = { now: () => 0, states: 1500 };
        const full = await reach(system, question, budget);
        if (full.verdict === 'inconclusive') continue;
        const reduced = await reach(system, question, budget, { reduction });
        expect(`${seed} ${ask.kind} ${reduced.verdict}`).toBe(`${seed} ${ask.kind} ${full.verdict}`);
        if (reduced.verdict === 'violated') {
          expect(violates(new Interpreter(system), ask, reduced.run), `${seed}`).toBe(true);
          seen.violated++;
        } else {
          seen.holds++;
          const work = (answer: Answer) => answer.statistics.states! + answer.statistics.transitions!;
          if (work(reduced) < work(full)) seen.fewer++;
        }
      }
      expect(seen.holds).toBeGreaterThan(40);
      expect(seen.violated).toBeGreaterThan(40);
      expect(seen.fewer).toBeGreaterThan(0);
    },
  );

  it('is refused with a reason where it would not be sound', async () => {
    const system = randomSystem(1);
    const question = { name: 'q', text: '', ask: { kind: 'terminates' } } as const;
    const answer = await reach(system, question, { now: () => 0 }, { reduction: 'local' });
    expect(answer).toMatchObject({
      verdict: 'inconclusive',
      reason: "the reduction 'local' is not sound here: the question is about endless executions",
    });
  });
});
