/** Our search, each in a process of its own. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { StoreSettings } from '../../src/engine/reach/compiled/store/settings.js';
import { type Cost, measured } from '../measured.js';
import { here } from './models.js';
import type { Model } from './pan.js';

export interface Explored {
  states: number;
  transitions: number;
  /** Of tables and queue at the end. */
  bytes: number;
}

/** In few files, as the command line is delivered: see rolldown.config.js. */
const BUNDLE = here('../../bundle');

export async function bundle(): Promise<void> {
  const input = here('../explore-model.js');
  const built = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  await built.write({ dir: BUNDLE, format: 'esm', entryFileNames: '[name].js' });
  await built.close();
}

/** Threads are started from the files as they were compiled. */
export async function explore(
  { name, file }: Model,
  order: 'breadth' | 'depth',
  folder: string,
  settings: Partial<StoreSettings> = {},
  from: 'bundle' | 'files' = 'bundle',
): Promise<Cost & Explored> {
  const script = from === 'bundle' ? join(BUNDLE, 'explore-model.js') : here('../explore-model.js');
  const cost = await measured([process.execPath, script, file, order, JSON.stringify(settings)], folder);
  const explored = JSON.parse(cost.output) as Explored;
  if (explored.states === undefined) throw new Error(`${name}: ${cost.output}`);
  return { ...cost, ...explored };
}

/** As many slots as our table has at a load of 0.8, so that pan's memory is not mere emptiness. */
export const slotsFor = (states: number): number => Math.ceil(Math.log2(states / 0.8));
