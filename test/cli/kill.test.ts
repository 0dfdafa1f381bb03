/**
 * Runs that share a cache are killed at random moments, as by kill -9. Whatever they leave behind, every entry
 * of the cache is whole, every report that is there is whole, and the next run gives the right answers.
 * `npm run kill` does it 200 times.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../src/cli/cache/store.js';
import { Random } from '../../src/cli/random.js';

const ROOT = resolve(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'build', 'killed');
const MAIN = join(BUILT, 'dist', 'cli', 'main.js');
const KILLS = Number(process.env.HEDDLE_KILLS ?? 8);
const SEED = Number(process.env.HEDDLE_SEED ?? 1);
const PROGRAMS = 16;
const SHARDS = 4;

const random = new Random(SEED);
const folder = mkdtempSync(join(tmpdir(), 'heddle-kill-'));
const cache = join(folder, 'cache');
const programs = Array.from({ length: PROGRAMS }, (_, i) => `p${i}.lts`);
const environment = { ...process.env, HEDDLE_CACHE: cache, CI: '' };

/** A ring of processes that each take their own lock and then the next one's; the last may be polite. */
function program(polite: boolean, size: number, note: number): string {
  const [first, second] = polite ? ['left', 'right'] : ['right', 'left'];
  return `// ${note}
LOCK = (take -> give -> LOCK).
P = (right.take -> left.take -> right.give -> left.give -> P).
LAST = (${first}.take -> ${second}.take -> right.give -> left.give -> LAST).
||RING = (forall[i:0..${size - 2}] p[i]:P || p[${size - 1}]:LAST
  || forall[i:0..${size - 1}] {p[i].left, p[(i+${size - 1})%${size}].right}::LOCK).
`;
}

/** Some programs become others; a few notes come round again, so that old entries are found too. */
function edit(expected: Map<string, string>): void {
  for (const file of programs) {
    if (expected.has(file) && random.below(3) > 0) continue;
    const polite = random.below(2) === 0;
    writeFileSync(join(folder, file), program(polite, 3 + random.below(2), random.below(4)));
    expected.set(file, polite ? 'holds' : 'violated');
  }
}

/** One of the shards, or the whole run. */
function start(shard?: number): ChildProcess {
  const part = shard === undefined ? [] : ['--shard', `${shard}/${SHARDS}`];
  const report = ['--reporter', 'json', '--output', `${shard ?? 'whole'}.json`];
  const argv = [MAIN, 'check', ...programs, '--deadlock', ...part, ...report];
  return spawn(process.execPath, argv, { cwd: folder, env: environment, stdio: 'ignore' });
}

const ended = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  new Promise((done) => {
    child.once('exit', (_, signal) => done(signal));
  });

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Every entry says by itself whether it is whole. */
function damagedEntries(): string[] {
  if (!existsSync(cache)) return [];
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      const [, key, digest] = text.slice(0, text.indexOf('\n')).split(' ');
      return digest !== digestOf(text.slice(text.indexOf('\n') + 1)) || !path.endsWith(String(key).slice(2));
    });
}

function verdictsOf(file: string): [string, string][] {
  const { results } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    results: { file: string; verdict: string }[];
  };
  return results.map((result) => [result.file, result.verdict]);
}

beforeAll(() => {
  mkdirSync(BUILT, { recursive: true });
  copyFileSync(join(ROOT, 'package.json'), join(BUILT, 'package.json'));
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', join(BUILT, 'dist')], { cwd: ROOT });
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(BUILT, { recursive: true, force: true });
}, 120_000);

/** A run that nobody disturbs: how long it took, and how many answers it had from the cache. */
async function undisturbed(
  expected: Map<string, string>,
): Promise<{ milliseconds: number; repeated: number }> {
  const started = performance.now();
  await ended(start());
  const milliseconds = performance.now() - started;
  expect(new Map(verdictsOf('whole.json'))).toEqual(expected);
  const text = readFileSync(join(folder, 'whole.json'), 'utf8');
  return { milliseconds, repeated: text.match(/"cached": true/g)?.length ?? 0 };
}

/** All shards at once, each killed at a moment of its own; says which were still running. */
async function disturbed(most: number): Promise<boolean[]> {
  const shards = Array.from({ length: SHARDS }, (_, i) => i + 1);
  for (const shard of shards) rmSync(join(folder, `${shard}.json`), { force: true });
  return Promise.all(
    shards.map(async (shard) => {
      const child = start(shard);
      const end = ended(child);
      await Promise.race([end, sleep(random.below(Math.ceil(most)))]);
      child.kill('SIGKILL');
      return (await end) === 'SIGKILL';
    }),
  );
}

async function killAll(): Promise<string> {
  const expected = new Map<string, string>();
  const seen = { killed: 0, ended: 0, repeated: 0, rounds: 0 };
  edit(expected);
  let { milliseconds } = await undisturbed(expected);
  for (; seen.killed < KILLS; seen.rounds++) {
    edit(expected);
    for (const killed of await disturbed(milliseconds)) killed ? seen.killed++ : seen.ended++;
    expect(damagedEntries()).toEqual([]);
    for (let shard = 1; shard <= SHARDS; shard++) {
      if (!existsSync(join(folder, `${shard}.json`))) continue;
      for (const [file, verdict] of verdictsOf(`${shard}.json`)) expect(verdict).toBe(expected.get(file));
    }
    const whole = await undisturbed(expected);
    milliseconds = whole.milliseconds;
    seen.repeated += whole.repeated;
  }
  expect(seen.repeated).toBeGreaterThan(0);
  return (
    `${seen.killed} runs killed (${seen.ended} had ended) in ${seen.rounds} rounds of ${PROGRAMS} programs, seed ${SEED}: ` +
    `no damaged entry, no wrong answer, ${seen.repeated} answers repeated from the cache`
  );
}

describe('a cached, sharded run', () => {
  it(
    `survives being killed ${KILLS} times at random moments`,
    async () => {
      console.log(await killAll());
    },
    120_000 + KILLS * 30_000,
  );
});
