/** Atomic sequences: what is a state, and that nothing inside them is missed. */
import { describe, expect, it, vi } from 'vitest';
import { exploreCompiled, reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { explore, reach } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { binary, constant, type Expression, read, shared } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { Effect, System } from '../../../../src/model/system.js';
import type { Atom, Observer } from '../../../../src/property/observer.js';
import type { Ask } from '../../../../src/property/question.js';
import { randomSystem } from '../../../model/random-system.js';
import { byte, process, step, system } from '../../../model/small-system.js';
import { wideSystem } from './wide-system.js';

const unlimited = { now: () => 0 };
const x = read(shared(0));
const set = (value: Expression): Effect => ({ kind: 'assign', place: shared(0), value });
const variables = [{ name: 'x', type: byte }];
const atomic = { region: 'atomic' as const };

/** Beside a process with two places of its own, so that others could move in between. */
const withOther = (p: ReturnType<typeof process>): System =>
  system([p, process('other', [step(0, 1)], { locations: [{}, { marks: ['end'] }] })], { variables });

/** x := 1; x := 2; x := 3 in one sequence, then the end. */
const sequence = withOther(
  process(
    'p',
    [
      step(0, 1, { effects: [set(constant(1))] }),
      step(1, 2, { effects: [set(constant(2))] }),
      step(2, 3, { effects: [set(constant(3))] }),
    ],
    { locations: [{}, atomic, atomic, { marks: ['end'] }] },
  ),
);

/** The sequence waits in its middle for the other process, which sets x. */
const blocking = system(
  [
    process('p', [step(0, 1), step(1, 2, { guard: binary('equal', x, constant(1)) }), step(2, 3)], {
      locations: [{}, atomic, atomic, { marks: ['end'] }],
    }),
    process('other', [step(0, 1, { effects: [set(constant(1))] })], {
      locations: [{}, { marks: ['end'] }],
    }),
  ],
  { variables },
);

/** Two ways that meet before the last step. pan 6.5.2 goes on from there once for each: it has 6 transitions, not 4. */
const meeting = withOther(
  process(
    'p',
    [
      step(0, 1, { effects: [set(constant(1))] }),
      step(0, 1, { effects: [set(constant(2))] }),
      step(1, 2, { effects: [set(constant(3))] }),
      step(2, 3, { effects: [set(constant(4))] }),
    ],
    { locations: [{}, atomic, atomic, { marks: ['end'] }] },
  ),
);

/** Goes round for ever inside: two states, which others never see between. */
const endless = withOther(
  process(
    'p',
    [step(0, 1), step(1, 2, { effects: [set(constant(1))] }), step(2, 1, { effects: [set(constant(0))] })],
    { locations: [{}, atomic, atomic] },
  ),
);

describe('states inside an atomic sequence are passed through', () => {
  // Counted by hand: (before, after) x (before, after) of the other; blocked in the middle is a state.
  it.each([
    ['never blocking', sequence, { states: 4, transitions: 4, deadlocks: 0, terminations: 1 }],
    ['blocking in the middle', blocking, { states: 5, transitions: 5, deadlocks: 0, terminations: 1 }],
    ['ways that meet in the middle', meeting, { states: 4, transitions: 4, deadlocks: 0, terminations: 1 }],
    ['never ending', endless, { states: 2, transitions: 1, deadlocks: 0, terminations: 0 }],
  ])('%s', async (_, model, expected) => {
    expect(await exploreCompiled(model, unlimited)).toMatchObject(expected);
    expect(await explore(model, unlimited)).toEqual(expected);
  });
});

/** Looks for x = `value` at some moment (finite), or again and again (infinite). */
function seeing(value: number, acceptance: Observer['acceptance']): Observer {
  const predicate = binary('equal', x, constant(value));
  const atoms: Atom[] = [{ kind: 'state', name: 'x', predicate }];
  return {
    acceptance,
    atoms,
    initial: [0],
    successors: (_, letter) => [letter],
    bad: (state) => acceptance === 'finite' && state === 1,
    badAtEnd: () => false,
    accepting: (state) => acceptance === 'infinite' && state === 1,
  };
}

const asserting = (effect: Effect): System =>
  withOther(
    process('p', [step(0, 1), step(1, 2, { effects: [effect] }), step(2, 3)], {
      locations: [{}, atomic, atomic, { marks: ['end'] }],
    }),
  );

const CASES: [string, System, Ask, 'holds' | 'violated'][] = [
  [
    'an invariant false only inside',
    sequence,
    { kind: 'invariant', predicate: binary('unequal', x, constant(2)) },
    'violated',
  ],
  [
    'an order of states seen only inside',
    sequence,
    { kind: 'order', observers: [seeing(2, 'finite')] },
    'violated',
  ],
  ['a value never seen', sequence, { kind: 'order', observers: [seeing(7, 'finite')] }, 'holds'],
  [
    'an assertion that fails inside',
    asserting({ kind: 'assert', condition: constant(0), message: 'no' }),
    { kind: 'assertions' },
    'violated',
  ],
  ['a fault inside', asserting({ kind: 'fault', message: 'no' }), { kind: 'assertions' }, 'violated'],
  ['no deadlock where a process goes round inside', endless, { kind: 'deadlock-free' }, 'holds'],
  ['a cycle wholly inside', endless, { kind: 'terminates' }, 'violated'],
  ['acceptance wholly inside', endless, { kind: 'order', observers: [seeing(1, 'infinite')] }, 'violated'],
  ['no acceptance inside', endless, { kind: 'order', observers: [seeing(9, 'infinite')] }, 'holds'],
  ['an end in the middle', blocking, { kind: 'deadlock-free' }, 'holds'],
];

describe('nothing inside is missed', () => {
  it.each(CASES)('%s', async (_, model, ask, verdict) => {
    const question = { name: 'q', text: '', ask };
    const interpreter = new Interpreter(model);
    for (const order of ['breadth', 'depth'] as const) {
      const answers = [
        await reachCompiled(model, question, unlimited, order),
        await reach(model, question, unlimited, { order }),
      ];
      for (const answer of answers) {
        expect(answer.verdict).toBe(verdict);
        if (answer.verdict === 'violated') expect(violates(interpreter, ask, answer.run)).toBe(true);
      }
    }
  });
});

/** The same system with more of its locations in atomic regions. */
function moreAtomic(model: System): System {
  const types = model.types.map((type) => ({
    ...type,
    locations: type.locations.map((location, l) => (l % 2 === 1 ? { ...location, ...atomic } : location)),
  }));
  return { ...model, types };
}

it('counts are those of the reference engine on random systems with many atomic regions', async () => {
  let compared = 0;
  for (let seed = 0; seed < 120; seed++) {
    for (const make of [randomSystem, wideSystem]) {
      const model = moreAtomic(make(30_000 + seed));
      const expected = await explore(model, { now: () => 0, states: 400 }).catch(() => undefined);
      if (!expected) continue;
      const found = await exploreCompiled(model, unlimited);
      if ('unsupported' in found) continue;
      compared++;
      expect({ seed, ...found }).toMatchObject({ seed, ...expected });
    }
  }
  expect(compared).toBeGreaterThan(200);
});

/** One sequence of many steps; before every `wait`-th it may be blocked until the other process has set x. */
function long(steps: number, wait = 0): System {
  const locations = Array.from({ length: steps }, (_, l) => (l === 0 ? {} : atomic));
  const sequence = Array.from({ length: steps }, (_, l) =>
    step(l, l + 1, {
      effects: [
        { kind: 'assign', place: shared(1), value: binary('bitOr', read(shared(1)), constant(l % 8)) },
      ],
      ...(wait > 0 && l % wait === 0 ? { guard: binary('equal', x, constant(1)) } : {}),
    }),
  );
  return system(
    [
      process('p', sequence, { locations: [...locations, { marks: ['end'] }] }),
      process(
        'other',
        [
          step(0, 1, { effects: [set(constant(1))] }),
          step(1, 2, { effects: [set(constant(0))], guard: binary('less', read(shared(1)), constant(9)) }),
        ],
        { locations: [{}, {}, { marks: ['end'] }] },
      ),
    ],
    { variables: [...variables, { name: 'y', type: byte }] },
  );
}

describe('long sequences', () => {
  it.each([0, 1, 5, 17])(
    'states and transitions are those of the reference engine, waits: %i',
    async (wait) => {
      const expected = await explore(long(70, wait), unlimited);
      expect(await exploreCompiled(long(70, wait), unlimited)).toMatchObject({ ...expected });
    },
  );

  it('twice the steps are not much more than twice the code, and each is written once or twice', async () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: { instantiate(bytes: Uint8Array): unknown };
    };
    const instantiate = vi.spyOn(WebAssembly, 'instantiate');
    const question = { name: 'q', text: '', ask: { kind: 'deadlock-free' } } as const;
    const bytesOf = async (model: System): Promise<number> => {
      instantiate.mockClear();
      const found = await reachCompiled(model, question, unlimited, 'breadth', undefined, 'auto');
      expect(found.verdict).toBe('holds');
      return Math.max(...instantiate.mock.calls.map(([bytes]) => bytes.byteLength));
    };
    const [small, large] = [await bytesOf(long(100)), await bytesOf(long(200))];
    instantiate.mockRestore();
    expect(large).toBeLessThan(2.2 * small);
    // Sixteen times, from each location as far as can be, were 2,000 bytes a step.
    expect(large / 200).toBeLessThan(400);
  });
});
