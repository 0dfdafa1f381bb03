/** The integers of the state that the steps of a process may change. */
import { sizeOf } from '../../../model/data.js';
import type { Place } from '../../../model/expression.js';
import type { Layout } from '../../../model/layout.js';
import type { Step, System } from '../../../model/system.js';

export function placesOf(system: System, layout: Layout, process: number): Set<number> {
  const cells = new Set<number>();
  const add = (first: number, count: number): void => {
    for (let i = 0; i < count; i++) cells.add(first + i);
  };
  const own = (whose: number, variable: number): void => {
    const { type } = system.instances[whose];
    const first = layout.processes[whose] + layout.types[type].variables[variable];
    add(first, sizeOf(system.types[type].variables[variable].type));
  };
  for (const step of system.types[system.instances[process].type].steps)
    for (const place of targetsOf(step)) {
      if (place.scope === 'shared')
        add(layout.shared[place.variable], sizeOf(system.variables[place.variable].type));
      else if (place.scope === 'own') own(process, place.variable);
      else
        system.instances.forEach(({ type }, whose) => {
          if (type === place.type) own(whose, place.variable);
        });
    }
  return cells;
}

function targetsOf({ action, effects }: Step): Place[] {
  const found: Place[] = effects.flatMap((effect) => (effect.kind === 'assign' ? [effect.place] : []));
  if (action.kind === 'choose') found.push(action.place);
  if (action.kind === 'receive')
    found.push(...action.patterns.flatMap((pattern) => (pattern.kind === 'store' ? [pattern.place] : [])));
  if (action.kind === 'send' || action.kind === 'receive') {
    if (action.meeting?.partner) found.push(action.meeting.partner);
    found.push(...(action.meeting?.takeBack ?? []));
  }
  return found;
}
