/** Code for the keys of successors: only what is different from the state being expanded is packed anew. */
import type { Scene } from '../program/scene.js';
import { interning } from '../store/intern.js';
import type { NumberType } from '../wasm/code.js';
import * as w from '../wasm/code.js';
import { after, choose } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { type Coded, type Joint, type Leaf, nodesOf, type TreeNode } from './chunks.js';
import { bitsOf, cellOf, checked, heldBy, jointsOf, keyOf, mask, pairOf, placesOf } from './codec.js';
import { numberOf } from './joint.js';
import { lookUp } from './numbering.js';
import type { Stretch } from './stretches.js';

/** What is different in a successor: values of cells, and messages that lie side by side. */
export interface Changes {
  cells: ReadonlyMap<number, w.I32>;
  messages?: ReadonlyMap<Stretch, w.I32>;
}

/** The same cells as they stand in memory. */
export const inMemory = (scene: Scene, cells: Iterable<number>): Changes => ({
  cells: new Map([...cells].map((cell) => [cell, cellOf(scene, cell)])),
});

/** New bits of a leaf or group: which ones they replace, those that are known, and code for the others. */
interface Renewal {
  leaf: Leaf;
  gone: number;
  known: number;
  parts: w.I32[];
}

/** The key of the successor that differs from the state being expanded only in this. */
export function keyAfter(
  scene: Scene,
  { cells, messages }: Changes,
  body: FunctionBuilder<NumberType | 'none'>,
): w.I64 {
  if (scene.vectors) return call(scene.vectors.pack);
  const places = placesOf(scene);
  const renewals = new Map<Leaf | Coded, Renewal>();
  const renewalOf = (leaf: Leaf, coded?: Coded): Renewal => {
    const renewal = renewals.get(coded ?? leaf) ?? { leaf, gone: 0, known: 0, parts: [] };
    renewals.set(coded ?? leaf, renewal);
    return renewal;
  };
  const newBits = (of: Leaf | Coded, fields: { bits: number; shift: number }[]): w.Local<'i32'> => {
    const { gone, known, parts } = renewals.get(of)!;
    const local = body.local('i32');
    const used = fields.reduce((all, field) => all | (mask(field.bits) << field.shift), 0);
    const all = [
      ...(gone === used ? [] : [w.and(heldBy(scene, of), w.i32(~gone))]),
      ...(known === 0 && parts.length > 0 ? [] : [w.i32(known)]),
      ...parts,
    ];
    code.push(
      w.set(
        local,
        all.reduce((a, b) => w.or(a, b)),
      ),
    );
    return local;
  };
  const code: w.Statement[] = [];
  for (const [cell, value] of cells) {
    const place = places.get(cell);
    if (!place) continue;
    const { leaf, coded, field } = place;
    code.push(...checked(field, value, scene));
    if (field.bits === 0) continue;
    const renewal = renewalOf(leaf, coded);
    renewal.gone |= mask(field.bits) << field.shift;
    const constant = (value as Partial<{ constant: number }>).constant;
    if (constant !== undefined) renewal.known |= (constant - field.low) << field.shift;
    else renewal.parts.push(bitsOf(field, value));
  }
  for (const [{ leaf, coded, bits, shift }, value] of messages ?? []) {
    if (bits === 0) continue;
    const renewal = renewalOf(leaf, coded);
    renewal.gone |= mask(bits) << shift;
    renewal.parts.push(shift === 0 ? value : w.shiftLeft(value, w.i32(shift)));
  }
  for (const [coded, { leaf }] of [...renewals]) {
    if (coded === leaf) continue;
    const { shift, bits, fields } = coded as Coded;
    const { code: looking, number } = lookUp(scene, coded as Coded, newBits(coded, fields), body);
    code.push(...looking);
    const renewal = renewalOf(leaf);
    renewal.gone |= mask(bits) << shift;
    renewal.parts.push(shift === 0 ? number : w.shiftLeft(number, w.i32(shift)));
  }
  const joints = jointsOf(scene);
  const halves = new Map<Leaf, w.I32>();
  const changed = new Map<Joint, Leaf>();
  for (const { leaf } of renewals.values()) {
    const whole = joints.get(leaf);
    if (!whole) continue;
    halves.set(leaf, w.get(newBits(leaf, leaf.fields)));
    changed.set(whole.joint, whole.outer);
  }
  for (const [joint, outer] of changed) {
    const [left, right] = [joint.left, joint.right].map((half) => halves.get(half) ?? heldBy(scene, half));
    const number = body.local('i32');
    code.push(w.set(number, numberOf(scene, joint, pairOf(left, right))));
    const renewal = renewalOf(outer);
    renewal.gone |= mask(joint.bits) << joint.shift;
    renewal.parts.push(joint.shift === 0 ? w.get(number) : w.shiftLeft(w.get(number), w.i32(joint.shift)));
  }
  const renewed = new Map<Leaf, w.I32>();
  const leaves = new Set([...renewals.values()].map(({ leaf }) => leaf).filter((leaf) => !joints.has(leaf)));
  for (const leaf of [...leaves].sort((a, b) => a.number - b.number))
    renewed.set(leaf, w.get(newBits(leaf, [...leaf.fields, ...leaf.codes, ...leaf.joints])));
  const nodes = nodesOf(scene.packing);
  if (nodes.every(({ kind }) => kind === 'leaf')) {
    const now = (leaf: TreeNode): w.I32 => renewed.get(leaf as Leaf) ?? heldBy(scene, leaf);
    return after(code, keyOf(scene, nodes.map(now)));
  }
  return after(code, call(keyWith(scene, [...renewed.keys()]), ...renewed.values()));
}

/** A function from the bits of these leaves, all others being as in the state being expanded, to the key. */
function keyWith(scene: Scene, leaves: Leaf[]): FunctionBuilder<'i64'> {
  const name = `key with ${leaves.map(({ number }) => number).join()}`;
  return scene.shared(name, new Array(leaves.length).fill('i32'), 'i64', (body) => {
    const intern = interning(scene);
    const code: w.Statement[] = [];
    const values = new Map<TreeNode, w.I32>(leaves.map((leaf, i) => [leaf, w.get(body.parameter(i, 'i32'))]));
    /** Undefined where nothing below has changed. */
    const heldAfter = (node: TreeNode): w.I32 | undefined => {
      if (node.kind === 'leaf') return values.get(node);
      const children = [node.left, node.right];
      const now = children.map(heldAfter);
      if (now.every((value) => value === undefined)) return undefined;
      const [left, right] = children.map((child, i) => now[i] ?? heldBy(scene, child));
      // What was written may be what was there before.
      const same = children
        .flatMap((child, i) => (now[i] ? [w.equal(now[i], heldBy(scene, child))] : []))
        .reduce((a, b) => w.and(a, b));
      const local = body.local('i32');
      code.push(w.set(local, choose(same, heldBy(scene, node), call(intern, pairOf(left, right)))));
      return w.get(local);
    };
    const now = nodesOf(scene.packing).map((node) => heldAfter(node) ?? heldBy(scene, node));
    body.define(code, keyOf(scene, now));
  });
}
