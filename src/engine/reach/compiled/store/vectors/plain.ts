/** The parts of a state one after the other, each in as many whole bytes as it needs. */
import type { TreeNode } from '../../packing/chunks.js';
import type { Scene } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import type { Coding } from './coding.js';

const NOWHERE = w.i32(0);

const bitsOf = (part: TreeNode): number =>
  part.kind === 'pair' ? 32 : Math.max(0, ...part.fields.map(({ shift, bits }) => shift + bits));

export class PlainCoding implements Coding {
  readonly most: number;
  readonly fixed = true;
  private readonly places: { offset: number; bytes: number }[] = [];

  constructor(
    private readonly values: number,
    parts: readonly TreeNode[],
  ) {
    let offset = 0;
    for (const part of parts) {
      const bytes = Math.ceil(bitsOf(part) / 8);
      this.places.push({ offset, bytes });
      offset += bytes;
    }
    this.most = offset;
  }

  /** What a part's last word writes too much is written over by the next part. */
  encode(to: number): { code: w.Statement[]; length: w.I32 } {
    const code = this.places.map(({ offset }, i) =>
      w.store32(NOWHERE, w.load32(NOWHERE, this.values + 4 * i), to + offset),
    );
    return { code, length: w.i32(this.most) };
  }

  decode(from: w.I32): w.Statement[] {
    return this.places.map(({ offset, bytes }, i) => {
      const word = w.load32(from, offset);
      const kept = bytes === 4 ? word : w.and(word, w.i32(2 ** (8 * bytes) - 1));
      return w.store32(NOWHERE, kept, this.values + 4 * i);
    });
  }
}

/** Room for a string of bytes, and for the words that are written past its end. */
export const reserveBytes = (scene: Scene, bytes: number): number => scene.reserve(bytes + 16);
