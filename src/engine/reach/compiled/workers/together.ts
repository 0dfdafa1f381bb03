/** Breadth-first search in as many threads as the settings say: one begins, the others come when it takes long. */
import { Status } from '../search/breadth.js';
import type { Purpose } from '../search/checks.js';
import type { Limits } from '../search/limits.js';
import type { BreadthFirst } from '../search/queue.js';
import { inThreads, type StoreSettings } from '../store/settings.js';
import { Crew, type SceneMaker } from './crew.js';

/** True where a violation was found. `meanwhile`: the search goes on while threads are starting. */
export async function searchTogether(
  search: BreadthFirst,
  settings: StoreSettings,
  makeScene: SceneMaker,
  purpose: Extract<Purpose, { kind: 'everything' | 'questions' }>,
  limits: Limits,
  meanwhile = settings.headStart > 0,
): Promise<boolean> {
  const { workers, headStart } = settings;
  if (!inThreads(settings)) return search.run(limits);
  if (headStart > 0) {
    const status = await search.runUntil(limits, () => limits.seconds > headStart);
    if (status !== Status.paused) return status === Status.found;
  }
  return Crew.finish(search, workers, makeScene, purpose, limits, meanwhile);
}
