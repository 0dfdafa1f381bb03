/** The models that are searched by both: ours, and the larger ones of the corpus. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Model } from './pan.js';

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const model = (name: string, file: string, depth: number): Model => ({
  name,
  file: here(`../../../bench/models/${file}.pml`),
  depth,
});

export const OURS: Model[] = [
  model('P5', 'filter-lock', 2_000_000),
  model('S46', 'go-back-n', 1_000_000),
  model('S38', 'go-back-n-38', 3_000_000),
  model('R9', 'chang-roberts', 10_000),
  model('D10', 'dolev-klawe-rodeh', 10_000),
];

/** The same with more nodes or slots: searches of some seconds, beside which starting the program is little. */
export const LARGER: Model[] = [
  model('S47', 'go-back-n-47', 1_000_000),
  model('R10', 'chang-roberts-10', 10_000),
  model('D11', 'dolev-klawe-rodeh-11', 10_000),
];

export const TRIVIAL = model('trivial', 'trivial', 100);

/** Searches of a few thousand states: what counts is how long it takes to have an answer at all. */
export const SMALL = [
  TRIVIAL,
  model('ring-small', 'dolev-klawe-rodeh-4', 10_000),
  model('lock-small', 'filter-lock-3', 100_000),
];

/** The twelve largest models of the corpus that pan finishes. */
export function largestOfCorpus(): Model[] {
  const folder = here('../../../../shared/corpus/promela/');
  if (!existsSync(folder)) return [];
  interface Run {
    run: string;
    complete: boolean;
    stored: number;
    args: string;
  }
  const models: { id: string; runs: Run[] }[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));
  return models
    .flatMap(({ id, runs }) => {
      const run = runs.find((one) => one.run === 'plain-all' && one.complete);
      const depth = Number(/-m(\d+)/.exec(run?.args ?? '')?.[1]);
      return run ? [{ name: id, file: `${folder}${id}.pml`, depth, stored: run.stored }] : [];
    })
    .sort((a, b) => b.stored - a.stored)
    .slice(0, 12);
}

const PROCESSES = 50;
/** Of each process: statements that follow one another, and rounds of them that it may choose from. */
const STATEMENTS = 10;
const CHOICES = 4;

/** Fifty different processes in a ring of channels, with two thousand transitions. */
export function wideModel(folder: string): Model {
  const statement = (p: number, n: number): string => {
    if (n % 10 === 3) return `c${p} ! x + ${n}`;
    if (n % 10 === 7) return `c${(p + 1) % PROCESSES} ? x`;
    return n % 2 === 0 ? `x = (x + ${(p * 7 + n) % 11}) % 13` : `y = (y ^ x) & ${(n % 7) + 1}`;
  };
  const round = (p: number, choice: number): string =>
    Array.from({ length: STATEMENTS }, (_, i) => statement(p, choice * STATEMENTS + i)).join('; ');
  const process = (p: number): string =>
    `active proctype P${p}() {\n  byte x, y;\n  do\n${Array.from({ length: CHOICES }, (_, choice) => `  :: ${round(p, choice)}`).join('\n')}\n  od\n}`;
  const numbers = Array.from({ length: PROCESSES }, (_, p) => p);
  const text = [...numbers.map((p) => `chan c${p} = [2] of { byte };`), ...numbers.map(process)].join('\n');
  const file = join(folder, 'wide.pml');
  writeFileSync(file, `${text}\n`);
  return { name: 'wide', file, depth: 10_000 };
}
