/** Whether the executions of a program end: told beside freedom from deadlock, where the states are few. */
import type { Budget } from '../engine/budget.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import { builtInQuestion } from '../property/index.js';
import { abstractionsOf } from './abstraction.js';
import { ENGINES } from './portfolio/engines.js';

/** A sentence, or nothing where it was not found out. */
export async function terminationNote(system: System, budget: Budget): Promise<string | undefined> {
  const question = builtInQuestion('terminates');
  const answer = await ENGINES.reach.run(system, question, budget, { reduction: 'auto' });
  if (answer.verdict === 'holds') return 'every execution ends, with all processes at an end';
  if (answer.verdict !== 'violated' || answer.run.cycleFrom === undefined) return undefined;
  if (abstractionsOf(new Interpreter(system), answer.run).length > 0) return undefined;
  return 'not every execution ends: some go on for ever';
}
