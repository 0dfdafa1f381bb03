/** The transition system of random systems: nothing left out, and the same when it is read back from a file. */
import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/engine/equivalence/enumerative/explore.js';
import { edgesOf } from '../../../../src/engine/equivalence/enumerative/lts.js';
import { explore as reachable } from '../../../../src/engine/reach/reference/index.js';
import { LimitReached, Meter } from '../../../../src/engine/reach/reference/meter.js';
import { equivalent, loadText } from '../../../../src/index.js';
import { writeAut } from '../../../../src/language/aut/index.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { randomSystem } from '../../../model/random-system.js';

const budget = { now: () => 0, states: 800 };

describe('random systems', () => {
  it('have the states and transitions that the reachability engine counts, and equal their own .aut', async () => {
    let compared = 0;
    let visible = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const system = randomSystem(seed);
      try {
        const counted = await reachable(system, budget);
        const { lts } = await explore(new Interpreter(system), () => true, [], new Meter(budget));
        const extra = new Interpreter(system).initialStates().length > 1 ? 1 : 0;
        // The search for violations passes through atomic sequences; here what happens inside them is seen.
        const passes = system.types.some(({ locations }) => locations.some((l) => l.region === 'atomic'));
        if (passes) expect(lts.states - extra).toBeGreaterThanOrEqual(counted.states);
        else expect(`${seed} ${lts.states - extra}`).toBe(`${seed} ${counted.states}`);
        if (!passes && extra === 0)
          expect(`${seed} ${lts.label.length}`).toBe(`${seed} ${counted.transitions}`);
        const { states, initial } = lts;
        const text = writeAut({ states, initial, transitions: edgesOf(lts) });
        const copy = loadText({ file: 'copy.aut', text }, 'aut');
        const loaded = {
          file: 'system',
          language: 'none',
          program: { system, declared: [] },
          diagnostics: [],
        };
        const result = await equivalent(loaded, copy, {
          relation: 'strong',
          visible: ['**'],
          maxStates: 1000,
        });
        expect(`${seed} ${result.verdict}`).toBe(`${seed} equivalent`);
        compared++;
        if (lts.labels.length > 1) visible++;
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(60);
    expect(visible).toBeGreaterThan(30);
  });
});
