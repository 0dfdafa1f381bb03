/** Exchanging processes in a state. */
import type { Group } from './index.js';

/** The state in which every member has become the one that `to` says, by its place in the group. */
export function exchanged(state: Int32Array, { own, valued }: Group, to: readonly number[]): Int32Array {
  const renamed = state.slice();
  for (const { cell, values, within } of valued) {
    if (within && state[within.length] <= within.slot) continue;
    const member = values.indexOf(state[cell]);
    if (member >= 0) renamed[cell] = values[to[member]];
  }
  const moved = renamed.slice();
  own.forEach((cells, member) => {
    cells.forEach((cell, i) => {
      moved[own[to[member]][i]] = renamed[cell];
    });
  });
  return moved;
}
