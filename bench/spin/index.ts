/**
 * Compiled search against SPIN's: whole-process CPU time and memory of runs that take turns, medians of
 * several rounds, as ratios, and whether each is what it should be. Needs `spin` and `gcc`; says so where
 * they are missing. The larger models of the corpus are measured where ../shared is there.
 *
 *     node build/bench/spin/index.js [rounds] [parts and models]
 *
 * Parts: verdict, wide, search, compact, bitstate, workers, corpus. Without any, everything. What is not as it
 * should be is told once more at the end, and the exit code is then 1; so is what the corpus is slower at than the numbers
 * that are asked of the reference's models, in a list of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARGER, largestOfCorpus, OURS } from './models.js';
import { bundle } from './ours.js';
import { type Model, Peer } from './pan.js';
import { searchRates } from './search.js';
import { bitstate, compactStore } from './stores.js';
import { say, short, unmet } from './table.js';
import { timeToVerdict, wideToFirstStates } from './verdict.js';
import { twoWorkers } from './workers.js';

const PARTS = ['verdict', 'wide', 'search', 'compact', 'bitstate', 'workers', 'corpus'];

async function measure(rounds: number, names: string[], folder: string): Promise<void> {
  const parts = names.filter((name) => PARTS.includes(name));
  const wanted = (part: string) => parts.length === 0 || parts.includes(part);
  const models = names.filter((name) => !PARTS.includes(name));
  const chosen = (all: Model[]) => all.filter(({ name }) => models.length === 0 || models.includes(name));
  const peer = new Peer(folder);
  await bundle();
  if (wanted('verdict')) await timeToVerdict(rounds, peer, folder);
  if (wanted('wide')) await wideToFirstStates(rounds, peer, folder);
  const ours = chosen(OURS);
  if (wanted('search')) await searchRates(ours, rounds, peer, folder, false);
  if (wanted('compact')) await compactStore(ours, rounds, peer, folder);
  if (wanted('bitstate')) await bitstate(ours, rounds, peer, folder);
  if (wanted('workers')) await twoWorkers(chosen([...OURS, ...LARGER]), rounds, folder);
  if (wanted('corpus')) await searchRates(chosen(largestOfCorpus()), rounds, peer, folder, true);
}

const listed = (lines: string[]): string => lines.map((line) => `  ${line}`).join('\n');

const missing = Peer.missing();
if (missing) say(`nothing to compare with: ${missing}`);
else {
  const [rounds = '3', ...names] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-spin-'));
  try {
    await measure(Number(rounds), names, folder);
    say(unmet.length === 0 ? '\nAll of it is met.' : `\nNot met:\n${listed(unmet)}`);
    if (short.length > 0) say(`\nModels of the corpus fall short of the same numbers:\n${listed(short)}`);
    if (unmet.length + short.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
