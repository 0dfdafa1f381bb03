/** Library packages that tasking programs rely on, as Ada texts with the behaviour that matters. */
import type { SourceText } from '../../../../model/source.js';
import { SYNCHRONOUS_BARRIERS } from './barriers.js';
import { BOUNDED_QUEUES, QUEUE_INTERFACES, UNBOUNDED_QUEUES } from './queues.js';
import { REPORT } from './report.js';
import { SEMAPHORES } from './semaphores.js';
import { SUSPENSION_OBJECTS } from './suspension-objects.js';

/** By the name that a program mentions. */
const UNITS: [name: RegExp, file: string, text: string][] = [
  [/\bsynchronous_task_control\b/i, 'a-sytaco.ads', SUSPENSION_OBJECTS],
  [/\bsynchronous_barriers\b/i, 'a-synbar.ads', SYNCHRONOUS_BARRIERS],
  [/\bsemaphores\b/i, 'g-semaph.ads', SEMAPHORES],
  [/\bsynchronized_queue/i, 'a-cosyqi.ads', QUEUE_INTERFACES],
  [/\bbounded_synchronized_queues\b/i, 'a-cobsqu.ads', BOUNDED_QUEUES],
  [/\bunbounded_synchronized_queues\b/i, 'a-cusyqu.ads', UNBOUNDED_QUEUES],
  [/\breport\b/i, 'report.ads', REPORT],
];

const FOLDER = '<built-in>/';

/** Those that the texts mention. */
export function preludeFor(texts: readonly SourceText[]): SourceText[] {
  return UNITS.filter(([name]) => texts.some(({ text }) => name.test(text))).map(([, file, text]) => ({
    file: FOLDER + file,
    text,
  }));
}

/** Is this the file of a library package? */
export const isBuiltIn = (file: string): boolean => file.startsWith(FOLDER);
