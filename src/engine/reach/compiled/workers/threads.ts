/**
 * Threads that wait for a search. To start one takes as long as many a search, so they are started before the
 * search needs them, and wait for another one after it.
 */
import { Worker } from 'node:worker_threads';

const waiting: Worker[] = [];

/** So many threads will soon be needed. */
export function startThreads(count: number): void {
  while (waiting.length < count) waiting.push(newThread());
}

export function takeThread(): Worker {
  const thread = waiting.pop() ?? newThread();
  thread.ref();
  return thread;
}

/** It has nothing to do any more. */
export function leaveThread(thread: Worker): void {
  thread.unref();
  waiting.push(thread);
}

/** Whoever only waits does not keep the program from ending. */
function newThread(): Worker {
  const thread = new Worker(new URL('./thread.cjs', import.meta.url), { execArgv: [] });
  thread.unref();
  // Who uses it listens too; one that ends while it waits is no longer there to be used.
  thread.on('error', () => {});
  thread.once('exit', () => {
    const at = waiting.indexOf(thread);
    if (at >= 0) waiting.splice(at, 1);
  });
  return thread;
}
