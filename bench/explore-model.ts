/**
 * One search of all states in a process of its own, so that its cost can be measured:
 * `FILE breadth|depth [settings of the store, as JSON]`.
 */
import { exploreCompiled, reachCompiled } from '../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS, type StoreSettings } from '../src/engine/reach/compiled/store/settings.js';
import { startThreads } from '../src/engine/reach/compiled/workers/threads.js';
import { constant } from '../src/model/expression.js';
import { openFile } from '../src/verify/open.js';

/** Nothing violates it, so the search does not end early. */
const always = { name: 'always', text: '', ask: { kind: 'invariant', predicate: constant(1) } } as const;

export async function exploreModel([file, order, chosen = '{}']: string[]): Promise<void> {
  const settings: StoreSettings = { ...DEFAULT_SETTINGS, ...JSON.parse(chosen) };
  // As the command line does.
  startThreads(settings.workers - 1);
  const { system } = (await openFile(file)).program;
  const budget = { now: () => performance.now() / 1000, bytes: 4 * 1024 ** 3 };
  const depthFirst = async () => {
    const answer = await reachCompiled(system, always, budget, 'depth', settings);
    return 'statistics' in answer ? answer.statistics : answer;
  };
  const explored = await (order === 'depth' ? depthFirst() : exploreCompiled(system, budget, settings));
  process.stdout.write(JSON.stringify(explored));
}
