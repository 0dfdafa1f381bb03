/** Where `timeout` is asked for. A state where nothing can move is looked at once more only if it is. */
import type { System } from './system.js';

/** Does this expression, action or effect ask for `timeout` anywhere inside it? */
export function asksTimeout(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && part.kind === 'timeout') return true;
  return Object.values(part).some(asksTimeout);
}

/** Can `timeout` decide whether some step of the system is enabled? */
export function usesTimeout(system: System): boolean {
  return system.types.some(
    (type) =>
      asksTimeout(type.provided) ||
      type.steps.some(({ guard, action }) => asksTimeout(guard) || asksTimeout(action)),
  );
}
