/**
 * What the threads of one search share besides the tables: a few integers in shared memory, those that
 * change often each in a cache line of its own.
 */

/** Byte offsets from the start of the block. */
export const CONTROL = {
  /** Not 0: everybody is to come back. */
  stop: 0,
  /** 1 while somebody is at the queue. */
  lock: 64,
  /** The queue, with the lock only: next to take, next free, threads that found nothing to do, and the end. */
  head: 128,
  tail: 132,
  idle: 136,
  done: 140,
  /** Changes when there is something new for those who sleep. */
  news: 192,
  /** States in the table, with those about to be put in. */
  count: 256,
  /** Numbers of pairs that were given out. */
  nodeCount: 320,
  zeroSeen: 324,
  /** 1 while somebody puts something into a dictionary. */
  dictionary: 384,
  /** Threads that take part. */
  members: 448,
  /** How often somebody came to the end of a round of moving keys. */
  arrivals: 512,
} as const;

const CONTROL_BYTES = 576;
const FIRST_ADDRESS = 64;

/** Where the shared integers are, and where they end. */
export interface Sharing {
  control: number;
  end: number;
}

export const SHARING: Sharing = { control: FIRST_ADDRESS, end: FIRST_ADDRESS + CONTROL_BYTES };
