/**
 * Where answers are kept: in a folder of the user's, never of the project's, because whoever hands over a
 * program must not be able to hand over answers with it. Build machines start afresh and keep none.
 */
import { isAbsolute, join } from 'node:path';
import type { Io } from '../io.js';

/** Undefined where nothing is to be kept. */
export function cacheFolder({ env }: Pick<Io, 'env'>): string | undefined {
  if (isContinuousIntegration(env)) return undefined;
  if (env.HEDDLE_CACHE !== undefined) return absolute(env.HEDDLE_CACHE);
  const home = absolute(env.HOME);
  const root = absolute(env.XDG_CACHE_HOME) ?? absolute(env.LOCALAPPDATA) ?? (home && join(home, '.cache'));
  return root === undefined ? undefined : join(root, 'heddle');
}

const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

const isContinuousIntegration = ({ CI }: Io['env']): boolean =>
  CI !== undefined && CI !== '' && CI !== '0' && CI.toLowerCase() !== 'false';
