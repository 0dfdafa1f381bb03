import { describe, expect, it } from 'vitest';
import { Arena } from '../../../../../src/engine/reach/compiled/store/arena.js';
import { newMemory } from '../../../../../src/engine/reach/compiled/wasm/engine.js';

const MEBIBYTE = 1 << 20;

describe('memory that is handed out', () => {
  it('is 0, and what hangs from the high end keeps what it holds while it moves up', () => {
    const arena = new Arena(newMemory(16), 0);
    let table = arena.hang(1024);
    arena.moved = (address) => {
      table = address;
    };
    const longs = (address: number, count: number) => new BigInt64Array(arena.memory.buffer, address, count);
    longs(table, 1)[0] = 42n;
    const pieces: { address: number; bytes: number }[] = [];
    for (let bytes = 1024; bytes <= 4 * MEBIBYTE; bytes *= 2) {
      const end = table + 1024;
      const address = arena.allocate(bytes);
      for (const other of pieces)
        expect(address + bytes <= other.address || other.address + other.bytes <= address).toBe(true);
      expect(address + bytes <= table || end <= address).toBe(true);
      expect(longs(address, bytes / 8).every((value) => value === 0n)).toBe(true);
      longs(address, bytes / 8).fill(-1n);
      pieces.push({ address, bytes });
    }
    expect(longs(table, 1)[0]).toBe(42n);
    expect(arena.used).toBe(pieces.reduce((sum, { bytes }) => sum + bytes, 1024));
  });

  it('hangs from the high end without a gap, however large the piece is', () => {
    const arena = new Arena(newMemory(16), 0);
    const bytes = (address: number, count: number) => new Uint8Array(arena.memory.buffer, address, count);
    bytes(arena.hang(64), 64).fill(7);
    for (const size of [128, 192, 200, 1000, 64 * 703]) {
      const before = size - 64;
      const piece = bytes(arena.hang(size), size);
      expect(piece.subarray(0, before).every((value) => value === 0)).toBe(true);
      expect(piece.subarray(before).every((value) => value === 7)).toBe(true);
    }
  });

  it('lies where the hanging piece was before, once that has gone as far as it may', () => {
    const arena = new Arena(newMemory(16), 0);
    arena.hang(MEBIBYTE / 2);
    arena.hang(5 * MEBIBYTE);
    // The piece was below the first mebibyte, and is now at the end of 4 GiB.
    expect(arena.allocate(1024)).toBe(MEBIBYTE - 1024);
    expect(arena.allocate(MEBIBYTE)).toBe(MEBIBYTE);
  });

  it('never passes a limit', () => {
    const arena = new Arena(newMemory(16), 0, 32 * MEBIBYTE);
    arena.hang(20 * MEBIBYTE);
    arena.allocate(8 * MEBIBYTE);
    expect(arena.mostHanging).toBe(24 * MEBIBYTE);
    expect(() => arena.allocate(8 * MEBIBYTE)).toThrow();
  });
});
