/**
 * Code between two chunks of cells and their number in a dictionary. See `dictionary.ts`. A table with open
 * addressing leads from the pair of chunks to its number, and an array of pairs leads back. An entry of the
 * table is the number and 1, and above it some bits of the mixed pair.
 */
import { Obstacle } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { mixed } from '../store/intern.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import type { Joint, TreeNode } from './chunks.js';
import { type DictionaryTables, tablesFor, tablesOf as tablesOfCoded, turns } from './numbering.js';

/** Numbers have no more bits. */
export const MOST_JOINT_BITS = 16;
/** Of an entry: the number and 1. */
const NUMBER_MASK = 2 ** (MOST_JOINT_BITS + 1) - 1;

/** Half of the slots stay free. */
const slotsOf = ({ bits }: Joint): number => 2 ** (bits + 1);

const tablesOf = (scene: Scene, joint: Joint): DictionaryTables =>
  tablesFor(scene, joint.number, 4 * slotsOf(joint), 8 * 2 ** joint.bits);

/** Makes room for all dictionaries of a tree: they lie together. */
export function reserveDictionaries(scene: Scene, node: TreeNode): void {
  if (node.kind === 'pair') {
    for (const child of [node.left, node.right]) reserveDictionaries(scene, child);
    return;
  }
  for (const coded of node.codes) tablesOfCoded(scene, coded);
  for (const joint of node.joints) tablesOf(scene, joint);
}

/** The number of a pair of chunks; a new pair gets the next number. */
export const numberOf = (scene: Scene, joint: Joint, pair: w.I64): w.I32 =>
  call(
    scene.shared(`number of ${joint.number}`, ['i64'], 'i32', (body) => {
      const code = probing(scene, joint, body, {
        found: [],
        free: () => [giveBack(call(adding(scene, joint), w.get(body.parameter(0, 'i64'))))],
      });
      body.define(code, w.i32(0));
    }),
    pair,
  );

/** The pair of chunks that a number stands for. */
export const pairFor = (scene: Scene, joint: Joint, number: w.I32): w.I64 =>
  w.load64(w.shiftLeft(number, w.i32(3)), tablesOf(scene, joint).groups);

/** A function that gives a pair the next number. */
function adding(scene: Scene, joint: Joint): FunctionBuilder<'i32'> {
  return scene.shared(`add to joint ${joint.number}`, ['i64'], 'i32', (body) => {
    const { groups, count } = tablesOf(scene, joint);
    const pair = body.parameter(0, 'i64');
    const number = body.local('i32');
    const { obstacle } = scene.registers;
    const { begin, between, end } = turns(scene);
    const code = probing(scene, joint, body, {
      found: end,
      free: (store) => [
        w.set(number, w.load32(w.i32(0), count)),
        when(w.equal(w.get(number), w.i32(2 ** joint.bits)), [
          w.setGlobal(obstacle, w.i32(Obstacle.numbers)),
          ...end,
          giveBack(w.i32(0)),
        ]),
        w.store64(w.shiftLeft(w.get(number), w.i32(3)), w.get(pair), groups),
        w.store32(w.i32(0), w.add(w.get(number), w.i32(1)), count),
        ...between,
        store(w.add(w.get(number), w.i32(1))),
        ...end,
        giveBack(w.get(number)),
      ],
    });
    body.define(
      [
        // Cells that have outgrown their bits are no pair; the obstacle is known already.
        when(w.getGlobal(obstacle), [giveBack(w.i32(0))]),
        ...begin,
        ...code,
      ],
      w.i32(0),
    );
  });
}

/** Looks for the pair that is the parameter: gives back its number, or comes to a free slot. */
function probing(
  scene: Scene,
  joint: Joint,
  body: FunctionBuilder<'i32'>,
  then: {
    /** Before its number is given back. */
    found: readonly w.Statement[];
    /** It does not come back; `store` puts a number and 1 into the slot. */
    free: (store: (next: w.I32) => w.Statement) => w.Statement[];
  },
): w.Statement[] {
  const { numbers, groups } = tablesOf(scene, joint);
  const pair = body.parameter(0, 'i64');
  const [hash, slot, entry] = [body.local('i64'), body.local('i32'), body.local('i32')];
  const { before, hash: all } = mixed(w.get(pair), hash);
  const again = newLabel('probe');
  const marked = w.and(w.lowHalf(w.get(hash)), w.i32(~NUMBER_MASK));
  const home = w.lowHalf(w.shiftRight(w.get(hash), w.i64(BigInt(64 - joint.bits - 1))));
  return [
    ...before,
    w.set(hash, all),
    w.set(slot, w.shiftLeft(home, w.i32(2))),
    loop(again, [
      w.set(entry, w.load32(w.get(slot), numbers)),
      when(
        w.isZero(w.get(entry)),
        then.free((next) => w.store32(w.get(slot), w.or(next, marked), numbers)),
      ),
      when(w.equal(w.and(w.get(entry), w.i32(~NUMBER_MASK)), marked), [
        w.set(entry, w.subtract(w.and(w.get(entry), w.i32(NUMBER_MASK)), w.i32(1))),
        when(w.equal(w.load64(w.shiftLeft(w.get(entry), w.i32(3)), groups), w.get(pair)), [
          ...then.found,
          giveBack(w.get(entry)),
        ]),
      ]),
      w.set(slot, w.and(w.add(w.get(slot), w.i32(4)), w.i32(4 * slotsOf(joint) - 1))),
      branch(again),
    ]),
  ];
}
