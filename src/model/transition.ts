/** What can happen in a state, and what a whole execution is. */

export interface Participant {
  process: number;
  /** Index into the steps of that process's type. */
  step: number;
}

/** One transition: who steps, and for a `choose` step the chosen value. */
export interface Transition {
  participants: Participant[];
  choice?: number;
}

/**
 * An execution from an initial state. With `cycleFrom` the steps from there on repeat for ever.
 * A run without cycle that ends where nothing is enabled is complete as it is.
 */
export interface Run {
  /** Which initial state (there are several only where a variable may start with any value). */
  initial: number;
  steps: Transition[];
  cycleFrom?: number;
}

/** An event that a transition showed. `text` is the name with its arguments, as properties write it. */
export interface Occurrence {
  name: string;
  arguments: string[];
  text: string;
}
