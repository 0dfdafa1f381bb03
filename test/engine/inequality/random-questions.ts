/** Random systems of synchronising automata, and random questions, for comparing engines. */
import type { ProcessType, System } from '../../../src/model/system.js';
import { internal } from '../../../src/model/system.js';
import type { EventPattern } from '../../../src/property/event.js';
import { observersOfQuery } from '../../../src/property/interval/index.js';
import type { Interval, IntervalQuery, LinearRelation } from '../../../src/property/interval/query.js';
import type { Question } from '../../../src/property/question.js';
import type { Chance } from '../../model/random-system.js';

/** Two to four automata over a few symbols; each symbol belongs to one to three of them. */
export function randomAutomata(
  chance: Chance,
  names = ['a', 'b', 'c', 'd', 'e'].slice(0, chance.between(3, 5)),
): System {
  const count = chance.between(2, 4);
  const alphabets: number[][] = Array.from({ length: count }, () => []);
  names.forEach((_, symbol) => {
    const members = new Set(Array.from({ length: chance.pick([1, 2, 2, 2, 3]) }, () => chance.below(count)));
    for (const member of members) alphabets[member].push(symbol);
  });
  const types = alphabets.map((alphabet, i): ProcessType => {
    const states = chance.between(2, 5);
    const steps = Array.from({ length: chance.between(states, states + 4) }, (_, k) => ({
      from: k < states ? k : chance.below(states),
      to: chance.below(states),
      action:
        alphabet.length === 0 || chance.is(0.15)
          ? internal
          : ({ kind: 'synchronise', symbol: chance.pick(alphabet) } as const),
      effects: [],
    }));
    return {
      name: `P${i}`,
      parameters: 0,
      variables: [],
      channels: [],
      locations: Array.from({ length: states }, () => ({ marks: chance.is(0.2) ? ['end' as const] : [] })),
      initial: 0,
      steps,
      alphabet,
    };
  });
  return {
    name: 'random automata',
    sources: [],
    variables: [],
    channels: [],
    symbols: names.map((name) => ({ name })),
    types,
    instances: types.map((type, i) => ({ name: type.name, type: i, arguments: [] })),
    processBound: types.length,
    arithmetic: 'fault',
  };
}

/** One to three intervals over these events. */
export function randomQuery(chance: Chance, events: readonly string[]): IntervalQuery {
  const pattern = (): EventPattern => {
    const name = (): EventPattern => ({ kind: 'name', name: chance.pick(events) });
    return chance.is(0.2) ? { kind: 'or', parts: [name(), name()] } : name();
  };
  const relation = (): LinearRelation => ({
    relation: chance.pick(['=', '<', '<=', '>', '>='] as const),
    left: { constant: 0, events: [pattern()] },
    right: { constant: chance.below(3), events: chance.is(0.3) ? [pattern()] : [] },
  });
  const count = chance.between(1, 3);
  const sequence = Array.from({ length: count }, (_, i): Interval => {
    const perpetual = i === count - 1 && chance.is(0.3);
    return {
      initial: i === 0 && chance.is(0.9),
      open: chance.is(0.3),
      perpetual,
      ...(!perpetual && chance.is(0.8) ? { endsWith: pattern() } : {}),
      ...(chance.is(0.5) ? { forbid: pattern() } : {}),
      require: chance.is(0.3) ? [pattern()] : [],
      constraints: !perpetual && chance.is(0.15) ? [relation()] : [],
    };
  });
  const fair = sequence.some(({ perpetual }) => perpetual) && chance.is(0.4);
  return { name: 'random', fairness: fair ? 'fair' : 'nofair', sequences: [sequence] };
}

export function askedBy(query: IntervalQuery): Question {
  return {
    name: query.name,
    text: 'a random query',
    ask: {
      kind: 'order',
      observers: observersOfQuery(query),
      queries: [query],
      ...(query.fairness === 'fair' ? { fairness: 'strong' } : {}),
    },
  };
}
