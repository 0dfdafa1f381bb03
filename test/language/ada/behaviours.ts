/** Every complete behaviour of a small system: what it shows, and whether it comes to an end or is stuck. */
import { Interpreter } from '../../../src/model/interpreter.js';
import type { System } from '../../../src/model/system.js';

const MOST_STATES = 200_000;

/** Outputs joined by spaces, then `.` for an end and `!` for being stuck. */
export function behaviours(system: System): string[] {
  const interpreter = new Interpreter(system);
  const found = new Set<string>();
  const seen = new Set<string>();
  const stack = interpreter.initialStates().map((state) => ({ state, shown: [] as string[] }));
  while (stack.length > 0) {
    const { state, shown } = stack.pop()!;
    const key = `${state.join()} ${shown.join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST_STATES) throw new Error('too many states for a small program');
    const transitions = interpreter.transitions(state);
    if (transitions.length === 0) {
      const stuck = interpreter.unfinished(state).length > 0;
      found.add([...shown, stuck ? '!' : '.'].join(' '));
    }
    for (const transition of transitions) {
      const outcome = interpreter.successor(state, transition);
      if (outcome.fault && outcome.fault.code !== 'assertion') {
        found.add([...shown, `fault: ${outcome.fault.message}`].join(' '));
        continue;
      }
      const more = outcome.events.flatMap(({ name }) => (name.startsWith('output ') ? [name.slice(7)] : []));
      stack.push({ state: outcome.state, shown: [...shown, ...more] });
    }
  }
  return [...found].sort();
}
