/**
 * Which values the cells of a state are likely to have, by the estimate from the text of the program. The
 * search notices a value that was not foreseen.
 */
import { sizeOf } from '../../../../model/data.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageScalars, PROCESS_LOCATION } from '../../../../model/layout.js';
import type { ProcessType, System } from '../../../../model/system.js';
import { Estimate } from '../../../values/estimate.js';
import { joined } from '../../../values/interval.js';
import type { Bounds, Slot } from './cells.js';

const MOST_STEPS = 4000;
/** There is one for each variable at each location; more take longer to estimate than the search to see them. */
const MOST_INTERVALS = 20_000;
const ZERO: Bounds = { low: 0, high: 0 };

/** For each cell the values it is likely to have; undefined where nothing can be said. */
function likelyValues(
  interpreter: Interpreter,
  slots: readonly Slot[],
  initial: readonly Int32Array[],
): (Bounds | undefined)[] {
  const { system, layout } = interpreter;
  const cells: (Bounds | undefined)[] = new Array(layout.size).fill(undefined);
  const sum = (of: (type: ProcessType) => number) => system.types.reduce((all, type) => all + of(type), 0);
  if (sum(({ steps }) => steps.length) > MOST_STEPS) return cells;
  if (sum(({ locations, variables }) => locations.length * variables.length) > MOST_INTERVALS) return cells;
  const estimate = new Estimate(interpreter, initial);
  if (!estimate.settle()) return cells;
  const put = (first: number, count: number, bounds: Bounds | undefined): void => {
    for (let i = 0; i < count; i++) cells[first + i] = bounds && joined(cells[first + i], bounds);
  };
  system.variables.forEach((variable, v) => {
    put(layout.shared[v], sizeOf(variable.type), estimate.shared[v]);
  });
  system.channels.forEach((channel, c) => {
    const width = messageScalars(channel).length;
    for (let i = 0; i < channel.capacity * width; i++)
      put(layout.channels[c] + 1 + i, 1, joined(estimate.inChannel(c, i % width), ZERO));
  });
  slots.forEach(({ fixed, residents }, p) => {
    const base = layout.processes[p];
    // Where nobody is, everything is 0; a cell that some resident uses in an unknown way is unknown.
    const unknown = new Set<number>();
    const note = (first: number, count: number, bounds: Bounds | undefined): void => {
      put(first, count, bounds && (fixed ? bounds : joined(bounds, ZERO)));
      if (!bounds) for (let i = 0; i < count; i++) unknown.add(first + i);
    };
    for (const t of residents) {
      const resting = estimate.resting(t);
      if (resting.length === 0) continue;
      note(base + PROCESS_LOCATION, 1, { low: Math.min(...resting), high: Math.max(...resting) });
      system.types[t].variables.forEach((variable, v) => {
        note(base + layout.types[t].variables[v], sizeOf(variable.type), estimate.everywhere(t, v));
      });
    }
    for (const cell of unknown) cells[cell] = undefined;
  });
  return cells;
}

const known = new WeakMap<System, (Bounds | undefined)[]>();

/** The same, worked out once for a system however often it is compiled. */
export function likelyOnce(
  interpreter: Interpreter,
  slots: readonly Slot[],
  initial: readonly Int32Array[],
): (Bounds | undefined)[] {
  const found = known.get(interpreter.system) ?? likelyValues(interpreter, slots, initial);
  known.set(interpreter.system, found);
  return found;
}
