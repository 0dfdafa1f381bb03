/** What the inequalities cover: asked once of the whole system, before anything is unfolded. */

import { boundsOf, scalarsOf } from '../../model/data.js';
import type { Action, System, Variable } from '../../model/system.js';
import { usesTimeout } from '../../model/timeout.js';
import { Abstention } from './network.js';

export interface Features {
  /** Some guard asks for `timeout`. */
  timeout: boolean;
  /** A step that others take part in has a priority of its own: what is possible may then not be enabled. */
  jointPriority: boolean;
  /** Priorities and atomic regions are restrictions that the network leaves out. */
  restricted: boolean;
  /** What the network offers may be held up: by who goes on alone, by a step of higher priority, or until a `timeout`. */
  heldUp: boolean;
}

const MOST_INITIAL_STATES = 1024;

export function checkCoverage(system: System): Features {
  const timeout = usesTimeout(system);
  const features: Features = { timeout, jointPriority: false, restricted: false, heldUp: timeout };
  for (const type of system.types) {
    if (type.channels.length > 0) throw new Abstention('processes own channels');
    if (type.locations.some((location) => location.region === 'atomic'))
      features.restricted = features.heldUp = true;
    for (const step of type.steps) {
      for (const effect of step.effects) {
        if (effect.kind === 'spawn') throw new Abstention('processes are created while it runs');
        if (effect.kind === 'exit' && type.alphabet.length > 0)
          throw new Abstention('a process that synchronises on symbols ceases to exist');
      }
      const { priority = 0 } = step;
      if (priority === 0) continue;
      features.restricted = true;
      if (priority > 0) features.heldUp = true;
      if (mayMeet(step.action, system)) features.jointPriority = true;
    }
  }
  return features;
}

/** May others take part in this step? */
export function mayMeet(action: Action, system: System): boolean {
  if (action.kind === 'synchronise') return true;
  if (action.kind !== 'send' && action.kind !== 'receive') return false;
  const { channel } = action;
  return channel.kind !== 'constant' || !(system.channels[channel.value - 1]?.capacity > 0);
}

/** Refuses systems with very many initial states. */
export function initialChoices(system: System): void {
  let count = 1;
  const multiply = (variable: Variable): void => {
    if (variable.initial !== 'any') return;
    for (const scalar of scalarsOf(variable.type)) {
      const { low, high } = boundsOf(scalar);
      count *= high - low + 1;
      if (count > MOST_INITIAL_STATES) throw new Abstention('there are very many initial states');
    }
  };
  for (const variable of system.variables) multiply(variable);
  for (const { type } of system.instances)
    for (const variable of system.types[type].variables) multiply(variable);
}
