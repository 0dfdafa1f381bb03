import { describe, expect, it } from 'vitest';
import { family } from '../../../bench/families.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { binary, constant, own, read, shared } from '../../../src/model/expression.js';
import { internal, type ProcessType, type System } from '../../../src/model/system.js';
import { deadlockFree, noErrors, unlimited } from './ask.js';

const bit = { kind: 'range', low: 0, high: 1, overflow: 'fault' } as const;

function processType(what: Partial<ProcessType>): ProcessType {
  return {
    name: 'P',
    parameters: 0,
    variables: [],
    channels: [],
    locations: [{}],
    initial: 0,
    steps: [],
    alphabet: [],
    ...what,
  };
}

function systemOf(types: ProcessType[], what: Partial<System> = {}): System {
  return {
    name: 'test',
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types,
    instances: types.map((type, i) => ({ name: `${type.name}${i}`, type: i, arguments: [] })),
    processBound: types.length,
    arithmetic: 'fault',
    ...what,
  };
}

/** Waits until the lock is free and takes it; then gives it back. */
const locker = processType({
  name: 'locker',
  locations: [{}, {}],
  steps: [
    {
      from: 0,
      to: 1,
      guard: binary('equal', read(shared(0)), constant(0)),
      action: internal,
      effects: [{ kind: 'assign', place: shared(0), value: constant(1) }],
    },
    { from: 1, to: 0, action: internal, effects: [{ kind: 'assign', place: shared(0), value: constant(0) }] },
  ],
});

describe('unfolding', () => {
  it('a system of synchronising automata is its own network', () => {
    const network = unfold(family('dp', 5));
    expect(network.components).toHaveLength(10);
    expect(network.components.map(({ states }) => states.length)).toEqual([4, 4, 4, 4, 4, 2, 2, 2, 2, 2]);
    expect(network.components.flatMap(({ edges }) => edges)).toHaveLength(40);
    expect(network.actions).toHaveLength(20);
  });

  it('a shared variable is a component that takes part in the steps that touch it', () => {
    const network = unfold(systemOf([locker, locker], { variables: [{ name: 'lock', type: bit }] }));
    const lock = network.components.find(({ name }) => name === 'lock');
    expect(lock).toMatchObject({ kind: 'variable', initial: [0] });
    expect(lock?.states.map(([value]) => value)).toEqual([0, 1]);
    // Taken and given back by each of the two; given back also where it happens to be free.
    expect(network.actions.every(({ participants }) => participants.length === 2)).toBe(true);
  });

  it('local data multiply the states', () => {
    const counter = processType({
      variables: [{ name: 'n', type: { kind: 'range', low: 0, high: 4, overflow: 'wrap' } }],
      steps: [
        {
          from: 0,
          to: 0,
          action: internal,
          effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
        },
      ],
    });
    expect(unfold(systemOf([counter])).components[0].states).toHaveLength(5);
  });

  it('a buffer is a component whose states are its contents', () => {
    const channel = { name: 'buffer', capacity: 2, fields: [bit] };
    const sender = processType({
      steps: [0, 1].map((value) => ({
        from: 0,
        to: 0,
        action: { kind: 'send', channel: constant(1), values: [constant(value)], order: 'fifo' },
        effects: [],
      })),
    });
    const receiver = processType({
      steps: [
        {
          from: 0,
          to: 0,
          action: {
            kind: 'receive',
            channel: constant(1),
            patterns: [{ kind: 'ignore' }],
            position: 'first',
          },
          effects: [],
        },
      ],
    });
    const network = unfold(systemOf([sender, receiver], { channels: [channel] }));
    // Contents of length 0, 1 and 2 over two values.
    expect(network.components.find(({ kind }) => kind === 'buffer')?.states).toHaveLength(1 + 2 + 4);
  });
});

describe('what is not covered', () => {
  const spawning = processType({
    locations: [{}, {}],
    steps: [{ from: 0, to: 1, action: internal, effects: [{ kind: 'spawn', type: 0, arguments: [] }] }],
  });
  const asking = processType({
    steps: [
      { from: 0, to: 0, guard: { kind: 'exists', process: constant(1) }, action: internal, effects: [] },
    ],
  });
  it.each([
    ['processes that are created', systemOf([spawning]), 'created'],
    ['steps that ask about others', systemOf([asking]), 'other processes'],
  ])('%s', async (_, system, reason) => {
    const answer = await prove(system, deadlockFree, unlimited);
    expect(answer.verdict === 'inconclusive' && answer.reason).toContain(reason);
  });

  it('automata beyond the limit', async () => {
    const answer = await prove(family('dpfm', 8), deadlockFree, unlimited, { limits: { states: 20 } });
    expect(answer.verdict === 'inconclusive' && answer.reason).toContain('more than 20 states');
  });

  it('questions of other kinds', async () => {
    const question = { name: 'ends', text: 'it ends', ask: { kind: 'terminates' } } as const;
    expect(await prove(family('dp', 2), question, unlimited)).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('shared data', () => {
  it('two lockers never deadlock', async () => {
    const system = systemOf([locker, locker], { variables: [{ name: 'lock', type: bit }] });
    expect(await prove(system, deadlockFree, unlimited)).toMatchObject({
      verdict: 'holds',
      strength: 'proved',
    });
  });

  it('an assertion that fails after two steps is exhibited, one that cannot fail is proved', async () => {
    const asserting = (value: number) =>
      processType({
        locations: [{}, {}, {}],
        steps: [
          {
            from: 0,
            to: 1,
            action: internal,
            effects: [{ kind: 'assign', place: shared(0), value: constant(1) }],
          },
          {
            from: 1,
            to: 2,
            action: internal,
            effects: [
              {
                kind: 'assert',
                condition: binary('equal', read(shared(0)), constant(value)),
                message: 'wrong',
              },
            ],
          },
        ],
      });
    const system = (value: number) => systemOf([asserting(value)], { variables: [{ name: 'x', type: bit }] });
    expect(await prove(system(0), noErrors, unlimited)).toMatchObject({
      verdict: 'violated',
      run: { steps: [{}, {}] },
    });
    expect(await prove(system(1), noErrors, unlimited)).toMatchObject({ verdict: 'holds' });
  });
});
