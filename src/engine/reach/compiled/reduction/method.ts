/** Which method a named reduction is, for this system and question. */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Ask } from '../../../../property/question.js';
import { Independence } from '../../reference/reduction/independence.js';
import { refusalOf } from '../../reference/reduction/index.js';
import { Support } from '../../reference/reduction/overman.js';
import type { Reduction } from '../../reference/reduction/reduced.js';
import { visibilityOf } from '../../reference/reduction/visibility.js';
import type { Method } from './tables.js';

/** Undefined: nothing is left out. A text: why this reduction is refused. */
export function methodOf(
  interpreter: Interpreter,
  ask: Ask,
  reduction: Reduction,
): Method | string | undefined {
  if (reduction === 'none') return undefined;
  const seen = visibilityOf(interpreter, ask);
  if (!seen.ok) return refusalOf(reduction, seen.reason);
  const independence = new Independence(interpreter, seen.visible);
  const support = new Support(interpreter.system, independence);
  const enough = reduction === 'overman' ? 'persistent' : reduction === 'conflict' ? 'none' : 'local';
  return { enough, sleeping: reduction.includes('conflict'), independence, support };
}
