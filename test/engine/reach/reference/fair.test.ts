import { describe, expect, it } from 'vitest';
import { reach } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { binary, constant, read, shared } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { Effect, System } from '../../../../src/model/system.js';
import type { Observer } from '../../../../src/property/observer.js';
import type { Ask, Fairness } from '../../../../src/property/question.js';
import { Chance, randomSystem } from '../../../model/random-system.js';
import { byte, process, step, system } from '../../../model/small-system.js';

const set = (variable: number, value: number): Effect => ({
  kind: 'assign',
  place: shared(variable),
  value: constant(value),
});
const is = (variable: number) => read(shared(variable));
const variables = ['done', 'open'].map((name) => ({ name, type: byte }));

/** Looks for executions in which `done` stays 0 for ever. */
const neverDone: Observer = {
  acceptance: 'infinite',
  atoms: [{ kind: 'state', name: 'done', predicate: is(0) }],
  initial: [0],
  successors: (_, letter) => (letter & 1 ? [] : [0]),
  bad: () => false,
  badAtEnd: () => false,
  accepting: () => true,
};

async function verdict(s: System, fairness?: Fairness): Promise<string> {
  const ask: Ask = { kind: 'order', observers: [neverDone], ...(fairness && { fairness }) };
  const answer = await reach(s, { name: 'done', text: '', ask }, { now: () => 0 });
  if (answer.verdict === 'violated') expect(violates(new Interpreter(s), ask, answer.run)).toBe(true);
  return answer.verdict;
}

describe('fairness', () => {
  const spins = process('spins', [step(0, 0)], { locations: [{}] });

  it('weak: a process that could always move does move', async () => {
    const s = system([spins, process('sets', [step(0, 1, { effects: [set(0, 1)] })])], { variables });
    expect(await verdict(s)).toBe('violated');
    expect(await verdict(s, 'weak')).toBe('holds');
  });

  it('strong: a process that could move again and again does move', async () => {
    const door = process(
      'door',
      [step(0, 1, { effects: [set(1, 1)] }), step(1, 0, { effects: [set(1, 0)] })],
      {
        locations: [{}, {}],
      },
    );
    const waits = process('waits', [step(0, 1, { guard: is(1), effects: [set(0, 1)] })]);
    const s = system([door, waits], { variables });
    expect(await verdict(s, 'weak')).toBe('violated');
    expect(await verdict(s, 'strong')).toBe('holds');
  });

  it('neither helps a process that can never move', async () => {
    const waits = process('waits', [step(0, 1, { guard: is(1), effects: [set(0, 1)] })]);
    const s = system([spins, waits], { variables });
    expect(await verdict(s, 'strong')).toBe('violated');
  });

  it('on random systems: the more is assumed, the less is violated; every fair run is judged fair', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 400; seed++) {
      const chance = new Chance(seed);
      const s = randomSystem(seed);
      const observer: Observer = {
        ...neverDone,
        atoms: [{ kind: 'state', name: 'x', predicate: binary('equal', is(0), constant(chance.below(3))) }],
      };
      const budget = { now: () => 0, states: 400 };
      const verdicts: string[] = [];
      for (const fairness of [undefined, 'weak', 'strong'] as const) {
        const ask: Ask = { kind: 'order', observers: [observer], ...(fairness && { fairness }) };
        const answer = await reach(s, { name: 'q', text: '', ask }, budget);
        verdicts.push(answer.verdict);
        if (answer.verdict === 'violated')
          expect(
            violates(new Interpreter(s), ask, answer.run),
            `${seed} ${fairness} ${JSON.stringify(answer.run)}`,
          ).toBe(true);
      }
      if (verdicts.includes('inconclusive')) continue;
      seen.add(verdicts.join());
      expect([
        'holds,holds,holds',
        'violated,holds,holds',
        'violated,violated,holds',
        'violated,violated,violated',
      ]).toContain(verdicts.join());
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
});
