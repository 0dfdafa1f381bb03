/** Two threads against one: what they cost together, and how much sooner they are done. */
import { DEFAULT_SETTINGS } from '../../src/engine/reach/compiled/store/settings.js';
import { explore } from './ours.js';
import type { Model } from './pan.js';
import { cells, judgeWorst, Row, say } from './table.js';

/** Below so many states, or transitions, starting the threads is too much of it. */
const MANY_STATES = 2_000_000;
const MANY_TRANSITIONS = 10_000_000;
/** Where others use more than so much of a processor, how long something takes says nothing. */
const QUIET = 0.15;

/**
 * Two threads against one that uses the same table in the same way, as the reference has it: how much more
 * time both take together. Beside it, against the search that knows no threads, and how long both take on the
 * clock, from starting the program to its end.
 */
export async function twoWorkers(models: Model[], rounds: number, folder: string): Promise<void> {
  if (models.length === 0) return;
  say(
    '\nTwo workers: CPU seconds of all threads, against one worker, and against a search without threads;\n' +
      'seconds on the clock without threads and with two, and processors that other programs used meanwhile\n',
  );
  const columns = ['states', 'no threads', 'one', 'two', 'two/one', 'two/none'];
  say(cells('model', ...columns, 'clock none', 'clock two', 'speed-up', 'others'));
  const inflations: { name: string; value: number }[] = [];
  const gains: { name: string; value: number; others: number }[] = [];
  const { headStart } = DEFAULT_SETTINGS;
  const ways = { none: {}, one: { workers: 1, apart: true, headStart }, two: { workers: 2, headStart } };
  for (const { name, ...model } of models) {
    const row = new Row(name);
    let transitions = 0;
    for (let round = 0; round < rounds; round++)
      for (const [way, settings] of Object.entries(ways)) {
        const explored = await explore({ name, ...model }, 'breadth', folder, settings, 'files');
        row.add(way, explored);
        transitions = explored.transitions;
      }
    for (const way of ['one', 'two'])
      if (row.states('none') !== row.states(way))
        say(`  ${name}: ${way} worker(s) have ${row.states(way)} states`);
    const [inflation, gain] = [row.ratio('two', 'one'), row.wall('none') / row.wall('two')];
    if (row.states('none') >= MANY_STATES) inflations.push({ name, value: inflation });
    if (transitions >= MANY_TRANSITIONS) gains.push({ name, value: gain, others: row.others });
    const seconds = Object.keys(ways).map((way) => row.cpu(way));
    const clock = [row.wall('none'), row.wall('two'), gain, row.others];
    const ratios = [inflation, row.ratio('two', 'none')];
    say(
      cells(name, row.states('none'), ...[...seconds, ...ratios, ...clock].map((value) => value.toFixed(2))),
    );
  }
  judgeWorst({ what: 'two workers, inflation', most: 1.15 }, inflations);
  const quiet = gains.filter(({ others }) => others <= QUIET);
  judgeWorst({ what: 'two workers, speed-up on the clock', least: 1.6 }, quiet);
  if (quiet.length < gains.length)
    say(`  speed-up on the clock not judged where others used more than ${QUIET} processors`);
}
