/** What a depth-first search remembers of a state, as bits: the upper half of a byte, whose rest is not its own. */
export const ON_PATH = 0x10;
/** Seen by the inner search. */
export const INNER = 0x20;
/** All successors are taken, in both searches, although others leave some out. */
export const FULL = 0x40;
/** It is one of the states that were seen. */
export const SEEN = 0x80;
