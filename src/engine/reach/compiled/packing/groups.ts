/**
 * Which cells stand next to each other in the key. What changes together should share a branch of the
 * tree, so that few pairs are ever made: a process with its variables, and with it the buffers that
 * only this process takes from (or, failing that, only this one puts into).
 */
import { evaluate } from '../../../../model/evaluate.js';
import type { Expression } from '../../../../model/expression.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageSize } from '../../../../model/layout.js';
import type { Bounds, Slot } from './cells.js';

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** More variables are not looked at one by one. */
const FEW = 48;

/** All cells in lists as small as makes sense: a number that is shared, a channel, a process. */
export function piecesOf({ layout }: Interpreter, cells: number): number[][] {
  const firstChannel = layout.channels[0] ?? layout.processes[0] ?? layout.size;
  const shared = upTo(0, firstChannel);
  const starts = new Set<number>(shared.length <= FEW ? shared : [0, ...layout.shared]);
  for (const start of [...layout.channels, ...layout.processes, layout.size]) starts.add(start);
  const sorted = [...starts].filter((start) => start < cells).sort((a, b) => a - b);
  return sorted.map((start, i) => upTo(start, sorted[i + 1] ?? cells));
}

export function groupsOf(
  interpreter: Interpreter,
  slots: readonly Slot[],
  cells: readonly Bounds[],
  initial: Int32Array,
): number[][] {
  const { system, layout } = interpreter;
  const channels = system.channels.map((channel, c) => {
    const start = layout.channels[c];
    return upTo(start, start + 1 + channel.capacity * messageSize(channel));
  });
  const users = (kind: 'send' | 'receive'): Set<number>[] => {
    const found = channels.map(() => new Set<number>());
    slots.forEach((slot, p) => {
      for (const t of slot.residents) {
        for (const { action } of system.types[t].steps) {
          if (action.kind !== kind) continue;
          const channel = referenceOf(action.channel, p);
          for (const [c, set] of found.entries()) if (channel === undefined || channel === c + 1) set.add(p);
        }
      }
    });
    return found;
  };
  /** The channel that an expression means in this slot at the start; what it means later is likely the same. */
  const referenceOf = (expression: Expression, p: number): number | undefined => {
    if (!slots[p].fixed) return undefined;
    try {
      return evaluate(expression, interpreter.context(initial, p, false)) || undefined;
    } catch {
      return undefined;
    }
  };
  const [takers, givers] = [users('receive'), users('send')];
  const buffers = slots.map((): number[] => []);
  const apart: number[][] = [];
  channels.forEach((cellsOfChannel, c) => {
    const only = [takers[c], givers[c]].find((set) => set.size === 1);
    if (only) buffers[[...only][0]].push(...cellsOfChannel);
    else apart.push(cellsOfChannel);
  });
  const firstChannel = layout.channels[0] ?? layout.processes[0] ?? layout.size;
  return [
    upTo(0, firstChannel),
    ...apart,
    ...slots.map((_, p) => [
      ...upTo(layout.processes[p], layout.processes[p] + layout.processSize[p]),
      ...buffers[p],
    ]),
    upTo(layout.size, cells.length),
  ];
}
