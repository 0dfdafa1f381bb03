/** What an execution tells about the state it ends in: who met whom last, and who changed what last. */
import { sizeOf } from '../model/data.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Transition } from '../model/transition.js';

export interface Past {
  /** Of each process: the one it stepped together with last. */
  partner: Map<number, number>;
  /** Of each shared variable: the process that changed it last. */
  writer: Map<number, number>;
}

/** Takes note of one step after the other. */
export class PastSoFar implements Past {
  readonly partner = new Map<number, number>();
  readonly writer = new Map<number, number>();
  private readonly rooms: { from: number; to: number }[];

  constructor({ system, layout }: Interpreter) {
    this.rooms = system.variables.map(({ type }, i) => ({
      from: layout.shared[i],
      to: layout.shared[i] + sizeOf(type),
    }));
  }

  note({ participants }: Transition, before: Int32Array, after: Int32Array): void {
    const [first, second] = participants.map(({ process }) => process);
    if (second !== undefined) {
      this.partner.set(first, second);
      this.partner.set(second, first);
    }
    this.rooms.forEach(({ from, to }, variable) => {
      for (let at = from; at < to; at++)
        if (before[at] !== after[at]) {
          this.writer.set(variable, first);
          return;
        }
    });
  }
}
