/** Specifications and implementations: what is known of them, and mutants that must be found out. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EquivalenceOptions, equivalent, load, loadText } from '../../../src/index.js';
import { canDo, MUTANTS, type Mutant } from './mutants.js';

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

describe('mutants', () => {
  it('are more than 40', () => {
    expect(MUTANTS.length).toBeGreaterThan(40);
  });

  /** What tells the mutant from the specification is possible on one side only, by plain simulation. */
  async function refute(mutant: Mutant, engine: EquivalenceOptions['engine']): Promise<string> {
    const { spec, impl, change, relation = 'trace', visible: asked } = mutant;
    const original = text(impl);
    expect(original).toContain(change[0]);
    const changed = fsp(original.replaceAll(...change));
    const result = await equivalent(example(spec), changed, { relation, visible: asked, engine });
    if (result.verdict !== 'different') return result.verdict;
    const { evidence } = result;
    if (evidence.kind !== 'trace' && evidence.kind !== 'failure') throw new Error(evidence.kind);
    const visible = new Set(result.visible);
    const refusal = evidence.kind === 'failure' ? evidence.refusal : undefined;
    const systems = { spec: example(spec).program.system, impl: changed.program.system };
    const other = evidence.side === 'spec' ? 'impl' : 'spec';
    expect(canDo(systems[evidence.side], visible, evidence.word, refusal)).toBe(true);
    expect(canDo(systems[other], visible, evidence.word, refusal)).toBe(false);
    const told = evidence.trace.steps.flatMap((step) => step.events.filter((event) => visible.has(event)));
    expect(told).toEqual(evidence.word);
    return result.verdict;
  }

  it.each(MUTANTS)('$name', async (mutant) => {
    expect(await refute(mutant, 'auto')).toBe('different');
  });

  it('most of them are found out by inequalities alone, and none is taken for the original', async () => {
    const verdicts: string[] = [];
    for (const mutant of MUTANTS)
      if ((mutant.relation ?? 'trace') === 'trace') verdicts.push(await refute(mutant, 'inequality'));
    expect(verdicts).not.toContain('equivalent');
    expect(verdicts.filter((verdict) => verdict === 'different').length).toBeGreaterThan(35);
  });
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

  it('inequalities find no refusal where the specification may refuse too, or nothing comes to rest', async () => {
    const failures = { engine: 'inequality', refines: true, relation: 'failures' } as const;
    // The other engine visits all states of these and says that each refines its specification.
    const busy = fsp('S = (t -> S) + {a, b, c}.');
    for (const [spec, impl] of [
      [early, only],
      [choice, busy],
    ]) {
      const asked = { ...failures, visible: ['a', 'b', 'c'] };
      expect((await equivalent(spec, impl, asked)).verdict).toBe('inconclusive');
      expect((await equivalent(spec, impl, { ...asked, engine: 'enumerative' })).verdict).toBe('equivalent');
    }
    expect((await equivalent(choice, only, failures)).verdict).toBe('different');
    const other = fsp('T = (a -> d -> STOP).');
    const found = await equivalent(early, other, { ...failures, visible: ['a', 'b', 'c', 'd'] });
    expect(found).toMatchObject({ verdict: 'different', evidence: { side: 'impl', word: ['a', 'd'] } });
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
