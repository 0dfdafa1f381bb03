/**
 * Pairs of 32-bit numbers and the number that stands for each: an array of pairs that only grows, and
 * a table with open addressing that finds a pair's number. Number 0 is never given.
 */
import { Obstacle, type Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';

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

/** The number of a pair; a new pair gets the next number, or 0 where there is no room for it. */
export function interning(scene: Scene): FunctionBuilder<'i32'> {
  return scene.shared('intern', ['i64'], 'i32', (body) => {
    scene.module.export('intern', body);
    const pair = body.parameter(0, 'i64');
    const { nodeCount, nodeLimit, nodeKeys, nodeTable, nodeMask, obstacle } = scene.registers;
    const [scratch, slot, number] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const { before, hash } = mixed(w.get(pair), scratch);
    const again = newLabel('probe');
    const address = w.add(w.getGlobal(nodeTable), w.shiftLeft(w.get(slot), w.i32(2)));
    const keyAddress = w.add(w.getGlobal(nodeKeys), w.shiftLeft(w.get(number), w.i32(3)));
    body.define(
      [
        ...before,
        w.set(slot, w.and(w.lowHalf(w.shiftRight(hash, w.i64(32n))), w.getGlobal(nodeMask))),
        loop(again, [
          w.set(number, w.load32(address)),
          when(
            w.get(number),
            [
              when(w.equal(w.load64(keyAddress), w.get(pair)), [giveBack(w.get(number))]),
              w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(nodeMask))),
              branch(again),
            ],
            [
              w.set(number, w.add(w.getGlobal(nodeCount), w.i32(1))),
              when(w.atLeastUnsigned(w.get(number), w.getGlobal(nodeLimit)), [
                w.setGlobal(obstacle, w.i32(Obstacle.nodes)),
                giveBack(w.i32(0)),
              ]),
              w.setGlobal(nodeCount, w.get(number)),
              w.store64(keyAddress, w.get(pair)),
              w.store32(address, w.get(number)),
            ],
          ),
        ]),
      ],
      w.get(number),
    );
  });
}

/** Fills an empty node table from the array of pairs. */
export function defineReindex(scene: Scene): void {
  const body = scene.module.function('reindex', [], 'none', true);
  const { nodeCount, nodeKeys, nodeTable, nodeMask } = scene.registers;
  const [scratch, slot, number] = [body.local('i64'), body.local('i32'), body.local('i32')];
  const pair = w.load64(w.add(w.getGlobal(nodeKeys), w.shiftLeft(w.get(number), w.i32(3))));
  const { before, hash } = mixed(pair, scratch);
  const [next, probe] = [newLabel('next'), newLabel('probe')];
  const address = w.add(w.getGlobal(nodeTable), w.shiftLeft(w.get(slot), w.i32(2)));
  body.define([
    w.set(number, w.i32(0)),
    loop(next, [
      w.set(number, w.add(w.get(number), w.i32(1))),
      when(w.atMostSigned(w.get(number), w.getGlobal(nodeCount)), [
        ...before,
        w.set(slot, w.and(w.lowHalf(w.shiftRight(hash, w.i64(32n))), w.getGlobal(nodeMask))),
        loop(probe, [
          when(w.load32(address), [
            w.set(slot, w.and(w.add(w.get(slot), w.i32(1)), w.getGlobal(nodeMask))),
            branch(probe),
          ]),
        ]),
        w.store32(address, w.get(number)),
        branch(next),
      ]),
    ]),
  ]);
}
