/** What a program prints is shown when an execution is told; a search only has to know that it cannot fault. */
import type { Effect, System } from '../../../model/system.js';
import { Faultless } from '../reference/reduction/faultless.js';

export function withoutPrints(system: System): System {
  const faultless = new Faultless(system);
  const types = system.types.map((type) => ({
    ...type,
    steps: type.steps.map((step) => {
      const silent = (effect: Effect): boolean => effect.kind === 'print' && faultless.effect(type, effect);
      return step.effects.some(silent)
        ? { ...step, effects: step.effects.filter((effect) => !silent(effect)) }
        : step;
    }),
  }));
  return { ...system, types };
}
