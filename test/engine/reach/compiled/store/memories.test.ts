import { describe, expect, it } from 'vitest';
import { family } from '../../../../../bench/families.js';
import { exploreCompiled, reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { Arena } from '../../../../../src/engine/reach/compiled/store/arena.js';
import { leaveMemory, takeMemory } from '../../../../../src/engine/reach/compiled/store/memories.js';
import { PAGE } from '../../../../../src/engine/reach/compiled/wasm/engine.js';
import { constant } from '../../../../../src/model/expression.js';

describe('memory of a search that is over', () => {
  it.each([false, true])('is the next one’s, all 0, if both share it or neither does: %s', (shared) => {
    const memory = takeMemory(32, shared);
    const arena = new Arena(memory, 1000);
    new Uint8Array(memory.buffer, 0, 1000).fill(1);
    const low = arena.allocate(5000);
    const high = arena.hang(64);
    for (const [address, bytes] of [
      [low, 5000],
      [high, 64],
    ])
      new Uint8Array(memory.buffer, address, bytes).fill(2);
    leaveMemory(arena);
    expect(takeMemory(16, !shared)).not.toBe(memory);
    const next = takeMemory(16, shared);
    expect(next).toBe(memory);
    expect(new Uint8Array(next.buffer).some((byte) => byte !== 0)).toBe(false);
    // It has been taken: somebody else gets other memory.
    expect(takeMemory(16, shared)).not.toBe(memory);
  });

  it('is not taken where it is too small', () => {
    const arena = new Arena(takeMemory(1, false), 0);
    leaveMemory(arena);
    const larger = takeMemory(arena.memory.buffer.byteLength / PAGE + 1, false);
    expect(larger).not.toBe(arena.memory);
  });

  it('is used no farther than the next search may go', async () => {
    await exploreCompiled(family('dp', 12), { now: () => 0 });
    await expect(exploreCompiled(family('dp', 12), { now: () => 0, bytes: 4 << 20 })).rejects.toThrow(
      /memory/,
    );
  });

  it('is not that of another one which is still at work', async () => {
    const always = { name: 'q', text: '', ask: { kind: 'invariant', predicate: constant(1) } } as const;
    const search = () => reachCompiled(family('dp', 8), always, { now: () => 0 });
    const alone = await search();
    for (const answer of await Promise.all([search(), search(), search()])) expect(answer).toEqual(alone);
  });
});
