/**
 * Proof that nothing can go wrong in any single step: no assertion fails, no index is outside its array, nothing is
 * divided by zero, nothing is sent to a channel that does not exist. It looks at intervals of values and visits no
 * states, so it takes next to no time and often suffices where a program has no assertions.
 *
 * `holds (proved)`: no step that can be taken can fail, whatever the values in their intervals are. It abstains
 * otherwise, and says which step it could not vouch for.
 */
import { Interpreter } from '../../model/interpreter.js';
import type { ProcessType, Step, System } from '../../model/system.js';
import type { Answer } from '../answer.js';
import { Estimate } from './estimate.js';
import { Soundness } from './soundness.js';

export function proveByValues(system: System): Answer {
  const interpreter = new Interpreter(system);
  const nothing = { statistics: {}, notices: [] };
  const abstain = (reason: string): Answer => ({ verdict: 'inconclusive', reason, ...nothing });
  const estimate = new Estimate(interpreter, interpreter.initialStates());
  if (!estimate.settle()) return abstain('the intervals of values do not settle');
  for (const [t, type] of system.types.entries()) {
    if (type.observes !== undefined) return abstain('a process only watches');
    const suspect = new Soundness(system, estimate, t).suspect();
    if (suspect) return abstain(`${type.name} may fail at ${where(type, suspect)}`);
  }
  return { verdict: 'holds', strength: 'proved', statistics: {}, notices: [NOTE] };
}

const NOTE =
  'no step can fail, whatever values in their intervals the variables have; no certificate says so';

const where = ({ name }: ProcessType, { text, span }: Step): string =>
  `'${text ?? name}'${span ? ` in line ${span.line}` : ''}`;
