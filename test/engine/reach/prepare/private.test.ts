/** What a process does for itself alone is done at once, and nobody misses anything by that. Expected: the reference engine. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { prepare } from '../../../../src/engine/reach/prepare/index.js';
import { privateAlone } from '../../../../src/engine/reach/prepare/private.js';
import { explore, reach } from '../../../../src/engine/reach/reference/index.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask } from '../../../../src/property/question.js';
import { tasksOf } from '../../../../src/verify/task.js';
import { promela } from '../../../language/promela/reading.js';

const budget = { now: () => 0, states: 1500 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const ASKS: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];

const read = (text: string): System => promela(text).system;

describe('what concerns a process alone', () => {
  /** After its first step P only counts for itself. */
  const quiet = (rest: string) =>
    read(`
      byte x;
      active [2] proctype P() { byte n; x++; n = 1; n = 2; near: n = 3; n = 0; x-- }
      active proctype Q() { ${rest} }`);

  it.each([
    { looks: 'at nothing', rest: 'x = x', atOnce: true },
    { looks: 'at where it is', rest: 'P[0]@near; assert(false)', atOnce: false },
    { looks: 'at where anybody is', rest: 'pc_value(0) == 3; assert(false)', atOnce: false },
    { looks: 'at what it can do', rest: 'enabled(0); assert(false)', atOnce: false },
  ])('is done at once unless somebody looks $looks', async ({ rest, atOnce }) => {
    const system = quiet(rest);
    const alone = privateAlone(system, new Set(), []);
    const watched = alone.types.find(({ name }) => name === 'P')!;
    expect(watched.locations.some(({ region }) => region === 'atomic')).toBe(atOnce);
    for (const ask of ASKS) {
      const [found, full] = [
        await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'auto'),
        await reach(system, question(ask), budget),
      ];
      expect({ ask, verdict: found.verdict }).toEqual({ ask, verdict: full.verdict });
    }
  });

  it('waits where it may come back to the same place', async () => {
    const system = read(`
      active proctype P() { byte n; do :: n = 1; n = 0 od }
      active proctype Q() { assert(false) }`);
    const found = await reachCompiled(system, question(ASKS[1]), budget, 'breadth', undefined, 'auto');
    expect(found.verdict).toBe('violated');
  });

  it.each([
    ['is at a label', 'P@middle'],
    ['has an enabled step', 'enabled(0)'],
    ['is at a location by its number', 'pc_value(0) == 2'],
  ])('is not hidden from one who asks whether it %s', async (_, asked) => {
    const system = read(`
      active proctype P() { byte x; x = 1; middle: x = 2; x = 3; x = 4; end: false }
      active proctype Q() { ${asked} -> assert(false) }`);
    const ask: Ask = { kind: 'assertions' };
    expect((await reach(system, question(ask), budget)).verdict).toBe('violated');
    expect((await reach(prepare(system, [ask]).system, question(ask), budget)).verdict).toBe('violated');
  });

  it.each([
    ['at a label', 'P[0]@near'],
    ['able to move', 'enabled(0)'],
    ['at a location by its number', 'pc_value(0) == 1'],
  ])('is not hidden from a question whether it is %s', async (_, asked) => {
    // Expected: SPIN 6.5.2.
    const program = promela(`
        byte x;
        active proctype P() { byte a; x = 1; near: a = 1; x == 2 }
        active proctype Q() { x == 1; x = 3 }
        ltl p { [] !(x == 3 && ${asked}) }`);
    const { question: whether, system } = tasksOf(program, {}).find((task) => task.question.name === 'p')!;
    const found = await reachCompiled(system, whether, budget, 'breadth', undefined, 'auto');
    expect(found.verdict).toBe('violated');
  });

  it.each([
    { sequence: 'atomic { a = 1; y = a }', atOnce: false },
    { sequence: 'd_step { a = 1; y = a }', atOnce: false },
    { sequence: 'atomic { a = 1; if :: a == 1 -> b = 1 :: else fi; y = a }', atOnce: false },
    { sequence: 'atomic { a = 1; b = a }; y = a', atOnce: true },
  ])('is not joined with $sequence where others notice that', async ({ sequence, atOnce }) => {
    // Together they are 2 only where x has been written, and y has not.
    const system = read(`
      byte x, y;
      active proctype P() { byte a, b; x = 2; ${sequence} }
      active proctype Q() { assert(x + y != 2) }`);
    const before = system.types[0].locations.findIndex(({ region }) => region !== undefined) - 1;
    const alone = privateAlone(system, new Set(), []).types[0].locations[before];
    expect(alone.region !== undefined).toBe(atOnce);
    const ask: Ask = { kind: 'assertions' };
    expect((await reach(system, question(ask), budget)).verdict).toBe('violated');
    expect((await reach(prepare(system, [ask]).system, question(ask), budget)).verdict).toBe('violated');
    const found = await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'auto');
    expect(found.verdict).toBe('violated');
  });

  it.each([
    ['goes on for ever', 'a = 1; atomic { do :: a = 1 - a od }'],
    ['begins so', 'atomic { a = 1; do :: a = 1 - a od }'],
    ['is entered in the middle', 'goto mid; e: atomic { a = 1; b = 1; mid: a = 0; b = 0 }; goto e'],
  ])('is not joined with a sequence that %s', async (_, rest) => {
    // Expected: SPIN 6.5.2.
    const system = read(`
      byte x;
      active proctype P() { byte a, b; x = 1; ${rest} }
      active proctype Q() { x == 1; assert(false) }`);
    const ask: Ask = { kind: 'assertions' };
    expect((await reach(system, question(ask), budget)).verdict).toBe('violated');
    expect((await reach(prepare(system, [ask]).system, question(ask), budget)).verdict).toBe('violated');
    const found = await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'auto');
    expect(found.verdict).toBe('violated');
  });

  it('is not joined with an indivisible sequence that blocks', async () => {
    // Expected: SPIN 6.5.2. Of an atomic sequence, which somebody has, the question sees the ends only.
    const program = promela(`
        byte x;
        active proctype P() { byte a; x = 1; d_step { a = 2; a == 0 } }
        active proctype Q() { atomic { skip; skip } }
        ltl p { [] (x != 1) }`);
    const { question: whether, system } = tasksOf(program, {}).find((task) => task.question.name === 'p')!;
    const found = await reachCompiled(system, whether, budget, 'breadth', undefined, 'auto');
    expect(found.verdict).toBe('violated');
  });

  it('is done at once where nobody asks', async () => {
    const system = read(`
      byte s;
      active [2] proctype P() { byte x; x = 1; x = x + 2; x = x + 3; s = x }`);
    const { states } = await explore(system, budget);
    const prepared = prepare(system, [{ kind: 'deadlock-free' }]).system;
    const found = await reach(prepared, question({ kind: 'deadlock-free' }), budget);
    expect(found).toMatchObject({ verdict: 'holds' });
    expect(found.statistics.states).toBeLessThan(states);
  });
});
