/**
 * Pairs of 32-bit numbers and the number that stands for each: an array of pairs that only grows, and
 * a table with open addressing that finds a pair's number. Number 0 is never given. A number takes fewer bits
 * than the table has slots; the bits above hold some of the mixed pair, so that another pair is seldom
 * fetched from the array, which is far away.
 */
import { Obstacle, type Registers } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { atomicAdd32, atomicLoad32, exchange32 } from '../wasm/atomic.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { CONTROL } from '../workers/control.js';

/** A pair well mixed: both halves of the result depend on all bits, and no two pairs become equal. */
export function mixed(key: w.I64, scratch: w.Local<'i64'>): { before: w.Statement[]; hash: w.I64 } {
  return {
    before: [
      w.set(scratch, w.multiply(key, w.i64(0x9e3779b97f4a7c15n))),
      w.set(scratch, w.xor(w.get(scratch), w.shiftRight(w.get(scratch), w.i64(32n)))),
    ],
    hash: w.multiply(w.get(scratch), w.i64(0xd6e8feb86659fd93n)),
  };
}

/**
 * Pairs looked up of late, a newer one in the place of an older one: these entries stay in the processor's
 * caches, where the tables of a large search do not.
 */
const RECENT_BITS = 12;
const RECENT_BYTES = 16;

/** What the table has for a number of a pair that became this when it was mixed. */
const entryFor = (number: w.I32, hash: w.I64, { nodeMask }: Registers): w.I32 =>
  w.or(number, w.and(w.lowHalf(hash), w.xor(w.getGlobal(nodeMask), w.i32(-1))));

/** Whether an entry may be of a pair that became this. */
const mayBeOf = (entry: w.I32, hash: w.I64, { nodeMask }: Registers): w.I32 =>
  w.isZero(w.and(w.xor(entry, w.lowHalf(hash)), w.xor(w.getGlobal(nodeMask), w.i32(-1))));

const numberIn = (entry: w.I32, { nodeMask }: Registers): w.I32 => w.and(entry, w.getGlobal(nodeMask));

/** The number of a pair; a new pair gets the next number, or 0 where there is no room for it. */
export function interning(scene: Scene): FunctionBuilder<'i32'> {
  return scene.shared('intern', ['i64'], 'i32', (body) => {
    scene.module.export('intern', body);
    const { nodeKeys, nodeTable, nodeMask } = scene.registers;
    const pair = body.parameter(0, 'i64');
    const [scratch, slot, number] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const { before, hash } = mixed(w.get(pair), scratch);
    const again = newLabel('probe');
    const address = w.add(w.getGlobal(nodeTable), w.shiftLeft(w.get(slot), w.i32(2)));
    const recent = scene.reserve(RECENT_BYTES << RECENT_BITS);
    const entry = body.local('i32');
    const give = (found: w.I32): w.Statement[] => [
      w.set(number, found),
      w.store64(w.get(entry), w.get(pair), recent),
      w.store32(w.get(entry), w.get(number), recent + 8),
      giveBack(w.get(number)),
    ];
    const place: Place = {
      pair,
      entry: (of) => entryFor(of, w.get(scratch), scene.registers),
      address,
      pairOf: (of) => w.add(w.getGlobal(nodeKeys), w.shiftLeft(of, w.i32(3))),
      give,
    };
    const { sharing } = scene;
    body.define(
      [
        ...before,
        w.set(entry, w.and(w.lowHalf(w.get(scratch)), w.i32(((1 << RECENT_BITS) - 1) * RECENT_BYTES))),
        // What nothing was put into has the number 0.
        w.set(number, w.load32(w.get(entry), recent + 8)),
        when(w.equal(w.load64(w.get(entry), recent), w.get(pair)), [
          when(w.get(number), [giveBack(w.get(number))]),
        ]),
        w.set(scratch, hash),
        w.set(slot, w.and(w.lowHalf(w.shiftRight(w.get(scratch), w.i64(32n))), w.getGlobal(nodeMask))),
        loop(again, [
          w.set(number, sharing ? atomicLoad32(address) : w.load32(address)),
          when(
            w.isZero(w.get(number)),
            sharing
              ? numberingTogether(scene, sharing.control, place, number, body)
              : numbering(scene, place, number),
          ),
          when(mayBeOf(w.get(number), w.get(scratch), scene.registers), [
            w.set(number, numberIn(w.get(number), scene.registers)),
            when(w.equal(w.load64(place.pairOf(w.get(number))), w.get(pair)), give(w.get(number))),
          ]),
          w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(nodeMask))),
          branch(again),
        ]),
      ],
      w.i32(0),
    );
  });
}

/** A pair that is looked for, and a free slot of the table where it would be. */
interface Place {
  pair: w.Local<'i64'>;
  /** What the table has for the pair if this is its number. */
  entry: (number: w.I32) => w.I32;
  address: w.I32;
  /** Where the pair with this number is. */
  pairOf: (number: w.I32) => w.I32;
  /** Comes back with a number, and remembers it. */
  give: (number: w.I32) => w.Statement[];
}

const noRoom = ({ registers }: Scene): w.Statement[] => [
  w.setGlobal(registers.obstacle, w.i32(Obstacle.nodes)),
  giveBack(w.i32(0)),
];

/** The pair gets the next number. */
function numbering(
  scene: Scene,
  { pair, entry, address, pairOf, give }: Place,
  number: w.Local<'i32'>,
): w.Statement[] {
  const { nodeCount, nodeLimit } = scene.registers;
  return [
    w.set(number, w.add(w.getGlobal(nodeCount), w.i32(1))),
    when(w.atLeastUnsigned(w.get(number), w.getGlobal(nodeLimit)), noRoom(scene)),
    w.setGlobal(nodeCount, w.get(number)),
    w.store64(pairOf(w.get(number)), w.get(pair)),
    w.store32(address, entry(w.get(number))),
    ...give(w.get(number)),
  ];
}

/** Numbers are given to a thread so many at a time. */
const NUMBERS = 256;

/**
 * The same for several threads at once. A thread writes the pair under a number of its own before it
 * offers the number to the table; if another was faster, what was written is taken back, and `number` is what
 * the other put there.
 */
function numberingTogether(
  scene: Scene,
  control: number,
  { pair, entry, address, pairOf, give }: Place,
  number: w.Local<'i32'>,
  body: FunctionBuilder<'i32'>,
): w.Statement[] {
  const [next, end] = [scene.module.global('numberNext', 'i32'), scene.module.global('numberEnd', 'i32')];
  const own = body.local('i32');
  const given = w.add(atomicAdd32(w.i32(control), w.i32(NUMBERS), CONTROL.nodeCount), w.i32(1));
  return [
    when(w.equal(w.getGlobal(next), w.getGlobal(end)), [
      w.setGlobal(next, given),
      w.setGlobal(end, w.add(w.getGlobal(next), w.i32(NUMBERS))),
    ]),
    when(w.greaterUnsigned(w.getGlobal(end), w.getGlobal(scene.registers.nodeLimit)), noRoom(scene)),
    w.set(own, w.getGlobal(next)),
    w.store64(pairOf(w.get(own)), w.get(pair)),
    w.set(number, exchange32(address, w.i32(0), entry(w.get(own)))),
    when(w.isZero(w.get(number)), [w.setGlobal(next, w.add(w.get(own), w.i32(1))), ...give(w.get(own))]),
    w.store64(pairOf(w.get(own)), w.i64(0n)),
  ];
}

/** Fills an empty node table from the array of pairs. */
export function defineReindex(scene: Scene): void {
  const body = scene.module.function('reindex', [], 'none', true);
  const { nodeCount, nodeKeys, nodeTable, nodeMask } = scene.registers;
  const [scratch, slot, number] = [body.local('i64'), body.local('i32'), body.local('i32')];
  const pair = w.load64(w.add(w.getGlobal(nodeKeys), w.shiftLeft(w.get(number), w.i32(3))));
  const { before, hash } = mixed(pair, scratch);
  // Threads leave some numbers unused. A pair of two zeros, where there is any, is the first to be numbered.
  const isUnused = w.and(w.isZero(pair), w.unequal(w.get(number), w.i32(1)));
  const [next, probe] = [newLabel('next'), newLabel('probe')];
  const address = w.add(w.getGlobal(nodeTable), w.shiftLeft(w.get(slot), w.i32(2)));
  body.define([
    w.set(number, w.i32(0)),
    loop(next, [
      w.set(number, w.add(w.get(number), w.i32(1))),
      when(w.atMostSigned(w.get(number), w.getGlobal(nodeCount)), [
        branchIf(next, isUnused),
        ...before,
        w.set(scratch, hash),
        w.set(slot, w.and(w.lowHalf(w.shiftRight(w.get(scratch), w.i64(32n))), w.getGlobal(nodeMask))),
        loop(probe, [
          when(w.load32(address), [
            w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(nodeMask))),
            branch(probe),
          ]),
        ]),
        w.store32(address, entryFor(w.get(number), w.get(scratch), scene.registers)),
        branch(next),
      ]),
    ]),
  ]);
}
