/** How much an engine may use, and how it tells what it is doing. All clocks come from outside. */
export interface Budget {
  /** Seconds since some fixed moment. */
  now(): number;
  /** `now()` value at which to stop. */
  deadline?: number;
  /** Most bytes of state storage. */
  bytes?: number;
  /** Most states to store. */
  states?: number;
  /** Most steps from the start that a search goes; an atomic sequence counts as one. */
  depth?: number;
  /** Polled now and then; true ends the run. */
  interrupted?(): boolean;
  progress?(progress: Progress): void;
  /** Lets the surroundings act (signals, drawing); awaited every now and then. */
  pause?(): Promise<void>;
}

export interface Progress {
  states: number;
  transitions: number;
  depth: number;
  bytes: number;
  /** What is being done, where it is not counted in states. */
  work?: string;
}
