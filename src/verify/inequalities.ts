/** The inequalities behind one question about a program: to be exported, or drawn as a flowgraph. */
import type { InequalityOptions } from '../engine/inequality/index.js';
import { type FlowView, viewFlow, type Written, writeInequalities } from '../engine/inequality/view.js';
import { InputError } from '../model/diagnostic.js';
import type { System } from '../model/system.js';
import type { Question } from '../property/question.js';
import type { Loaded } from './language.js';
import { type Asked, tasksOf } from './task.js';

/** What is asked: one property, or freedom from deadlock where nothing is. */
export type OneQuestion = Pick<Asked, 'properties' | 'deadlock'>;

export function inequalitiesOf(
  loaded: Loaded,
  asked: OneQuestion,
  options: { reduced: boolean },
): { question: Question; written: Written } {
  const { question, system } = oneTask(loaded, asked);
  return { question, written: writeInequalities(system, question.ask, options) };
}

export async function flowOf(
  loaded: Loaded,
  asked: OneQuestion,
  options: Pick<InequalityOptions, 'cycles'> & { seconds: number; interrupted?: () => boolean },
): Promise<{ question: Question; found: { view: FlowView } | { reason: string } }> {
  const { question, system } = oneTask(loaded, asked);
  const now = () => performance.now() / 1000;
  const budget = { now, deadline: now() + options.seconds, interrupted: options.interrupted };
  return { question, found: await viewFlow(system, question, budget, { cycles: options.cycles }) };
}

function oneTask(loaded: Loaded, asked: OneQuestion): { question: Question; system: System } {
  const nothing = !asked.deadlock && (asked.properties ?? []).length === 0;
  const tasks = tasksOf(loaded.program, nothing ? { deadlock: true } : asked);
  if (tasks.length === 1) return tasks[0];
  const names = tasks.map(({ question }) => question.name);
  throw new InputError([
    {
      code: 'bad-option',
      severity: 'error',
      message: `one property is needed, and there are ${tasks.length}`,
      hint: names.length > 0 ? `they are ${names.slice(0, 20).join(', ')}` : undefined,
    },
  ]);
}
