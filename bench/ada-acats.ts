/**
 * The conformance tests: no execution calls Report.Failed, and Report.Result is reached. A test is left out
 * where it needs what is not modelled; the reason is printed.
 *
 *     npm run corpus:acats -- [seconds for each test] [names that contain this]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAda } from '../src/language/ada/decode.js';
import { type AdaOptions, readAda } from '../src/language/ada/index.js';
import type { System } from '../src/model/system.js';
import { check } from '../src/verify/check.js';
import type { Loaded } from '../src/verify/load.js';

const CORPUS = process.env.HEDDLE_ACATS_CORPUS ?? '../shared/corpus/ada-acats';
const SUPPORT = ['impdef.a', 'tctouch.ada', 'f940a00.a', 'f954a00.a'];

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function main(): Promise<void> {
  const limit = Number(process.argv[2] ?? 20);
  const wanted = process.argv[3] ?? '';
  if (!existsSync(CORPUS)) {
    console.log(`no tests at ${CORPUS}: nothing to do`);
    return;
  }
  const count = { passed: 0, quiet: 0, all: 0 };
  for (const name of readdirSync(join(CORPUS, 'c9')).sort()) {
    if (!name.includes(wanted)) continue;
    count.all++;
    try {
      const free = await verdict(name, limit, { delays: 'free' });
      if (free === 'passed') {
        count.passed++;
        console.log(`${name}: passed, whatever time delays take`);
        continue;
      }
      const quiet = await verdict(name, limit, { delays: 'quiet' });
      if (quiet === 'passed') count.quiet++;
      console.log(
        `${name}: ${quiet === 'passed' ? 'passed, where delays end when nothing else can happen' : quiet}; else ${free}`,
      );
    } catch (error) {
      console.log(`${name}: CRASH ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`);
    }
  }
  console.log(`${count.passed} + ${count.quiet} of ${count.all} passed`);
}

async function verdict(name: string, limit: number, options: AdaOptions): Promise<string> {
  const text = (file: string) => ({ file, text: decodeAda(readFileSync(join(CORPUS, file))) });
  const texts = [text(join('c9', name)), ...SUPPORT.map((file) => text(join('support', file)))];
  const main = name.replace(/\..*$/, '');
  const reading = readAda(texts, { ...options, main, asked: ['failed result'] });
  if (!reading.ok) return `not read: ${reading.diagnostics[0]?.message}`;
  const loaded: Loaded = { file: name, language: 'ada', program: reading.value, diagnostics: [] };
  const failed = await never(loaded, 'failed', limit);
  if (failed.verdict === 'violated') return `fails: ${failed.reason}`;
  if (failed.verdict === 'inconclusive') return `open: ${failed.reason}`;
  const result = await never(loaded, 'result', limit);
  if (result.verdict === 'violated') return 'passed';
  return `Report.Result is not reached (${result.verdict}${result.reason ? `: ${result.reason}` : ''})`;
}

/** Does the event never happen? Where the model has no such event at all, it is only asked whether it is followed to its ends. */
async function never(
  loaded: Loaded,
  event: string,
  limit: number,
): Promise<{ verdict: string; reason?: string }> {
  const { system } = loaded.program;
  const text = hasEvent(system, event) ? `absence of "**->${event}" globally` : 'invariant 0 == 0';
  const properties = [{ file: 'never', text }];
  const [found] = await check(loaded, { properties, timeSeconds: limit, now: seconds });
  return found.verdict === 'holds' ? { verdict: 'holds' } : { verdict: found.verdict, reason: found.reason };
}

const hasEvent = (system: System, event: string): boolean =>
  system.types.some((type) => type.steps.some((step) => step.event?.name.endsWith(`->${event}`)));

await main();
