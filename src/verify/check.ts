/**
 * One program, its questions, an answer to each. The engines are chosen and run by `portfolio/`; what they
 * say becomes a result in `settle.ts`, and `round.ts` deals out the time.
 */
import type { Compression, StoreKind } from '../engine/reach/compiled/store/settings.js';
import type { Reduction, SearchOrder } from '../engine/reach/reference/index.js';
import type { Assumption } from './assumption.js';
import type { Loaded } from './language.js';
import type { EngineName } from './portfolio/engines.js';
import type { Result } from './result.js';
import { checkTasks } from './round.js';
import { type Asked, type Task, tasksOf } from './task.js';

export interface CheckOptions extends Asked {
  /** `inequality`, `flow`: proof without visiting states. `reference`: the slow search on the interpreter that everything else is compared with. */
  engine?: 'auto' | EngineName;
  /**
   * Of the inequality engine: how solutions whose flow is not connected are excluded. `published`: by
   * bounding all counts, which proves nothing; `off`: not at all.
   */
  cycles?: 'default' | 'published' | 'off';
  /** Of the flow engine: only these constraints; none where the list is empty. Absent: it finds those it needs. */
  constraints?: string[];
  search?: SearchOrder;
  /** Leave out interleavings that the question cannot tell apart; `auto` (the default) where that is sound. */
  reduction?: Reduction;
  /** In which form states are kept. */
  compression?: Compression;
  /** Whether all states are kept for certain; if not, the answer is at best `inconclusive`. */
  store?: StoreKind;
  /** Of `store: 'bitstate'`: as many bits as 2 to this power. */
  bitstateBits?: number;
  /** How many threads search. */
  workers?: number;
  /** Parts of the program, each with a specification that takes its place once the two are shown to be equivalent. */
  assumeEquivalent?: Assumption[];
  /** For all questions about the program together. */
  timeSeconds?: number;
  memoryBytes?: number;
  maxStates?: number;
  /** Longest executions to look at, in steps of the search. */
  maxDepth?: number;
  /** What needs no engine, because it was answered before. */
  known?: (task: Task) => Result | undefined;
  interrupted?: () => boolean;
  progress?: (progress: CheckProgress) => void;
  /** Seconds since some fixed moment. */
  now?: () => number;
}

export interface CheckProgress {
  property: string;
  states: number;
  transitions: number;
  depth: number;
  bytes: number;
  seconds: number;
  /** What is being done, where it is not counted in states. */
  work?: string;
}

export async function check(loaded: Loaded, options: CheckOptions = {}): Promise<Result[]> {
  const tasks = tasksOf(loaded.program, options);
  if (!options.assumeEquivalent?.length) {
    const known = tasks.map((task) => options.known?.(task));
    const open = tasks.filter((_, i) => !known[i]);
    const answers = await checkTasks(loaded, open, options);
    return tasks.map((task, i) => known[i] ?? answers[open.indexOf(task)]);
  }
  const { checkWithSpecifications } = await import('./assumption.js');
  return checkWithSpecifications(loaded, tasks, options);
}
