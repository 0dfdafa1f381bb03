/** What is done to a system before it is searched changes no answer. Expected answers: the reference engine. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { withoutDeadValues } from '../../../../src/engine/reach/prepare/dead.js';
import { withoutIdleValues } from '../../../../src/engine/reach/prepare/idle.js';
import { prepare } from '../../../../src/engine/reach/prepare/index.js';
import { withoutWhatIsShown } from '../../../../src/engine/reach/prepare/shown.js';
import { evenVariantsOf, variantsOf } from '../../../../src/engine/reach/prepare/variants.js';
import { explore, reach } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { read as reading, shared } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask } from '../../../../src/property/question.js';
import { promela } from '../../../language/promela/reading.js';
import { busySystem } from '../../../model/busy-system.js';
import { randomSystem } from '../../../model/random-system.js';
import { wideSystem } from '../compiled/wide-system.js';

const budget = { now: () => 0, states: 1500 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const ASKS: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];

const read = (text: string): System => promela(text).system;

/** Each of three processes is told where it reads and where it writes. */
const RING = read(`
  chan q[3] = [2] of { byte };
  proctype node(chan inp, out; byte me) { byte got; out ! me; inp ? got; got = 0 }
  init { byte i; atomic { do :: i < 3 -> run node(q[i], q[(i + 1) % 3], i); i++ :: else -> break od } }`);

/** Each of two processes finds its channels by its own number. */
const PAIR = read(`
  chan q[2] = [1] of { byte };
  active [2] proctype node() { chan inp, out; inp = q[_pid]; out = q[1 - _pid]; out ! 1; inp ? _ }`);

/** Of one process it is known what it is given, of the other it is not, and that may be the same. */
const CHANCE = read(`
  byte x;
  proctype node(byte me) { x = me }
  init { byte c; atomic { if :: run node(1) :: select (c : 1 .. 2); x = c; run node(x); c = 0 fi } }`);

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

  it('are left as they are where two states could be told apart that are one', async () => {
    const node = CHANCE.types.findIndex(({ name }) => name === 'node');
    expect(variantsOf(CHANCE, new Set())!.uneven).toEqual([node]);
    expect(evenVariantsOf(CHANCE, new Set())?.uneven ?? []).toEqual([]);
    const even = evenVariantsOf(CHANCE, new Set())?.system ?? CHANCE;
    expect(await countOf(even)).toBe(await countOf(CHANCE));
  });

  it('are not looked for where no process is given anything or asks for its number', () => {
    expect(evenVariantsOf(FORGETFUL, new Set())).toBeUndefined();
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

describe('steps that are never taken', () => {
  /** One macro for all commands: of each use one alternative is left, and `else` where none is. */
  const COMMANDS = read(`
    mtype = { START, STOP };
    byte state;
    inline send(command) { if :: command == START -> state = 1 :: command == STOP -> state = 2 :: else -> state = 9 fi }
    active proctype P() { byte k = 1; send(START); send(STOP); if :: k > 1 -> send(5) :: else -> send(5) fi; assert(state == 9) }`);

  it('are left out, and what follows only them', () => {
    const prepared = prepare(COMMANDS, ASKS).system.types.flatMap(({ steps }) => steps);
    const taken = (step: { effects: readonly { kind: string }[] }) => step.effects.map(({ kind }) => kind);
    // By hand: of four uses with three alternatives each, three uses with one alternative are left.
    expect(COMMANDS.types[0].steps.filter((step) => taken(step).includes('assign'))).toHaveLength(12);
    expect(prepared.filter((step) => taken(step).includes('assign'))).toHaveLength(3);
  });

  it('are told as not reached', async () => {
    const told = await reachCompiled(
      COMMANDS,
      question({ kind: 'deadlock-free' }),
      budget,
      'breadth',
      undefined,
      'auto',
    );
    const expected = await reach(COMMANDS, question({ kind: 'deadlock-free' }), budget);
    expect(told.verdict === 'holds' && told.unreached).toEqual(
      expected.verdict === 'holds' && expected.unreached,
    );
    expect(expected.verdict === 'holds' && expected.unreached).not.toEqual([]);
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

/** What is carried over `q` is only ever added up; what comes over `r` decides. */
const CARRIER = read(`
  chan q = [2] of { byte, bool };
  chan r = [1] of { byte };
  int sum;
  active proctype sender() { byte i; do :: i < 5 -> q ! i, true; i++ :: q ! 7, false :: r ! 3 od }
  active proctype taker() { byte x, y; bool b; do :: q ? x, b -> sum = sum + x :: r ? y -> y == 3 od }`);

describe('values that decide nothing', () => {
  const quiet = (system: System): System => withoutIdleValues(withoutWhatIsShown(system, false), []);
  const actions = (system: System): string[] =>
    system.types
      .flatMap(({ steps }) => steps)
      .flatMap(({ action, text }) => {
        const name = text?.replaceAll(' ', '');
        if (action.kind === 'send')
          return [
            `${name}: ${action.values.map((v) => (v.kind === 'constant' ? v.value : 'some')).join(' ')}`,
          ];
        return action.kind === 'receive'
          ? [`${name}: ${action.patterns.map(({ kind }) => kind).join(' ')}`]
          : [];
      })
      .sort();

  it('are neither sent nor kept', async () => {
    expect(actions(quiet(CARRIER))).toEqual([
      'q!7,false: 0 0',
      'q!i,true: 0 0',
      'q?x,b: ignore ignore',
      'r!3: 3',
      'r?y: store',
    ]);
    const after = await countOf(quiet(CARRIER));
    expect(after).toBeLessThan(1_000);
    await expect(explore(CARRIER, { now: () => 0, states: 20_000 })).rejects.toThrow(
      'more than 20000 states',
    );
  });

  it('are kept where the question looks at them', () => {
    const asked = [reading(shared(CARRIER.variables.findIndex(({ name }) => name === 'sum')))];
    const kept = withoutIdleValues(withoutWhatIsShown(CARRIER, false), asked);
    expect(actions(kept)).toContain('q!i,true: some 0');
    expect(actions(kept)).toContain('q?x,b: store ignore');
  });

  it('are kept where something may fault for them', () => {
    const dividing = read(`
      chan q = [2] of { byte };
      byte x, y;
      active proctype P() { do :: q ! 1 :: q ! 0 :: q ? x; y = 7 / x od }`);
    expect(quiet(dividing)).toEqual(withoutWhatIsShown(dividing, false));
    expect(actions(quiet(dividing))).toEqual(['q!0: 0', 'q!1: 1', 'q?x: store']);
  });

  // SPIN leaves out variables that are only written too, and has as few states.
  it('are kept where a process cannot be given them', async () => {
    const system = read(`
      int n = 7;
      proctype P(chan c) { skip }
      init { n = 70000; run P(n) }`);
    const ask: Ask = { kind: 'assertions' };
    const { verdict } = await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'auto');
    expect(verdict).toBe('violated');
  });

  it('are not kept in an array, where only their place may not exist', async () => {
    const counting = (length: number) =>
      read(`
        byte count[${length}];
        proctype P() { do :: count[_pid]++ od }
        init { atomic { run P(); run P() } }`);
    const prepared = quiet(counting(3));
    expect(await countOf(prepared)).toBeLessThan(10);
    expect((await reach(prepared, question({ kind: 'assertions' }), budget)).verdict).toBe('holds');
    const short = quiet(counting(2));
    expect((await reach(short, question({ kind: 'assertions' }), budget)).verdict).toBe('violated');
  });

  it('are kept in an array where they tell a place in it, or something may fault for them', () => {
    const kept = (statement: string) => {
      const system = read(`byte a[3], i; active [2] proctype P() { do :: ${statement} od }`);
      const before = withoutWhatIsShown(system, false);
      return JSON.stringify(quiet(system)) === JSON.stringify(before);
    };
    expect(kept('a[a[0]] = a[1] + 1')).toBe(true);
    expect(kept('a[i] = 7 / a[i]')).toBe(true);
    expect(kept('a[i] = a[i + 1] + 1')).toBe(true);
    expect(kept('a[i] = a[i] + 1')).toBe(false);
  });

  it('are kept in a channel that sorts, and where a message must match', () => {
    const sorting = read(`
      chan q = [3] of { byte, byte };
      active proctype P() { byte a, b; do :: q !! 2, 1 :: q !! 1, 5 :: q ? a, b od }`);
    expect(actions(quiet(sorting))).toEqual(['q!!1,5: 1 5', 'q!!2,1: 2 1', 'q?a,b: ignore ignore']);
    const matching = read(`
      chan q = [3] of { byte, byte };
      active proctype P() { byte a; do :: q ! 2, 1 :: q ! 1, 5 :: q ? a, 5 :: q ? 1, a od }`);
    expect(actions(quiet(matching))).toEqual([
      'q!1,5: 1 5',
      'q!2,1: 2 1',
      'q?1,a: match ignore',
      'q?a,5: ignore match',
    ]);
  });
});

describe('a receive that gives way to something always possible', () => {
  it.each([
    { channel: 'c = [0]', kept: true },
    { channel: 'c = [1]', kept: false },
  ])('can still be met: $channel', async ({ channel, kept }) => {
    // SPIN lets the first process send, whereupon it waits for ever, if and only if the second one is met.
    const system = read(`
      byte x;
      chan ${channel} of { byte };
      chan q = [1] of { byte };
      active proctype P() { q ! 1; end: ${kept ? 'c ! 0' : 'false'}; q ! 2 }
      active proctype Q() { byte a; { c ? a } unless { x == 0 } }`);
    const ask: Ask = { kind: 'deadlock-free' };
    const prepared = prepare(system, [ask]).system;
    const steps = prepared.types.flatMap((type) => type.steps);
    expect(steps.some(({ action }) => action.kind === 'receive')).toBe(kept);
    const expected = kept ? 'violated' : 'holds';
    expect((await reach(system, question(ask), budget)).verdict).toBe(expected);
    const found = await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'none');
    expect(found.verdict).toBe(expected);
  });
});

describe('a prepared system has the answers of the system', () => {
  it.each([
    { of: 'systems with every action', make: randomSystem, first: 2_000 },
    { of: 'systems of the rarer parts of the model', make: wideSystem, first: 2_350 },
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
        expect({ seed, is: violates(new Interpreter(system), ask, prepared.run(found.run, ask)) }).toEqual({
          seed,
          is: true,
        });
      if (full.verdict === 'holds' && found.verdict === 'holds')
        expect({ seed, unreached: prepared.unreached?.(found.unreached ?? []) }).toEqual({
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

  it('is not blamed for what a process cannot be given', async () => {
    const system = read(`
      chan q[2] = [0] of { bit };
      proctype P(chan c) { c ? 1 }
      init { atomic { run P(q[0]); run P(q[2]) } }`);
    const tight = { ...system, processBound: 2 };
    for (const search of [reach, reachCompiled]) {
      const found = await search(tight, question({ kind: 'assertions' }), { now: () => 0 });
      expect(found).toMatchObject({ verdict: 'violated', reason: 'index 2 of q is outside 0..1' });
    }
  });
});
