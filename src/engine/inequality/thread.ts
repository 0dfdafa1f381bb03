/** What runs in the thread of `isolated.ts`: one question. The time is kept outside. */
import { parentPort, workerData } from 'node:worker_threads';
import { observersOfQuery } from '../../property/interval/index.js';
import type { Question } from '../../property/question.js';
import { prove } from './index.js';
import type { Assignment, Message } from './isolated.js';

const { system, question, options, stop }: Assignment = workerData;
const flag = new Int32Array(stop);
const tell = (message: Message) => parentPort?.postMessage(message);

function withObservers(asked: Question): Question {
  const { ask } = asked;
  if (ask.kind !== 'order' || !ask.queries) return asked;
  return { ...asked, ask: { ...ask, observers: ask.queries.flatMap(observersOfQuery) } };
}

try {
  const answer = await prove(
    system,
    withObservers(question),
    {
      now: () => 0,
      interrupted: () => Atomics.load(flag, 0) !== 0,
      progress: (progress) => tell({ kind: 'progress', progress }),
    },
    options,
  );
  tell({ kind: 'answer', answer });
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
