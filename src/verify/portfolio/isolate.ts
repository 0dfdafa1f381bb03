/**
 * One use of an engine in a thread of its own. A call of the solver may take long and cannot be asked to
 * stop, so it is the thread that is ended: when another engine was faster, when the time is over, or
 * when the user has had enough. Once `inThread` has returned, the thread no longer runs.
 */
import type { Worker } from 'node:worker_threads';
import type { Budget, Progress } from '../../engine/budget.js';
import type { Declared } from '../../model/program.js';
import type { System } from '../../model/system.js';
import type { Asked } from '../task.js';
import type { EngineAnswer, EngineName, Settings } from './engines.js';

/** What goes to the thread: plain data only, so the question is made again there. */
export interface Assignment {
  engine: EngineName;
  settings: Settings;
  program: { system: System; declared: Declared[] };
  asked: Asked;
  index: number;
  /** `all`: the question of all executions, fair or not. */
  of?: 'all';
  /** Where it is not asked of the program's own. */
  system: System;
  limits: { seconds?: number; bytes?: number; states?: number; depth?: number };
}

export type Message =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'answer'; answer: EngineAnswer }
  | { kind: 'failed'; message: string };

/** Larger systems cost more to hand over than they gain. */
const MOST_STEPS = 300_000;
const LOOK_MILLISECONDS = 50;
/** How long after its time a thread may take to end by itself, where nothing else is said. */
const GRACE_SECONDS = 0.5;

/** Sources that are run without having been compiled have no file that a thread could load. */
export const THREADS = !import.meta.url.endsWith('.ts');

export const isTooLarge = ({ types }: System): boolean =>
  types.reduce((sum, type) => sum + type.steps.length, 0) > MOST_STEPS;

/** `over`: another engine has answered meanwhile. `grace`: what it found in its time may take so long to be told. */
export async function inThread(
  assignment: Assignment,
  budget: Budget,
  over: () => boolean,
  grace?: number,
): Promise<EngineAnswer> {
  const { Worker: Thread } = await import('node:worker_threads');
  return watch(
    new Thread(new URL('./thread.js', import.meta.url), { workerData: assignment, execArgv: [] }),
    budget,
    over,
    grace,
  );
}

/** Waits for the thread as long as it is wanted; afterwards it no longer runs. */
export async function watch(
  worker: Worker,
  budget: Budget,
  over: () => boolean,
  grace = GRACE_SECONDS,
): Promise<EngineAnswer> {
  const started = budget.now();
  let end: EngineAnswer | Error | undefined;
  let wake = () => {};
  const finish = (outcome: EngineAnswer | Error) => {
    end ??= outcome;
    wake();
  };
  worker.on('message', (message: Message) => {
    if (message.kind === 'progress') budget.progress?.(message.progress);
    else finish(message.kind === 'answer' ? message.answer : new Error(message.message));
  });
  worker.on('error', (error) => {
    finish(outOfMemory(error) ? ended('the memory of the thread was used up', 'memory') : asError(error));
  });
  worker.on('exit', () => finish(new Error('the thread of an engine ended without an answer')));
  try {
    for (;;) {
      if (end instanceof Error) throw end;
      const seconds = budget.now() - started;
      if (end) return { ...end, statistics: { ...end.statistics, seconds } };
      if (over()) return stopped(seconds, 'another engine has answered', 'interrupted');
      if (budget.interrupted?.()) return stopped(seconds, 'it was interrupted', 'interrupted');
      if (budget.deadline !== undefined && budget.now() >= budget.deadline + grace)
        return stopped(seconds, 'the time ran out', 'time');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MILLISECONDS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    await worker.terminate();
  }
}

const stopped = (seconds: number, reason: string, limit: 'time' | 'interrupted'): EngineAnswer => ({
  ...ended(reason, limit),
  statistics: { seconds },
});

function ended(reason: string, limit: 'time' | 'memory' | 'interrupted'): EngineAnswer {
  return { verdict: 'inconclusive', reason, limit, statistics: {}, notices: [] };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const outOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
