/** Small random systems that use every part of the model, for comparing whoever interprets them. */
import type { DataType } from '../../src/model/data.js';
import {
  at,
  binary,
  constant,
  type Expression,
  not,
  own,
  type Place,
  read,
  shared,
} from '../../src/model/expression.js';
import {
  type Action,
  type ChannelType,
  type Effect,
  ELSE,
  internal,
  type Location,
  type ProcessType,
  type Step,
  type System,
} from '../../src/model/system.js';

/** A generator of numbers in [0, 1) that depends on the seed alone. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Chance {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

/** Type 0 is the only one that is spawned, and spawns nothing itself. */
export function randomSystem(seed: number): System {
  const chance = new Chance(seed);
  const small: DataType = { kind: 'range', low: 0, high: 2, overflow: chance.is(0.7) ? 'wrap' : 'fault' };
  const variables = [
    { name: 'x', type: small },
    {
      name: 'flag',
      type: { kind: 'boolean' } as const,
      ...(chance.is(0.1) ? { initial: 'any' as const } : {}),
    },
    { name: 'a', type: { kind: 'array', length: 2, low: 0, element: small } as const },
  ];
  const channels: ChannelType[] = [
    { name: 'meet', capacity: 0, fields: [small] },
    { name: 'buffer', capacity: chance.between(1, 2), fields: [small] },
  ];
  const symbols = [{ name: 's' }, { name: 't' }, { name: 'hidden', hidden: true }];
  const spawns = chance.is(0.15);
  const types = Array.from({ length: chance.between(2, 3) }, (_, i) =>
    randomType(chance, `P${i}`, spawns && i > 0),
  );
  const instances = types.map((type, i) => ({
    name: `p${i}`,
    type: i,
    arguments: [chance.below(2)].slice(0, type.parameters),
  }));
  return {
    name: `random ${seed}`,
    sources: [],
    variables,
    channels,
    symbols,
    types,
    instances,
    processBound: instances.length + (spawns ? 1 : 0),
    arithmetic: 'wrap',
  };
}

function randomType(chance: Chance, name: string, spawns: boolean): ProcessType {
  const count = chance.between(2, 4);
  const locations = Array.from({ length: count }, (): Location => {
    const region = chance.is(0.12) ? (chance.is(0.7) ? 'atomic' : 'indivisible') : undefined;
    return { marks: chance.is(0.25) ? ['end'] : [], ...(region ? { region } : {}) };
  });
  if (chance.is(0.1)) locations[count - 1].marks = ['error'];
  const steps = Array.from({ length: chance.between(count, count + 3) }, (_, i) =>
    randomStep(chance, i < count ? i : chance.below(count), count, spawns),
  );
  const used = steps.flatMap((step) => (step.action.kind === 'synchronise' ? [step.action.symbol] : []));
  return {
    name,
    parameters: 1,
    variables: [{ name: 'p', type: { kind: 'range', low: 0, high: 2, overflow: 'wrap' } }],
    channels: [],
    locations,
    initial: 0,
    steps,
    alphabet: [...new Set([...used, ...(chance.is(0.2) ? [chance.below(3)] : [])])],
  };
}

function randomStep(chance: Chance, from: number, locations: number, spawns: boolean): Step {
  const step: Step = {
    from,
    to: chance.below(locations),
    action: randomAction(chance),
    effects: chance.is(0.5) ? [randomEffect(chance, spawns)] : [],
  };
  if (chance.is(0.3)) step.guard = chance.is(0.05) ? { kind: 'timeout' } : randomCondition(chance);
  if (chance.is(0.1)) step.priority = chance.is(0.5) ? ELSE : 1;
  if (step.action.kind !== 'synchronise' && chance.is(0.6)) {
    step.event = {
      name: chance.pick(['e', 'f']),
      ...(chance.is(0.3) ? { arguments: [{ value: read(own(0)) }] } : {}),
    };
  }
  return step;
}

function randomAction(chance: Chance): Action {
  const channel = (number: number): Expression => constant(number);
  const position = chance.is(0.8) ? 'first' : 'any';
  switch (chance.below(10)) {
    case 0:
    case 1:
      return { kind: 'synchronise', symbol: chance.below(3) };
    case 2:
      return {
        kind: 'send',
        channel: channel(1),
        values: [randomValue(chance)],
        order: 'fifo',
        ...(chance.is(0.3) ? { meeting: { takeBack: [own(0)] } } : {}),
      };
    case 3:
      return {
        kind: 'receive',
        channel: channel(1),
        patterns: [
          chance.is(0.4)
            ? { kind: 'match', value: constant(chance.below(3)) }
            : { kind: 'store', place: own(0) },
        ],
        position: 'first',
        meeting: { giveBack: [read(shared(0))] },
      };
    case 4:
      return {
        kind: 'send',
        channel: channel(2),
        values: [randomValue(chance)],
        order: chance.is(0.7) ? 'fifo' : 'sorted',
      };
    case 5:
      return {
        kind: 'receive',
        channel: channel(2),
        patterns: [
          chance.is(0.4)
            ? { kind: 'match', value: constant(chance.below(3)) }
            : { kind: 'store', place: own(0) },
        ],
        position,
        ...(chance.is(0.2) ? { keep: true } : {}),
      };
    case 6:
      return { kind: 'choose', place: own(0), low: constant(0), high: constant(chance.below(3)) };
    default:
      return internal;
  }
}

function randomEffect(chance: Chance, spawns: boolean): Effect {
  if (spawns && chance.is(0.3)) return { kind: 'spawn', type: 0, arguments: [constant(chance.below(2))] };
  if (chance.is(0.08))
    return { kind: 'assert', condition: randomCondition(chance), message: 'assertion violated' };
  return { kind: 'assign', place: randomPlace(chance), value: randomValue(chance) };
}

function randomPlace(chance: Chance): Place {
  switch (chance.below(4)) {
    case 0:
      return shared(1);
    case 1:
      return shared(2, at(chance.is(0.5) ? constant(chance.below(2)) : read(own(0))));
    case 2:
      return own(0);
    default:
      return shared(0);
  }
}

function randomValue(chance: Chance): Expression {
  if (chance.is(0.4)) return constant(chance.below(3));
  const place = read(randomPlace(chance));
  return chance.is(0.5)
    ? place
    : binary(chance.pick(['add', 'subtract', 'multiply', 'bitXor']), place, constant(chance.below(3)));
}

function randomCondition(chance: Chance): Expression {
  if (chance.is(0.1))
    return { kind: 'channel', question: chance.pick(['full', 'empty', 'length']), channel: constant(2) };
  const test = binary(
    chance.pick(['equal', 'unequal', 'less', 'atLeast']),
    randomValue(chance),
    randomValue(chance),
  );
  return chance.is(0.2) ? not(test) : test;
}
