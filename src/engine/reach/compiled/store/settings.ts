/** How states are kept: in which form, and whether all of them for certain. */
export const COMPRESSIONS = ['auto', 'none', 'runlength', 'huffman', 'collapse', 'tree'] as const;
export const STORES = ['exact', 'dense', 'compact', 'bitstate'] as const;

/**
 * `tree`: a state is one 64-bit key, made by numbering equal pairs of parts. `auto` is that too, and
 * needs no numbering where a state has at most 64 bits. The others keep each state as a string of bytes:
 * `none` its cells in as many bits as they need, `runlength` and `huffman` its cells in whole bytes,
 * coded, `collapse` the numbers of its components.
 */
export type Compression = (typeof COMPRESSIONS)[number];

/**
 * `dense` is as exact as `exact`, with half the bytes a slot. `compact` keeps a fingerprint of each state, `bitstate` a few bits:
 * both may take a new state for an old one.
 */
export type StoreKind = (typeof STORES)[number];

export const LEAST_BITS = 12;
export const MOST_BITS = 34;

export interface StoreSettings {
  compression: Compression;
  store: StoreKind;
  /** Of `bitstate`: as many bits as 2 to this power. */
  bits?: number;
  /** Threads that search. */
  workers: number;
  /** One worker too is a thread of its own, which uses the table as if it were shared: to compare others with. */
  apart?: boolean;
  /** Depth-first search marks the states on its path though nobody asks for it: to compare others with. */
  marked?: boolean;
  /** So many states, where it is asked what repeats, are looked at as a graph before they are searched. */
  graphed?: number;
  /** Seconds that one thread searches alone before it gives the others something to do. */
  headStart: number;
}

export const DEFAULT_SETTINGS: StoreSettings = {
  compression: 'auto',
  store: 'exact',
  workers: 1,
  headStart: 0.01,
};

/** Is the search carried on in threads that share its memory? */
export const inThreads = ({ workers, apart }: StoreSettings): boolean => workers > 1 || apart === true;

/** Does this form keep states as strings of bytes? */
export const keepsVectors = (compression: Compression): boolean =>
  compression !== 'auto' && compression !== 'tree';
