/**
 * How several threads move the keys of a table that has grown. The old table is the end of the new one, and a
 * key's new place is as far from the end as the old one was, times the growth. So all keys of the first part
 * of the old table can be moved at once into what is new; then those of the next part into the room that the
 * first ones left, and so on. Each thread has a range of such a part. Ranges end at free slots: no key before
 * one has its home behind it, or the other way round, so no two ranges have a slot in common, before or after.
 */

/** Below so many slots one thread moves the rest alone. */
const FEW = 1 << 15;

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
  const growth = slots / old.length;
  const shift = slots - old.length;
  let from = 0;
  for (;;) {
    const least = Math.max(from, firstFree);
    // The new places of what lies before this end before the first key that is still to be moved; one less, for rounding.
    const limit = Math.floor((shift + from) / growth) - 1;
    const end = limit > least ? freeBefore(old, limit, least) : least;
    if (end - least < FEW) break;
    const cuts = [from];
    for (let thread = 1; thread < threads; thread++) {
      const wanted = from + Math.floor(((end - from) * thread) / threads);
      cuts.push(freeBefore(old, wanted, Math.max(cuts[thread - 1], least)));
    }
    cuts.push(end);
    rounds.push(cuts.slice(1).map((to, thread) => ({ from: cuts[thread], to })));
    from = end;
  }
  const none = { from: old.length, to: old.length };
  return [...rounds, Array.from({ length: threads }, (_, i) => (i === 0 ? { from, to: old.length } : none))];
}

/** The last free slot that is not behind `at`, or `least`. */
function freeBefore(old: BigInt64Array, at: number, least: number): number {
  for (let slot = at; slot > least; slot--) if (old[slot] === 0n) return slot;
  return least;
}
