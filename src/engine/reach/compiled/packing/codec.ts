/** Code between states in memory and their keys. */
import { Obstacle, type Scene } from '../program/scene.js';
import { interning } from '../store/intern.js';
import type { NumberType } from '../wasm/code.js';
import * as w from '../wasm/code.js';
import { after, choose, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import type { Field, TreeNode } from './chunks.js';

const NOWHERE = w.i32(0);
const mask = (bits: number): number => (bits === 32 ? -1 : 2 ** bits - 1);

export const pairOf = (left: w.I32, right: w.I32): w.I64 =>
  w.or(w.extendUnsigned(left), w.shiftLeft(w.extendUnsigned(right), w.i64(32n)));

export const heldBy = (scene: Scene, node: TreeNode): w.I32 =>
  w.load32(NOWHERE, scene.held + 4 * node.number);

/** The bits of a cell's value, in their place within the chunk. */
function bitsOf({ cell, low, shift }: Field, scene: Scene): w.I32 {
  const value = w.load32(NOWHERE, scene.work + 4 * cell);
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
  const put = (node: TreeNode, value: w.Local<'i32'>): w.Statement[] => {
    const inside =
      node.kind === 'leaf'
        ? node.fields.flatMap(({ cell, low, bits, shift }) => {
            const content = body.local('i32');
            const cut = w.shiftRight(w.get(value), w.i32(shift));
            const kept = shift + bits === 32 ? cut : w.and(cut, w.i32(mask(bits)));
            return [
              w.set(content, low === 0 ? kept : w.add(kept, w.i32(low))),
              w.store32(NOWHERE, w.get(content), scene.work + 4 * cell),
              w.store32(NOWHERE, w.get(content), scene.base + 4 * cell),
            ];
          })
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
  node: Extract<TreeNode, { kind: 'pair' }>,
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
  body.define(split(scene.packing.root, w.get(body.parameter(0, 'i64')), body, putter(scene, body)));
  return body;
}

/** The key of the state being worked on. Subtrees that are as in the state being expanded keep their number. */
export function definePack(scene: Scene): FunctionBuilder<'i64'> {
  if (scene.vectors) return scene.vectors.pack;
  const body = scene.module.function('pack', [], 'i64', true);
  const intern = interning(scene);
  const code: w.Statement[] = [];
  const heldAfter = (node: TreeNode): w.Local<'i32'> => {
    const value = body.local('i32');
    if (node.kind === 'leaf') {
      code.push(
        ...node.fields.flatMap((field) => checked(field, scene)),
        w.set(value, bitsOfAll(node.fields, scene)),
      );
      return value;
    }
    const [left, right] = [heldAfter(node.left), heldAfter(node.right)];
    const same = w.and(
      w.equal(w.get(left), heldBy(scene, node.left)),
      w.equal(w.get(right), heldBy(scene, node.right)),
    );
    const fresh = call(intern, pairOf(w.get(left), w.get(right)));
    code.push(w.set(value, choose(same, heldBy(scene, node), fresh)));
    return value;
  };
  const { left, right } = scene.packing.root;
  const [l, r] = [heldAfter(left), heldAfter(right)];
  body.define(code, pairOf(w.get(l), w.get(r)));
  return body;
}

export const bitsOfAll = (fields: Field[], scene: Scene): w.I32 =>
  fields.length === 0 ? w.i32(0) : fields.map((field) => bitsOf(field, scene)).reduce((a, b) => w.or(a, b));

/** The key of the state being worked on, where only these cells may differ from the state being expanded. */
export function keyAfter(
  scene: Scene,
  changed: ReadonlySet<number>,
  body: FunctionBuilder<NumberType | 'none'>,
): w.I64 {
  if (scene.vectors) return call(scene.vectors.pack);
  const intern = interning(scene);
  const isChanged = (node: TreeNode): boolean =>
    node.kind === 'leaf'
      ? node.fields.some(({ cell }) => changed.has(cell))
      : isChanged(node.left) || isChanged(node.right);
  const code: w.Statement[] = [];
  const inLocal = (value: w.I32): w.I32 => {
    const local = body.local('i32');
    code.push(w.set(local, value));
    return w.get(local);
  };
  const heldAfter = (node: TreeNode): w.I32 => {
    if (!isChanged(node)) return heldBy(scene, node);
    if (node.kind === 'pair') {
      const children = [node.left, node.right];
      const [left, right] = children.map(heldAfter);
      const pair = pairOf(left, right);
      // What was written may be what was there before.
      const same = children
        .filter(isChanged)
        .map((child) => w.equal(child === node.left ? left : right, heldBy(scene, child)))
        .reduce((a, b) => w.and(a, b));
      return inLocal(choose(same, heldBy(scene, node), call(intern, pair)));
    }
    const fields = node.fields.filter(({ cell }) => changed.has(cell));
    code.push(...fields.flatMap((field) => checked(field, scene)));
    const renewed = bitsOfAll(fields, scene);
    if (fields.length === node.fields.length) return inLocal(renewed);
    const gone = fields.reduce((bits, field) => bits | (mask(field.bits) << field.shift), 0);
    return inLocal(w.or(w.and(heldBy(scene, node), w.i32(~gone)), renewed));
  };
  const { left, right } = scene.packing.root;
  const key = pairOf(heldAfter(left), heldAfter(right));
  return after(code, key);
}

/** A cell that was given fewer bits than its type has must not have outgrown them. */
export function checked({ cell, low, bits }: Field, scene: Scene): w.Statement[] {
  const { low: least, high: most } = scene.cells[cell];
  const roomy = low <= least && most - low <= 2 ** bits - 1;
  if (roomy) return [];
  const value = w.subtract(w.load32(NOWHERE, scene.work + 4 * cell), w.i32(low));
  const { obstacle, outgrown } = scene.registers;
  return [
    when(w.greaterUnsigned(value, w.i32(mask(bits))), [
      w.setGlobal(obstacle, w.i32(Obstacle.outgrown)),
      w.setGlobal(outgrown, w.i32(cell)),
    ]),
  ];
}
