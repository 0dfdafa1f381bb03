/**
 * The engine in a thread of its own. One call of the solver may take long and cannot be asked to stop,
 * so it is the thread that is ended when the time is over or the user has had enough; until then the
 * thread tells what it is doing.
 */
import { Worker } from 'node:worker_threads';
import type { System } from '../../model/system.js';
import type { Question } from '../../property/question.js';
import type { Budget, Progress } from '../budget.js';
import { type InequalityAnswer, type InequalityOptions, prove } from './index.js';

/** What goes to the thread: plain data only, so observers are made again from the queries. */
export interface Assignment {
  system: System;
  question: Question;
  options: InequalityOptions;
  /** The first integer is 1 when the thread should come to an end by itself. */
  stop: SharedArrayBuffer;
}

export type Message =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'answer'; answer: InequalityAnswer }
  | { kind: 'failed'; message: string };

/** Systems with more steps cost more to hand over than they gain. */
const MOST_STEPS = 300_000;
const LOOK_MILLISECONDS = 50;
/** How long a thread that was asked to stop may take to do so. */
const GRACE_SECONDS = 0.5;

export async function proveIsolated(
  system: System,
  question: Question,
  budget: Budget,
  options: InequalityOptions = {},
): Promise<InequalityAnswer> {
  const { ask } = question;
  const portable = ask.kind !== 'order' || ask.queries !== undefined;
  const steps = system.types.reduce((sum, type) => sum + type.steps.length, 0);
  // Sources that are run without having been compiled have no file that a thread could load.
  if (!portable || steps > MOST_STEPS || import.meta.url.endsWith('.ts'))
    return prove(system, question, budget, options);
  const stop = new SharedArrayBuffer(4);
  const sent = { ...question, ask: ask.kind === 'order' ? { ...ask, observers: [] } : ask };
  const assignment: Assignment = { system, question: sent, options, stop };
  return watch(new Worker(new URL('./thread.js', import.meta.url), { workerData: assignment }), stop, budget);
}

/** Waits for the thread as long as the budget allows; afterwards it no longer runs. */
export async function watch(
  worker: Worker,
  stop: SharedArrayBuffer,
  budget: Budget,
): Promise<InequalityAnswer> {
  const started = budget.now();
  let end: InequalityAnswer | Error | undefined;
  worker.on('message', (message: Message) => {
    if (message.kind === 'progress') budget.progress?.(message.progress);
    else end = message.kind === 'answer' ? message.answer : new Error(message.message);
  });
  worker.on('error', (error) => {
    end ??= outOfMemory(error) ? ended('the memory of the thread was used up', 'memory') : error;
  });
  worker.on('exit', () => {
    end ??= new Error('the thread of the inequality engine ended without an answer');
  });
  let asked: number | undefined;
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
      if (end instanceof Error) throw end;
      const interrupted = budget.interrupted?.() === true;
      if (end) {
        const statistics = { ...end.statistics, seconds: budget.now() - started };
        // The thread knows that it was stopped, not why.
        const stopped = asked !== undefined && end.verdict === 'inconclusive';
        return { ...end, ...(stopped ? { limit: interrupted ? 'interrupted' : 'time' } : {}), statistics };
      }
      const late = budget.deadline !== undefined && budget.now() >= budget.deadline;
      if (!interrupted && !late) continue;
      asked ??= budget.now();
      Atomics.store(new Int32Array(stop), 0, 1);
      if (budget.now() - asked < GRACE_SECONDS) continue;
      const answer = interrupted
        ? ended('it was interrupted', 'interrupted')
        : ended('the time ran out', 'time');
      return { ...answer, statistics: { seconds: budget.now() - started } };
    }
  } finally {
    await worker.terminate();
  }
}

function ended(reason: string, limit: 'time' | 'memory' | 'interrupted'): InequalityAnswer {
  return { verdict: 'inconclusive', reason, limit, statistics: {}, notices: [] };
}

const outOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
