/**
 * When a composition has ended and is not stuck. Processes with an END must be there. The others (a
 * server that goes round for ever) may stand anywhere, provided that everything they can do is shared
 * with one that ends: then nobody is left who could want something of them.
 */
import type { Automaton } from './automaton.js';

export function terminates(automaton: Automaton): boolean {
  return automaton.states.some((state) => state.kind === 'end');
}

export function canTerminate(automata: Automaton[]): boolean {
  const shared = new Set<string>();
  let ending = false;
  for (const automaton of automata) {
    if (!terminates(automaton)) continue;
    ending = true;
    for (const label of automaton.labels) if (label.hiding === 0) shared.add(label.name);
  }
  return (
    ending &&
    automata.every((automaton) =>
      automaton.labels.every((label) => label.hiding !== 0 || shared.has(label.name)),
    )
  );
}
