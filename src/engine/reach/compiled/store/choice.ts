/** Which set of states the settings mean, and what they cannot be combined with. */
import type { Ask } from '../../../../property/question.js';
import type { SearchOrder } from '../../reference/index.js';
import type { Scene } from '../program/scene.js';
import { BitStore } from './bitstate.js';
import { DenseStore, divisionOf } from './dense.js';
import { FingerprintStore } from './fingerprints.js';
import { keepsVectors, type StoreSettings } from './settings.js';
import type { StateStore } from './states.js';
import { SeenVectors } from './vectors/seen.js';
import { VisitedStore } from './visited.js';

export function newStore(scene: Scene, { store, bits }: StoreSettings, order: SearchOrder): StateStore {
  if (scene.vectors) return new SeenVectors(scene, scene.vectors);
  // Depth-first search marks states; the dense table has no room for that, and the other one is as exact.
  const division = store === 'dense' && order === 'breadth' ? divisionOf(scene) : undefined;
  if (division) return new DenseStore(scene, division);
  if (store === 'compact') return new FingerprintStore(scene);
  return store === 'bitstate' ? new BitStore(scene, bits) : new VisitedStore(scene);
}

/** Why a question cannot be answered with these settings, if it cannot. */
export function refusal(
  { store, compression, workers }: StoreSettings,
  ask: Ask,
  order: SearchOrder,
): string | undefined {
  const lookingForCycles =
    ask.kind === 'terminates' ||
    ask.kind === 'progress' ||
    (ask.kind === 'order' && ask.observers.some(({ acceptance }) => acceptance === 'infinite'));
  if (store === 'dense' && keepsVectors(compression))
    return `--store dense keeps keys, and --compression ${compression} has none`;
  if (store === 'compact' || store === 'bitstate') {
    if (keepsVectors(compression))
      return `--store ${store} does not keep states, so there is nothing for --compression ${compression} to compress`;
    if (lookingForCycles)
      return `--store ${store} cannot tell a state that was seen before from one that looks like it, and a cycle is to come back to the very same state`;
    if (order === 'depth')
      return `--store ${store} has no room to mark the states on the path of a depth-first search`;
  }
  if (workers > 1) {
    if (lookingForCycles)
      return '--workers cannot look for cycles: that needs one depth-first search after the other';
    if (order === 'depth') return '--workers search breadth first, and --search depth asks for the opposite';
    if (store !== 'exact') return `--workers share the table of --store exact, not of --store ${store}`;
    if (keepsVectors(compression))
      return `--workers share a table of keys, and --compression ${compression} keeps strings of bytes, which lie one after the other and are put there by one thread; --compression tree is smaller and can be shared`;
  }
  return undefined;
}
