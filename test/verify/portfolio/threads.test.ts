/**
 * Engines in threads, as they run when Heddle is installed: compiled, in a process of its own. Whoever wins,
 * and whatever ends it, nothing is left running: no thread more than before, and the process ends by itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const BUILT = join(ROOT, 'build', `threads-${process.pid}`);

beforeAll(() => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      compiler,
      '-p',
      'tsconfig.build.json',
      '--outDir',
      BUILT,
      '--declaration',
      'false',
      '--sourceMap',
      'false',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stdout);
  if (!existsSync(join(BUILT, 'verify/portfolio/thread.js'))) throw new Error('the thread was not compiled');
}, 300_000);

afterAll(() => rmSync(BUILT, { recursive: true, force: true }));

/** What the program prints; it must end by itself. */
function run(program: string): Record<string, unknown> {
  const text = `
    import { readdirSync } from 'node:fs';
    import { check, loadText } from ${JSON.stringify(pathToFileURL(join(BUILT, 'index.js')).href)};
    const table = (philosophers, clever) => loadText({ file: 'table.lts', text: [
      'const N = ' + philosophers,
      'FORK = (get -> put -> FORK).',
      'PHIL(I=0) = if ' + (clever ? 'I == 0' : '0') + ' then (left.get -> right.get -> left.put -> right.put -> PHIL)',
      '  else (right.get -> left.get -> left.put -> right.put -> PHIL).',
      '||T = forall[i:0..N-1] (p[i]:PHIL(i) || {p[i].left, p[(i+N-1)%N].right}::FORK).'].join('\\n') }, 'fsp');
    const threads = () => { try { return readdirSync('/proc/self/task').length; } catch { return 0; } };
    const resources = () => process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort|Timeout/.test(name));
    ${program}`;
  const { status, stdout, stderr, signal } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', text],
    { encoding: 'utf8', timeout: 300_000 },
  );
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  return JSON.parse(stdout);
}

describe('engines in threads', () => {
  it('answer what a search cannot, and none is left running', () => {
    const said = run(`
      const [first] = await check(table(40, true), { deadlock: true });
      const between = threads();
      const [second] = await check(table(40, false), { deadlock: true });
      console.log(JSON.stringify({
        verdicts: [first.verdict, second.verdict], engine: first.engine,
        failed: [first, second].flatMap((r) => r.attempts.filter((a) => a.outcome === 'failed')),
        more: Math.max(0, threads() - between), resources: resources() }));`);
    expect(said).toEqual({
      verdicts: ['holds', 'violated'],
      engine: 'inequality',
      failed: [],
      more: 0,
      resources: [],
    });
  });

  it('are ended where the user interrupts, and where the time is over', () => {
    const said = run(`
      const property = { file: 'p', text: 'absence of "p.0.left.put" before "p.0.left.get"' };
      await check(table(3, true), { deadlock: true });
      const began = performance.now();
      const [stopped] = await check(table(60, true), { properties: [property],
        interrupted: () => performance.now() - began > 2000 });
      const between = threads();
      const [late] = await check(table(60, true), { properties: [property], timeSeconds: 2 });
      const limits = [stopped, late].map((r) => r.verdict === 'inconclusive' ? r.limit : r.verdict);
      console.log(JSON.stringify({ limits, more: Math.max(0, threads() - between), resources: resources() }));`);
    expect(said).toMatchObject({ more: 0, resources: [] });
    const [stopped, late] = said.limits as string[];
    expect(['interrupted', 'holds']).toContain(stopped);
    expect(['time', 'holds']).toContain(late);
  });
});
