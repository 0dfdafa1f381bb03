/**
 * Büchi automata over sets of atoms. A label is a conjunction of literals: the atoms in `positive`
 * must hold, those in `negative` must not. A word is accepted by a run that meets accepting states
 * infinitely often. No states at all: the empty language.
 */
export interface Buchi {
  states: number;
  initial: number[];
  /** 1 for accepting states. */
  accepting: Uint8Array;
  /** The edges of each state. */
  edges: BuchiEdge[][];
}

export interface BuchiEdge {
  positive: number;
  negative: number;
  target: number;
}

/** The states that follow on this letter, each once, in order. */
export function successorsOn(buchi: Buchi, state: number, letter: number): number[] {
  const targets = new Set<number>();
  for (const edge of buchi.edges[state]) {
    if ((letter & edge.positive) === edge.positive && (letter & edge.negative) === 0)
      targets.add(edge.target);
  }
  return [...targets].sort((a, b) => a - b);
}
