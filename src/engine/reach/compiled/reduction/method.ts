/** Which method a named reduction is, for this system and these questions. */
import type { Interpreter } from '../../../../model/interpreter.js';
import type { Observer } from '../../../../property/observer.js';
import type { Ask } from '../../../../property/question.js';
import { Independence } from '../../reference/reduction/independence.js';
import { refusalOf } from '../../reference/reduction/index.js';
import { Support } from '../../reference/reduction/overman.js';
import type { Reduction } from '../../reference/reduction/reduced.js';
import { endlessVisibilityOf, visibilityOf, visibleToAny } from '../../reference/reduction/visibility.js';
import { MOST_PROCESSES } from '../program/labels.js';
import type { Method } from './tables.js';

/** Beyond this, finding out who can disturb whom takes longer than most searches. */
const MOST_STEPS = 4_000;

/** Undefined: nothing is left out. A text: why this reduction is refused. */
export function methodOf(
  interpreter: Interpreter,
  asks: readonly Ask[],
  observer: Observer | undefined,
  reduction: Reduction,
): Method | string | undefined {
  if (reduction === 'none') return undefined;
  const endless = reduction === 'auto' && observer?.acceptance === 'infinite';
  const steps = interpreter.system.types.reduce((sum, type) => sum + type.steps.length, 0);
  if (reduction === 'auto' && steps > MOST_STEPS) return undefined;
  const seen = visibleToAny(
    asks.map((ask) => {
      if (endless) return endlessVisibilityOf(interpreter, ask, observer);
      const one: Ask = ask.kind === 'order' && observer ? { ...ask, observers: [observer] } : ask;
      return visibilityOf(interpreter, one);
    }),
  );
  if (!seen.ok) return reduction === 'auto' ? undefined : refusalOf(reduction, seen.reason);
  const independence = new Independence(interpreter, seen.visible);
  const support = new Support(interpreter.system, independence);
  const sleeping = reduction.includes('conflict');
  if (reduction === 'auto') {
    // Knowing which transition a successor comes from costs time that must have a chance to pay.
    const chance = support.nexts.some((_, next) => support.canSuffice(next));
    if (!chance || interpreter.system.processBound > MOST_PROCESSES) return undefined;
  }
  const enough =
    reduction === 'overman' || reduction === 'auto'
      ? 'persistent'
      : reduction === 'conflict'
        ? 'none'
        : 'local';
  return { enough, sleeping, endless, onTrial: reduction === 'auto', independence, support };
}
