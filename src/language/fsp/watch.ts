/**
 * Fluents and actions as propositions. Each becomes a process that watches a copy of the system, has the
 * locations `true` and `false`, takes part in all that could change it, and never stands in the way.
 */
import type { ProcessType, System } from '../../model/system.js';

export interface Fluent {
  name: string;
  initially: boolean;
  /** Symbols that make it true, and false. */
  starts: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

export function watched(system: System, fluents: Fluent[]): System {
  const types = [...system.types];
  const instances = [...system.instances];
  for (const fluent of fluents) {
    instances.push({ name: fluent.name, type: types.push(watcher(fluent)) - 1, arguments: [] });
  }
  return { ...system, types, instances, processBound: instances.length };
}

function watcher(fluent: Fluent): ProcessType {
  const FALSE = 0;
  const TRUE = 1;
  const steps: ProcessType['steps'] = [];
  const alphabet = [...fluent.starts, ...fluent.ends];
  for (const symbol of alphabet) {
    const to = fluent.starts.has(symbol) ? TRUE : FALSE;
    for (const from of [FALSE, TRUE])
      steps.push({ from, to, action: { kind: 'synchronise', symbol }, effects: [] });
  }
  return {
    name: fluent.name,
    parameters: 0,
    variables: [],
    channels: [],
    locations: [
      { name: 'false', marks: ['end'] },
      { name: 'true', marks: ['end'] },
    ],
    initial: fluent.initially ? TRUE : FALSE,
    steps,
    alphabet,
    observes: fluent.name,
  };
}
