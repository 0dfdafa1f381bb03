/** One way in which a question could be answered "no": inequalities, and what can be done with a solution. */
import type { ColumnMeaning, IntervalPart } from '../../evidence/certificate/certificate.js';
import type { Interpreter } from '../../model/interpreter.js';
import type { Arrangement } from './arrangement.js';
import type { Begins } from './deadlock.js';
import type { Flowgraph } from './flowgraph.js';
import type { Network } from './network.js';
import type { Realised } from './realise.js';
import type { SearchProblem } from './search.js';
import type { Trap } from './traps.js';

export interface Possibility {
  name: string;
  /** What a run of this kind shows. */
  reason: string;
  problem: SearchProblem;
  /** Where the inequalities are those of a flowgraph. */
  flowgraph?: Flowgraph;
  /** The automata that the inequalities are made from; absent where several ways are one. */
  arrangement?: Arrangement;
  /** For the independent check that the rows follow from the system. */
  meaning?: ColumnMeaning[];
  part?: IntervalPart;
  realise(interpreter: Interpreter, values: number[]): Realised;
  /** The two cases of a distinction on what blocked a solution. */
  refine?(blocked: { interval: number; action: number }): Possibility[];
  /** Where the automata stand at the end of each interval of a solution. */
  standing?(values: number[]): number[][];
  /** The same without solutions that empty this trap. */
  withTrap?(trap: Trap): Possibility;
  /** The same without solutions that end in these states of the automata. */
  without?(barren: number[]): Possibility;
  /** The same with other automata. */
  arranged?(arrangement: Arrangement): Possibility;
}

/** Where each automaton begins in this solution. */
export function startsOf({ components }: Network, begins: Begins, values: number[]): number[] {
  return components.map(({ initial }, c) => {
    const chosen = begins.get(c)?.findIndex((column) => values[column] > 0) ?? 0;
    return initial[Math.max(0, chosen)];
  });
}
