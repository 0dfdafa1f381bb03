import { describe, expect, it } from 'vitest';
import { asItIs } from '../../../src/engine/inequality/arrangement.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { minimised, sizesOf } from '../../../src/engine/inequality/minimise.js';
import { Abstention } from '../../../src/engine/inequality/network.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import type { ProcessType, System } from '../../../src/model/system.js';
import type { Interval } from '../../../src/property/interval/query.js';
import type { Ask } from '../../../src/property/question.js';
import { Chance, randomSystem } from '../../model/random-system.js';
import { never, unlimited } from './ask.js';
import { askedBy, randomAutomata, randomQuery } from './random-questions.js';

const interval: Interval = { initial: true, open: false, perpetual: false, require: [], constraints: [] };
const until = (...events: string[]) =>
  never({
    name: 'until',
    fairness: 'nofair',
    sequences: [
      events.map((name, i) => ({ ...interval, initial: i === 0, endsWith: { kind: 'name', name } })),
    ],
  });

/** Chooses a number, shows it or not, and then says `done` for ever. */
function chooser(shows: boolean): System {
  const value = { scope: 'own' as const, variable: 0, path: [] };
  const type: ProcessType = {
    name: 'chooser',
    parameters: 0,
    variables: [{ name: 'v', type: { kind: 'range', low: 0, high: 4, overflow: 'fault' } }],
    channels: [],
    locations: [{}, {}, {}],
    initial: 0,
    steps: [
      {
        from: 0,
        to: 1,
        action: {
          kind: 'choose',
          place: value,
          low: { kind: 'constant', value: 0 },
          high: { kind: 'constant', value: 4 },
        },
        effects: [],
      },
      {
        from: 1,
        to: 2,
        action: { kind: 'internal' },
        effects: [],
        event: {
          name: 'chosen',
          ...(shows ? { arguments: [{ value: { kind: 'read', place: value } }] } : {}),
        },
      },
      { from: 2, to: 2, action: { kind: 'internal' }, effects: [], event: { name: 'done' } },
    ],
    alphabet: [],
  };
  return {
    name: 'chooser',
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types: [type],
    instances: [{ name: 'chooser', type: 0, arguments: [] }],
    processBound: 1,
    arithmetic: 'fault',
  };
}

describe('automata without the states that a question cannot tell apart', () => {
  // Eleven states: the start, and for each of five numbers one before and one after it is shown. Where only
  // the number 3 is asked for, all others go on for ever without being seen, as all do after it was shown.
  it.each([
    ['a number that nobody sees', false, until('chosen', 'done'), 3, 3],
    ['a number that is shown but not asked for', true, until('done'), 3, 3],
    ['a number that is asked for', true, until('chosen(3)'), 3, 4],
    ['an event that is asked for by its name', true, until('chosen'), 7, 11],
  ] as const)('%s: %s', (_, shows, { ask }, states, edges) => {
    const network = unfold(chooser(shows));
    expect(sizesOf(network)).toEqual({ states: 11, edges: 15 });
    expect(sizesOf(minimised(asItIs(network), ask).network)).toEqual({ states, edges });
  });

  it('a run of the smaller automata is one of the program', async () => {
    const answer = await prove(chooser(true), until('chosen(3)', 'done'), unlimited);
    expect(answer.verdict).toBe('violated');
    expect((await prove(chooser(true), until('chosen(5)'), unlimited)).verdict).toBe('holds');
  });

  it('are never larger, and answer alike: random automata', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const chance = new Chance(seed);
      const system = randomAutomata(chance);
      const events = system.symbols.map(({ name }) => name);
      const question = askedBy(randomQuery(chance, events));
      const [smaller, whole] = [
        await prove(system, question, unlimited),
        await prove(system, question, unlimited, { minimise: false }),
      ];
      if (smaller.verdict === 'inconclusive' || whole.verdict === 'inconclusive') continue;
      expect(smaller.verdict, `seed ${seed}`).toBe(whole.verdict);
    }
  });

  it('are never larger, and answer alike: random systems with data', async () => {
    let [before, after] = [0, 0];
    for (let seed = 0; seed < 40; seed++) {
      const system = randomSystem(seed);
      const question = askedBy(randomQuery(new Chance(seed), ['e', 'f', 's', 't', 'e(0)']));
      const sizes = sizesFor(system, question.ask);
      if (!sizes) continue;
      before += sizes.before;
      after += sizes.after;
      expect(sizes.after, `seed ${seed}`).toBeLessThanOrEqual(sizes.before);
      const [smaller, whole] = [
        await prove(system, question, unlimited),
        await prove(system, question, unlimited, { minimise: false }),
      ];
      if (smaller.verdict === 'inconclusive' || whole.verdict === 'inconclusive') continue;
      expect(smaller.verdict, `seed ${seed}`).toBe(whole.verdict);
    }
    expect(after).toBeLessThan(before);
  });
});

function sizesFor(system: System, ask: Ask): { before: number; after: number } | undefined {
  try {
    const network = unfold(system);
    return {
      before: sizesOf(network).states,
      after: sizesOf(minimised(asItIs(network), ask).network).states,
    };
  } catch (error) {
    if (error instanceof Abstention) return undefined;
    throw error;
  }
}
