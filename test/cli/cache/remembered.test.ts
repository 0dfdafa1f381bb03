import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/cli/cache/store.js';
import { clock, deadlock, heddle } from '../stage.js';

const root = mkdtempSync(join(tmpdir(), 'heddle-remembered-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

/** Paths are part of the question, so the programs of all runs lie in one folder. */
function station(files: Record<string, string>) {
  const cwd = mkdtempSync(join(root, 'programs-'));
  const cache = join(root, `cache-${folders++}`);
  const write = (more: Record<string, string>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(cwd, file), text);
  };
  write(files);
  const check = async (argv: string[], env: Record<string, string> = {}) => {
    const ran = await heddle(
      ['check', '--reporter', 'json', ...argv],
      {},
      { cwd, env: { HEDDLE_CACHE: cache, ...env } },
    );
    const { results } = JSON.parse(ran.out) as { results: { verdict: string; cached?: true }[] };
    return results.map(({ verdict, cached }) => (cached ? `${verdict} (cached)` : verdict));
  };
  return { cache, check, write };
}

const entries = (cache: string): string[] =>
  readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Changes the only answer in the cache, and its digest with it. */
// biome-ignore lint/suspicious/noExplicitAny: it is changed as somebody would change it who has only the text
function forge(cache: string, change: (result: any) => void): void {
  const [file] = entries(cache);
  const [heading, content] = readFileSync(file, 'utf8').split('\n');
  const result = JSON.parse(content);
  change(result);
  const forged = JSON.stringify(result);
  const [format, key] = heading.split(' ');
  writeFileSync(file, `${format} ${key} ${digestOf(forged)}\n${forged}`);
}

describe('answers of earlier runs', () => {
  it('are repeated for the same question, a violation with the same execution', async () => {
    const { check } = station({ 'd.lts': deadlock, 'c.lts': clock });
    expect(await check(['d.lts', 'c.lts'])).toEqual(['violated', 'holds']);
    expect(await check(['d.lts', 'c.lts'])).toEqual(['violated (cached)', 'holds (cached)']);
  });

  it.each([
    ['the program', {}, { 'c.lts': `${clock}// more\n` }, []],
    ['a property', {}, { 'p.prop': 'ltl [] <> tock\n' }, []],
    ['an engine', {}, {}, ['--engine', 'reference']],
    ['a reduction', {}, {}, ['--reduction', 'none']],
    ['fairness', {}, {}, ['--fair']],
    ['a limit of states', {}, {}, ['--max-states', '1000']],
  ])('are not those for another one: %s', async (_, __, changes, more) => {
    const { check, write } = station({ 'c.lts': clock, 'p.prop': 'ltl [] <> tick\n' });
    expect(await check(['c.lts', '--property', 'p.prop'])).toEqual(['holds']);
    write(changes);
    expect(await check(['c.lts', '--property', 'p.prop', ...more])).toEqual(['holds']);
    expect(await check(['c.lts', '--property', 'p.prop', ...more])).toEqual(['holds (cached)']);
  });

  it.each([
    ['how it is told', ['--no-color']],
    ['the time allowed', ['--time', '5m']],
  ])('are the same whatever is %s', async (_, more) => {
    const { check } = station({ 'c.lts': clock });
    await check(['c.lts']);
    expect(await check(['c.lts', ...more])).toEqual(['holds (cached)']);
  });

  it('notice a change in a file that the program includes', async () => {
    const main =
      '#include "limit.h"\nbyte x;\nactive proctype P() { do :: x < LIMIT -> x++ :: else -> break od; assert(x < 5) }\n';
    const { check, write } = station({ 'm.pml': main, 'limit.h': '#define LIMIT 3\n' });
    expect(await check(['m.pml'])).toEqual(['holds', 'holds']);
    write({ 'limit.h': '#define LIMIT 5\n' });
    expect(await check(['m.pml'])).toEqual(['holds', 'violated']);
    write({ 'limit.h': '#define LIMIT 3\n' });
    expect(await check(['m.pml'])).toEqual(['holds (cached)', 'holds (cached)']);
  });

  it('are neither read nor kept with --no-cache and on build machines', async () => {
    const { check, cache } = station({ 'c.lts': clock });
    await check(['c.lts', '--no-cache']);
    await check(['c.lts'], { CI: 'true' });
    expect(() => entries(cache)).toThrow();
    await check(['c.lts']);
    expect(entries(cache)).toHaveLength(1);
    expect(await check(['c.lts', '--no-cache'])).toEqual(['holds']);
    expect(await check(['c.lts'], { CI: 'true' })).toEqual(['holds']);
  });

  it('are not kept where they are not conclusive', async () => {
    const { check } = station({
      'd.lts': 'C = C[0], C[i:0..9] = (when (i < 9) up -> C[i+1] | when (i == 9) down -> C[0]).\n',
    });
    const argv = ['d.lts', '--deadlock', '--max-states', '2'];
    expect(await check(argv)).toEqual(['inconclusive']);
    expect(await check(argv)).toEqual(['inconclusive']);
  });

  it('are kept beside others that are not conclusive', async () => {
    const properties = 'property free: deadlock-free\nproperty live: ltl [] <> tick\n';
    const { check } = station({ 'c.lts': clock, 'p.prop': properties });
    const argv = ['c.lts', '--property', 'p.prop', '--engine', 'inequality'];
    expect(await check(argv)).toEqual(['holds', 'inconclusive']);
    expect(await check(argv)).toEqual(['holds (cached)', 'inconclusive']);
  });

  it('of one property outlive a change of another in the same file, or of its place there', async () => {
    const [one, two] = ['property one: ltl [] <> tick\n', 'property two: ltl [] <> tock\n'];
    const { check, write } = station({ 'c.lts': clock, 'p.prop': one + two });
    const argv = ['c.lts', '--property', 'p.prop'];
    expect(await check(argv)).toEqual(['holds', 'holds']);
    write({ 'p.prop': `\n# moved\n${two}property one: ltl <> tick\n` });
    expect(await check(argv)).toEqual(['holds (cached)', 'holds']);
  });

  it('depend on the events that the file of the property defines', async () => {
    const text = (event: string) => `event turn = ${event}\nproperty one: ltl [] <> turn\n`;
    const { check, write } = station({ 'c.lts': clock, 'p.prop': text('tick') });
    const argv = ['c.lts', '--property', 'p.prop'];
    expect(await check(argv)).toEqual(['holds']);
    write({ 'p.prop': text('tock') });
    expect(await check(argv)).toEqual(['holds']);
    expect(await check(argv)).toEqual(['holds (cached)']);
  });

  it('that say violated are replayed: one whose execution does not violate is looked for again', async () => {
    const { check, cache } = station({ 'd.lts': deadlock });
    await check(['d.lts']);
    forge(cache, (result) => result.trace.steps.pop());
    expect(await check(['d.lts'])).toEqual(['violated']);
    expect(await check(['d.lts'])).toEqual(['violated (cached)']);
  });

  it('that say proved are certified: one whose proof does not check is looked for again', async () => {
    const { check, cache } = station({ 'c.lts': clock });
    const argv = ['c.lts', '--deadlock', '--engine', 'inequality'];
    expect(await check(argv)).toEqual(['holds']);
    expect(await check(argv)).toEqual(['holds (cached)']);
    forge(cache, (result) => {
      result.certificate.evidence.certificate = {};
    });
    expect(await check(argv)).toEqual(['holds']);
    expect(await check(argv)).toEqual(['holds (cached)']);
  });

  it('are found again by shards', async () => {
    const { check } = station({ 'd.lts': deadlock, 'c.lts': clock });
    await check(['d.lts', 'c.lts', '--deadlock']);
    expect(await check(['d.lts', 'c.lts', '--deadlock', '--shard', '2/2'])).toEqual(['holds (cached)']);
  });
});
