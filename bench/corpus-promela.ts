/**
 * Models from public repositories, one line each: the number of states and every verdict, ours beside SPIN's.
 * Reads ../shared/corpus/promela, which is not a part of this repository. A model gets so many seconds of
 * processor time for its states and as many for its verdicts (HEDDLE_CORPUS_SECONDS); what is not decided by
 * then says nothing. The run fails where a verdict contradicts SPIN's, or a number of states differs that
 * docs/promela.md does not explain.
 */
import { existsSync, readFileSync } from 'node:fs';
import { exploreCompiled } from '../src/engine/reach/compiled/index.js';
import { LimitReached } from '../src/engine/reach/reference/meter.js';
import { check } from '../src/verify/check.js';
import { type Loaded, loadFile } from '../src/verify/load.js';
import { type Model, spinVerdict } from './corpus-promela-expected.js';

const folder = '../shared/corpus/promela/';
const seconds = Number(process.env.HEDDLE_CORPUS_SECONDS ?? 1);
const bytes = 2 ** 30;

/** Numbers of states that differ for a reason given in docs/promela.md. */
const explained = new Set<string>([]);
/** Verdicts that do. */
const explainedVerdicts = new Set(['reg_channel_poll: assertions']);

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function ourStates({ program }: Loaded): Promise<number | undefined> {
  try {
    const budget = { now: processorSeconds, deadline: processorSeconds() + seconds, bytes };
    const found = await exploreCompiled(program.system, budget);
    return 'unsupported' in found ? undefined : found.states;
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}

/** `unknown` to SPIN; `undecided` by us in the time there was. */
const OUTCOMES = ['equal', 'different', 'explained', 'unknown', 'undecided'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Ours beside SPIN's: where SPIN has none there is nothing to compare with. */
function outcomeOf<T>(ours: T | undefined, theirs: T | undefined, isExplained: boolean): Outcome {
  if (theirs === undefined) return 'unknown';
  if (ours === undefined) return 'undecided';
  if (ours === theirs) return 'equal';
  return isExplained ? 'explained' : 'different';
}

interface Row {
  id: string;
  ours: number | undefined;
  spin: number | undefined;
  states: Outcome;
  verdicts: { text: string; outcome: Outcome }[];
  seconds: number;
}

async function row(model: Model): Promise<Row> {
  const started = processorSeconds();
  const { id } = model;
  const loaded = loadFile(`${folder}${id}.pml`);
  const plain = model.runs.find(({ run }) => run === 'plain-all');
  const spin = plain?.complete ? plain.stored : undefined;
  const ours = await ourStates(loaded);
  const results = await check(loaded, { timeSeconds: seconds, memoryBytes: bytes, now: processorSeconds });
  const verdicts = results.map(({ property, verdict }) => {
    const theirs = spinVerdict(model, property);
    const ours = verdict === 'inconclusive' ? undefined : verdict;
    const outcome = outcomeOf(ours, theirs, explainedVerdicts.has(`${id}: ${property}`));
    const sign = outcome === 'equal' ? '=' : ours && theirs ? '≠' : '?';
    return { text: `${property}: ${verdict} ${sign} ${theirs ?? 'unknown'}`, outcome };
  });
  const states = outcomeOf(ours, spin, explained.has(id));
  return { id, ours, spin, states, verdicts, seconds: processorSeconds() - started };
}

function line({ id, ours, spin, states, verdicts, seconds }: Row): string {
  const numbers = [ours, spin].map((count) => (count === undefined ? '-' : String(count)).padStart(10));
  return `${id.padEnd(22)}${numbers.join('')}  ${states.padEnd(10)}${seconds.toFixed(2).padStart(6)}  ${verdicts.map(({ text }) => text).join('; ')}\n`;
}

if (!existsSync(`${folder}expected.json`)) {
  process.stdout.write(`${folder} is not here: nothing to compare with\n`);
} else {
  const models: Model[] = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));
  process.stdout.write(
    `${'model'.padEnd(22)}${'states'.padStart(10)}${"SPIN's".padStart(10)}  ${''.padEnd(10)}   CPU  verdicts (ours = SPIN's)\n`,
  );
  const rows: Row[] = [];
  for (const model of models) {
    const next = await row(model);
    rows.push(next);
    process.stdout.write(line(next));
  }
  const verdicts = rows.flatMap((one) => one.verdicts.map(({ outcome }) => outcome));
  const states = rows.map((one) => one.states);
  const counted = (outcomes: Outcome[]): string =>
    OUTCOMES.map((one) => `${outcomes.filter((outcome) => outcome === one).length} ${one}`).join(', ');
  process.stdout.write(
    `${rows.length} models in ${processorSeconds().toFixed(0)} s of processor time ` +
      '(unknown: SPIN has no answer; undecided: we have none in the time there was)\n' +
      `states: ${counted(states)}\nverdicts: ${counted(verdicts)}\n`,
  );
  if ([...states, ...verdicts].includes('different')) process.exitCode = 1;
}
