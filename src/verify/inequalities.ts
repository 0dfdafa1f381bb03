/** The inequalities behind one question about a program: to be exported, or drawn as a flowgraph. */
import type { InequalityOptions } from '../engine/inequality/index.js';
import { type FlowView, viewFlow, type Written, writeInequalities } from '../engine/inequality/view.js';
import type { Question } from '../property/question.js';
import type { Loaded } from './language.js';
import { type OneQuestion, oneTask } from './one-question.js';

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
