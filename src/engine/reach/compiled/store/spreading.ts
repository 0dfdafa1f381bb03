/**
 * How several threads move the keys of a table that has grown. The old table is the end of the new one, and a
 * key's new place is as far from the end as the old one was, times the growth. So all keys of the first part
 * of the old table can be moved at once into what is new; then those of the next part into the room that the
 * first ones left, and so on. Each thread has a range of such a part.
 *
 * Ranges end where a line of the old table ends that is not full, and where at the same time a line of the new one
 * ends. No key before such a place has its home behind it, or the other way round, in either table; and the keys
 * before it had room before it, so they have in the new table, where there is at least as much. So no two ranges
 * have a slot in common, before or after.
 */

/** Slots in a line of the processor's cache. Tables are made of whole lines, and homes are where lines begin. */
export const LINE_SLOTS = 8;
/** Below so many slots one thread moves the rest alone. */
const FEW = 1 << 15;
/** Where lines of both tables end together more seldom than after so many old ones, one thread moves all. */
const SELDOM = 64;

export interface Range {
  from: number;
  to: number;
}

/** The ranges of old slots that are moved at once, one for each thread, round after round. */
export type Rounds = Range[][];

/**
 * `old`: the keys of the old table, 0 where a slot is free. `slots`: of the new one. Before `firstFree` slots may
 * be free because what had gone round from the end was taken out.
 */
export function spreadingRounds(
  old: BigInt64Array,
  slots: number,
  threads: number,
  firstFree: number,
): Rounds {
  const rounds: Rounds = [];
  const shift = slots - old.length;
  const step = old.length / commonDivisor(old.length / LINE_SLOTS, slots / LINE_SLOTS);
  /** The last place where a range can end that is not behind `at`, or `least`. */
  const endBefore = (at: number, least: number): number => {
    for (let end = Math.floor(at / step) * step; end > least; end -= step)
      if (end > firstFree && old[end - 1] === 0n) return end;
    return least;
  };
  let from = 0;
  while (step <= SELDOM * LINE_SLOTS) {
    // The new places of what lies before this end before the first key that is still to be moved.
    const end = endBefore((shift + from) * (old.length / slots), from);
    if (end - from < FEW) break;
    const cuts = [from];
    for (let thread = 1; thread < threads; thread++)
      cuts.push(endBefore(from + ((end - from) * thread) / threads, cuts[thread - 1]));
    cuts.push(end);
    rounds.push(cuts.slice(1).map((to, thread) => ({ from: cuts[thread], to })));
    from = end;
  }
  const none = { from: old.length, to: old.length };
  return [...rounds, Array.from({ length: threads }, (_, i) => (i === 0 ? { from, to: old.length } : none))];
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
