/** The subset construction, and a property made complete. */
import { type Automaton, addTransition, transitionsByState } from './automaton.js';

/** The same visible traces without silent actions or choices between equal ones; nothing if too large. */
export function determinise(automaton: Automaton, most: number): Automaton | undefined {
  const outgoing = transitionsByState(automaton);
  const silent = automaton.labels.map((label) => label.hiding !== 0);
  const close = (states: Iterable<number>): number[] => {
    const closed = new Set(states);
    for (const state of closed)
      for (const t of outgoing[state]) if (silent[automaton.label[t]]) closed.add(automaton.to[t]);
    return [...closed].sort((a, b) => a - b);
  };
  const result: Automaton = { ...automaton, states: [], from: [], label: [], to: [], places: [] };
  const numbers = new Map<string, number>();
  const found: number[][] = [];
  const numberOf = (members: number[]): number => {
    const broken = members.some((state) => automaton.states[state].kind === 'error');
    const key = broken ? 'ERROR' : members.join();
    let number = numbers.get(key);
    if (number === undefined) {
      number = found.push(members) - 1;
      numbers.set(key, number);
      const first = members.map((state) => automaton.states[state]);
      const kind = broken ? 'error' : first.every((state) => state.kind === 'end') ? 'end' : 'normal';
      result.states.push({ name: broken ? 'ERROR' : first[0].name, kind, place: first[0].place });
    }
    return number;
  };
  numberOf(close([0]));
  for (let i = 0; i < found.length; i++) {
    if (found.length > most) return undefined;
    if (result.states[i].kind === 'error') continue;
    const byLabel = new Map<number, number[]>();
    for (const state of found[i]) {
      for (const t of outgoing[state]) {
        const label = automaton.label[t];
        if (!silent[label]) byLabel.set(label, [...(byLabel.get(label) ?? []), t]);
      }
    }
    for (const [label, steps] of byLabel) {
      const target = numberOf(close(steps.map((t) => automaton.to[t])));
      addTransition(result, i, label, target, automaton.places[steps[0]]);
    }
  }
  return withoutSilentLabels(result, silent);
}

function withoutSilentLabels(automaton: Automaton, silent: boolean[]): Automaton {
  const numbers = new Map<number, number>();
  const labels = automaton.labels.filter((_, i) => !silent[i]);
  automaton.labels.forEach((_, i) => {
    if (!silent[i]) numbers.set(i, numbers.size);
  });
  return { ...automaton, labels, label: automaton.label.map((label) => numbers.get(label)!) };
}

/** A state from which one action leads to different states, or a silent action leads away. */
export function undetermined(automaton: Automaton): { state: number; reason: string } | undefined {
  const seen = new Set<number>();
  for (let t = 0; t < automaton.from.length; t++) {
    const { name, hiding } = automaton.labels[automaton.label[t]];
    const key = automaton.from[t] * automaton.labels.length + automaton.label[t];
    if (hiding !== 0) return { state: automaton.from[t], reason: `${name} is hidden` };
    if (seen.has(key)) return { state: automaton.from[t], reason: `${name} leads to different states` };
    seen.add(key);
  }
  return undefined;
}

/**
 * A property watches: it takes part in every action of its alphabet in every state, and is in error from
 * the first one that it does not foresee. Being in error it goes on watching, so that it never blocks.
 */
export function asProperty(automaton: Automaton): Automaton {
  const states = automaton.states.map((state) => ({ ...state }));
  const result: Automaton = {
    ...automaton,
    property: true,
    states,
    from: [...automaton.from],
    label: [...automaton.label],
    to: [...automaton.to],
    places: [...automaton.places],
  };
  let error = states.findIndex((state) => state.kind === 'error');
  if (error < 0) error = states.push({ name: 'ERROR', kind: 'error' }) - 1;
  const present = new Set<number>();
  for (const [t, state] of automaton.from.entries())
    present.add(state * automaton.labels.length + automaton.label[t]);
  states.forEach((state, from) => {
    automaton.labels.forEach((_, label) => {
      if (present.has(from * automaton.labels.length + label)) return;
      addTransition(result, from, label, error, state.place ?? automaton.place);
    });
  });
  return result;
}
