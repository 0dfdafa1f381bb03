/** From source to verdict: `heddle check` against spin, gcc and pan together. */
import { existsSync } from 'node:fs';
import { type Cost, measured } from '../measured.js';
import { here, SMALL, wideModel } from './models.js';
import { type Model, type Peer, SAFETY, USUAL } from './pan.js';
import { cells, judge, judgeWorst, Row, say } from './table.js';

/** The command line as it is delivered. */
const COMMAND = here('../../../dist/cli/main.js');

/** States until the answer is cut short. */
const FIRST_STATES = 10_000;

async function checked({ name, file }: Model, folder: string, more: string[] = []): Promise<Cost> {
  const command = [process.execPath, COMMAND, 'check', '--no-cache', '--reporter', 'json', ...more, file];
  const cost = await measured(command, folder);
  // Notices come before it.
  const { results } = JSON.parse(cost.output.slice(cost.output.indexOf('{'))) as { results?: unknown[] };
  if (!results?.length) throw new Error(`${name}: no answer\n${cost.output}`);
  return cost;
}

/** CPU seconds from the source to what SPIN tells of all states, as a part of its own. */
export async function verdictShare(model: Model, peer: Peer, folder: string): Promise<number> {
  const ours = await checked(model, folder, ['--deadlock', '--property', 'assertions']);
  return ours.cpu / (await peer.verdict(model));
}

export async function timeToVerdict(rounds: number, peer: Peer, folder: string): Promise<void> {
  if (!existsSync(COMMAND)) {
    say('from source to verdict: not measured, because the command line is not built (npm run build)');
    return;
  }
  say(`\nFrom source to verdict, CPU seconds: \`heddle check\` against spin -a, gcc -O2 and pan together\n`);
  say(cells('model', 'ours', 'spin+gcc+pan', 'ours/theirs'));
  const values: { name: string; value: number }[] = [];
  for (const one of SMALL) {
    const row = new Row(one.name);
    for (let round = 0; round < rounds; round++) {
      row.add('ours', { ...(await checked(one, folder)), states: 0 });
      const { cpu } = await peer.build(one, USUAL);
      const ran = await peer.run(one, USUAL, 16);
      row.add('theirs', { ...ran, cpu: cpu + ran.cpu });
    }
    const value = row.cpu('ours') / row.cpu('theirs');
    values.push({ name: one.name, value });
    say(cells(one.name, row.cpu('ours').toFixed(2), row.cpu('theirs').toFixed(2), value.toFixed(2)));
  }
  judgeWorst({ what: 'small model, source to verdict, ours / theirs', most: 0.2 }, values);
}

/**
 * Both without reduction, as pan is built here. gcc takes so long for this one that it is done once. With the
 * reduction that is the default, other states are the first ones; that is told beside it.
 */
export async function wideToFirstStates(rounds: number, peer: Peer, folder: string): Promise<void> {
  if (!existsSync(COMMAND)) return;
  const wide = wideModel(folder);
  const row = new Row(wide.name);
  const limit = ['--deadlock', '--max-states', String(FIRST_STATES)];
  for (let round = 0; round < rounds; round++) {
    row.add('ours', { ...(await checked(wide, folder, [...limit, '--reduction', 'none'])), states: 0 });
    row.add('reduced', { ...(await checked(wide, folder, limit)), states: 0 });
  }
  const { cpu } = await peer.build(wide, ['-O2', ...SAFETY]);
  say(`\n2,000 transitions, source to the first ${FIRST_STATES} states, CPU seconds\n`);
  say(cells('model', 'ours', 'spin+gcc', 'ours/theirs'));
  for (const [name, column] of [
    [wide.name, 'ours'],
    ['... reduced', 'reduced'],
  ])
    say(cells(name, row.cpu(column).toFixed(2), cpu.toFixed(2), (row.cpu(column) / cpu).toFixed(3)));
  judge({ what: '2,000 transitions, ours / (spin + gcc)', most: 0.1 }, row.cpu('ours') / cpu);
}
