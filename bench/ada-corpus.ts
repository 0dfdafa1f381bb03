/**
 * Every program of the Ada corpus: its tasks, what was left open, whether it can get stuck, and what the
 * answer rests on. Times are processor time, so that a busy machine does not change the answers.
 *
 *     npm run corpus:ada -- [seconds for each program] [names that contain this]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../src/model/diagnostic.js';
import { type CheckOptions, check } from '../src/verify/check.js';
import { type Loaded, loadFile } from '../src/verify/load.js';
import type { Result } from '../src/verify/result.js';

const CORPUS = process.env.HEDDLE_ADA_CORPUS ?? '../shared/corpus/ada';

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

interface Expected {
  main: string;
  observed: { behaviour: string };
}

async function main(): Promise<void> {
  const limit = Number(process.argv[2] ?? 60);
  const wanted = process.argv[3] ?? '';
  if (!existsSync(CORPUS)) {
    console.log(`no corpus at ${CORPUS}: nothing to do`);
    return;
  }
  const names = readdirSync(CORPUS)
    .filter((name) => existsSync(join(CORPUS, name, 'expected.json')) && name.includes(wanted))
    .sort();
  let conclusive = 0;
  let crashed = 0;
  for (const name of names) {
    const expected = JSON.parse(readFileSync(join(CORPUS, name, 'expected.json'), 'utf8')) as Expected;
    const started = seconds();
    let line: string;
    try {
      const loaded = load(join(CORPUS, name), expected.main);
      const result = await answer(loaded, limit);
      if (result.verdict !== 'inconclusive') conclusive++;
      line = told(loaded, result);
    } catch (error) {
      crashed++;
      line = error instanceof InputError ? `not read: ${error.message}` : `CRASH: ${(error as Error).stack}`;
    }
    const observed = expected.observed.behaviour.split(/[:(,]/)[0].trim();
    console.log(`${name} (GNAT: ${observed}): ${line} [${(seconds() - started).toFixed(1)} s]`);
  }
  console.log(`${conclusive} of ${names.length} conclusive, ${crashed} not read`);
}

function load(folder: string, mainFile: string): Loaded {
  const file = readdirSync(folder).find((name) => name.toLowerCase() === mainFile.toLowerCase());
  if (file) return loadFile(join(folder, file));
  return loadFile(folder, { target: mainFile.replace(/\..*$/, '') });
}

async function answer(loaded: Loaded, limit: number): Promise<Result> {
  const options: CheckOptions = { deadlock: true, now: seconds, timeSeconds: limit };
  const [result] = await check(loaded, options);
  return result;
}

function told(loaded: Loaded, result: Result): string {
  const { system } = loaded.program;
  const left = loaded.diagnostics
    .filter(({ severity }) => severity === 'notice')
    .map(({ message }) => message);
  const rests = result.verdict === 'holds' ? `${result.strength}, ${result.engine}` : result.reason;
  const states = result.statistics.states === undefined ? '' : `, ${result.statistics.states} states`;
  const open = left.length === 0 ? 'nothing left open' : left.join('; ');
  return `${system.types.length - 1} tasks; ${result.verdict} (${rests}${states}); ${open}`;
}

await main();
