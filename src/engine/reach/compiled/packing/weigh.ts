/**
 * How much the cells of a state really hold. Declared types say little about it, and a tree whose one
 * half holds nearly everything has nearly as many nodes as there are states. So after a while the
 * search looks at what it has seen, and where there are many nodes begins again with a better tree.
 */
import type { Machine } from '../machine.js';
import { orderedByAffinity } from './affinity.js';
import { checkSurvey } from './survey.js';

/** The search is worth beginning again, with halves of the tree that weigh the same by these weights. */
export class Reweighed extends Error {
  constructor(
    readonly weights: number[],
    /** Lists of cells, those near one another that belong together. */
    readonly groups: number[][] | undefined,
  ) {
    super('the tree is out of balance');
  }
}

const ENOUGH_STATES = 1 << 16;
const MOST_NODES_PER_STATE = 0.25;
const SAMPLES = 2048;

export function checkBalance(machine: Machine): void {
  checkSurvey(machine);
  const { scene, instance, count } = machine;
  if (scene.plan.weighed || count < ENOUGH_STATES) return;
  if (instance.get('nodeCount') < count * MOST_NODES_PER_STATE) return;
  const states = sampleOf(machine).map((key) => machine.stateAt(key).slice());
  throw new Reweighed(weightsOf(scene.cells.length, states), orderedByAffinity(scene.plan.pieces, states));
}

/** The entropy of each cell over a sample of the states seen. */
function weightsOf(cells: number, states: readonly Int32Array[]): number[] {
  return Array.from({ length: cells }, (_, cell) => {
    const seen = new Map<number, number>();
    for (const state of states) seen.set(state[cell], (seen.get(state[cell]) ?? 0) + 1);
    let entropy = 0;
    for (const count of seen.values()) entropy -= (count / states.length) * Math.log2(count / states.length);
    return entropy;
  });
}

/** States that the set of those seen knows, or else some that wait to be expanded. */
function sampleOf(machine: Machine): bigint[] {
  const { store, instance } = machine;
  const keys = store.sample(SAMPLES);
  if (keys.length > 0) return keys;
  const [head, tail, mask] = ['head', 'tail', 'mask'].map((name) => instance.get(name));
  const queue = machine.longs(instance.get('queue'), mask + 1);
  const waiting = (tail - head) >>> 0;
  const stride = Math.max(1, Math.floor(waiting / SAMPLES));
  const many = Math.floor(waiting / stride);
  return Array.from({ length: many }, (_, i) => queue[((head + i * stride) & mask) >>> 0]);
}
