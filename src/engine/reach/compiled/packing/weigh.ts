/**
 * How much the cells of a state really hold. Declared types say little about it, and a tree whose one
 * half holds nearly everything has nearly as many nodes as there are states. So after a while the
 * search looks at what it has seen, and where there are many nodes begins again with a better tree.
 */
import type { Machine } from '../machine.js';
import { entropies, orderedByAffinity } from './affinity.js';
import { type Balance, checkSurvey } from './survey.js';

/** The search is worth beginning again, with halves of the tree that weigh the same. */
export class Reweighed extends Error {
  constructor(readonly balance: Balance) {
    super('the tree is out of balance');
  }
}

const ENOUGH_STATES = 1 << 16;
const MOST_NODES_PER_STATE = 0.25;
/** After fewer states there are more nodes for each, but not as many as this. */
const MOST_NODES_EARLY = 1;
/** A tree that was made early is seldom much worse than one made again: only if it has as many as this. */
const MOST_NODES_AGAIN = 2;
const SAMPLES = 2048;

export function checkBalance(machine: Machine): void {
  const { scene, count, nodeCount: nodes } = machine;
  checkSurvey(machine, (states) =>
    nodes < count * MOST_NODES_EARLY ? undefined : balanceFor(machine, everySo(states, SAMPLES)),
  );
  const { weighed } = scene.plan;
  const most = weighed === 'early' ? MOST_NODES_AGAIN : MOST_NODES_PER_STATE;
  if (weighed === 'well' || count < ENOUGH_STATES || nodes < count * most) return;
  throw new Reweighed(balanceFor(machine, sampleOf(machine)));
}

function balanceFor(machine: Machine, keys: readonly bigint[]): Balance {
  const { cells, plan } = machine.scene;
  const states = keys.map((key) => machine.stateAt(key).slice());
  return { weights: entropies(cells.length, states), groups: orderedByAffinity(plan.pieces, states) };
}

/** About so many of a list, from all of it. */
function everySo<T>(list: readonly T[], most: number): T[] {
  const stride = Math.ceil(list.length / most);
  return list.filter((_, i) => i % stride === 0);
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
