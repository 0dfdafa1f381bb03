/**
 * One search of all states in a process of its own, so that its cost can be measured:
 * `explore-model.js FILE breadth|depth [compression]`. Depth-first it looks for deadlocks; a model that has
 * one ends early, and its counts show it.
 */
import { exploreCompiled, reachCompiled } from '../src/engine/reach/compiled/index.js';
import { type Compression, DEFAULT_SETTINGS } from '../src/engine/reach/compiled/store/settings.js';
import { builtInQuestion } from '../src/property/file/builtin.js';
import { openFile } from '../src/verify/open.js';

const [file, order, compression = 'auto'] = process.argv.slice(2);
const { system } = (await openFile(file)).program;
const budget = { now: () => performance.now() / 1000, bytes: 4 * 1024 ** 3 };
const settings = { ...DEFAULT_SETTINGS, compression: compression as Compression };
const depthFirst = async () => {
  const answer = await reachCompiled(system, builtInQuestion('deadlock-free'), budget, 'depth', settings);
  return 'statistics' in answer ? answer.statistics : answer;
};
const explored = await (order === 'depth' ? depthFirst() : exploreCompiled(system, budget, settings));
process.stdout.write(JSON.stringify(explored));
