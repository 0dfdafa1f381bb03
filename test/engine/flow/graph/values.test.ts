/** Which values variables can have: never too few, against the interpreter; and enough to rule out what cannot be. */
import { describe, expect, it } from 'vitest';
import { SystemValues } from '../../../../src/engine/flow/graph/values/system-values.js';
import type { ValueSet } from '../../../../src/engine/flow/graph/values/value-set.js';
import type { DataType } from '../../../../src/model/data.js';
import { binary, constant, type Expression, not, own, read } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { internal, type Step, type System } from '../../../../src/model/system.js';
import { Chance } from '../../../model/random-system.js';
import { reachable } from './executions.js';

function counting(steps: Step[], type: DataType, variables = 2): System {
  const locations = Math.max(...steps.flatMap(({ from, to }) => [from, to])) + 1;
  return {
    name: 'counting',
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types: [
      {
        name: 'P',
        parameters: 0,
        variables: Array.from({ length: variables }, (_, i) => ({ name: `x${i}`, type })),
        channels: [],
        locations: Array.from({ length: locations }, () => ({})),
        initial: 0,
        steps,
        alphabet: [],
      },
    ],
    instances: [{ name: 'p', type: 0, arguments: [] }],
    processBound: 1,
    arithmetic: 'wrap',
  };
}

const includes = ({ low, high, only }: ValueSet, value: number): boolean =>
  only ? only.includes(value) : low <= value && value <= high;

const OPERATORS = ['equal', 'unequal', 'less', 'atMost', 'greater', 'atLeast'] as const;

function randomCounting(seed: number): System {
  const chance = new Chance(seed);
  const high = chance.pick([5, 30, 60]);
  const locations = chance.between(2, 5);
  const value = (): Expression => {
    const variable = read(own(chance.below(2)));
    if (chance.is(0.3)) return constant(chance.below(high + 1));
    return chance.is(0.3)
      ? variable
      : binary(
          chance.pick(['add', 'subtract', 'multiply', 'modulo', 'bitAnd']),
          variable,
          constant(chance.between(0, 3)),
        );
  };
  const test = (): Expression => {
    const one = binary(
      chance.pick(OPERATORS),
      chance.is(0.7) ? read(own(chance.below(2))) : value(),
      value(),
    );
    const whole = chance.is(0.3)
      ? binary(chance.pick(['and', 'or']), one, binary(chance.pick(OPERATORS), value(), value()))
      : one;
    return chance.is(0.3) ? not(whole) : whole;
  };
  const steps = Array.from(
    { length: locations + chance.between(1, 4) },
    (_, i): Step => ({
      from: i < locations ? i : chance.below(locations),
      to: i < locations - 1 ? i + 1 : chance.below(locations),
      action: internal,
      effects: chance.is(0.7) ? [{ kind: 'assign', place: own(chance.below(2)), value: value() }] : [],
      ...(chance.is(0.5) ? { guard: test() } : {}),
    }),
  );
  return counting(steps, { kind: 'range', low: 0, high, overflow: chance.is(0.5) ? 'wrap' : 'fault' });
}

describe('the values of variables', () => {
  it('are among those found, and every step that is taken is possible', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const system = randomCounting(seed);
      const values = new SystemValues(system, () => true);
      const interpreter = new Interpreter(system);
      for (const state of reachable(system, 300).states) {
        for (const transition of interpreter.transitions(state)) {
          const { fault } = interpreter.successor(state, transition);
          if (fault !== undefined) continue;
          const [{ step }] = transition.participants;
          expect(values.possible(0, step), `seed ${seed}, step ${step}`).toBe(true);
          for (const variable of [0, 1]) {
            const offset = interpreter.layout.processes[0] + interpreter.layout.types[0].variables[variable];
            const found = values.atStep(0, step, read(own(variable)));
            expect(includes(found, state[offset]), `seed ${seed}, step ${step}, x${variable}`).toBe(true);
          }
        }
      }
    }
  });

  const upTo = (last: number): Step[] => [
    { from: 0, to: 1, action: internal, effects: [], guard: binary('less', read(own(0)), constant(last)) },
    {
      from: 1,
      to: 0,
      action: internal,
      effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
      guard: binary('atMost', binary('add', read(own(0)), constant(1)), constant(last)),
    },
    {
      from: 1,
      to: 2,
      action: internal,
      effects: [],
      guard: not(binary('atMost', binary('add', read(own(0)), constant(1)), constant(last))),
    },
  ];

  it.each([2, 15, 200])('a counter that is tested before it is raised never leaves 0..%i', (last) => {
    const system = counting(upTo(last), { kind: 'range', low: 0, high: last, overflow: 'fault' }, 1);
    const values = new SystemValues(system, () => true);
    expect([0, 1, 2].map((step) => values.possible(0, step))).toEqual([true, true, false]);
  });
});
