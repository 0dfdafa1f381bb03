/**
 * The graph that state propagation walks. Every execution of the system is, step by step, a path from the
 * initial node: a control edge where two steps follow each other in a process, an interleaving edge where
 * steps of different processes do. Not every path is an execution; constraints remove such paths.
 *
 * A node stands for steps of the model: one step of one process, or the joint step of those that meet. Some
 * stand for none (`origin` is empty): the two ends, and places in a process that many ways lead to and from,
 * kept because there would be more edges without them. A path may pass through those, and nothing happens.
 *
 * Steps that nobody watches and that meet nobody are not in the graph at all (alphabet refinement).
 */
export interface TraceFlowGraph {
  readonly nodes: number;
  readonly initial: number;
  /** All processes are at an end; -1 when some process never comes to one. */
  readonly final: number;
  /** The processes that take part in a node: `processes[processOffsets[n] .. processOffsets[n + 1]]`. */
  readonly processOffsets: Int32Array;
  readonly processes: Int32Array;
  /** The position of each of these processes before the node and after it, parallel to `processes`. */
  readonly leaves: Int32Array;
  readonly enters: Int32Array;
  readonly positions: Positions;
  /** Control edges: the successors of n are `targets[offsets[n] .. offsets[n + 1]]`. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly interleaving: Interleaving;
  /** What a node stands for; several where steps that nobody can tell apart were merged. */
  readonly origin: readonly (readonly JointStep[])[];
  /** What a process that stands at a place may do there by itself, watched by nobody: steps, for each node. */
  readonly alone: readonly (readonly number[])[];
}

/**
 * Where processes can stand between nodes. The order in which one process passes its nodes is to be read from
 * here and not from the control edges: an edge from m to n says that n may come next of all, and is left out
 * where some other process has to act in between.
 */
export interface Positions {
  readonly count: number;
  /** Whose position it is. */
  readonly process: Int32Array;
  /** The position of each process at the start. */
  readonly initial: Int32Array;
  /** Whether the process may be at an end here, or silently come to one from here. */
  readonly ends: Uint8Array;
  /** Other positions that a process at p may silently come to: `silent[silentOffsets[p] .. silentOffsets[p + 1]]`, closed. */
  readonly silentOffsets: Int32Array;
  readonly silent: Int32Array;
  /** Positions of two processes that may be held at once: bit q of `together[p * words .. (p + 1) * words]`. */
  readonly words: number;
  readonly together: Uint32Array;
}

/**
 * Interleaving edges in factored form: nodes with the same edges are one class, and edges lead from class
 * to class. `members` of class c are `members[memberOffsets[c] .. memberOffsets[c + 1]]`.
 */
export interface Interleaving {
  readonly classes: number;
  readonly classOf: Int32Array;
  readonly memberOffsets: Int32Array;
  readonly members: Int32Array;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** The edges from node to node that this stands for. */
  readonly edges: number;
}

/** One step of each process that takes part, in the order initiator, partner. */
export interface JointStep {
  readonly parts: readonly { readonly process: number; readonly step: number }[];
}
