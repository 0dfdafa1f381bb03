/** Our search, each in a process of its own. */
import { type Plugin, rolldown } from 'rolldown';
import type { StoreSettings } from '../../src/engine/reach/compiled/store/settings.js';
import { type Cost, measured } from '../measured.js';
import { here, SMALL } from './models.js';
import type { Model } from './pan.js';

export interface Explored {
  states: number;
  transitions: number;
  /** Of tables and queue at the end. */
  bytes: number;
  /** Of the search alone, on the clock. */
  seconds: number;
}

const BUNDLE = here('../../bundle');
const EXPLORE = here('../explore.js');

/** In few files and compiled before, as the command line is delivered: see rolldown.config.js. */
export async function bundle(): Promise<void> {
  const input = here('../explore-model.js');
  const { located } = (await import(here('../../../rolldown.config.js'))) as Record<
    string,
    (folder: string) => Plugin
  >;
  const built = await rolldown({ input, platform: 'node', logLevel: 'silent', plugins: [located(BUNDLE)] });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
  await built.write({ dir: BUNDLE, format: 'cjs', dynamicImportInCjs: false, ...names });
  await built.close();
  for (const { file } of SMALL)
    await measured([process.execPath, EXPLORE, '--prepare', file, 'breadth'], BUNDLE);
}

export async function explore(
  { name, file }: Model,
  order: 'breadth' | 'depth',
  folder: string,
  settings: Partial<StoreSettings> = {},
): Promise<Cost & Explored> {
  const command = [process.execPath, EXPLORE, file, order, JSON.stringify(settings)];
  const cost = await measured(command, folder);
  const explored = JSON.parse(cost.output) as Explored;
  if (explored.states === undefined) throw new Error(`${name}: ${cost.output}`);
  // The memory of the whole process is meant, not that of the search alone.
  return { ...explored, ...cost };
}

/** As many slots as our table has at a load of 0.8, so that pan's memory is not mere emptiness. */
export const slotsFor = (states: number): number => Math.ceil(Math.log2(states / 0.8));
