/**
 * How much of the corpora gets an answer: every Promela model and every Ada program of ../shared/corpus, which is no
 * part of this repository, checked as `heddle check` does it without options. Seconds are processor time of all threads,
 * so that a busy machine does not change the answers; with `clock` they are those of the clock, as for a user.
 *
 *     npm run corpus:share -- [seconds for each program] [promela|ada] [clock] [names that contain this]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../src/model/diagnostic.js';
import { check } from '../src/verify/check.js';
import { type Loaded, loadFile } from '../src/verify/load.js';
import type { Result } from '../src/verify/result.js';

const CORPUS = process.env.HEDDLE_CORPUS ?? '../shared/corpus';
const [given = process.env.HEDDLE_CORPUS_SECONDS ?? '60', ...words] = process.argv.slice(2);
const limit = Number(given);
const LANGUAGES = ['promela', 'ada'];
const named = words.filter((word) => LANGUAGES.includes(word));
const languages = named.length > 0 ? named : LANGUAGES;
const byClock = words.includes('clock');
const wanted = words.find((word) => word !== 'clock' && !LANGUAGES.includes(word)) ?? '';

const seconds = (): number => {
  if (byClock) return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function programs(language: string): { name: string; load(): Loaded }[] {
  const folder = join(CORPUS, language);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  if (language === 'promela')
    return names
      .filter((name) => name.endsWith('.pml'))
      .map((name) => ({ name: basename(name, '.pml'), load: () => loadFile(join(folder, name)) }));
  return names
    .filter((name) => existsSync(join(folder, name, 'expected.json')))
    .map((name) => ({ name, load: () => loadAda(join(folder, name)) }));
}

function loadAda(folder: string): Loaded {
  const { main } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { main: string };
  const file = readdirSync(folder).find((name) => name.toLowerCase() === main.toLowerCase());
  return file ? loadFile(join(folder, file)) : loadFile(folder, { target: main.replace(/\..*$/, '') });
}

interface Tally {
  programs: number;
  settled: number;
  answers: number;
  conclusive: number;
  engines: Map<string, number>;
}

async function measure(name: string, load: () => Loaded, tally: Tally): Promise<string> {
  tally.programs++;
  let results: Result[];
  try {
    results = await check(load(), { timeSeconds: limit, now: seconds });
  } catch (error) {
    if (error instanceof InputError) return `${name}: not read: ${error.message}`;
    throw error;
  }
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  tally.answers += results.length;
  tally.conclusive += results.length - open.length;
  if (open.length === 0) tally.settled++;
  for (const { engine, verdict } of results)
    if (verdict !== 'inconclusive') tally.engines.set(engine, (tally.engines.get(engine) ?? 0) + 1);
  const told = results.map((result) =>
    result.verdict === 'inconclusive'
      ? `${result.property} inconclusive: ${result.reason.slice(0, 160)}`
      : `${result.property} ${result.verdict} (${result.engine})`,
  );
  return `${name}: ${told.join('; ')}`;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

for (const language of languages) {
  const tally: Tally = { programs: 0, settled: 0, answers: 0, conclusive: 0, engines: new Map() };
  const found = programs(language).filter(({ name }) => name.includes(wanted));
  if (found.length === 0) console.log(`${language}: nothing at ${CORPUS}`);
  for (const { name, load } of found) {
    const started = seconds();
    const line = await measure(name, load, tally);
    console.log(`${line} [${(seconds() - started).toFixed(1)} s]`);
  }
  if (found.length === 0) continue;
  const engines = [...tally.engines].map(([engine, count]) => `${engine} ${count}`).join(', ');
  console.log(
    `${language}: ${tally.settled} of ${tally.programs} programs are settled (${percent(tally.settled, tally.programs)}), ` +
      `${tally.conclusive} of ${tally.answers} answers are conclusive (${percent(tally.conclusive, tally.answers)}), ` +
      `within ${limit} s${byClock ? '' : ' of processor time'} for each program; closed by ${engines}`,
  );
}
