/**
 * Memory of searches that are over, for those to come. What an engine has given it takes back when it likes, and
 * for shared memory that may be never; so one search after another has the same.
 */
import { type Memory, newMemory, PAGE } from '../wasm/engine.js';
import type { Arena } from './arena.js';

let spare: Arena | undefined;

/** At least so many pages, all 0. */
export function takeMemory(pages: number): Memory {
  const arena = spare;
  spare = undefined;
  return arena && arena.memory.buffer.byteLength >= pages * PAGE ? arena.wiped() : newMemory(pages);
}

/** Nobody looks into it any more. */
export function leaveMemory(arena: Arena): void {
  if (!spare || spare.memory.buffer.byteLength < arena.memory.buffer.byteLength) spare = arena;
}
