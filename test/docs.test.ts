/**
 * Every command shown in the documentation is executed. In a `console` block, `$ npx heddle …` must end
 * with the exit code written behind it (`# exit 1`), 0 where nothing is written. A `ts run` block is a
 * program that must run.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../src/cli/run.js';

const ROOT = resolve(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
);

function blocks(page: string, kind: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const fenced = /^```([^\n]*)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fenced)].filter(([, info]) => info.trim() === kind).map(([, , body]) => body);
}

/** Splits a command as a shell would, as far as the documentation needs it. */
function words(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain,
  );
}

async function heddle(argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(argv, {
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
    input: process.stdin,
    cwd: ROOT,
    env: {},
    now: () => performance.now() / 1000,
    freshSeed: () => 1,
    stop: new AbortController().signal,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const commands = PAGES.flatMap((page) =>
  blocks(page, 'console').flatMap((block) =>
    [...block.matchAll(/^\$ (?:npm ci && )?npx heddle (.*?)(?:\s+# exit (\d))?$/gm)].map(
      ([, command, code]) => ({
        page,
        command,
        code: Number(code ?? 0),
      }),
    ),
  ),
);

describe('commands in the documentation', () => {
  it('are there', () => {
    expect(commands.length).toBeGreaterThan(15);
  });

  it.each(commands)('$page: heddle $command', async ({ command, code }) => {
    process.chdir(ROOT);
    const result = await heddle(words(command));
    expect(`${result.code} ${result.err}`).toMatch(new RegExp(`^${code} `));
    expect(result.out + result.err).not.toBe('');
  });
});

describe('the README', () => {
  it('shows what the command really prints', async () => {
    process.chdir(ROOT);
    const [shown] = blocks('README.md', 'text');
    const { out } = await heddle(['check', 'examples/fsp/philosophers.lts', '--no-color']);
    const withoutTimes = (text: string) => text.replace(/\([^()]* s\)/, '(…)').trim();
    expect(withoutTimes(out)).toBe(withoutTimes(shown));
  });
});

const programs = PAGES.flatMap((page) => blocks(page, 'ts run').map((code, i) => ({ page, i, code })));

describe('programs in the documentation', () => {
  it.each(programs)('$page, program $i, runs', async ({ page, i, code }) => {
    process.chdir(ROOT);
    const folder = join(ROOT, 'node_modules', '.cache', 'heddle-docs');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${page.replace(/\W/g, '-')}-${i}.ts`);
    writeFileSync(file, code.replaceAll("'heddle'", `'${join(ROOT, 'src/index.ts')}'`));
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(pathToFileURL(file).href);
    expect(printed).toHaveBeenCalled();
    printed.mockRestore();
  });
});
