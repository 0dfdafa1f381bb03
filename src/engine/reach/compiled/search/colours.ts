/** What a depth-first search remembers of a state, as bits. */
export const ON_PATH = 1;
/** Seen by the inner search. */
export const INNER = 2;
/** All successors are taken, in both searches, although others leave some out. */
export const FULL = 4;
/** It is one of the states that were seen. */
export const SEEN = 8;
