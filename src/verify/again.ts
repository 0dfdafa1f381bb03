/** A violation shown once more: its question found again, its execution replayed and judged. */
import { violates } from '../evidence/judge.js';
import { replay } from '../evidence/replay.js';
import { rerun, type Tracks } from '../evidence/rerun.js';
import type { Trace } from '../evidence/trace.js';
import { Interpreter } from '../model/interpreter.js';
import type { Program } from '../model/program.js';
import type { Result } from './result.js';
import { type Asked, type Task, tasksOf } from './task.js';

/**
 * The question that each result answers. Answers to what cannot be asked come first and have none; where the
 * others are not as many as the questions, or are called otherwise, none is given.
 */
export function questionsOf(
  program: Program,
  asked: Asked,
  results: readonly Result[],
): (Task | undefined)[] {
  const tasks = tasksOf(program, asked);
  const before = results.length - tasks.length;
  const fits = tasks.every(({ question }, i) => results[before + i]?.property === question.name);
  return results.map((_, i) => (fits ? tasks[i - before] : undefined));
}

/** The execution as the interpreter tells it now; undefined where it is none, or violates nothing. */
export function shownAgain({ system, question }: Task, tracks: Tracks): Trace | undefined {
  const interpreter = new Interpreter(system);
  const run = rerun(interpreter, tracks);
  return run && violates(interpreter, question.ask, run) ? replay(interpreter, run) : undefined;
}
