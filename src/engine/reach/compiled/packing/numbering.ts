/** Code between the bits of a group of cells and its number in a dictionary. See `dictionary.ts`. */
import type { Machine } from '../machine.js';
import { Obstacle } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { atomicAdd32, atomicStore32 } from '../wasm/atomic.js';
import type { NumberType } from '../wasm/code.js';
import * as w from '../wasm/code.js';
import { drop, giveBack, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { CONTROL } from '../workers/control.js';
import { defineLock } from '../workers/lock.js';
import { type Coded, type Field, type Joint, nodesOf, type TreeNode } from './chunks.js';

/** Byte addresses: numbers and 1 for the bits of a group, bits for a number, and how many there are. */
export interface DictionaryTables {
  numbers: number;
  groups: number;
  count: number;
}

/** Of the dictionary of this number, where both tables have so many bytes. */
export function tablesFor(scene: Scene, number: number, numbers: number, groups: number): DictionaryTables {
  const known = scene.dictionaries.get(number);
  if (known) return known;
  const tables = {
    numbers: scene.reserveApart(numbers),
    groups: scene.reserveApart(groups),
    count: scene.reserveApart(4),
  };
  scene.dictionaries.set(number, tables);
  return tables;
}

export const tablesOf = (scene: Scene, { number, raw, bits }: Coded): DictionaryTables =>
  tablesFor(scene, number, 2 * 2 ** raw, 4 * 2 ** bits);

/** Puts the number for the bits of a group into a local. */
export function lookUp(
  scene: Scene,
  coded: Coded,
  group: w.Local<'i32'>,
  body: FunctionBuilder<NumberType | 'none'>,
): { code: w.Statement[]; number: w.I32 } {
  const { numbers } = tablesOf(scene, coded);
  const entry = body.local('i32');
  // A group that has outgrown its bits, which is known already, must not lead out of the table.
  const inside = w.and(w.get(group), w.i32(2 ** coded.raw - 1));
  return {
    code: [
      w.set(entry, w.load16(w.shiftLeft(inside, w.i32(1)), numbers)),
      when(w.isZero(w.get(entry)), [w.set(entry, call(adding(scene, coded), w.get(group)))]),
    ],
    number: w.subtract(w.get(entry), w.i32(1)),
  };
}

/** A function that gives a group the next number, and says it with 1 added. */
function adding(scene: Scene, coded: Coded): FunctionBuilder<'i32'> {
  return scene.shared(`add to dictionary ${coded.number}`, ['i32'], 'i32', (body) => {
    const { numbers, groups, count } = tablesOf(scene, coded);
    const [group, number] = [body.parameter(0, 'i32'), body.local('i32')];
    const { obstacle } = scene.registers;
    const { begin, between, end } = turns(scene);
    const entry = w.shiftLeft(w.get(group), w.i32(1));
    body.define(
      [
        // A group that has outgrown its bits is no group; the obstacle is known already.
        when(w.getGlobal(obstacle), [giveBack(w.i32(1))]),
        ...begin,
        w.set(number, w.load16(entry, numbers)),
        when(w.get(number), [...end, giveBack(w.get(number))]),
        w.set(number, w.load32(w.i32(0), count)),
        when(w.equal(w.get(number), w.i32(2 ** coded.bits)), [
          w.setGlobal(obstacle, w.i32(Obstacle.numbers)),
          ...end,
          giveBack(w.i32(1)),
        ]),
        w.store32(w.shiftLeft(w.get(number), w.i32(2)), w.get(group), groups),
        w.set(number, w.add(w.get(number), w.i32(1))),
        w.store32(w.i32(0), w.get(number), count),
        ...between,
        w.store16(entry, w.get(number), numbers),
        ...end,
      ],
      w.get(number),
    );
  });
}

/**
 * Where several threads use the dictionaries one at a time adds to them. Who finds a number finds the group
 * that it stands for: what is written before `between` is seen by all before what is written after it.
 */
export function turns(scene: Scene): { begin: w.Statement[]; between: w.Statement[]; end: w.Statement[] } {
  if (!scene.sharing) return { begin: [], between: [], end: [] };
  const { control } = scene.sharing;
  return {
    begin: [call(defineLock(scene, control, CONTROL.dictionary))],
    between: [drop(atomicAdd32(w.i32(control), w.i32(0), CONTROL.dictionary))],
    end: [atomicStore32(w.i32(control), w.i32(0), CONTROL.dictionary)],
  };
}

/** The bits of the group that a number stands for. */
export const groupOf = (scene: Scene, coded: Coded, number: w.I32): w.I32 =>
  w.load32(w.shiftLeft(number, w.i32(2)), tablesOf(scene, coded).groups);

interface DictionaryPlace {
  number: number;
  bits: number;
  cells: number[];
}

/** All dictionaries of some trees, each with its cells. */
function dictionariesIn(nodes: readonly TreeNode[]): DictionaryPlace[] {
  return nodes.flatMap(dictionariesBelow);
}

function dictionariesBelow(node: TreeNode): DictionaryPlace[] {
  if (node.kind === 'pair') return [node.left, node.right].flatMap(dictionariesBelow);
  const fields = ({ left, right }: Joint): Field[] => [...left.fields, ...right.fields];
  return [
    ...node.codes.map((coded) => ({ ...coded, cells: coded.fields.map(({ cell }) => cell) })),
    ...node.joints.map((joint) => ({ ...joint, cells: fields(joint).map(({ cell }) => cell) })),
  ];
}

/** How many numbers each dictionary has given, and how many it has. */
export const numbersGiven = (machine: Machine): { cells: number[]; met: number; most: number }[] =>
  dictionariesIn(nodesOf(machine.scene.packing)).map(({ number, bits, cells }) => {
    const [met] = machine.words(machine.scene.dictionaries.get(number)!.count, 1);
    return { cells, met, most: 2 ** bits };
  });

/** A cell of each dictionary that has given all its numbers. */
export const fullDictionaries = (machine: Machine): number[] =>
  numbersGiven(machine).flatMap(({ cells, met, most }) => (met === most ? [cells[0]] : []));

/** All bits 0 is number 0 in every dictionary. */
export function beginDictionaries(machine: Machine): void {
  for (const { number } of dictionariesIn(nodesOf(machine.scene.packing))) {
    const { numbers, groups, count } = machine.scene.dictionaries.get(number)!;
    for (const [address, value] of [
      [numbers, 1],
      [groups, 0],
      [count, 1],
    ])
      machine.words(address, 1)[0] = value;
  }
}
