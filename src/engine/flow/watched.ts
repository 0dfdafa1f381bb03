/** Which steps a question needs to see: those whose events it may read, and those that touch what is followed. */
import { type Resource, readsOf } from '../../model/footprint.js';
import type { Step, System } from '../../model/system.js';
import { matchesEvent } from '../../property/event.js';
import type { Atom, Observer } from '../../property/observer.js';
import { type FollowedVariable, isOf, touches } from './constraint.js';
import { couldMatch } from './data/letters.js';

export type Watched = (process: number, step: number) => boolean;

export function watchedBy(
  system: System,
  observers: readonly Observer[],
  variables: readonly FollowedVariable[],
): Watched {
  const table = system.instances.map(({ type }, process) => {
    const { steps } = system.types[type];
    return steps.map(
      (step) =>
        observers.some(({ atoms }) => mayShow(system, step, atoms)) ||
        variables.some((variable) => touches(system, process, step, variable)),
    );
  });
  return (process, step) => table[process][step];
}

/** May the step show one of these events? */
export function mayShow(system: System, { action, event }: Step, atoms: readonly Atom[]): boolean {
  const symbol = action.kind === 'synchronise' ? system.symbols[action.symbol] : undefined;
  const shown =
    symbol && !symbol.hidden ? { name: symbol.name, arguments: [], text: symbol.name } : undefined;
  return atoms.some((atom) => {
    if (atom.kind !== 'event') return false;
    if (shown && matchesEvent(atom.pattern, shown)) return true;
    if (event === undefined) return false;
    if (event.arguments === undefined)
      return matchesEvent(atom.pattern, { name: event.name, arguments: [], text: event.name });
    return couldMatch(atom.pattern, event.name) !== false;
  });
}

/** The followed variables that the arguments of the watched events show. */
export function shownVariables(
  system: System,
  { atoms }: Observer,
  variables: readonly FollowedVariable[],
): FollowedVariable[] {
  const shown = new Set<FollowedVariable>();
  system.instances.forEach(({ type }, process) => {
    for (const step of system.types[type].steps) {
      if (!step.event?.arguments?.length || !mayShow(system, step, atoms)) continue;
      const reads: Resource[] = [];
      for (const { value } of step.event.arguments) readsOf(value, reads);
      for (const variable of variables)
        if (reads.some((resource) => isOf(system, process, resource, variable))) shown.add(variable);
    }
  });
  return [...shown];
}
