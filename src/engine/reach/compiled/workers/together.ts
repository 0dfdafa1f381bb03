/**
 * Breadth-first search in as many threads as the settings say: one begins, the others come when it takes
 * long and the search will not soon begin again.
 */
import { isSurveying } from '../packing/survey.js';
import { Status } from '../search/breadth.js';
import type { Limits } from '../search/limits.js';
import type { BreadthFirst } from '../search/queue.js';
import { inThreads, type StoreSettings } from '../store/settings.js';
import { type Common, Crew } from './crew.js';

/** True where a violation was found. `atOnce`: the others are waited for. */
export async function searchTogether(
  search: BreadthFirst,
  settings: StoreSettings,
  purpose: Common,
  limits: Limits,
  atOnce = settings.headStart === 0,
): Promise<boolean> {
  const { workers, headStart } = settings;
  if (!inThreads(settings)) return search.run(limits);
  const crew = new Crew(search, limits);
  try {
    if (!isSurveying(search.machine)) crew.hire(workers - 1, purpose);
    const alone = limits.seconds + headStart;
    if (headStart > 0) {
      const isSure = () => limits.seconds > alone && !isSurveying(search.machine);
      const status = await search.runUntil(limits, isSure);
      if (status !== Status.paused) return status === Status.found;
    }
    crew.hire(workers - 1, purpose);
    return await crew.finish(atOnce);
  } finally {
    await crew.leave();
  }
}
