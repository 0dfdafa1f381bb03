/**
 * The graph that state propagation walks. Every execution of the system is, step by step, a path from the
 * initial node: a control edge where two steps follow each other in a process, an interleaving edge where
 * steps of different processes do. Not every path is an execution; constraints remove such paths.
 *
 * A node stands for steps of the model: one step of one process, or the joint step of those that meet.
 */
export interface TraceFlowGraph {
  readonly nodes: number;
  readonly initial: number;
  /** All processes are at an end; -1 when some process never comes to one. */
  readonly final: number;
  /** The processes that take part in a node: `processes[processOffsets[n] .. processOffsets[n + 1]]`. */
  readonly processOffsets: Int32Array;
  readonly processes: Int32Array;
  /** Control edges: the successors of n are `targets[offsets[n] .. offsets[n + 1]]`. */
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  readonly interleaving: Interleaving;
  /** What a node stands for; several where steps that nobody can tell apart were merged, none for the two ends. */
  readonly origin: readonly (readonly JointStep[])[];
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
