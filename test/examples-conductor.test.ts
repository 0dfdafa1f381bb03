/**
 * Every example, as `heddle check` takes it without any option: the answer is conclusive, it is the one that is
 * known, and a table says which engine closed it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../src/cli/run.js';

const EXAMPLES = resolve(import.meta.dirname, '../examples');
const FOLDERS = ['fsp', 'promela', 'ada', 'inequality'];
const PROGRAM = /\.(lts|pml|adb)$/;

interface Answered {
  results: { property: string; verdict: string; engine: string; attempts?: { outcome: string }[] }[];
}

/** A busy machine must not change an answer. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function heddle(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(argv, {
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
    input: process.stdin,
    cwd: process.cwd(),
    env: {},
    now: processorSeconds,
    freshSeed: () => 1,
    stop: new AbortController().signal,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** The verdicts that are written down beside the examples. */
function known(folder: string): Map<string, Record<string, string>> {
  try {
    const text = readFileSync(join(EXAMPLES, folder, 'expected.json'), 'utf8');
    const entries: { file: string; verdicts: Record<string, string> }[] = JSON.parse(text);
    return new Map(entries.map(({ file, verdicts }) => [file, verdicts]));
  } catch {
    return new Map();
  }
}

describe.each(FOLDERS)('examples of %s, without options', (folder) => {
  const programs = readdirSync(join(EXAMPLES, folder)).filter((name) => PROGRAM.test(name));

  it.each(programs)('%s is settled', async (file) => {
    const { code, out } = await heddle(
      'check',
      '--no-cache',
      '--reporter',
      'json',
      join(EXAMPLES, folder, file),
    );
    const { results }: Answered = JSON.parse(out);
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
    expect(results.filter(({ engine }) => engine === 'none')).toEqual([]);
    expect(code).toBe(results.some(({ verdict }) => verdict === 'violated') ? 1 : 0);
    const verdicts = known(folder).get(file) ?? {};
    for (const { property, verdict } of results)
      if (property in verdicts) expect(`${property} ${verdict}`).toBe(`${property} ${verdicts[property]}`);
  });
});

describe('the table at the end', () => {
  it('says which engine closed each', async () => {
    const { out } = await heddle('check', '--no-cache', join(EXAMPLES, 'promela/token-ring.pml'));
    const table = out.slice(out.indexOf('\nfile '));
    expect(table.match(/holds \(exhaustive\) +reach/g)?.length).toBeGreaterThan(1);
  });
});
