/** How the parts of a state become a string of bytes, always the same for the same state, and back. */
import type * as w from '../../wasm/code.js';

export interface Coding {
  /** Bytes of the longest string. */
  readonly most: number;
  /** All strings are of that length. */
  readonly fixed: boolean;
  /** From the values of the parts to bytes at a fixed address. */
  encode(to: number): { code: w.Statement[]; length: w.I32 };
  /** From bytes at an address, which is a local, to the values. */
  decode(from: w.I32): w.Statement[];
}
