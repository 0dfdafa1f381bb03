/**
 * A proof that something cannot happen, for a reader who does not trust the engine that found it.
 *
 * The inequalities say what every execution of the asked kind would have to satisfy: each column is a
 * number of times something happens (at least 0; a whole number if `integral`), each row bounds a sum.
 * The graphs say more: the columns on the edges of a graph are the steps of one walk that begins at
 * one of its sources, so a part of the graph that the walk never enters has no flow.
 *
 * The proof derives a contradiction. It is a list of steps, each of which tightens what the columns
 * can be; a `branch` ends the list and needs a contradiction on both sides. Only integers occur, so
 * `check.ts` verifies all of it exactly.
 */
export interface Certificate {
  schema: 'heddle-certificate-1';
  /** What was shown to be impossible, in words. */
  claim: string;
  /** All of these cases together cover the claim. */
  cases: Case[];
}

export interface Case {
  name: string;
  inequalities: Inequalities;
  proof: Proof;
  /** What each column stands for, where that can be said in terms of the system alone. */
  meaning?: ColumnMeaning[];
  /** The same for a case of a question about intervals. */
  part?: IntervalPart;
}

export type ColumnMeaning =
  /** How often the process goes from one location to the other, by itself or with a symbol. */
  | { kind: 'edge'; process: number; from: number; to: number; symbol?: number }
  /** 1 if the process ends there. */
  | { kind: 'end'; process: number; location: number }
  /**
   * How often the process goes from one location to the other with this symbol or one like it: symbols
   * are alike for a process if its steps with them connect the same pairs of locations.
   */
  | { kind: 'passage'; process: number; from: number; to: number; symbol: number }
  /** How often the process takes part in this symbol. */
  | { kind: 'symbol'; process: number; symbol: number }
  /** 1 if the process ends where it offers this symbol. */
  | { kind: 'offer'; process: number; symbol: number };

/** Which part of a question about intervals a case is, and what its columns count. */
export interface IntervalPart {
  /** The sequence of intervals, by its number and that of its query; of deadlock there is one of each. */
  query: number;
  sequence: number;
  /** What comes after the last interval: anything, nothing more, or something for ever. */
  tail: 'none' | 'dead' | 'endless';
  cuts: SegmentCut[];
  automata: GivenAutomaton[];
  /** Sets of states, for each automaton, that somebody is always in. */
  traps: number[][][];
  /** Something else was assumed that only a search of states can show. */
  searched?: boolean;
  columns: IntervalColumn[];
}

/**
 * A segment (at first there is one for each interval) is one in which this never happens, or it is
 * replaced by two, the first of which ends where it happens first.
 */
export interface SegmentCut {
  segment: number;
  label: string;
  how: 'never' | 'first';
}

/** Processes taken as one, and for each state of the whole the locations of these processes that it stands for. */
export interface GivenAutomaton {
  processes: number[];
  states: number[][][];
  /** Labels that count as the first of their group: no other process takes part, and the question does not mention them. */
  quiet?: string[][];
}

/**
 * How often an edge is taken inside a segment, at its end, or for ever (`share`: its share of that);
 * 1 if the automaton ends a segment in a state without a step, or waits in it for ever. A label is
 * `s` and the number of a symbol, or `p`, the number of a process, a space, and the event it shows alone.
 */
export interface IntervalColumn {
  kind: 'inside' | 'ending' | 'staying' | 'for ever' | 'share' | 'waiting';
  /** The number of segments where it is about what comes after all of them. */
  segment: number;
  automaton: number;
  from: number;
  to: number;
  label: string;
}

export interface Inequalities {
  columns: Column[];
  rows: Row[];
  graphs: Graph[];
}

export interface Column {
  name: string;
  upper?: number;
  integral: boolean;
}

/** `lower <= sum of coefficient * column <= upper`, where given. All numbers are integers. */
export interface Row {
  name: string;
  columns: number[];
  coefficients: number[];
  lower?: number;
  upper?: number;
}

export interface Graph {
  name: string;
  vertices: number;
  /** Where the walk may begin. */
  sources: number[];
  edges: { column: number; from: number; to: number }[];
}

export type Proof = ProofStep[];

type ProofStep =
  /** The bounds of a row's columns that follow from the row and the other bounds. */
  | { kind: 'propagate'; row: number }
  /** No walk enters these vertices: every edge into them from elsewhere is 0 already. */
  | { kind: 'unreachable'; graph: number; vertices: number[] }
  /**
   * A new row, numbered after the others: the sum of rows times integers, given in decimal. With a
   * `divisor` the sum is divided by it and rounded: whole numbers that are at least a fraction are at
   * least the next whole number.
   */
  | { kind: 'combine'; multipliers: [row: number, factor: string][]; divisor?: string }
  /** The column is at most `at`, or at least `at + 1`. */
  | { kind: 'branch'; column: number; at: number; below: Proof; above: Proof }
  /** The walk never enters these vertices, or it does: at least one edge into them from elsewhere is used. */
  | { kind: 'enter'; graph: number; vertices: number[]; never: Proof; some: Proof };
