/** What is drawn or exported is about one question. */
import { InputError } from '../model/diagnostic.js';
import type { System } from '../model/system.js';
import type { Question } from '../property/question.js';
import type { Loaded } from './language.js';
import { type Asked, tasksOf } from './task.js';

/** One property, of several the one with this name; freedom from deadlock where nothing is asked. */
export type OneQuestion = Pick<Asked, 'properties' | 'deadlock'> & { name?: string };

export function oneTask(loaded: Loaded, asked: OneQuestion): { question: Question; system: System } {
  const nothing = !asked.deadlock && (asked.properties ?? []).length === 0;
  const all = tasksOf(loaded.program, nothing ? { deadlock: true } : asked);
  const tasks = all.filter(({ question }) => asked.name === undefined || question.name === asked.name);
  if (tasks.length === 1) return tasks[0];
  const names = all.map(({ question }) => question.name);
  throw new InputError([
    {
      code: 'bad-option',
      severity: 'error',
      message: `one property is needed, and there are ${tasks.length}`,
      hint: names.length > 0 ? `they are ${names.slice(0, 20).join(', ')}` : undefined,
    },
  ]);
}
