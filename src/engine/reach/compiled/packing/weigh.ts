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
const MOST_NODES_PER_STATE = 0.08;
const SAMPLES = 2048;

export function checkBalance(machine: Machine): void {
  checkSurvey(machine);
  const { scene, instance, count } = machine;
  if (scene.weighed || count < ENOUGH_STATES) return;
  if (instance.get('nodeCount') < count * MOST_NODES_PER_STATE) return;
  throw new Reweighed(weightsOf(machine));
}

/** The entropy of each cell over a sample of the states seen. */
function weightsOf(machine: Machine): number[] {
  const { scene, instance } = machine;
  const slots = instance.get('slots');
  const stride = Math.max(1, Math.floor(slots / SAMPLES));
  const table = instance.get('table');
  const counts = scene.cells.map(() => new Map<number, number>());
  let samples = 0;
  for (let slot = 0; slot < slots; slot += stride) {
    const [key] = machine.longs(table + 8 * slot, 1);
    if (key === 0n) continue;
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
