import { describe, expect, it } from 'vitest';
import { family } from '../../../../bench/families.js';
import { withMachine } from '../../../../src/engine/reach/compiled/compile.js';
import { exploreCompiled, reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { Limits } from '../../../../src/engine/reach/compiled/search/limits.js';
import { BreadthFirst } from '../../../../src/engine/reach/compiled/search/queue.js';
import { DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { searchTogether } from '../../../../src/engine/reach/compiled/workers/together.js';
import {
  at,
  binary,
  constant,
  type Expression,
  own,
  type Place,
  read,
  shared,
} from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { Effect, ProcessType, System } from '../../../../src/model/system.js';
import { builtInQuestion } from '../../../../src/property/index.js';
import { process, step, system } from '../../../model/small-system.js';

const budget = { now: () => 0 };
const everything = { order: 'breadth', purpose: { kind: 'everything' } } as const;
const byte = { kind: 'range', low: 0, high: 255, overflow: 'wrap' } as const;
const assign = (variable: number, value: Expression): Effect => ({
  kind: 'assign',
  place: own(variable),
  value,
});

/** The first variable of process p, which is of type p. */
const other = (p: number): Place => ({
  scope: 'other',
  process: constant(p),
  type: p,
  variable: 0,
  path: [],
});

/** What the packing is when all states have been visited, and how often the search began. */
const searched = (model: System) => {
  let attempts = 0;
  return withMachine(new Interpreter(model), everything, async (machine, keys) => {
    attempts++;
    const search = new BreadthFirst(machine);
    search.begin(keys);
    await search.run(new Limits(budget));
    const { bits } = machine.scene.packing;
    return { states: machine.count, bits, attempts, pairs: machine.instance.get('nodeCount') };
  });
};

/** Goes through eight values a, with 9 a and 5 a beside them: 15 bits, of which three would do. */
const wheel = (name: string): ProcessType => {
  const next = binary('modulo', binary('add', read(own(0)), constant(1)), constant(8));
  const turn = step(0, 0, {
    effects: [
      assign(0, next),
      assign(1, binary('multiply', read(own(0)), constant(9))),
      assign(2, binary('multiply', read(own(0)), constant(5))),
    ],
  });
  return process(name, [turn], { variables: ['a', 'b', 'c'].map((name) => ({ name, type: byte })) });
};

/** The same in two threads, which begin after a few portions of the search. */
const searchedByTwo = (model: System) => {
  let ticks = 0;
  const clock = { now: () => ++ticks / 1000 };
  const settings = { ...DEFAULT_SETTINGS, workers: 2, headStart: 0.02 };
  return withMachine(new Interpreter(model), { ...everything, settings }, async (machine, keys) => {
    const search = new BreadthFirst(machine);
    search.begin(keys);
    // They are waited for: how soon they start is not to matter.
    await searchTogether(search, settings, everything.purpose, new Limits(clock), true);
    const { dictionaries } = machine.scene;
    return { states: machine.count, numbered: dictionaries.size > 0, together: !search.inOrder };
  });
};

describe('groups of cells that stand as numbers', () => {
  it('take a key of 64 bits where the cells alone take more, and no pairs', async () => {
    const model = system(Array.from({ length: 5 }, (_, i) => wheel(`w${i}`)));
    const { states, bits, pairs } = await searched(model);
    // Five wheels of eight values each.
    expect(states).toBe(8 ** 5);
    expect(bits).toBeLessThanOrEqual(64);
    expect(pairs).toBe(0);
  });

  it('are pieces of an array that has too many bits for one table', async () => {
    // Each process sends an element of its own round through 0, 77, 154 and 231: 72 bits, of which 18 would do.
    const around = (p: number) => {
      const element = shared(0, at(constant(p)));
      const next = binary('modulo', binary('add', read(element), constant(77)), constant(308));
      return process(`p${p}`, [step(0, 0, { effects: [{ kind: 'assign', place: element, value: next }] })]);
    };
    const type = { kind: 'array', length: 9, low: 0, element: byte } as const;
    const model = system(
      Array.from({ length: 9 }, (_, p) => around(p)),
      { variables: [{ name: 't', type }] },
    );
    const { states, bits, pairs } = await searched(model);
    expect(states).toBe(4 ** 9);
    expect(bits).toBeLessThanOrEqual(64);
    expect(pairs).toBe(0);
  });

  it('are given more numbers where there are more of them than were foreseen', async () => {
    // y goes with x, and on its own only where all wheels are at 7, which the survey hardly sees.
    const turned = (value: Expression, count: number) =>
      binary('modulo', binary('add', value, constant(1)), constant(count));
    const beside = assign(2, binary('multiply', read(own(1)), constant(13)));
    const together = step(0, 0, {
      effects: [
        assign(0, turned(read(own(0)), 8)),
        assign(1, binary('multiply', read(own(0)), constant(2))),
        beside,
      ],
    });
    const atSeven = [1, 2, 3, 4].map((p) => binary('equal', read(other(p)), constant(7)));
    const apart = step(0, 0, {
      guard: atSeven.reduce((a, b) => binary('and', a, b)),
      effects: [assign(1, turned(read(own(1)), 16)), beside],
    });
    const late = process('late', [together, apart], {
      variables: ['x', 'y', 'z'].map((name) => ({ name, type: byte })),
    });
    // Takes 18 bits of the key, so that there are none to spare.
    const wide = process(
      'wide',
      [step(0, 0, { effects: [assign(0, binary('subtract', constant(200_000), read(own(0))))] })],
      { variables: [{ name: 'v', type: { kind: 'range', low: 0, high: 200_000, overflow: 'fault' } }] },
    );
    const wheels = Array.from({ length: 4 }, (_, i) => wheel(`w${i}`));
    const model = system([late, ...wheels, wide]);
    const { states, attempts, pairs } = await searched(model);
    // Four wheels of eight values, x of eight, y of sixteen, and one of two.
    expect(states).toBe(8 ** 4 * 8 * 16 * 2);
    // With 8, 16 and then all bits for the wide one; with numbers; with more numbers.
    expect(attempts).toBe(5);
    expect(pairs).toBe(0);
    expect(await searchedByTwo(model)).toEqual({ states, numbered: true, together: true });
  });
});

describe('values that the text of a process does not tell', () => {
  it('are noticed: another process writes its variable', async () => {
    const still = process('still', [step(0, 0)], { variables: [{ name: 'v', type: byte }] });
    const place = other(0);
    const value = binary('add', read(place), constant(1));
    const writer = process('writer', [step(0, 0, { effects: [{ kind: 'assign', place, value }] })]);
    const found = await exploreCompiled(system([still, writer]), budget);
    // A byte that goes round.
    expect(found).toMatchObject({ states: 256, transitions: 512 });
  });
});

describe('depth-first search', () => {
  it.each([
    ['cyclic', 8],
    ['rw', 8],
    ['dpd', 5],
  ] as const)(
    'visits the states and transitions of %s(%i) that breadth-first search visits',
    async (name, size) => {
      const model = family(name, size);
      const found = await exploreCompiled(model, budget);
      const answer = await reachCompiled(model, builtInQuestion('assertions'), budget, 'depth');
      if ('unsupported' in found || !('statistics' in answer)) throw new Error('not compiled');
      expect(answer.verdict).toBe('holds');
      const { states, transitions } = answer.statistics;
      expect({ states, transitions }).toEqual({ states: found.states, transitions: found.transitions });
    },
  );
});
