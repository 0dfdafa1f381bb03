/**
 * Compiled search against SPIN's: whole-process CPU time and memory of runs that take turns, medians of
 * several rounds, as ratios. Needs `spin` and `gcc`; says so where they are missing. The larger models of
 * the corpus are measured where ../shared is there.
 *
 *     node build/bench/spin.js [rounds] [names of models]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type Cost, geometricMean, measured, median } from './measured.js';
import { FASTEST, type Model, Peer, SAFETY, USUAL } from './pan.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const model = (name: string, file: string, depth: number): Model => ({
  name,
  file: here(`../../bench/models/${file}.pml`),
  depth,
});

const OURS: Model[] = [
  model('P5', 'filter-lock', 2_000_000),
  model('S46', 'go-back-n', 1_000_000),
  model('S38', 'go-back-n-38', 3_000_000),
  model('R9', 'chang-roberts', 10_000),
  model('D10', 'dolev-klawe-rodeh', 10_000),
];

/** The twelve largest models of the corpus that pan finishes. */
function largestOfCorpus(): Model[] {
  const folder = here('../../../shared/corpus/promela/');
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

interface Explored {
  states: number;
  transitions: number;
  bytes: number;
}

/** Our search in few files, as the command line is delivered: see rolldown.config.js. */
const BUNDLE = here('../bundle');

async function bundle(): Promise<void> {
  const built = await rolldown({ input: here('explore-model.js'), platform: 'node', logLevel: 'silent' });
  await built.write({ dir: BUNDLE, format: 'esm', entryFileNames: '[name].js' });
  await built.close();
}

/** Ours, in a process of its own. */
async function explore({ file }: Model, order: string, folder: string): Promise<Cost & Explored> {
  const cost = await measured([process.execPath, join(BUNDLE, 'explore-model.js'), file, order], folder);
  const { states, transitions, bytes } = JSON.parse(cost.output) as Explored;
  return { ...cost, states, transitions, bytes };
}

/** As many slots as our table has at a load of 0.8, so that pan's memory is not mere emptiness. */
const slotsFor = (states: number): number => Math.ceil(Math.log2(states / 0.8));

class Row {
  private readonly costs = new Map<string, (Cost & { states: number })[]>();

  constructor(readonly name: string) {}

  add(column: string, cost: Cost & { states: number }): void {
    this.costs.set(column, [...(this.costs.get(column) ?? []), cost]);
  }

  cpu = (column: string): number => median(this.costs.get(column)!.map(({ cpu }) => cpu));
  memory = (column: string): number => median(this.costs.get(column)!.map(({ memory }) => memory));
  states = (column: string): number => this.costs.get(column)![0].states;
  ratio = (peer: string, ours: string): number => this.cpu(peer) / this.cpu(ours);
}

const MEBIBYTE = 1024 ** 2;
const cells = (...texts: (string | number)[]): string =>
  texts.map((text, i) => (i === 0 ? String(text).padEnd(16) : String(text).padStart(11))).join(' ');
const say = (line: string) => process.stdout.write(`${line}\n`);

async function searchRates(models: Model[], rounds: number, peer: Peer, folder: string): Promise<void> {
  const floor = (await explore(TRIVIAL, 'breadth', folder)).memory;
  const peerFloor = (await peer.run(TRIVIAL, USUAL, 4)).memory;
  say(`\nSearch: CPU seconds, and ratios pan / ours (more than 1: ours is faster or smaller)\n`);
  say(
    cells(
      'model',
      'states',
      'ours bfs',
      'ours dfs',
      'pan -O2',
      'pan fastest',
      'bfs/-O2',
      'bfs/fastest',
      'dfs/-O2',
      'peak RSS',
      'RSS/state',
      'bytes/state',
    ),
  );
  const rows: Row[] = [];
  for (const one of models) {
    const row = new Row(one.name);
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const ours = await explore(one, 'breadth', folder);
      bytes = ours.bytes;
      row.add('breadth', ours);
      row.add('depth', await explore(one, 'depth', folder));
      const slots = slotsFor(ours.states);
      const usual = await peer.run(one, USUAL, slots);
      row.add('usual', usual);
      row.add('fastest', await peer.run(one, FASTEST, slots));
      if (usual.states !== ours.states || usual.transitions !== ours.transitions)
        say(
          `  ${one.name}: pan has ${usual.states} states and ${usual.transitions} transitions, ours ${ours.states} and ${ours.transitions}`,
        );
    }
    rows.push(row);
    const states = row.states('breadth');
    const perState = (column: string, least: number) => (row.memory(column) - least) / states;
    say(
      cells(
        row.name,
        states,
        ...['breadth', 'depth', 'usual', 'fastest'].map((column) => row.cpu(column).toFixed(2)),
        row.ratio('usual', 'breadth').toFixed(2),
        row.ratio('fastest', 'breadth').toFixed(2),
        row.ratio('usual', 'depth').toFixed(2),
        (row.memory('usual') / row.memory('breadth')).toFixed(2),
        (perState('usual', peerFloor) / perState('breadth', floor)).toFixed(2),
        (bytes / states).toFixed(1),
      ),
    );
  }
  const mean = (peerColumn: string, ours: string) =>
    geometricMean(rows.map((row) => row.ratio(peerColumn, ours)));
  say(
    `geometric means: breadth-first ${mean('usual', 'breadth').toFixed(2)} against -O2, ` +
      `${mean('fastest', 'breadth').toFixed(2)} against the fastest build; depth-first ${mean('usual', 'depth').toFixed(2)}`,
  );
  say(
    `a trivial model takes ${Math.round(floor / MEBIBYTE)} MiB here and ${Math.round(peerFloor / MEBIBYTE)} MiB in pan`,
  );
}

const TRIVIAL = model('trivial', 'trivial', 100);
/** Searches of a few thousand states: what counts is how long it takes to have an answer at all. */
const SMALL = [
  model('trivial', 'trivial', 100),
  model('ring-small', 'dolev-klawe-rodeh-4', 10_000),
  model('lock-small', 'filter-lock-3', 100_000),
];

async function timeToVerdict(rounds: number, peer: Peer, folder: string): Promise<void> {
  say(`\nFrom source to verdict, CPU seconds: \`heddle check\` against spin -a, gcc -O2 and pan together\n`);
  say(cells('model', 'ours', 'spin+gcc+pan', 'ours/theirs'));
  for (const one of SMALL) {
    const row = new Row(one.name);
    for (let round = 0; round < rounds; round++) {
      const cli = here('../src/cli/main.js');
      row.add('ours', {
        ...(await measured([process.execPath, cli, 'check', '--no-cache', one.file], folder)),
        states: 0,
      });
      const { cpu } = await peer.build(one, ['-O2', ...SAFETY]);
      const ran = await peer.run(one, USUAL, 16);
      row.add('theirs', { ...ran, cpu: cpu + ran.cpu });
    }
    say(
      cells(
        row.name,
        row.cpu('ours').toFixed(2),
        row.cpu('theirs').toFixed(2),
        (1 / row.ratio('theirs', 'ours')).toFixed(2),
      ),
    );
  }
}

const missing = Peer.missing();
if (missing) say(`nothing to compare with: ${missing}`);
else {
  const [rounds = '3', ...names] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'heddle-spin-'));
  try {
    const peer = new Peer(folder);
    await bundle();
    const chosen = (models: Model[]) =>
      models.filter(({ name }) => names.length === 0 || names.includes(name));
    await timeToVerdict(Number(rounds), peer, folder);
    await searchRates(chosen(OURS), Number(rounds), peer, folder);
    const corpus = chosen(largestOfCorpus());
    if (corpus.length > 0) await searchRates(corpus, Number(rounds), peer, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
