/** Counterexamples of random systems: what minimising leaves is compared with every order there is. */
import { describe, expect, it } from 'vitest';
import { violates } from '../../src/evidence/judge.js';
import { minimise } from '../../src/evidence/minimise.js';
import { goesOn, switches } from '../../src/evidence/regroup.js';
import { Interpreter } from '../../src/model/interpreter.js';
import type { Run, Transition } from '../../src/model/transition.js';
import { Chance, randomSystem } from '../model/random-system.js';

const SYSTEMS = 1500;
const LONGEST = 8;

/** A random execution that ends stuck or in a fault, if this seed gives one. */
function violation(interpreter: Interpreter, seed: number): Run | undefined {
  const chance = new Chance(seed);
  const run: Run = { initial: 0, steps: [] };
  let state = interpreter.initialStates()[0];
  for (let i = 0; i < 40; i++) {
    const enabled = interpreter.transitions(state);
    if (enabled.length === 0) return run;
    const step = chance.pick(enabled);
    const outcome = interpreter.successor(state, step);
    run.steps.push(step);
    if (outcome.fault) return run;
    state = outcome.state;
  }
  return undefined;
}

/** The fewest switches of all orders in which each process keeps its own, by trying them all. */
function fewestOfAll(steps: readonly Transition[], accept: (steps: Transition[]) => boolean): number {
  let fewest = Number.POSITIVE_INFINITY;
  const extend = (taken: Transition[], remaining: Transition[]): void => {
    if (remaining.length === 0 && switches(taken) < fewest && accept(taken)) fewest = switches(taken);
    remaining.forEach((step, i) => {
      if (remaining.slice(0, i).some((earlier) => goesOn(earlier, step))) return;
      extend([...taken, step], remaining.toSpliced(i, 1));
    });
  };
  extend([], [...steps]);
  return fewest;
}

describe('a minimised counterexample', () => {
  const asks = [{ kind: 'deadlock-free' }, { kind: 'assertions' }] as const;
  const found = Array.from({ length: SYSTEMS }, (_, seed) => {
    const interpreter = new Interpreter(randomSystem(seed));
    const run = violation(interpreter, seed);
    const ask = run && asks.find((one) => violates(interpreter, one, run));
    if (!run || !ask) return [];
    const judge = (candidate: Run) => violates(interpreter, ask, candidate);
    return [{ seed, run, judge, small: minimise(interpreter, run, judge) }];
  }).flat();

  it('is one, and no longer', () => {
    expect(found.length).toBeGreaterThan(30);
    for (const { run, judge, small } of found) {
      expect(judge(small)).toBe(true);
      expect(small.steps.length).toBeLessThanOrEqual(run.steps.length);
    }
  });

  it('has the fewest switches between processes that any order of its steps has', () => {
    const short = found.filter(({ small }) => small.steps.length <= LONGEST);
    expect(short.length).toBeGreaterThan(20);
    for (const { seed, judge, small } of short) {
      const fewest = fewestOfAll(small.steps, (steps) => judge({ ...small, steps }));
      expect({ seed, switches: switches(small.steps) }).toEqual({ seed, switches: fewest });
    }
  });
});
