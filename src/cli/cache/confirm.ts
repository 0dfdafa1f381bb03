/** What of a remembered answer can be shown again, is, before it is repeated. */
import type { Program } from '../../model/program.js';
import { shownAgain } from '../../verify/again.js';
import { certifyEntries } from '../../verify/certify.js';
import type { Result } from '../../verify/result.js';
import type { Task } from '../../verify/task.js';

/** The answer as it may be repeated, or undefined where it cannot be shown again. */
export function confirm(program: Program, task: Task, result: Result): Result | undefined {
  const { asked, index, question } = task;
  const { span } = question;
  if (result.verdict === 'violated') {
    const trace = shownAgain(task, result.trace);
    return trace && { ...result, span, cached: true, trace };
  }
  if (result.verdict !== 'holds') return undefined;
  // The question is the same, but it may stand elsewhere now.
  const certificate = result.certificate && { ...result.certificate, asked, index };
  if (result.strength === 'proved') {
    // What was proved is checked again by the one who trusts no engine.
    const [entry] = certificate ? certifyEntries(program, [certificate], () => true) : [];
    if (entry?.certified.outcome !== 'accepted') return undefined;
  }
  return { ...result, span, cached: true, certificate };
}
