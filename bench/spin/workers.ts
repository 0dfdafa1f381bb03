/** Two threads against one: what they cost together, and how much sooner they are done. */
import { DEFAULT_SETTINGS } from '../../src/engine/reach/compiled/store/settings.js';
import { type Cost, median } from '../measured.js';
import { type Explored, explore } from './ours.js';
import type { Model } from './pan.js';
import { cells, judgeWorst, say } from './table.js';

/** Below so many states, or transitions, starting the threads is too much of it. */
const MANY_STATES = 2_000_000;
const MANY_TRANSITIONS = 10_000_000;
/** From so many on, starting the program and compiling the model take less than a tenth of a run. */
const VERY_MANY_TRANSITIONS = 30_000_000;
/**
 * So many times the rounds of other tables: memory is slower in some minutes than in others, by more than what is
 * looked for here. For the same reason each run is compared with those of its own round, and the rounds of a model lie
 * minutes apart: those of the others come between.
 */
const MORE_ROUNDS = 3;
/** Where others use more than so much of a processor, how long something takes says nothing. */
const QUIET = 0.15;

const WAYS = {
  none: {},
  one: { workers: 1, apart: true, headStart: DEFAULT_SETTINGS.headStart },
  two: { workers: 2 },
};
type Way = keyof typeof WAYS;
type Run = Cost & Explored;

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
  const all = models.map((model) => ({ model, runs: { none: [], one: [], two: [] } as Record<Way, Run[]> }));
  for (let round = 0; round < MORE_ROUNDS * rounds; round++)
    for (const { model, runs } of all)
      for (const way of Object.keys(WAYS) as Way[])
        runs[way].push(await explore(model, 'breadth', folder, WAYS[way]));
  for (const { model, runs } of all) {
    const { name } = model;
    const each = (what: keyof Run, ...ways: Way[]) =>
      ways.map((way) => median(runs[way].map((run) => Number(run[what]))));
    const ratio = (what: keyof Run, way: Way, to: Way) =>
      median(runs[way].map((run, round) => Number(run[what]) / Number(runs[to][round][what])));
    const [{ states, transitions }] = runs.none;
    for (const way of ['one', 'two'] as const)
      if (runs[way][0].states !== states)
        say(`  ${name}: ${way} worker(s) have ${runs[way][0].states} states`);
    const inflation = ratio('cpu', 'two', 'one');
    if (states >= MANY_STATES) inflations.push({ name, value: inflation });
    const [searching, whole] = [ratio('seconds', 'none', 'two'), ratio('wall', 'none', 'two')];
    const others = median(Object.values(runs).flatMap((some) => some.map((run) => run.others)));
    gains.push({ name, transitions, searching, whole, others });
    const costs = [...each('cpu', 'none', 'one', 'two'), inflation, ratio('cpu', 'two', 'none')];
    const clocks = [...each('seconds', 'none', 'two'), searching, ...each('wall', 'none', 'two'), whole];
    say(cells(name, states, ...[...costs, ...clocks, others].map((value) => value.toFixed(2))));
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
