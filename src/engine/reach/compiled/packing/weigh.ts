/**
 * How much the cells of a state really hold. Declared types say little about it, and a tree whose one
 * half holds nearly everything has nearly as many nodes as there are states. So after a while the
 * search looks at what it has seen, and where there are many nodes begins again with a better tree.
 */
import type { Machine } from '../machine.js';
import { checkSurvey } from './survey.js';

/** The search is worth beginning again, with halves of the tree that weigh the same by these weights. */
export class Reweighed extends Error {
  constructor(readonly weights: number[]) {
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
  throw new Reweighed(weightsOf(machine));
}

/** The entropy of each cell over a sample of the states seen. */
function weightsOf(machine: Machine): number[] {
  const { scene } = machine;
  const counts = scene.cells.map(() => new Map<number, number>());
  let samples = 0;
  for (const key of sampleOf(machine)) {
    samples++;
    const { state, observed } = machine.unpack(key);
    counts.forEach((seen, cell) => {
      const value = cell === scene.observed ? observed : state[cell];
      seen.set(value, (seen.get(value) ?? 0) + 1);
    });
  }
  return counts.map((seen) => {
    let entropy = 0;
    for (const count of seen.values()) entropy -= (count / samples) * Math.log2(count / samples);
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
