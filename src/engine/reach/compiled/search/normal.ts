/**
 * Of the states that become one another where like processes are exchanged, the search keeps one: the members of
 * a group are put in the order of what each of them looks like. Members that look alike keep their order, so two
 * such states may both be kept; no state is taken for one that it cannot be exchanged with.
 */
import type { Group } from '../../symmetry/index.js';
import type { Expansion } from '../program/expansion.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { giveBack, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { Arranging } from './arranging.js';

/** The state that is kept for the state of a key, as a key. */
export function defineNormal(
  scene: Scene,
  { unpack, pack }: Expansion,
  groups: readonly Group[],
): FunctionBuilder<'i64'> {
  const body = scene.module.function('normal', ['i64'], 'i64', true);
  const key = body.parameter(0, 'i64');
  const [changed, result] = [body.local('i32'), body.local('i64')];
  const size = w.i32(scene.cells.length * 4);
  const [work, saved] = [w.i32(scene.work), w.i32(scene.reserve(scene.cells.length * 4))];
  const parts = arrangingsOf(scene, groups);
  const save = when(w.isZero(w.get(changed)), [w.set(changed, w.i32(1)), w.copyMemory(saved, work, size)]);
  body.define(
    [
      call(unpack, w.get(key)),
      ...parts.map(({ sort, move }) => when(call(sort), [save, call(move)])),
      when(w.isZero(w.get(changed)), [giveBack(w.get(key))]),
      w.set(result, call(pack)),
      w.copyMemory(work, saved, size),
    ],
    w.get(result),
  );
  return body;
}

/** One for each group. */
export const arrangingsOf = (scene: Scene, groups: readonly Group[]): Arranging[] =>
  scene.once('arrangings', () => groups.map((group, number) => new Arranging(scene, group, number)));
