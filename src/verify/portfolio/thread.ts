/** What runs in the thread of `isolate.ts`: one engine, one question. */
import { parentPort, workerData } from 'node:worker_threads';
import { tasksOf, unfairly } from '../task.js';
import { ENGINES } from './engines.js';
import type { Assignment, Message } from './isolate.js';

const { engine, settings, program, asked, index, of, system, limits }: Assignment = workerData;
const tell = (message: Message) => parentPort?.postMessage(message);
const now = () => performance.now() / 1000;

/**
 * Begun when all modules are evaluated: a thread that is ended while one with an `await` at its top level
 * is being evaluated takes the whole process with it.
 */
setImmediate(() => void answer());

async function answer(): Promise<void> {
  try {
    const task = tasksOf(program, asked)[index];
    const question = of === 'all' ? unfairly(task.question) : task.question;
    const { seconds, ...rest } = limits;
    const budget = {
      ...rest,
      now,
      ...(seconds === undefined ? {} : { deadline: now() + seconds }),
      progress: (progress: Extract<Message, { kind: 'progress' }>['progress']) => {
        if (progress.work !== undefined) tell({ kind: 'progress', progress: { ...progress } });
      },
    };
    tell({ kind: 'answer', answer: await ENGINES[engine].run(system, question, budget, settings) });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
