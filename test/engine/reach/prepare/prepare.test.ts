/** What is done to a system before it is searched changes no answer. Expected answers: the reference engine. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { withoutDeadValues } from '../../../../src/engine/reach/prepare/dead.js';
import { prepare } from '../../../../src/engine/reach/prepare/index.js';
import { variantsOf } from '../../../../src/engine/reach/prepare/variants.js';
import { explore, reach } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { readPromela } from '../../../../src/language/promela/index.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask } from '../../../../src/property/question.js';
import { busySystem } from '../../../model/busy-system.js';
import { randomSystem } from '../../../model/random-system.js';
import { wideSystem } from '../compiled/wide-system.js';

const budget = { now: () => 0, states: 1500 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const ASKS: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];

function read(text: string): System {
  const reading = readPromela({ file: 'model.pml', text });
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  return reading.value.system;
}

/** Each of three processes is told where it reads and where it writes. */
const RING = read(`
  chan q[3] = [2] of { byte };
  proctype node(chan inp, out; byte me) { byte got; out ! me; inp ? got; got = 0 }
  init { byte i; atomic { do :: i < 3 -> run node(q[i], q[(i + 1) % 3], i); i++ :: else -> break od } }`);

/** Each of two processes finds its channels by its own number. */
const PAIR = read(`
  chan q[2] = [1] of { byte };
  active [2] proctype node() { chan inp, out; inp = q[_pid]; out = q[1 - _pid]; out ! 1; inp ? _ }`);

/** The value of `x` is not looked at after the assertion, and `y` only where it was just set. */
const FORGETFUL = read(`
  byte shared;
  active [2] proctype P() {
    byte x, y;
    do
    :: x = 1; assert(x == 1); y = 3; shared = y
    :: x = 2; assert(x == 2); shared = 0
    od
  }`);

const channelsOf = (system: System): string[] =>
  system.types
    .filter(({ name, steps }) => name === 'node' && steps.length > 0)
    .map(({ steps }) =>
      steps
        .flatMap(({ action }) => (action.kind === 'send' || action.kind === 'receive' ? [action] : []))
        .map(({ kind, channel }) => `${kind} ${channel.kind === 'constant' ? channel.value : 'some'}`)
        .join(', '),
    );

const countOf = async (system: System): Promise<number> =>
  (await explore(system, { now: () => 0, states: 100_000 })).states;

describe('types by how their processes are started', () => {
  it('name the channels that a process was given', () => {
    expect(channelsOf(RING)).toEqual(['send some, receive some']);
    expect(channelsOf(variantsOf(RING, new Set())!.system)).toEqual([
      'send 2, receive 1',
      'send 3, receive 2',
      'send 1, receive 3',
    ]);
  });

  it('name the channels that a process finds by its number', () => {
    expect(channelsOf(variantsOf(PAIR, new Set())!.system)).toEqual([
      'send 2, receive 1',
      'send 1, receive 2',
    ]);
  });

  it('stay as they are where they must', () => {
    const node = RING.types.findIndex(({ name }) => name === 'node');
    expect(channelsOf(variantsOf(RING, new Set([node]))!.system)).toEqual(['send some, receive some']);
  });

  it.each([
    { name: 'ring', system: RING },
    { name: 'pair', system: PAIR },
    { name: 'forgetful', system: FORGETFUL },
  ])('have the same states: $name', async ({ system }) => {
    expect(await countOf(variantsOf(system, new Set())!.system)).toBe(await countOf(system));
  });

  it.each([
    { of: 'systems with every action', make: randomSystem, first: 1 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 7_000 },
    { of: 'systems that mostly mind their own business', make: busySystem, first: 1 },
  ])('have the same states in 60 random $of', async ({ make, first }) => {
    let compared = 0;
    for (let seed = first; seed < first + 60; seed++) {
      const system = make(seed);
      const full = await reach(system, question({ kind: 'deadlock-free' }), budget);
      if (full.verdict !== 'holds') continue;
      const variants = variantsOf(system, new Set());
      if (!variants) continue;
      const found = await reach(variants.system, question({ kind: 'deadlock-free' }), budget);
      expect({ seed, verdict: found.verdict, states: found.statistics.states }).toEqual({
        seed,
        verdict: 'holds',
        states: full.statistics.states,
      });
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

describe('dead values', () => {
  it('are set back, so that there are fewer states', async () => {
    const [before, after] = [
      await countOf(FORGETFUL),
      await countOf(withoutDeadValues(FORGETFUL, new Set())),
    ];
    expect(after).toBeLessThan(before);
  });

  it('are kept where others look at them', async () => {
    const all = new Set([0, 1]);
    expect(await countOf(withoutDeadValues(FORGETFUL, all))).toBe(await countOf(FORGETFUL));
  });
});

describe('a prepared system has the answers of the system', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 2_000 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 2_000 },
    { of: 'systems that mostly mind their own business', make: busySystem, first: 2_000 },
  ])('in 80 random $of', async ({ make, first }) => {
    const seen = { holds: 0, violated: 0 };
    for (let seed = first; seed < first + 80; seed++) {
      const system = make(seed);
      const ask = ASKS[seed % ASKS.length];
      const full = await reach(system, question(ask), budget);
      if (full.verdict === 'inconclusive') continue;
      const prepared = prepare(system, [ask]);
      const found = await reach(prepared.system, question(ask), budget);
      expect({ seed, verdict: found.verdict }).toEqual({ seed, verdict: full.verdict });
      seen[full.verdict]++;
      if (found.verdict === 'violated')
        expect({ seed, is: violates(new Interpreter(system), ask, prepared.run(found.run)) }).toEqual({
          seed,
          is: true,
        });
      if (full.verdict === 'holds' && found.verdict === 'holds')
        expect({ seed, unreached: prepared.unreached(found.unreached ?? []) }).toEqual({
          seed,
          unreached: full.unreached,
        });
    }
    expect(seen.holds).toBeGreaterThan(5);
    expect(seen.violated).toBeGreaterThan(5);
  });
});

describe('room for processes', () => {
  const many = (limit: string) =>
    read(`
      byte started;
      proctype child() { started = started }
      active proctype parent() {
        do :: started < 20 && (${limit}) -> started++; run child() :: else -> break od
      }`);

  it('grows with them', async () => {
    const system = many('true');
    expect(system.boundIsKept).toBeUndefined();
    const found = await reachCompiled(system, question({ kind: 'deadlock-free' }), { now: () => 0 });
    expect(found.verdict).toBe('holds');
  });

  it('ends where the bound of the system is', async () => {
    const system = { ...many('true'), processBound: 7 };
    const found = await reachCompiled(system, question({ kind: 'assertions' }), { now: () => 0 });
    expect(found).toMatchObject({ verdict: 'violated', reason: 'more than 7 processes at once' });
  });
});
