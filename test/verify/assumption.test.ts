/** A part replaced by its specification: the answers are those of the whole, or none. */
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check, loadText, type Result } from '../../src/index.js';
import { heddle } from '../cli/stage.js';
import { Chance, randomSmall, similar } from '../engine/equivalence/enumerative/oracle.js';
import { loadedOf, systemOf } from '../engine/equivalence/inequality/networks.js';

const PIPELINE = (places: number, ahead: number) => `
const Places = ${places}
CELL = (in -> out -> CELL).
||CHAIN = (forall [i:1..Places] cell[i]:CELL)
    /{in/cell[1].in, out/cell[Places].out, forall [i:1..Places-1] {pass[i]/{cell[i].out, cell[i+1].in}}}.
BUFFER = HOLDS[0],
HOLDS[n:0..Places] = (when (n < Places) in -> HOLDS[n+1] | when (n > 0) out -> HOLDS[n-1]).
SHORT = (in -> out -> SHORT).
PRODUCER = (produce -> in -> PRODUCER).
CONSUMER = (out -> consume -> CONSUMER).
property AHEAD = OPEN[0],
OPEN[n:0..${ahead}] = (when (n < ${ahead}) produce -> OPEN[n+1] | when (n > 0) consume -> OPEN[n-1]).
||PIPELINE = (PRODUCER || CHAIN || CONSUMER || AHEAD).
`;

const read = (text: string, target?: string) => loadText({ file: 'pipeline.lts', text }, 'fsp', { target });

async function answers(text: string, spec: string, options: CheckOptions = {}): Promise<Result[]> {
  const assumeEquivalent = [{ spec: read(text, spec), impl: read(text, 'CHAIN') }];
  return check(read(text, 'PIPELINE'), { ...options, assumeEquivalent });
}

const regular = (text: string): CheckOptions => ({ properties: [{ file: 'p.prop', text }] });

describe('a chain of cells as a buffer', () => {
  it('far more states than could be visited: deadlock and a watching process', async () => {
    const results = await answers(PIPELINE(40, 42), 'BUFFER');
    expect(results.map(({ property, verdict }) => `${property} ${verdict}`)).toEqual([
      'deadlock-free holds',
      'AHEAD holds',
    ]);
    // The buffer has 41 states; producer and consumer have two each.
    for (const { statistics } of results) expect(statistics.states).toBeLessThanOrEqual(4 * 41);
    expect(results[0].reasoning).toEqual([
      'CHAIN is the 40 processes cell.1, cell.2, cell.3 … cell.40, seen by the rest through in, out',
      'BUFFER and CHAIN have the same traces and stable failures (proved, inequality)',
      'with BUFFER in place: holds (exhaustive)',
      'composition preserves equality of traces and stable failures, and the property depends on nothing else',
    ]);
    expect(results[1].reasoning?.[1]).toBe('BUFFER and CHAIN have the same traces (proved, inequality)');
  });

  it('a violation is one of the program itself', async () => {
    const [, result] = await answers(PIPELINE(5, 6), 'BUFFER');
    if (result.verdict !== 'violated') throw new Error(result.verdict);
    expect(result.reasoning?.at(-1)).toContain('its own execution');
    const labels = result.trace.steps.map(({ label }) => label);
    expect(
      labels.filter((label) => label === 'produce').length -
        labels.filter((label) => label === 'consume').length,
    ).toBe(7);
    expect(labels).toContain('pass.1');
  });

  it.each([
    ['for events {produce, consume} show all executions satisfy produce; .*', 'holds'],
    ['for events {produce, consume} show all executions satisfy (produce; consume)*; produce?', 'violated'],
  ])('an order of events: %s', async (text, verdict) => {
    const [result] = await answers(PIPELINE(3, 5), 'BUFFER', regular(text));
    expect(result.verdict).toBe(verdict);
  });

  it.each<[CheckOptions, string]>([
    [{ ltl: ['[] <> consume'] }, 'endless executions'],
    [regular('progress {consume}'), "does not carry over to the question 'progress'"],
    [regular('for events {"**"} show no executions satisfy .; .; .; .'), 'happens inside the part'],
  ])('what equivalence does not carry over to is not answered: %j', async (options, reason) => {
    const [result] = await answers(PIPELINE(3, 5), 'BUFFER', options);
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining(reason) });
  });

  it('nothing rests on an equivalence that does not hold', async () => {
    for (const result of await answers(PIPELINE(3, 5), 'SHORT'))
      expect(result).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('SHORT and CHAIN were not shown to be equivalent: different'),
      });
  });

  it('the part must be there, and must not count as ended', async () => {
    const text = PIPELINE(3, 5);
    const swapped = { spec: read(text, 'CHAIN'), impl: read(text, 'BUFFER') };
    await expect(check(read(text, 'PIPELINE'), { assumeEquivalent: [swapped] })).rejects.toThrow(
      'has no process like',
    );
    const ending = 'P = (a -> b -> END).\nQ = (a -> b -> Q).\n||SYS = (P || Q).\n';
    const whole = loadText({ file: 'e.lts', text: ending }, 'fsp', { target: 'SYS' });
    const part = loadText({ file: 'e.lts', text: ending }, 'fsp', { target: 'Q' });
    await expect(check(whole, { assumeEquivalent: [{ spec: part, impl: part }] })).rejects.toThrow(
      'count as ended',
    );
  });
});

describe('on the command line', () => {
  const files = {
    'pipeline.lts': PIPELINE(4, 6),
    'buffer.lts': 'BUFFER = H[0], H[n:0..4] = (when (n < 4) in -> H[n+1] | when (n > 0) out -> H[n-1]).\n',
  };

  it('names are systems of the program or files', async () => {
    for (const spec of ['BUFFER', 'buffer.lts']) {
      const { code, out } = await heddle(
        ['check', 'pipeline.lts', '--assume-equivalent', `${spec}=CHAIN`],
        files,
      );
      expect(code).toBe(0);
      expect(out).toContain('because CHAIN is the 4 processes');
    }
  });

  it.each([['BUFFER'], ['=CHAIN'], ['BUFFER=CHAIN=x'], ['NONE=CHAIN'], ['BUFFER=PRODUCER2']])(
    '%s is refused',
    async (text) => {
      expect((await heddle(['check', 'pipeline.lts', '--assume-equivalent', text], files)).code).toBe(3);
    },
  );
});

describe('random systems', () => {
  it('the answer is that of the whole', async () => {
    const seen: Record<string, number> = {};
    for (let seed = 1; seed <= 300; seed++) {
      const chance = new Chance(seed);
      const small = randomSmall(chance, { states: 4, labels: ['a', 'b'], tau: 25 });
      const impl = { small: similar(chance, small, ['a', 'b']), alphabet: ['a', 'b'] };
      const spec = { small, alphabet: ['a', 'b'] };
      const rest = {
        small: randomSmall(chance, { states: 4, labels: ['a', 'b', 'c'], tau: 10 }),
        alphabet: ['a', 'b'],
      };
      const whole = loadedOf(systemOf([impl, rest]));
      const assumeEquivalent = [{ spec: loadedOf(systemOf([spec])), impl: loadedOf(systemOf([impl])) }];
      const names = whole.program.system.symbols.map(({ name }) => name);
      const order = names.includes('c')
        ? 'for events {a, c} show all executions satisfy a*; c*; a?; c?'
        : 'for events {a, b} show all executions satisfy (a; b)*; a?';
      const options = { deadlock: true, properties: [{ file: 'p.prop', text: order }] };
      const plain = await check(whole, options);
      const with_ = await check(whole, { ...options, assumeEquivalent });
      plain.forEach(({ verdict, property }, i) => {
        const found = with_[i].verdict;
        if (found !== 'inconclusive')
          expect(`${seed} ${property} ${found}`).toBe(`${seed} ${property} ${verdict}`);
        const key = `${i} ${found}`;
        seen[key] = (seen[key] ?? 0) + 1;
      });
    }
    for (const key of ['0 holds', '0 violated', '1 holds', '1 violated'])
      expect(`${key} ${seen[key] > 20}`).toBe(`${key} true`);
  });
});
