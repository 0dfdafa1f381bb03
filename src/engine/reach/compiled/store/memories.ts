/**
 * Memory of searches that are over, for those to come. What an engine has given it takes back when it likes, and
 * for shared memory that may be never; so one search after another has the same.
 */
import { type Memory, newMemory, PAGE } from '../wasm/engine.js';
import type { Arena } from './arena.js';

const spare: Record<'shared' | 'unshared', Arena | undefined> = { shared: undefined, unshared: undefined };

/** At least so many pages, all 0. */
export function takeMemory(pages: number, shared: boolean): Memory {
  const kind = shared ? 'shared' : 'unshared';
  const arena = spare[kind];
  spare[kind] = undefined;
  return arena && arena.memory.buffer.byteLength >= pages * PAGE ? arena.wiped() : newMemory(pages, shared);
}

/** Nobody looks into it any more. */
export function leaveMemory(arena: Arena): void {
  const kind = arena.memory.buffer instanceof ArrayBuffer ? 'unshared' : 'shared';
  const other = spare[kind];
  if (!other || other.memory.buffer.byteLength < arena.memory.buffer.byteLength) spare[kind] = arena;
}
