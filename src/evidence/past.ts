/** What an execution tells about the state it ends in: who met whom last, and who changed what last. */
import { scalarsOf } from '../model/data.js';
import type { Interpreter } from '../model/interpreter.js';
import type { Run } from '../model/transition.js';

export interface Past {
  /** Of each process: the one it stepped together with last. */
  partner: Map<number, number>;
  /** Of each shared variable: the process that changed it last. */
  writer: Map<number, number>;
}

export function pastOf(interpreter: Interpreter, states: readonly Int32Array[], run: Run): Past {
  const past: Past = { partner: new Map(), writer: new Map() };
  const { system, layout } = interpreter;
  const rooms = system.variables.map(({ type }, i) => ({
    from: layout.shared[i],
    to: layout.shared[i] + scalarsOf(type).length,
  }));
  run.steps.forEach(({ participants }, i) => {
    const [first, second] = participants.map(({ process }) => process);
    if (second !== undefined) {
      past.partner.set(first, second);
      past.partner.set(second, first);
    }
    const [before, after] = [states[i], states[i + 1]];
    rooms.forEach(({ from, to }, variable) => {
      for (let at = from; at < to; at++)
        if (before[at] !== after[at]) {
          past.writer.set(variable, first);
          return;
        }
    });
  });
  return past;
}
