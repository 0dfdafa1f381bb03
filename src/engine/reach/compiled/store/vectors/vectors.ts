/**
 * States as strings of bytes, each kept once: an arena that only grows, and a table of references into
 * it. The reference is the key that the searches see. Before the bytes of a state stand the number of the
 * search that has seen it last, a colour, and where lengths differ its length; so being seen is a mark
 * here, and no second table is needed.
 */

import type { TreeNode } from '../../packing/chunks.js';
import { bitsOfAll, cellOf, checked, heldBy, pairOf, putter } from '../../packing/codec.js';
import { Obstacle } from '../../program/registers.js';
import { type Scene, Unsupported } from '../../program/scene.js';
import * as w from '../../wasm/code.js';
import { branch, choose, giveBack, loop, newLabel, when } from '../../wasm/control.js';
import { call, type FunctionBuilder } from '../../wasm/module.js';
import { interning } from '../intern.js';
import type { Compression } from '../settings.js';
import type { Coding } from './coding.js';
import { CollapseCoding } from './collapse.js';
import { HuffmanCoding } from './huffman.js';
import { PlainCoding, reserveBytes } from './plain.js';
import { RunLengthCoding } from './runlength.js';

const NOWHERE = w.i32(0);
const MOST_BYTES = 0xffff;
/** Search and colour; then the length, where it is kept. */
const SEARCH = 0;
const LENGTH = 2;

export class Vectors {
  readonly pack: FunctionBuilder<'i64'>;
  readonly unpack: FunctionBuilder<'none'>;
  /** Vectors there are, most before the table must grow, the table, and where the next vector goes. */
  readonly count: w.Global<'i32'>;
  readonly limit: w.Global<'i32'>;
  readonly table: w.Global<'i32'>;
  readonly mask: w.Global<'i32'>;
  readonly next: w.Global<'i32'>;
  readonly end: w.Global<'i32'>;
  private readonly coding: Coding;
  private readonly values: number;
  private readonly encoded: number;

  constructor(
    private readonly scene: Scene,
    readonly parts: readonly TreeNode[],
    compression: Compression,
  ) {
    const register = (name: string) => scene.module.global(name, 'i32');
    [this.count, this.limit, this.table, this.mask, this.next, this.end] = [
      'vectorCount',
      'vectorLimit',
      'vectorTable',
      'vectorMask',
      'vectorNext',
      'vectorEnd',
    ].map(register);
    this.values = scene.reserve(4 * parts.length);
    this.coding = this.codingFor(compression);
    if (this.coding.most > MOST_BYTES) throw new Unsupported('its states are too large for this compression');
    this.encoded = reserveBytes(scene, this.coding.most);
    this.unpack = this.defineUnpack();
    this.pack = this.definePack();
    this.defineReindex();
  }

  /** Bytes before a vector. */
  get header(): number {
    return this.coding.fixed ? LENGTH : LENGTH + 2;
  }

  /** Bytes of the longest vector with what stands before it, and of what is read past its end. */
  get most(): number {
    return this.header + this.coding.most + 8;
  }

  private codingFor(compression: Compression): Coding {
    const { scene, values, parts } = this;
    if (compression === 'collapse') return new CollapseCoding(scene, values, parts.length);
    const plain = new PlainCoding(values, parts);
    if (compression === 'runlength') return new RunLengthCoding(scene, plain);
    return compression === 'huffman' ? new HuffmanCoding(scene, plain) : plain;
  }

  private defineUnpack(): FunctionBuilder<'none'> {
    const { scene, parts, values } = this;
    const body = scene.module.function('unpack', ['i64'], 'none', true);
    const [from, value] = [body.local('i32'), body.local('i32')];
    const put = putter(scene, body);
    body.define([
      w.set(from, w.add(w.lowHalf(w.get(body.parameter(0, 'i64'))), w.i32(this.header))),
      ...this.coding.decode(w.get(from)),
      ...parts.flatMap((part, i) => [w.set(value, w.load32(NOWHERE, values + 4 * i)), ...put(part, value)]),
    ]);
    return body;
  }

  private definePack(): FunctionBuilder<'i64'> {
    const { scene, parts, values } = this;
    const body = scene.module.function('pack', [], 'i64', true);
    const code: w.Statement[] = [];
    const numberAt = (node: TreeNode): w.I32 => {
      if (node.kind === 'leaf') {
        code.push(...node.fields.flatMap((field) => checked(field, cellOf(scene, field.cell), scene)));
        return bitsOfAll(node.fields, scene);
      }
      const [left, right] = [node.left, node.right].map((child) => {
        const local = body.local('i32');
        code.push(w.set(local, numberAt(child)));
        return w.get(local);
      });
      const same = w.and(w.equal(left, heldBy(scene, node.left)), w.equal(right, heldBy(scene, node.right)));
      return choose(same, heldBy(scene, node), call(interning(scene), pairOf(left, right)));
    };
    parts.forEach((part, i) => {
      const value = numberAt(part);
      code.push(w.store32(NOWHERE, value, values + 4 * i));
    });
    const { code: encoding, length } = this.coding.encode(this.encoded);
    body.define([...code, ...encoding], w.extendUnsigned(call(this.defineIntern(), length)));
    return body;
  }

  /** The hash of so many bytes at an address, as a function. */
  private hashing(): FunctionBuilder<'i32'> {
    return this.scene.shared('hash bytes', ['i32', 'i32'], 'i32', (body) => {
      const [at, length] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
      const hash = body.local('i64');
      const stir = (word: w.I64): w.Statement[] => [
        w.set(hash, w.multiply(w.xor(w.get(hash), word), w.i64(0x9e3779b97f4a7c15n))),
        w.set(hash, w.xor(w.get(hash), w.shiftRight(w.get(hash), w.i64(29n)))),
      ];
      const whole = newLabel('whole words');
      body.define(
        [
          w.set(hash, w.extendUnsigned(w.get(length))),
          loop(whole, [
            when(w.atLeastUnsigned(w.get(length), w.i32(8)), [
              ...stir(w.load64(w.get(at))),
              w.set(at, w.add(w.get(at), w.i32(8))),
              w.set(length, w.subtract(w.get(length), w.i32(8))),
              branch(whole),
            ]),
          ]),
          when(w.get(length), stir(w.and(w.load64(w.get(at)), tailMask(w.get(length))))),
        ],
        w.lowHalf(w.shiftRight(w.multiply(w.get(hash), w.i64(0xd6e8feb86659fd93n)), w.i64(32n))),
      );
    });
  }

  private sameBytes(): FunctionBuilder<'i32'> {
    return this.scene.shared('same bytes', ['i32', 'i32', 'i32'], 'i32', (body) => {
      const [a, b, length] = [0, 1, 2].map((i) => body.parameter(i, 'i32'));
      const whole = newLabel('whole words');
      const difference = w.xor(w.load64(w.get(a)), w.load64(w.get(b)));
      body.define(
        [
          loop(whole, [
            when(w.atLeastUnsigned(w.get(length), w.i32(8)), [
              when(w.unequal(difference, w.i64(0n)), [giveBack(w.i32(0))]),
              w.set(a, w.add(w.get(a), w.i32(8))),
              w.set(b, w.add(w.get(b), w.i32(8))),
              w.set(length, w.subtract(w.get(length), w.i32(8))),
              branch(whole),
            ]),
          ]),
          when(w.isZero(w.get(length)), [giveBack(w.i32(1))]),
        ],
        w.isZero(w.and(difference, tailMask(w.get(length)))),
      );
    });
  }

  private lengthAt(reference: w.I32): w.I32 {
    return this.coding.fixed ? w.i32(this.coding.most) : w.and(w.load32(reference, LENGTH), w.i32(0xffff));
  }

  private slotAddress(slot: w.I32): w.I32 {
    return w.add(w.getGlobal(this.table), w.shiftLeft(slot, w.i32(2)));
  }

  /** The reference of the encoded bytes, of this length; 0 where there is no room for a new one. */
  private defineIntern(): FunctionBuilder<'i32'> {
    const body = this.scene.module.function('internVector', ['i32'], 'i32');
    const length = body.parameter(0, 'i32');
    const [slot, reference] = [body.local('i32'), body.local('i32')];
    const { coding, encoded, header } = this;
    const bytes = w.add(w.get(reference), w.i32(header));
    const equalBytes = call(this.sameBytes(), w.i32(encoded), bytes, w.get(length));
    const isSame = coding.fixed
      ? equalBytes
      : choose(w.equal(this.lengthAt(w.get(reference)), w.get(length)), equalBytes, w.i32(0));
    const again = newLabel('probe');
    const nextFree = w.add(w.getGlobal(this.next), w.add(w.get(length), w.i32(header)));
    body.define(
      [
        w.set(slot, w.and(call(this.hashing(), w.i32(encoded), w.get(length)), w.getGlobal(this.mask))),
        loop(again, [
          w.set(reference, w.load32(this.slotAddress(w.get(slot)))),
          when(w.get(reference), [
            when(isSame, [giveBack(w.get(reference))]),
            w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(this.mask))),
            branch(again),
          ]),
        ]),
        when(
          w.or(
            w.atLeastUnsigned(w.getGlobal(this.count), w.getGlobal(this.limit)),
            w.greaterUnsigned(nextFree, w.getGlobal(this.end)),
          ),
          [w.setGlobal(this.scene.registers.obstacle, w.i32(Obstacle.vectors)), giveBack(w.i32(0))],
        ),
        w.set(reference, w.getGlobal(this.next)),
        w.store32(this.slotAddress(w.get(slot)), w.get(reference)),
        w.copyMemory(bytes, w.i32(encoded), w.get(length)),
        ...(coding.fixed ? [] : [w.store8(w.get(reference), w.get(length), LENGTH)]),
        ...(coding.fixed
          ? []
          : [w.store8(w.get(reference), w.shiftRight(w.get(length), w.i32(8)), LENGTH + 1)]),
        w.setGlobal(this.next, nextFree),
        w.setGlobal(this.count, w.add(w.getGlobal(this.count), w.i32(1))),
      ],
      w.get(reference),
    );
    return body;
  }

  /** Puts the references of an old table into the present empty one. */
  private defineReindex(): void {
    const body = this.scene.module.function('reindexVectors', ['i32', 'i32'], 'none', true);
    const [old, slots] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
    const [reference, slot] = [body.local('i32'), body.local('i32')];
    const [next, probe] = [newLabel('next'), newLabel('probe')];
    const hash = call(
      this.hashing(),
      w.add(w.get(reference), w.i32(this.header)),
      this.lengthAt(w.get(reference)),
    );
    body.define([
      loop(next, [
        when(w.get(slots), [
          w.set(slots, w.subtract(w.get(slots), w.i32(1))),
          w.set(reference, w.load32(w.add(w.get(old), w.shiftLeft(w.get(slots), w.i32(2))))),
          when(w.get(reference), [
            w.set(slot, w.and(hash, w.getGlobal(this.mask))),
            loop(probe, [
              when(w.load32(this.slotAddress(w.get(slot))), [
                w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(this.mask))),
                branch(probe),
              ]),
            ]),
            w.store32(this.slotAddress(w.get(slot)), w.get(reference)),
          ]),
          branch(next),
        ]),
      ]),
    ]);
  }

  /** The number of the search that has seen a vector last. */
  searchAt(reference: w.I32): w.I32 {
    return w.load8(reference, SEARCH);
  }
}

/** As many low bytes as a length from 1 to 7 says. */
const tailMask = (length: w.I32): w.I64 =>
  w.subtract(w.shiftLeft(w.i64(1n), w.shiftLeft(w.extendUnsigned(length), w.i64(3n))), w.i64(1n));
