/** Specifications and implementations: what is known of them, and mutants that must be found out. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EquivalenceOptions, equivalent, load, loadText } from '../../../src/index.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import type { System } from '../../../src/model/system.js';

const FOLDER = resolve(import.meta.dirname, '../../../examples/equivalence');
const example = (name: string) => load(join(FOLDER, `${name}.lts`));
const fsp = (text: string) => loadText({ file: 'text.lts', text }, 'fsp');

describe('examples', () => {
  it.each<[string, string, EquivalenceOptions['relation'], string]>([
    ['buffer-spec', 'buffer-chain', 'trace', 'equivalent'],
    ['buffer-spec', 'buffer-chain', 'failures', 'equivalent'],
    ['buffer-spec', 'buffer-chain', 'weak', 'equivalent'],
    ['buffer-spec', 'buffer-chain', 'branching', 'equivalent'],
    ['buffer-spec', 'buffer-chain', 'strong', 'different'],
    ['buffer-spec', 'buffer-short', 'trace', 'different'],
    ['buffer-values-spec', 'buffer-values', 'branching', 'equivalent'],
    ['buffer-values-spec', 'buffer-values-stack', 'trace', 'different'],
    ['one-slot', 'alternating-bit', 'trace', 'equivalent'],
    ['one-slot', 'alternating-bit', 'branching', 'equivalent'],
    ['one-slot', 'stop-and-wait', 'branching', 'equivalent'],
    ['one-slot', 'stop-and-wait', 'failures', 'equivalent'],
    ['one-slot', 'stop-and-wait-lossy', 'trace', 'different'],
    ['router-spec', 'router', 'trace', 'equivalent'],
    // Which of two messages for one receiver comes first is decided inside the grid.
    ['router-spec', 'router', 'failures', 'different'],
    ['machine-spec', 'machine', 'trace', 'equivalent'],
    ['machine-spec', 'machine', 'failures', 'different'],
    ['machine-spec', 'machine', 'weak', 'different'],
  ])('%s and %s: %s, %s', async (spec, impl, relation, verdict) => {
    const result = await equivalent(example(spec), example(impl), { relation });
    expect(result.verdict).toBe(verdict);
  });

  it('the alternating bit protocol may go on losing messages for ever, and this can be asked for', async () => {
    const [spec, impl] = [example('one-slot'), example('alternating-bit')];
    const result = await equivalent(spec, impl, { relation: 'branching', divergence: true });
    expect(result.verdict).toBe('different');
    expect(result.impl.conditions?.divergenceFree).toMatchObject({ holds: false, word: ['accept'] });
    expect(result.impl.conditions?.deterministic).toEqual({ holds: true });
    expect(result.spec.conditions).toEqual({
      divergenceFree: { holds: true },
      deterministic: { holds: true },
    });
  });
});

const text = (name: string) => readFileSync(join(FOLDER, `${name}.lts`), 'utf8');
const bufferOf = (places: number) => text('buffer-spec').replace('Places = 4', `Places = ${places}`);
const chainOf = (places: number) => text('buffer-chain').replace('Places = 4', `Places = ${places}`);

describe('cells end to end are a buffer', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('%i places', async (places) => {
    const result = await equivalent(fsp(bufferOf(places)), fsp(chainOf(places)), { relation: 'branching' });
    expect(result.verdict).toBe('equivalent');
    // Cells are full or empty independently; of the buffer only the number of messages counts.
    expect(result.impl).toMatchObject({ states: 2 ** places, minimal: places + 1 });
    expect(result.spec).toMatchObject({ states: places + 1, minimal: places + 1 });
  });

  it.each([
    [3, 4],
    [4, 3],
    [7, 8],
  ])('a buffer with %i places against %i cells: the word that fills the larger', async (places, cells) => {
    const result = await equivalent(fsp(bufferOf(places)), fsp(chainOf(cells)));
    if (result.verdict !== 'different' || result.evidence.kind !== 'trace') throw new Error(result.verdict);
    expect(result.evidence.word).toEqual(new Array(Math.max(places, cells)).fill('in'));
    expect(result.evidence.side).toBe(places > cells ? 'spec' : 'impl');
    expect(result.evidence.other).toEqual({ reached: Math.min(places, cells), offered: ['out'] });
  });
});

/** Plain simulation: all states the system may be in after the word; `refusing`: only those at rest that refuse. */
function canDo(system: System, visible: Set<string>, word: string[], refusing?: string[]): boolean {
  const interpreter = new Interpreter(system);
  const moves = (state: Int32Array) =>
    interpreter.transitions(state).map((transition) => {
      const { state: next, events } = interpreter.successor(state, transition);
      return {
        next,
        label: events
          .map((event) => event.text)
          .filter((name) => visible.has(name))
          .join(', '),
      };
    });
  const closed = (states: Int32Array[]) => {
    const found = new Map(states.map((state) => [state.join(), state]));
    for (const state of found.values()) {
      for (const { next, label } of moves(state)) if (label === '') found.set(next.join(), next);
    }
    return [...found.values()];
  };
  let now = closed(interpreter.initialStates());
  for (const action of word) {
    now = closed(
      now.flatMap((state) =>
        moves(state)
          .filter((m) => m.label === action)
          .map((m) => m.next),
      ),
    );
  }
  if (refusing === undefined) return now.length > 0;
  return now.some((state) => {
    const labels = moves(state).map((move) => move.label);
    return !labels.includes('') && !refusing.some((name) => labels.includes(name));
  });
}

interface Mutant {
  name: string;
  spec: string;
  impl: string;
  change: [string, string];
  relation?: EquivalenceOptions['relation'];
  visible?: string[];
}

// biome-ignore format: a table
const MUTANTS: Mutant[] = [
  { name: 'one cell too few', spec: 'buffer-spec', impl: 'buffer-chain', change: ['Places = 4', 'Places = 3'] },
  { name: 'one cell too many', spec: 'buffer-spec', impl: 'buffer-chain', change: ['Places = 4', 'Places = 5'] },
  { name: 'a cell that keeps everything', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> (out -> STOP)'] },
  { name: 'a cell that may lose its message', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> (out -> CELL | lose -> CELL)'] },
  { name: 'a cell that gives its message twice', spec: 'buffer-spec', impl: 'buffer-chain', change: ['in -> out -> CELL', 'in -> out -> (out -> CELL | forget -> CELL)'] },
  { name: 'a cell that is full at the start', spec: 'buffer-spec', impl: 'buffer-chain', change: ['(in -> out -> CELL)', '(out -> in -> CELL)'] },
  { name: 'a value that may be turned round', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['-> out[v] -> CELL', '-> (out[v] -> CELL | out[1-v] -> CELL)'] },
  { name: 'a value that becomes any', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['out[v] ->', 'out[w:Value] ->'] },
  { name: 'a value that becomes 0', spec: 'buffer-values-spec', impl: 'buffer-values', change: ['out[v] ->', 'out[0] ->'] },
  { name: 'swapped order', spec: 'buffer-values-spec', impl: 'buffer-values-stack', change: ['// Last', '// First'] },
  { name: 'a bit that does not alternate', spec: 'one-slot', impl: 'alternating-bit', change: ['IDLE[1-b]', 'IDLE[b]'] },
  { name: 'a receiver that expects the same bit again', spec: 'one-slot', impl: 'alternating-bit', change: ['reply[b] -> EXPECT[1-b]', 'reply[b] -> EXPECT[b]'] },
  { name: 'old messages delivered', spec: 'one-slot', impl: 'alternating-bit', change: ['receive[1-b] -> reply', 'receive[1-b] -> deliver -> reply'] },
  { name: 'a sender that never repeats', spec: 'one-slot', impl: 'alternating-bit', change: ['timeout -> SEND[b]', 'timeout -> STOP'], relation: 'failures' },
  { name: 'the wrong acknowledgement taken for the right one', spec: 'one-slot', impl: 'alternating-bit', change: ['ack[1-b] -> WAIT[b]', 'ack[1-b] -> IDLE[1-b]'] },
  { name: 'delivery left out', spec: 'one-slot', impl: 'alternating-bit', change: ['receive[b] -> deliver -> reply', 'receive[b] -> reply'], visible: ['accept', 'deliver'] },
  { name: 'missing acknowledgement', spec: 'one-slot', impl: 'stop-and-wait', change: ['deliver -> reply -> RECEIVER', 'deliver -> RECEIVER'] },
  { name: 'not waiting for the acknowledgement', spec: 'one-slot', impl: 'stop-and-wait', change: ['accept -> send -> ack -> SENDER', 'accept -> send -> SENDER'] },
  { name: 'acknowledged before delivery', spec: 'one-slot', impl: 'stop-and-wait', change: ['deliver -> reply', 'reply -> deliver'] },
  { name: 'losing channel', spec: 'one-slot', impl: 'stop-and-wait', change: ['in -> out -> CHANNEL', 'in -> (out -> CHANNEL | lose -> CHANNEL)'], relation: 'failures' },
  { name: 'a row that turns one column early', spec: 'router-spec', impl: 'router', change: ['if (r == C)', 'if (C == 1)'] },
  { name: 'a router that delivers twice', spec: 'router-spec', impl: 'router', change: ['deliver[s][R] ->', 'deliver[s][R] -> deliver[s][R] ->'] },
];

describe('mutants', () => {
  it.each(MUTANTS)(
    '$name',
    async ({ spec, impl, change: [from, to], relation = 'trace', visible: asked }) => {
      const original = text(impl);
      expect(original).toContain(from);
      const mutant = fsp(original.replaceAll(from, to));
      const result = await equivalent(example(spec), mutant, { relation, visible: asked });
      if (result.verdict !== 'different') throw new Error(result.verdict);
      const { evidence } = result;
      if (evidence.kind !== 'trace' && evidence.kind !== 'failure') throw new Error(evidence.kind);
      const visible = new Set(result.visible);
      const refusal = evidence.kind === 'failure' ? evidence.refusal : undefined;
      const systems = { spec: example(spec).program.system, impl: mutant.program.system };
      const other = evidence.side === 'spec' ? 'impl' : 'spec';
      expect(canDo(systems[evidence.side], visible, evidence.word, refusal)).toBe(true);
      expect(canDo(systems[other], visible, evidence.word, refusal)).toBe(false);
      const told = evidence.trace.steps.flatMap((step) => step.events.filter((event) => visible.has(event)));
      expect(told).toEqual(evidence.word);
    },
  );
});

describe('what counts', () => {
  it('is what both have, and the rest is said to be hidden', async () => {
    const result = await equivalent(fsp('P = (a -> b -> P).'), fsp('Q = (a -> c -> b -> Q).'));
    expect(result).toMatchObject({ verdict: 'equivalent', visible: ['a', 'b'] });
    expect([result.spec.hidden, result.impl.hidden]).toEqual([[], ['c']]);
  });

  it('leaves out what only the specification has, and warns of it', async () => {
    const result = await equivalent(fsp('P = (a -> b -> P).'), fsp('Q = (a -> Q).'));
    expect(result).toMatchObject({ verdict: 'equivalent', visible: ['a'] });
    expect(result.notices[0]).toContain('b happens in the specification only');
    const asked = await equivalent(fsp('P = (a -> b -> P).'), fsp('Q = (a -> Q).'), { visible: ['a', 'b'] });
    expect(asked).toMatchObject({ verdict: 'different', notices: [expect.not.stringContaining('only')] });
  });

  it('is what was asked for: names, names of families, and patterns', async () => {
    const spec = fsp('P = (in[v:0..1] -> P).');
    const impl = fsp('Q = (in[0] -> Q | other -> Q).');
    const verdicts = async (...visible: string[]) => (await equivalent(spec, impl, { visible })).verdict;
    expect(await verdicts('in.0')).toBe('equivalent');
    expect(await verdicts('in')).toBe('different');
    expect(await verdicts('in.*')).toBe('different');
    expect(await verdicts('other')).toBe('different');
  });

  it('must exist', async () => {
    const spec = fsp('P = (request -> P).');
    await expect(equivalent(spec, spec, { visible: ['reqest', 'x'] })).rejects.toMatchObject({
      diagnostics: [
        { code: 'unknown-event', message: 'no event is called reqest', hint: 'did you mean request?' },
        { code: 'unknown-event', message: 'no event is called x' },
      ],
    });
    await expect(equivalent(spec, fsp('Q = (grant -> Q).'))).rejects.toMatchObject({
      diagnostics: [{ code: 'bad-option', message: 'the two have no event in common' }],
    });
  });
});

describe('options and limits', () => {
  const choice = fsp('P = (a -> (b -> STOP | c -> STOP)).');
  const early = fsp('Q = (a -> b -> STOP | a -> c -> STOP).');
  const only = fsp('R = (a -> b -> STOP) + {c}.');

  it('refinement asks for one direction', async () => {
    expect((await equivalent(choice, only)).verdict).toBe('different');
    expect((await equivalent(choice, only, { refines: true })).verdict).toBe('equivalent');
    expect((await equivalent(only, choice, { refines: true })).verdict).toBe('different');
    expect((await equivalent(early, only, { refines: true, relation: 'failures' })).verdict).toBe(
      'equivalent',
    );
    const refused = await equivalent(choice, early, { refines: true, relation: 'failures' });
    expect(refused).toMatchObject({ verdict: 'different', evidence: { kind: 'failure', word: ['a'] } });
    for (const options of [{ refines: true, relation: 'weak' }, { divergence: true }] as const) {
      await expect(equivalent(choice, early, options)).rejects.toMatchObject({
        diagnostics: [{ code: 'bad-option' }],
      });
    }
  });

  it('a difference that no trace or refusal shows is told by a formula', async () => {
    // The same traces and the same refusals: only whether c comes after b is decided earlier or later.
    const late = fsp(
      'P = (a -> b -> (c -> STOP | d -> STOP) | a -> b -> (c -> STOP) | a -> b -> (d -> STOP)).',
    );
    const soon = fsp(
      'Q = (a -> B), B = (b -> (c -> STOP | d -> STOP) | b -> (c -> STOP) | b -> (d -> STOP)).',
    );
    expect((await equivalent(late, soon, { relation: 'failures' })).verdict).toBe('equivalent');
    const result = await equivalent(late, soon, { relation: 'strong' });
    expect(result).toMatchObject({
      verdict: 'different',
      reason: expect.stringContaining('formula'),
      evidence: { kind: 'formula', formula: expect.stringContaining('<b>') },
    });
  });

  it('several initial states are a choice made inside', async () => {
    const byte = 'byte x; active proctype P() { (x < 2) }';
    const loaded = loadText({ file: 'p.pml', text: byte }, 'promela');
    const [variable] = loaded.program.system.variables;
    variable.initial = 'any';
    const result = await equivalent(loaded, loaded, { visible: [], relation: 'strong' });
    expect(result.verdict).toBe('equivalent');
    // For two of the values the process goes on, and then ends.
    expect(result.spec.states).toBe(256 + 2 * 2 + 1);
  });

  it('a limit ends in an answer that says so', async () => {
    const [spec, impl] = [fsp(bufferOf(8)), fsp(chainOf(8))];
    const result = await equivalent(spec, impl, { maxStates: 100 });
    expect(result).toMatchObject({ verdict: 'inconclusive', limit: 'states', spec: { states: 9 } });
    const stopped = await equivalent(spec, impl, { interrupted: () => true });
    expect(stopped).toMatchObject({ verdict: 'inconclusive', limit: 'interrupted' });
    let clock = 0;
    const late = await equivalent(spec, impl, { timeSeconds: 1, now: () => (clock += 0.5) });
    expect(late).toMatchObject({ verdict: 'inconclusive', limit: 'time' });
  });
});
