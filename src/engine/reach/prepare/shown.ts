/**
 * What a program prints, and events that no question is about, are shown when an execution is told; a search only
 * has to know that showing them cannot fault. Assertions that are true whatever happens say nothing either.
 */
import type { Effect, Step, System } from '../../../model/system.js';
import { Faultless } from '../reference/reduction/faultless.js';

/** `events`: whether some question is about events. */
export function withoutWhatIsShown(system: System, events: boolean): System {
  const faultless = new Faultless(system);
  const types = system.types.map((type) => {
    const isIdle = (effect: Effect): boolean =>
      (effect.kind === 'print' && faultless.effect(type, effect)) ||
      (effect.kind === 'assert' && effect.condition.kind === 'constant' && effect.condition.value !== 0);
    // Its arguments are read after the step: a process that has ceased to exist has no variables.
    const unseen = ({ event, effects }: Step): boolean =>
      !events &&
      event !== undefined &&
      (!event.arguments ||
        (event.arguments.every(({ value }) => faultless.value(type, value)) &&
          effects.every(({ kind }) => kind !== 'exit')));
    const steps = type.steps.map((step): Step => {
      const { event, ...rest } = step;
      const heard = event && !unseen(step) ? { ...rest, event } : rest;
      return { ...heard, effects: step.effects.filter((effect) => !isIdle(effect)) };
    });
    return { ...type, steps };
  });
  return { ...system, types };
}
