/**
 * A deterministic automaton that is moved along a path of the graph: the property, or a constraint (the order
 * of a task's steps, the values of a variable, what the user knows of the surroundings). State propagation
 * knows nothing else of them.
 */
export interface Watcher {
  readonly name: string;
  readonly states: number;
  readonly initial: number;
  readonly symbols: number;
  /** State after `symbol` in `state`: `next[state * symbols + symbol]`; -1: no execution does this. */
  readonly next: Int32Array;
  /** The symbol that a node is to this automaton, -1 when it does not move it. */
  readonly symbolOf: Int32Array;
  /** Whether an execution may end in this state. */
  readonly accepting: Uint8Array;
}
