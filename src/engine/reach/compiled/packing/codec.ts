/** Code between states in memory and their keys. */
import { Obstacle } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { interning } from '../store/intern.js';
import * as w from '../wasm/code.js';
import { choose, given, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { type Coded, type Field, type Joint, type Leaf, nodesOf, type TreeNode } from './chunks.js';
import { numberOf, pairFor } from './joint.js';
import { groupOf, lookUp } from './numbering.js';

const NOWHERE = w.i32(0);
export const mask = (bits: number): number => (bits === 32 ? -1 : 2 ** bits - 1);

export const pairOf = (left: w.I32, right: w.I32): w.I64 =>
  w.or(w.extendUnsigned(left), w.shiftLeft(w.extendUnsigned(right), w.i64(32n)));

/** The key that is made of these, one for each of its trees. */
export const keyOf = (scene: Scene, values: readonly w.I32[]): w.I64 =>
  scene.packing.branches
    .map(({ shift }, i) => {
      const value = w.extendUnsigned(values[i]);
      return shift === 0 ? value : w.shiftLeft(value, w.i64(BigInt(shift)));
    })
    .reduce((a, b) => w.or(a, b));

/** What stands for a node, or the bits of a group that has a number, in the state being expanded. */
export const heldBy = (scene: Scene, node: TreeNode | Coded | Joint): w.I32 =>
  w.load32(NOWHERE, scene.held + 4 * node.number);

export const cellOf = (scene: Scene, cell: number): w.I32 => w.load32(NOWHERE, scene.work + 4 * cell);

/** The bits of a cell's value, in their place within the chunk. */
export function bitsOf({ low, shift }: Field, value: w.I32): w.I32 {
  const raised = low === 0 ? value : w.subtract(value, w.i32(low));
  return shift === 0 ? raised : w.shiftLeft(raised, w.i32(shift));
}

/**
 * Code that puts what a number stands for at a node into the state to expand and to work on. Whatever is
 * there already from the key before is left alone.
 */
export function putter(
  scene: Scene,
  body: FunctionBuilder<'none'>,
): (node: TreeNode, value: w.Local<'i32'>) => w.Statement[] {
  const { nodeKeys } = scene.registers;
  const piece = (of: w.Local<'i32'>, { bits, shift }: { bits: number; shift: number }): w.I32 => {
    const cut = w.shiftRight(w.get(of), w.i32(shift));
    return shift + bits === 32 ? cut : w.and(cut, w.i32(mask(bits)));
  };
  const putFields = (fields: readonly Field[], value: w.Local<'i32'>): w.Statement[] =>
    fields.flatMap((field) => {
      // It has its only value from the beginning.
      if (field.bits === 0) return [];
      const { cell, low } = field;
      const content = body.local('i32');
      const kept = piece(value, field);
      return [
        w.set(content, low === 0 ? kept : w.add(kept, w.i32(low))),
        w.store32(NOWHERE, w.get(content), scene.work + 4 * cell),
        // Only where something puts it back; that is known once all code is there.
        given(() => scene.putBack.has(cell), w.store32(NOWHERE, w.get(content), scene.base + 4 * cell)),
      ];
    });
  const putCode = (coded: Coded, value: w.Local<'i32'>): w.Statement[] => {
    const group = body.local('i32');
    return [
      w.set(group, groupOf(scene, coded, piece(value, coded))),
      when(w.unequal(w.get(group), heldBy(scene, coded)), [
        w.store32(NOWHERE, w.get(group), scene.held + 4 * coded.number),
        ...putFields(coded.fields, group),
      ]),
    ];
  };
  const putJoint = (joint: Joint, value: w.Local<'i32'>): w.Statement[] => {
    const number = body.local('i32');
    return [
      w.set(number, piece(value, joint)),
      when(w.unequal(w.get(number), heldBy(scene, joint)), [
        w.store32(NOWHERE, w.get(number), scene.held + 4 * joint.number),
        ...split(joint, pairFor(scene, joint, w.get(number)), body, put),
      ]),
    ];
  };
  const put = (node: TreeNode, value: w.Local<'i32'>): w.Statement[] => {
    const inside =
      node.kind === 'leaf'
        ? [
            ...putFields(node.fields, value),
            ...node.codes.flatMap((coded) => putCode(coded, value)),
            ...node.joints.flatMap((joint) => putJoint(joint, value)),
          ]
        : split(node, w.load64(w.add(w.getGlobal(nodeKeys), w.shiftLeft(w.get(value), w.i32(3)))), body, put);
    return [
      when(w.unequal(w.get(value), heldBy(scene, node)), [
        w.store32(NOWHERE, w.get(value), scene.held + 4 * node.number),
        ...inside,
      ]),
    ];
  };
  return put;
}

/** Puts both halves of a pair. */
const split = (
  node: { left: TreeNode; right: TreeNode },
  pair: w.I64,
  body: FunctionBuilder<'none'>,
  put: (node: TreeNode, value: w.Local<'i32'>) => w.Statement[],
): w.Statement[] =>
  body.scope(() => {
    const [both, left, right] = [body.local('i64'), body.local('i32'), body.local('i32')];
    return [
      w.set(both, pair),
      w.set(left, w.lowHalf(w.get(both))),
      w.set(right, w.lowHalf(w.shiftRight(w.get(both), w.i64(32n)))),
      ...put(node.left, left),
      ...put(node.right, right),
    ];
  });

/** Puts the state of a key into memory, as the state to expand and to work on. */
export function defineUnpack(scene: Scene): FunctionBuilder<'none'> {
  if (scene.vectors) return scene.vectors.unpack;
  const body = scene.module.function('unpack', ['i64'], 'none', true);
  const key = w.get(body.parameter(0, 'i64'));
  const put = putter(scene, body);
  const { branches } = scene.packing;
  const code = branches.flatMap(({ node, shift, bits }, i) => {
    const value = body.local('i32');
    const rest = w.lowHalf(shift === 0 ? key : w.shiftRight(key, w.i64(BigInt(shift))));
    // Nothing stands above the last of them.
    const part = i === branches.length - 1 || bits === 32 ? rest : w.and(rest, w.i32(mask(bits)));
    return [w.set(value, part), ...put(node, value)];
  });
  body.define(code);
  return body;
}

/** The key of the state being worked on. Subtrees that are as in the state being expanded keep their number. */
export function definePack(scene: Scene): FunctionBuilder<'i64'> {
  if (scene.vectors) return scene.vectors.pack;
  const body = scene.module.function('pack', [], 'i64', true);
  const intern = interning(scene);
  const code: w.Statement[] = [];
  // Engines compile a function in time and memory that grow with its branches times its locals, so that a
  // local for every node is too many where a state has thousands of them.
  const heldAfter = (node: TreeNode): w.Local<'i32'> => {
    const value = body.local('i32');
    body.scope(() => setHeld(node, value));
    return value;
  };
  const setHeld = (node: TreeNode, value: w.Local<'i32'>): void => {
    if (node.kind === 'leaf') {
      const check = (fields: Field[]) =>
        fields.flatMap((field) => checked(field, cellOf(scene, field.cell), scene));
      code.push(...check(node.fields), w.set(value, bitsOfAll(node.fields, scene)));
      for (const coded of node.codes) {
        const group = body.local('i32');
        const { code: looking, number } = lookUp(scene, coded, group, body);
        code.push(
          ...check(coded.fields),
          w.set(group, bitsOfAll(coded.fields, scene)),
          ...looking,
          w.set(value, w.or(w.get(value), w.shiftLeft(number, w.i32(coded.shift)))),
        );
      }
      for (const joint of node.joints) {
        const [left, right] = [heldAfter(joint.left), heldAfter(joint.right)];
        const number = numberOf(scene, joint, pairOf(w.get(left), w.get(right)));
        code.push(w.set(value, w.or(w.get(value), w.shiftLeft(number, w.i32(joint.shift)))));
      }
      return;
    }
    const [left, right] = [heldAfter(node.left), heldAfter(node.right)];
    const same = w.and(
      w.equal(w.get(left), heldBy(scene, node.left)),
      w.equal(w.get(right), heldBy(scene, node.right)),
    );
    const fresh = call(intern, pairOf(w.get(left), w.get(right)));
    code.push(w.set(value, choose(same, heldBy(scene, node), fresh)));
  };
  const values = nodesOf(scene.packing).map(heldAfter);
  body.define(
    code,
    keyOf(
      scene,
      values.map((value) => w.get(value)),
    ),
  );
  return body;
}

export function bitsOfAll(fields: Field[], scene: Scene): w.I32 {
  const parts = fields
    .filter(({ bits }) => bits > 0)
    .map((field) => bitsOf(field, cellOf(scene, field.cell)));
  return parts.length === 0 ? w.i32(0) : parts.reduce((a, b) => w.or(a, b));
}

/** Where the bits of a cell are: in a leaf, or in a group that stands in a leaf as a number. */
interface PlaceInKey {
  leaf: Leaf;
  coded?: Coded;
  field: Field;
}

/** Where a joint stands. */
interface JointInKey {
  joint: Joint;
  outer: Leaf;
}

/** Each changing cell's leaf and field. */
export const placesOf = (scene: Scene): Map<number, PlaceInKey> =>
  scene.once('places in the key', () => {
    const places = new Map<number, PlaceInKey>();
    const visit = (node: TreeNode): void => {
      if (node.kind === 'pair') {
        for (const child of [node.left, node.right]) visit(child);
        return;
      }
      for (const field of node.fields) places.set(field.cell, { leaf: node, field });
      for (const coded of node.codes)
        for (const field of coded.fields) places.set(field.cell, { leaf: node, coded, field });
      for (const { left, right } of node.joints) for (const child of [left, right]) visit(child);
    };
    nodesOf(scene.packing).forEach(visit);
    return places;
  });

/** The joints that leaves are halves of. */
export const jointsOf = (scene: Scene): Map<Leaf, JointInKey> =>
  scene.once('joints in the key', () => {
    const joints = new Map<Leaf, JointInKey>();
    const visit = (node: TreeNode): void => {
      if (node.kind === 'pair') {
        for (const child of [node.left, node.right]) visit(child);
        return;
      }
      for (const joint of node.joints)
        for (const half of [joint.left, joint.right]) joints.set(half, { joint, outer: node });
    };
    nodesOf(scene.packing).forEach(visit);
    return joints;
  });

/** A cell that was given fewer bits than its type has must not have outgrown them. */
export function checked({ cell, low, bits }: Field, value: w.I32, scene: Scene): w.Statement[] {
  const { low: least, high: most } = scene.cells[cell];
  const roomy = low <= least && most - low <= 2 ** bits - 1;
  if (roomy) return [];
  const { constant } = value as Partial<{ constant: number }>;
  if (constant !== undefined && constant >= low && constant - low <= 2 ** bits - 1) return [];
  const { obstacle, outgrown } = scene.registers;
  return [
    when(w.greaterUnsigned(w.subtract(value, w.i32(low)), w.i32(mask(bits))), [
      w.setGlobal(obstacle, w.i32(Obstacle.outgrown)),
      w.setGlobal(outgrown, w.i32(cell)),
    ]),
  ];
}
