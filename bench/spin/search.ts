/**
 * All states, exactly: breadth first and depth first against pan's usual and its fastest build. How fast that is to be
 * the reference says of its own models; for others it is told how they compare with the same numbers.
 */
import { geometricMean, median, memoryOf } from '../measured.js';
import { TRIVIAL } from './models.js';
import { explore, slotsFor } from './ours.js';
import { FASTEST, type Model, type Peer, USUAL } from './pan.js';
import { cells, judge, judgeWorst, Row, say } from './table.js';
import { verdictShare } from './verdict.js';

const MEBIBYTE = 1024 ** 2;
/** Below so many states the memory of the process says little about that of the search. */
const MANY = 2_000_000;

export async function searchRates(
  models: Model[],
  rounds: number,
  peer: Peer,
  folder: string,
  beyond: boolean,
): Promise<void> {
  if (models.length === 0) return;
  const floor = await memoryOf(rounds, () => explore(TRIVIAL, 'breadth', folder));
  const peerFloor = await memoryOf(rounds, () => peer.run(TRIVIAL, USUAL, 4));
  say(
    '\nSearch: CPU seconds, and ratios pan / ours (more than 1: ours is faster or smaller);\n' +
      'and from source to verdict, ours / (spin -a, gcc -O2 and pan), both as they are by default (less: ours is sooner)\n',
  );
  const columns = ['states', 'ours bfs', 'ours dfs', 'pan -O2', 'pan fastest', 'bfs/-O2', 'bfs/fastest'];
  say(cells('model', ...columns, 'dfs/-O2', 'peak RSS', 'RSS/state', 'bytes/state', 'verdict'));
  const rows: { row: Row; bytes: number; perState: number; peak: number }[] = [];
  let [differences, uncompared] = [0, 0];
  for (const one of models) {
    const row = new Row(one.name);
    let bytes = 0;
    const verdicts: number[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const ours = await explore(one, 'breadth', folder);
        bytes = ours.bytes;
        row.add('breadth', ours);
        row.add('depth', await explore(one, 'depth', folder, { marked: true }));
        const slots = slotsFor(ours.states);
        const usual = await peer.run(one, USUAL, slots);
        row.add('usual', usual);
        row.add('fastest', await peer.run(one, FASTEST, slots));
        verdicts.push(await verdictShare(one, peer, folder));
        if (usual.states !== ours.states || usual.transitions !== ours.transitions) {
          differences++;
          say(
            `  ${one.name}: pan has ${usual.states} states and ${usual.transitions} transitions, ours ${ours.states} and ${ours.transitions}`,
          );
        }
      }
    } catch (error) {
      uncompared++;
      say(`  ${one.name} is not compared: ${error instanceof Error ? error.message : error}`);
      continue;
    }
    const states = row.states('breadth');
    const above = (column: string, least: number) => (row.memory(column) - least) / states;
    const perState = above('usual', peerFloor) / above('breadth', floor);
    const peak = row.memory('usual') / row.memory('breadth');
    rows.push({ row, bytes: bytes / states, perState, peak });
    say(
      cells(
        row.name,
        states,
        ...['breadth', 'depth', 'usual', 'fastest'].map((column) => row.cpu(column).toFixed(2)),
        row.ratio('usual', 'breadth').toFixed(2),
        row.ratio('fastest', 'breadth').toFixed(2),
        row.ratio('usual', 'depth').toFixed(2),
        peak.toFixed(2),
        perState.toFixed(2),
        (bytes / states).toFixed(1),
        median(verdicts).toFixed(2),
      ),
    );
  }
  const gate = (what: string, theirs: string, ours: string, mean: number, least: number): void => {
    const values = rows.map(({ row }) => ({ name: row.name, value: row.ratio(theirs, ours) }));
    const overall = geometricMean(values.map(({ value }) => value));
    judge({ what: `${what}, geometric mean`, least: mean, beyond }, overall);
    judgeWorst({ what: `${what}, each model`, least, beyond }, values);
  };
  gate('breadth first against -O2', 'usual', 'breadth', 4.5, 3);
  gate("breadth first against pan's fastest", 'fastest', 'breadth', 3.5, 2.5);
  gate('depth first against -O2', 'usual', 'depth', 3.5, 2.5);
  const large = rows.filter(({ row }) => row.states('breadth') >= MANY);
  const of = (value: (one: (typeof rows)[number]) => number) =>
    large.map((one) => ({ name: one.row.name, value: value(one) }));
  judgeWorst(
    { what: 'peak memory, pan / ours', least: 2 },
    of(({ peak }) => peak),
  );
  judgeWorst(
    { what: 'memory a state beyond a trivial model, pan / ours', least: 4 },
    of(({ perState }) => perState),
  );
  judgeWorst(
    { what: 'bytes a state', most: 20 },
    of(({ bytes }) => bytes),
  );
  judge({ what: 'models that are not compared', most: 0 }, uncompared);
  judge({ what: 'runs with other numbers of states or transitions than pan', most: 0 }, differences);
  say(
    `  a trivial model takes ${Math.round(floor / MEBIBYTE)} MiB here and ${Math.round(peerFloor / MEBIBYTE)} MiB in pan`,
  );
}
