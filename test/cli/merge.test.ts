import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from './stage.js';

const files = {
  'd.lts': deadlock,
  'c.lts': clock,
  'c.prop': 'ltl [] <> tick\n',
  'e.lts': clock,
  'bad.lts': 'P = (a -> QQ).\n',
  'order.prop': 'ltl [] ! tock\n',
};

async function shards(count: number, argv: string[]): Promise<Record<string, string>> {
  const reports: Record<string, string> = {};
  for (let i = 1; i <= count; i++) {
    const ran = await heddle(['check', ...argv, '--reporter', 'json', '--shard', `${i}/${count}`], files);
    reports[`${i}.json`] = ran.out;
  }
  return reports;
}

/** Without what is never twice the same. */
const timeless = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === 'seconds' ? undefined : value));

describe('heddle merge', () => {
  it.each([
    [1, ['d.lts', 'c.lts', 'e.lts']],
    [2, ['d.lts', 'c.lts', 'e.lts']],
    [3, ['d.lts', 'c.lts', 'e.lts']],
    [5, ['c.lts', 'd.lts']],
    [2, ['c.lts', 'bad.lts', 'e.lts']],
    [3, ['e.lts', 'c.lts', '--deadlock', '--property', 'order.prop', '--ltl', '[] <> tick']],
  ])('joins %d shards of %j into what one run says, with its exit code', async (count, argv) => {
    const whole = await heddle(['check', ...argv, '--reporter', 'json'], files);
    const reports = await shards(count, argv);
    const merged = await heddle(['merge', ...Object.keys(reports), '--reporter', 'json'], reports);
    expect(timeless(merged.out)).toEqual(timeless(whole.out));
    expect(merged.code).toBe(whole.code);
  });

  it('tells it in every form, with source lines where the files are at hand', async () => {
    const reports = { ...files, ...(await shards(2, ['d.lts', 'c.lts'])) };
    const argv = ['merge', '1.json', '2.json'];
    expect((await heddle(argv, reports)).out).toContain('3 properties: 2 hold, 1 violated');
    expect((await heddle([...argv, '--reporter', 'junit'], reports)).out).toContain('<failure');
    expect((await heddle([...argv, '--reporter', 'sarif'], reports)).out).toContain('"codeFlows"');
    const ran = await heddle([...argv, '--html', 'out.html', '-o', 'out.txt'], reports);
    expect(ran.out).toBe('');
    expect(ran.read('out.html')).toContain('class="violation"');
    expect(ran.read('out.txt')).toContain('violated  d.lts');
  });

  it.each([
    ['a shard is missing', ['1.json', '3.json'], /not all shards are there: 2\/3 is missing/],
    ['a shard is given twice', ['1.json', '1.json', '2.json', '3.json'], /shard 1\/3 is given twice/],
    ['a report is no shard', ['1.json', '2.json', '3.json', 'whole.json'], /whole\.json is a whole report/],
    ['shards are of different runs', ['1.json', '2.json', '3.json', 'other.json'], /of 3 and of 2 parts/],
    ['versions differ', ['1.json', '2.json', 'old.json'], /different versions: .*, 0\.0\.1/],
    ['a file is no report', ['1.json', '2.json', 'c.lts'], /c\.lts is not a report .* it is not JSON/],
    ['a report is damaged', ['damaged.json'], /results\[0\]\.verdict must be one of/],
    ['a file is not there', ['gone.json'], /there is no such file/],
  ])('refuses when %s', async (_, argv, message) => {
    const three = await shards(3, ['d.lts', 'c.lts']);
    const two = await shards(2, ['d.lts', 'c.lts']);
    const whole = await heddle(['check', 'c.lts', '--reporter', 'json'], files);
    const all = {
      ...files,
      ...three,
      'whole.json': whole.out,
      'other.json': two['2.json'],
      'old.json': three['3.json'].replace(/"heddle": ".*?"/, '"heddle": "0.0.1"'),
      'damaged.json': whole.out.replace('"holds"', '"proved"'),
    };
    const { code, out, err } = await heddle(['merge', ...argv], all);
    expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(message) });
  });

  it.each([
    ['other programs', ['c.lts', 'e.lts'], []],
    ['another order', ['c.lts', 'd.lts'], []],
    ['another property', ['d.lts', 'c.lts'], ['--ltl', '[] <> tick']],
    ['other options', ['d.lts', 'c.lts'], ['--max-states', '1000']],
  ])(
    'refuses shards of runs with %s: what stands in neither was not checked',
    async (_, programs, options) => {
      const mine = await shards(3, ['d.lts', 'c.lts']);
      const others = await shards(3, [...programs, ...options]);
      const reports = { '1.json': others['1.json'], '2.json': mine['2.json'], '3.json': mine['3.json'] };
      const { code, err } = await heddle(['merge', ...Object.keys(reports)], reports);
      expect(err).toMatch(/2\.json is of another run than .*1\.json/);
      expect(code).toBe(3);
    },
  );

  it('opens no file that is not a program below the folder', async () => {
    const { out } = await heddle(['check', 'd.lts', '--reporter', 'json'], files);
    const secret = join(mkdtempSync(join(tmpdir(), 'heddle-secret-')), 'secret.lts');
    writeFileSync(secret, 'the secret\n'.repeat(9));
    for (const file of [secret, relative(process.cwd(), secret), 'notes.txt', 'link.lts']) {
      const report = out.replaceAll(/"file": "[^"]*d\.lts"/g, `"file": ${JSON.stringify(file)}`);
      const cwd = mkdtempSync(join(tmpdir(), 'heddle-merge-'));
      writeFileSync(join(cwd, '1.json'), report);
      writeFileSync(join(cwd, 'notes.txt'), 'the secret\n'.repeat(9));
      symlinkSync(secret, join(cwd, 'link.lts'));
      const ran = await heddle(['merge', '1.json'], {}, { cwd });
      expect(ran.code).toBe(1);
      expect(ran.out).not.toContain('the secret');
      rmSync(cwd, { recursive: true });
    }
    rmSync(dirname(secret), { recursive: true });
  });

  it('does not take an interrupted shard for a finished one', async () => {
    const stop = new AbortController();
    stop.abort();
    const first = await heddle(['check', 'e.lts', 'c.lts', '--reporter', 'json', '--shard', '1/2'], files, {
      stop: stop.signal,
    });
    expect(first.code).toBe(4);
    const second = await heddle(['check', 'e.lts', 'c.lts', '--reporter', 'json', '--shard', '2/2'], files);
    expect(second.code).toBe(0);
    const merged = await heddle(['merge', '1.json', '2.json'], { '1.json': first.out, '2.json': second.out });
    expect(merged.code).toBe(4);
    expect(merged.out).toContain('inconclusive (interrupted)  e.lts');
  });

  it.each(['0/2', '3/2', '1', 'a/b', '1/0'])('refuses the shard %s', async (shard) => {
    const { code, err } = await heddle(['check', 'c.lts', '--shard', shard], files);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('Write a part such as 1/4') });
  });
});
