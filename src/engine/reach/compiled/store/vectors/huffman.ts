/**
 * Bytes in a static Huffman code: the same for all programs and for the whole of a search, so that equal
 * states have equal strings. It is made for bytes that are the rarer the larger they are: byte b is taken
 * to occur in proportion to 1 / (b + 1)^2, which is near what states of protocols have.
 */
import type { Scene } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import { branch, branchIf, loop, newLabel, when } from '../../wasm/control.js';
import { call } from '../../wasm/module.js';
import type { Coding } from './coding.js';
import { type PlainCoding, reserveBytes } from './plain.js';

/** Longest code word; frequencies are raised so that none is longer. */
const LONGEST = 12;

interface CodeWord {
  bits: number;
  length: number;
}

/** Lengths by Huffman's method, then code words in the order of length and value, lowest bit first. */
export function staticCode(): CodeWord[] {
  const least = 2 ** -(LONGEST - 2);
  let trees = Array.from({ length: 256 }, (_, byte) => ({
    weight: Math.max(1 / (byte + 1) ** 2, least),
    bytes: [byte],
  }));
  const lengths = new Array<number>(256).fill(0);
  while (trees.length > 1) {
    trees = trees.sort((a, b) => a.weight - b.weight || a.bytes[0] - b.bytes[0]);
    const [a, b] = trees;
    const bytes = [...a.bytes, ...b.bytes];
    for (const byte of bytes) lengths[byte]++;
    trees = [{ weight: a.weight + b.weight, bytes }, ...trees.slice(2)];
  }
  const order = lengths.map((_, byte) => byte).sort((a, b) => lengths[a] - lengths[b] || a - b);
  const words: CodeWord[] = [];
  let [next, before] = [0, lengths[order[0]]];
  for (const byte of order) {
    next <<= lengths[byte] - before;
    before = lengths[byte];
    words[byte] = { bits: reversed(next++, before), length: before };
  }
  return words;
}

function reversed(bits: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((bits >> i) & 1) << (length - 1 - i);
  return result;
}

export class HuffmanCoding implements Coding {
  readonly most: number;
  readonly fixed = false;
  private readonly words = staticCode();
  private readonly longest: number;
  private readonly plain: number;

  constructor(
    private readonly scene: Scene,
    private readonly inner: PlainCoding,
  ) {
    this.plain = reserveBytes(scene, inner.most);
    this.longest = Math.max(...this.words.map(({ length }) => length));
    this.most = Math.ceil((inner.most * this.longest) / 8);
  }

  encode(to: number): { code: w.Statement[]; length: w.I32 } {
    const body = this.scene.shared('write code words', [], 'i32', (inside) => {
      const [at, out, word, held] = [0, 1, 2, 3].map(() => inside.local('i32'));
      const bits = inside.local('i64');
      const next = newLabel('next byte');
      const table = this.scene.table(this.words.map(({ bits: b, length }) => (b << 8) | length));
      const flushed = w.shiftRight(w.get(held), w.i32(3));
      inside.define(
        [
          w.set(at, w.i32(0)),
          w.set(out, w.i32(to)),
          w.set(held, w.i32(0)),
          w.set(bits, w.i64(0n)),
          loop(next, [
            when(w.lessUnsigned(w.get(at), w.i32(this.inner.most)), [
              w.set(word, w.load32(w.shiftLeft(w.load8(w.get(at), this.plain), w.i32(2)), table)),
              w.set(
                bits,
                w.or(
                  w.get(bits),
                  w.shiftLeft(
                    w.extendUnsigned(w.shiftRight(w.get(word), w.i32(8))),
                    w.extendUnsigned(w.get(held)),
                  ),
                ),
              ),
              w.set(held, w.add(w.get(held), w.and(w.get(word), w.i32(0xff)))),
              w.set(at, w.add(w.get(at), w.i32(1))),
              when(w.atLeastUnsigned(w.get(held), w.i32(32)), [
                w.store64(w.get(out), w.get(bits)),
                w.set(out, w.add(w.get(out), w.i32(4))),
                w.set(bits, w.shiftRight(w.get(bits), w.i64(32n))),
                w.set(held, w.subtract(w.get(held), w.i32(32))),
              ]),
              branch(next),
            ]),
          ]),
          w.store64(w.get(out), w.get(bits)),
          w.set(held, w.add(w.get(held), w.i32(7))),
        ],
        w.subtract(w.add(w.get(out), flushed), w.i32(to)),
      );
    });
    return { code: this.inner.encode(this.plain).code, length: call(body) };
  }

  decode(from: w.I32): w.Statement[] {
    const body = this.scene.shared('read code words', ['i32'], 'none', (inside) => {
      const start = inside.parameter(0, 'i32');
      const [at, position, entry] = [inside.local('i32'), inside.local('i32'), inside.local('i32')];
      const next = newLabel('next byte');
      const table = this.scene.table(this.decodingTable());
      const window = w.shiftRight(
        w.load32(w.add(w.get(start), w.shiftRight(w.get(position), w.i32(3)))),
        w.and(w.get(position), w.i32(7)),
      );
      const index = w.and(window, w.i32(2 ** this.longest - 1));
      const length = this.inner.most;
      inside.define(
        length === 0
          ? []
          : [
              w.set(at, w.i32(0)),
              w.set(position, w.i32(0)),
              loop(next, [
                w.set(entry, w.load32(w.shiftLeft(index, w.i32(2)), table)),
                w.store8(w.get(at), w.shiftRight(w.get(entry), w.i32(8)), this.plain),
                w.set(position, w.add(w.get(position), w.and(w.get(entry), w.i32(0xff)))),
                w.set(at, w.add(w.get(at), w.i32(1))),
                branchIf(next, w.lessUnsigned(w.get(at), w.i32(length))),
              ]),
            ],
      );
    });
    return [call(body, from), ...this.inner.decode(w.i32(this.plain))];
  }

  /** For each next `longest` bits: the byte whose code word they begin with, and its length. */
  private decodingTable(): number[] {
    const table = new Array<number>(2 ** this.longest);
    this.words.forEach(({ bits, length }, byte) => {
      for (let rest = 0; rest < 2 ** (this.longest - length); rest++)
        table[bits | (rest << length)] = (byte << 8) | length;
    });
    return table;
  }
}
