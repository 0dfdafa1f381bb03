import { describe, expect, it } from 'vitest';
import { spreadingRounds } from '../../../../../src/engine/reach/compiled/store/spreading.js';

/** A key is its share of the table, in 2^32nds; its home begins the line of eight slots that has that share. */
const homeOf = (key: bigint, slots: number): number => Number((key * BigInt(slots)) >> 35n) * 8;

/** The first slot from its home on that has the key or is free. */
function slotOf(table: BigInt64Array, start: number, slots: number, key: bigint): number {
  let slot = homeOf(key, slots);
  while (table[start + slot] !== 0n && table[start + slot] !== key) slot = (slot + 1) % slots;
  return start + slot;
}

/** The old table at the end of room for the new one, with keys everywhere or crowded where tables end and begin. */
function grown(oldSlots: number, slots: number, crowded: boolean) {
  const table = new BigInt64Array(slots);
  const start = slots - oldSlots;
  const keys = new Set<bigint>();
  let random = 12_345n;
  while (keys.size < oldSlots * 0.8) {
    random = (random * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    const share = random >> 32n;
    const key = crowded && keys.size % 100 === 0 ? 0xffff_ffffn - (share >> 16n) : share;
    if (key === 0n || keys.has(key)) continue;
    keys.add(key);
    table[slotOf(table, start, oldSlots, key)] = key;
  }
  const old = table.subarray(start);
  const firstFree = old.indexOf(0n);
  const aside: bigint[] = [];
  for (let slot = 0; slot < firstFree; slot++) {
    if (homeOf(old[slot], oldSlots) <= slot) continue;
    aside.push(old[slot]);
    old[slot] = 0n;
  }
  return { table, old, keys, firstFree, aside };
}

describe('keys of a table that has grown, moved by several threads', () => {
  it.each<[number, number, number, boolean, boolean]>([
    [200_000, 300_000, 2, false, true],
    [200_000, 400_000, 2, false, true],
    [300_000, 450_000, 3, true, true],
    [320_000, 420_000, 2, true, true],
    [400_000, 800_000, 4, true, true],
    // Lines of both tables end together too seldom.
    [300_008, 450_016, 3, true, false],
    [400_000, 800_008, 4, true, false],
    // What is new has no room for so many keys that several threads are worth it, or there are few.
    [500_000, 510_000, 2, false, false],
    [10_000, 20_000, 2, false, false],
  ])(
    '%i slots become %i, %i threads, crowded: %s, at once: %s',
    (oldSlots, slots, threads, crowded, atOnce) => {
      const { table, old, keys, firstFree, aside } = grown(oldSlots, slots, crowded);
      const rounds = spreadingRounds(old, slots, threads, firstFree);
      expect(rounds.length > 1).toBe(atOnce);
      let next = 0;
      for (const round of rounds) {
        expect(round).toHaveLength(threads);
        const places = round.map((): number[] => []);
        // The last thread is the fastest: none may need what another has done in the same round.
        for (let thread = threads - 1; thread >= 0; thread--)
          for (let slot = round[thread].from; slot < round[thread].to; slot++) {
            const key = old[slot];
            if (key === 0n) continue;
            old[slot] = 0n;
            const at = slotOf(table, 0, slots, key);
            table[at] = key;
            places[thread].push(at);
          }
        for (const { from, to } of round) {
          if (from === to) continue;
          expect(from).toBe(next);
          next = to;
        }
        if (round === rounds.at(-1)) continue;
        // Each writes behind what the one before writes, and all before what was to be moved in this round.
        let written = -1;
        for (const own of places) {
          const [least, most] = [Math.min, Math.max].map((end) => own.reduce((a, b) => end(a, b), own[0]));
          if (own.length === 0) continue;
          expect(least).toBeGreaterThan(written);
          written = most;
        }
        expect(written).toBeLessThan(slots - oldSlots + round[0].from);
      }
      expect(next).toBe(oldSlots);
      for (const key of aside) table[slotOf(table, 0, slots, key)] = key;
      expect([...keys].filter((key) => table[slotOf(table, 0, slots, key)] !== key)).toEqual([]);
      expect(table.reduce((count, key) => count + Number(key !== 0n), 0)).toBe(keys.size);
    },
  );
});
