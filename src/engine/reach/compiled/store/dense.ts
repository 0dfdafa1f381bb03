/**
 * The exact table with four bytes a slot. A key of the tree is two numbers of few bits each; together they
 * have no more bits than a fingerprint in the table of buckets, and mixing them is a bijection, so equal
 * fingerprints mean equal keys. How many bits the numbers of pairs may have is settled beforehand; a search
 * that needs more, or where too many keys have their homes close together, begins again with the table of eight bytes a
 * slot; so does one with little memory.
 */
import { nodesOf, type TreeNode } from '../packing/chunks.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { BUCKET_BYTES, BucketTable, REST_BITS } from './buckets.js';

const LEAST_BUCKET_BITS = 14;
const MOST_BUCKET_BITS = 22;
/** A number of a pair has at least so many bits. */
const LEAST_NUMBER_BITS = 20;

/**
 * Thrown where pairs need more bits than their numbers have in a key, a key found no place near its home, or memory is
 * too small for the table to begin with.
 */
export class Overfull extends Error {}

interface Division {
  left: number;
  right: number;
  bucketBits: number;
}

const bitsOf = (node: TreeNode): number =>
  node.kind === 'leaf'
    ? Math.max(0, ...[...node.fields, ...node.codes, ...node.joints].map(({ shift, bits }) => shift + bits))
    : 0;

/** How many bits of a fingerprint each half of a key has, or undefined where there are too few. */
export function divisionOf({ packing }: Scene): Division | undefined {
  const [left, right] = nodesOf(packing);
  const pairs = [left, right].filter(({ kind }) => kind === 'pair').length;
  const fixed = bitsOf(left) + bitsOf(right);
  const least = fixed + pairs * LEAST_NUMBER_BITS;
  const bucketBits = Math.max(LEAST_BUCKET_BITS, least + 2 * pairs - REST_BITS);
  if (bucketBits > MOST_BUCKET_BITS) return undefined;
  const number = pairs === 0 ? 0 : Math.min(31, Math.floor((bucketBits + REST_BITS - fixed) / pairs));
  const share = (node: TreeNode) => (node.kind === 'leaf' ? bitsOf(node) : number);
  return { left: share(left), right: share(right), bucketBits };
}

export class DenseStore extends BucketTable {
  /** Numbers of pairs must be smaller. */
  readonly mostPairs: number;

  constructor(
    scene: Scene,
    private readonly division: Division,
  ) {
    super(scene);
    const [left, right] = nodesOf(scene.packing);
    this.mostPairs = Math.min(
      left.kind === 'pair' ? 2 ** division.left : Number.POSITIVE_INFINITY,
      right.kind === 'pair' ? 2 ** division.right : Number.POSITIVE_INFINITY,
    );
    this.defineInsert();
  }

  /** Multiplying by an odd number, and adding the upper half to the lower, can both be undone. */
  protected fingerprint(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; value: w.I64 } {
    const { left, bucketBits } = this.division;
    const bits = BigInt(bucketBits + REST_BITS);
    const mask = w.i64((1n << bits) - 1n);
    const together = w.or(
      w.and(key, w.i64((1n << BigInt(left)) - 1n)),
      w.shiftLeft(w.shiftRight(key, w.i64(32n)), w.i64(BigInt(left))),
    );
    const folded = w.xor(w.get(scratch), w.shiftRight(w.get(scratch), w.i64(bits / 2n)));
    return {
      before: [
        w.set(scratch, w.and(w.multiply(together, w.i64(0x9e3779b97f4a7c15n)), mask)),
        w.set(scratch, folded),
      ],
      value: w.and(w.multiply(w.get(scratch), w.i64(0xd6e8feb86659fd93n)), mask),
    };
  }

  protected firstBucketBits(): number {
    return this.division.bucketBits;
  }

  override clear(): void {
    if (2 ** this.division.bucketBits * BUCKET_BYTES > this.arena.mostHanging / 2) throw new Overfull();
    super.clear();
  }

  override confirm(): void {
    super.confirm();
    if (this.instance.get('crowded') > 0) throw new Overfull();
  }
}
