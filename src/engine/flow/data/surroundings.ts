/** What is known of a system's data before anything is followed: where it starts, and what never changes. */
import { sizeOf } from '../../../model/data.js';
import { FaultSignal } from '../../../model/evaluate.js';
import type { Place } from '../../../model/expression.js';
import { Interpreter } from '../../../model/interpreter.js';
import type { Layout } from '../../../model/layout.js';
import type { Step, System } from '../../../model/system.js';
import type { Surroundings } from './joint.js';
import { cellsOf } from './partial.js';

export interface Known extends Surroundings {
  readonly interpreter: Interpreter;
  readonly starts: readonly Int32Array[];
}

export function knownOf(system: System): Known {
  const interpreter = new Interpreter(system);
  const { layout } = interpreter;
  const starts = interpreter.initialStates();
  const written = new Set<number>();
  system.instances.forEach((instance, process) => {
    for (const step of system.types[instance.type].steps)
      for (const place of placesWritten(step)) addCells(place, { system, layout, self: process }, written);
  });
  const constants = new Map<number, number>();
  const keep = (first: number, count: number): void => {
    for (let cell = first; cell < first + count; cell++) {
      const value = starts[0][cell];
      if (!written.has(cell) && starts.every((state) => state[cell] === value)) constants.set(cell, value);
    }
  };
  system.variables.forEach((variable, i) => {
    keep(layout.shared[i], sizeOf(variable.type));
  });
  system.instances.forEach(({ type }, process) => {
    system.types[type].variables.forEach((variable, i) => {
      keep(layout.processes[process] + layout.types[type].variables[i], sizeOf(variable.type));
    });
  });
  return { system, layout, interpreter, starts, constants };
}

/** Every place that a step may give a value. */
function placesWritten({ action, effects }: Step): Place[] {
  const places: Place[] = [];
  if (action.kind === 'choose') places.push(action.place);
  if (action.kind === 'receive')
    for (const pattern of action.patterns) if (pattern.kind === 'store') places.push(pattern.place);
  if (action.kind === 'send' || action.kind === 'receive') {
    if (action.meeting?.partner) places.push(action.meeting.partner);
    places.push(...(action.meeting?.takeBack ?? []));
  }
  for (const effect of effects) {
    if (effect.kind === 'assign') places.push(effect.place);
    if (effect.kind === 'spawn' && effect.result) places.push(effect.result);
  }
  return places;
}

/** All cells that a place may be, whatever the values that are not known. */
function addCells(
  place: Place,
  { system, layout, self }: { system: System; layout: Layout; self: number },
  cells: Set<number>,
): void {
  const add = (first: number, count: number): void => {
    for (let i = 0; i < count; i++) cells.add(first + i);
  };
  if (place.scope === 'other') {
    system.instances.forEach(({ type }, process) => {
      if (type !== place.type) return;
      const { variables } = layout.types[type];
      add(
        layout.processes[process] + variables[place.variable],
        sizeOf(system.types[type].variables[place.variable].type),
      );
    });
    return;
  }
  try {
    const { first, count } = cellsOf(place, { system, layout, self, valueOf: () => undefined });
    add(first, count);
  } catch (error) {
    // An index that is always wrong: nothing is ever touched.
    if (!(error instanceof FaultSignal)) throw error;
  }
}
