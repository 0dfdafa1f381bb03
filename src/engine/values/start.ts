/** What is known of a process when it starts: its number, and the values of its variables. */
import { defaultOf, scalarsOf } from '../../model/data.js';
import type { System, Variable } from '../../model/system.js';
import { type Bounds, intervalOf, joined, type Reader } from './interval.js';

/** The numbers that processes of each type may have. */
export function numbersOf(system: System): Bounds[] {
  const spawned = new Set(
    system.types.flatMap(({ steps }) =>
      steps.flatMap(({ effects }) => effects.flatMap((e) => (e.kind === 'spawn' ? [e.type] : []))),
    ),
  );
  return system.types.map((_, t) => {
    const all = { low: 0, high: system.processBound - 1 };
    const instances = system.instances.flatMap(({ type }, p) => (type === t ? [p] : []));
    if (spawned.has(t) || instances.length === 0) return all;
    return { low: instances[0], high: instances[instances.length - 1] };
  });
}

/** All values that the parts of a variable begin with; undefined where that may be any. */
export function initially({ type, initial }: Variable, reader: Reader): Bounds | undefined {
  if (initial === 'any') return undefined;
  const scalars = scalarsOf(type);
  const values = (initial ?? []).map((expression) => intervalOf(expression, reader));
  // Where something is said of all parts, nothing else is there.
  const unsaid = values.length === 1 || values.length === scalars.length ? [] : scalars.map(defaultOf);
  return [...values, ...unsaid.map((value) => ({ low: value, high: value }))].reduce((a, b) => joined(a, b));
}
