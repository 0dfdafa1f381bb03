/** Two threads against one: what they cost together, and how much sooner they are done. */
import { DEFAULT_SETTINGS } from '../../src/engine/reach/compiled/store/settings.js';
import { median } from '../measured.js';
import { explore } from './ours.js';
import type { Model } from './pan.js';
import { cells, judgeWorst, Row, say } from './table.js';

/** Below so many states, or transitions, starting the threads is too much of it. */
const MANY_STATES = 2_000_000;
const MANY_TRANSITIONS = 10_000_000;
/** From so many on, starting the program and compiling the model take less than a tenth of a run. */
const VERY_MANY_TRANSITIONS = 30_000_000;
/** Runs of fewer states take less than four seconds, and differ more from one to the next: there are three times as many. */
const FEW_STATES = 8_000_000;
/** Where others use more than so much of a processor, how long something takes says nothing. */
const QUIET = 0.15;

const WAYS = {
  none: {},
  one: { workers: 1, apart: true, headStart: DEFAULT_SETTINGS.headStart },
  two: { workers: 2 },
};
type Way = keyof typeof WAYS;

/**
 * Two threads against one that uses the same table in the same way, as the reference has it: how much more
 * time both take together. Beside it, against the search that knows no threads, how long both take on the
 * clock: the search, with starting the other thread, and the whole program from its start to its end.
 */
export async function twoWorkers(models: Model[], rounds: number, folder: string): Promise<void> {
  if (models.length === 0) return;
  say(
    '\nTwo workers: CPU seconds of all threads, against one worker, and against a search without threads;\n' +
      'seconds of the search on the clock, and of the whole program, without threads and with two;\n' +
      'and processors that other programs used meanwhile\n',
  );
  const columns = ['states', 'no threads', 'one', 'two', 'two/one', 'two/none'];
  const clock = ['search none', 'search two', 'speed-up', 'clock none', 'clock two', 'speed-up', 'others'];
  say(cells('model', ...columns, ...clock));
  const inflations: { name: string; value: number }[] = [];
  const gains: { name: string; transitions: number; searching: number; whole: number; others: number }[] = [];
  for (const model of models) {
    const { name } = model;
    const row = new Row(name);
    const seconds: Record<Way, number[]> = { none: [], one: [], two: [] };
    let transitions = 0;
    for (let round = 0, most = rounds; round < most; round++)
      for (const way of Object.keys(WAYS) as Way[]) {
        const explored = await explore(model, 'breadth', folder, WAYS[way]);
        row.add(way, explored);
        seconds[way].push(explored.seconds);
        transitions = explored.transitions;
        if (explored.states < FEW_STATES) most = 3 * rounds;
      }
    for (const way of ['one', 'two'])
      if (row.states('none') !== row.states(way))
        say(`  ${name}: ${way} worker(s) have ${row.states(way)} states`);
    const inflation = row.ratio('two', 'one');
    if (row.states('none') >= MANY_STATES) inflations.push({ name, value: inflation });
    const [alone, both] = [median(seconds.none), median(seconds.two)];
    const whole = [row.wall('none'), row.wall('two')];
    const { others } = row;
    gains.push({ name, transitions, searching: alone / both, whole: whole[0] / whole[1], others });
    const costs = [row.cpu('none'), row.cpu('one'), row.cpu('two'), inflation, row.ratio('two', 'none')];
    const clocks = [alone, both, alone / both, ...whole, whole[0] / whole[1], others];
    say(cells(name, row.states('none'), ...[...costs, ...clocks].map((value) => value.toFixed(2))));
  }
  judgeWorst({ what: 'two workers, inflation', most: 1.15 }, inflations);
  const quiet = gains.filter(({ others }) => others <= QUIET);
  const least = 1.6;
  judgeWorst(
    { what: 'two workers, speed-up of a search of 10^7 transitions on the clock', least },
    quiet
      .filter(({ transitions }) => transitions >= MANY_TRANSITIONS)
      .map(({ name, searching }) => ({ name, value: searching })),
  );
  judgeWorst(
    { what: 'two workers, speed-up of the whole program on the clock, larger models', least },
    quiet
      .filter(({ transitions }) => transitions >= VERY_MANY_TRANSITIONS)
      .map(({ name, whole }) => ({ name, value: whole })),
  );
  if (quiet.length < gains.length)
    say(`  speed-up on the clock not judged where others used more than ${QUIET} processors`);
}
