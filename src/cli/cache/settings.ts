/** Whether answers are remembered, and which options make a difference to them. */
import type { CheckCommand } from '../check-command.js';
import type { Io } from '../io.js';
import { cacheFolder } from './place.js';
import type { Remembered } from './remembered.js';

/**
 * Options that cannot change a conclusive answer, or that are part of the question. Whatever is not
 * named here counts, so that an option nobody thought of makes two answers, never one wrong one.
 */
const NEUTRAL: ReadonlySet<string> = new Set<keyof CheckCommand | 'config'>([
  'property',
  'ltl',
  'deadlock',
  'fair',
  'reporter',
  'output',
  'mermaid',
  'html',
  'color',
  'time',
  'memory',
  'exclude',
  'cache',
  'shard',
  'watch',
  'explain',
  'config',
]);

export const settingsThatCount = (command: CheckCommand): [string, unknown][] =>
  Object.entries(command)
    .filter(([name, value]) => !NEUTRAL.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

export async function rememberedFor(
  command: CheckCommand,
  io: Io,
  version: string,
): Promise<Remembered | undefined> {
  const folder = command.cache === false ? undefined : cacheFolder(io);
  // Such an answer is about a system that is put together anew, from texts that are not all known here.
  if (folder === undefined || command.assumeEquivalent?.length) return undefined;
  const settings = settingsThatCount(command);
  const { Remembered } = await import('./remembered.js');
  const { ContentStore } = await import('./store.js');
  const { codeVersion } = await import('../code-version.js');
  return new Remembered(new ContentStore(folder), codeVersion(version), settings);
}
