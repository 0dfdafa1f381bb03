/**
 * Which engines are tried for a question, and in what order.
 *
 * One search begins at once: what it settles within the head start has cost nothing else. After that,
 * others work beside it in a thread, one after the other: the question about all executions where only fair
 * ones are meant, a short look into the depth and at a coarser model where there is one, the engines that prove without visiting states, the whole search of the coarser
 * model, and last a search that may leave out states and can therefore only find violations.
 */
import { DEFAULT_SETTINGS, type StoreSettings } from '../../engine/reach/compiled/store/settings.js';
import { isAboutAnyProcess, orderOf } from '../../engine/reach/symmetry/index.js';
import type { System } from '../../model/system.js';
import type { Watch } from '../../model/watch.js';
import type { Question } from '../../property/question.js';
import { isFair, isSafety } from '../task.js';
import { ENGINES, type EngineName, isPlain, type Settings } from './engines.js';

/** One use of one engine. */
export interface Way {
  engine: EngineName;
  /** In words. */
  how: string;
  settings: Settings;
  /** `coarser`: on the system with more executions, where only `holds` counts. */
  on?: 'coarser';
  /** `all`: of executions that are not fair too, where only `holds` counts. */
  of?: 'all';
  /** At most this part of the time that is left when its turn comes. */
  share: number;
  /** And at most so many seconds. */
  seconds?: number;
  /** After them, so many seconds more to tell what was found: a long execution is replayed step by step. */
  grace?: number;
  /** Part of the memory. */
  memory: number;
  /** Why it has nothing to say, found out when its turn comes. */
  abstains?(watch: Watch): string | undefined;
}

export interface Plan {
  first: Way;
  /** Seconds after which the others join. */
  headStart: number;
  others: Way[];
  /** Engines that have nothing to say, and why. */
  abstaining: { engine: string; reason: string }[];
}

/** What the user has said about it. */
export interface Wishes extends Settings {
  engine?: 'auto' | EngineName;
  /** Limits that only a search has: whoever sets one wants a search. */
  maxStates?: number;
  maxDepth?: number;
}

const HEAD_START = 1;
const LOOK_SECONDS = 3;
const GRACE_OF_LOOK = 6;
/** In so many ways processes can be exchanged where it is worth it. */
const LEAST_ORDER = 6;
/** Of the memory for states, what each search in a thread may take. */
const BESIDE = 1 / 16;
/** What a search that can take as many states as the first one may take. */
const HALF = 1 / 2;

export function planFor(
  system: System,
  question: Question,
  wishes: Wishes,
  seconds: number,
  hasCoarser: boolean,
): Plan {
  const {
    engine = 'auto',
    order,
    reduction = 'auto',
    store = DEFAULT_SETTINGS,
    cycles,
    constraints,
  } = wishes;
  const settings: Settings = { order, reduction, store, cycles, constraints };
  const safety = isSafety(question);
  const abstaining: Plan['abstaining'] = [];
  if (engine !== 'auto' || searchIsSet(wishes)) {
    const chosen = engine === 'auto' ? 'reach' : engine;
    const first: Way = { engine: chosen, how: howOf(chosen, settings), settings, share: 1, memory: 1 };
    const others: Way[] =
      hasCoarser && safety && chosen !== 'flow'
        ? [{ ...first, how: `${first.how}, on a coarser model`, on: 'coarser' }]
        : [];
    return { first, headStart: seconds / 2, others, abstaining };
  }
  const others: Way[] = [];
  if (isFair(question)) others.push({ ...search('fair or not', {}, 0.8), of: 'all', memory: HALF });
  if (isAboutAnyProcess(question.ask))
    others.push({
      ...search('like processes exchanged', { reduction: 'symmetry' }, 0.6),
      abstains: (watch) =>
        orderOf(system, question.ask, watch) < LEAST_ORDER ? 'few processes can be exchanged' : undefined,
    });
  if (safety)
    others.push({
      ...search('depth first, a short look', { order: 'depth' }, 0.2, LOOK_SECONDS),
      grace: GRACE_OF_LOOK,
    });
  if (hasCoarser && safety)
    others.push({ ...search('a coarser model, a short look', {}, 0.15), on: 'coarser' });
  for (const [name, { proves, abstains, atOnce }] of Object.entries(ENGINES)) {
    if (!proves) continue;
    const reason = abstains?.(system, question.ask);
    if (reason !== undefined) {
      // One that speaks of few questions is not missed with the others.
      if (!atOnce) abstaining.push({ engine: name, reason });
    } else others.push({ engine: name as EngineName, how: 'proof', settings, share: 0.6, memory: BESIDE });
  }
  if (hasCoarser && safety)
    others.push({ ...search('all states of a coarser model', {}, 0.8), on: 'coarser' });
  if (safety) {
    const bits: StoreSettings = { ...DEFAULT_SETTINGS, store: 'bitstate' };
    others.push(search('for violations only: bits instead of states', { store: bits, reduction: 'none' }, 1));
  }
  const searches = others.filter((way) => way.engine === 'reach');
  const first: Way = {
    engine: 'reach',
    how: howOf('reach', settings),
    settings,
    share: 1,
    memory: searches.reduce((left, { memory }) => left - memory, 1),
  };
  return { first, headStart: Math.min(HEAD_START, seconds / 4), others, abstaining };
}

function search(how: string, settings: Settings, share: number, seconds?: number): Way {
  return {
    engine: 'reach',
    how,
    settings: { reduction: 'auto', store: DEFAULT_SETTINGS, ...settings },
    share,
    ...(seconds === undefined ? {} : { seconds }),
    memory: BESIDE,
  };
}

/** Has the user said how to search? Then nothing but that search is wanted. */
function searchIsSet({ order, reduction = 'auto', store, maxStates, maxDepth }: Wishes): boolean {
  return (
    order !== undefined ||
    reduction !== 'auto' ||
    (store !== undefined && !isPlain({ ...store, workers: 1 })) ||
    maxStates !== undefined ||
    maxDepth !== undefined
  );
}

function howOf(engine: EngineName, { order, store }: Settings): string {
  if (ENGINES[engine].proves) return 'proof';
  const kept = store && store.store !== 'exact' ? `, --store ${store.store}` : '';
  return `all states${order === undefined ? '' : `, ${order} first`}${kept}`;
}
