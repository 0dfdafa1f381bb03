/**
 * Starts `explore-model` as the command line starts: from few files, compiled before (src/cli/prepared.ts).
 * With `--prepare` before the rest, what is compiled meanwhile is kept. With `--files`: from the files as
 * they are.
 */
import { PreparedCode } from '../src/cli/prepared.js';
import type * as Explore from './explore-model.js';

const argv = process.argv.slice(2);
if (argv[0] === '--files') await (await import('./explore-model.js')).exploreModel(argv.slice(1));
else {
  const code = new PreparedCode(new URL('../bundle/', import.meta.url));
  const { exploreModel } = code.load('explore-model.cjs') as typeof Explore;
  const prepares = argv[0] === '--prepare';
  await exploreModel(prepares ? argv.slice(1) : argv);
  if (prepares) code.keep();
}
