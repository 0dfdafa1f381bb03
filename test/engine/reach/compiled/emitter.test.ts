import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../../src/engine/reach/compiled/wasm/bytes.js';
import * as w from '../../../../src/engine/reach/compiled/wasm/code.js';
import {
  branch,
  dispatch,
  giveBack,
  loop,
  newLabel,
  when,
} from '../../../../src/engine/reach/compiled/wasm/control.js';
import { Instance, newMemory } from '../../../../src/engine/reach/compiled/wasm/engine.js';
import { call, ModuleBuilder } from '../../../../src/engine/reach/compiled/wasm/module.js';
import { whichAre } from '../../../../src/engine/reach/compiled/wasm/vector.js';

describe('numbers in the binary format', () => {
  // The examples are those of the definition of LEB128.
  it.each([
    [0, [0x00]],
    [2, [0x02]],
    [-2, [0x7e]],
    [127, [0xff, 0x00]],
    [-127, [0x81, 0x7f]],
    [128, [0x80, 0x01]],
    [-129, [0xff, 0x7e]],
    [-0x80000000, [0x80, 0x80, 0x80, 0x80, 0x78]],
  ])('signed %i', (value, bytes) => {
    for (const write of ['signed', 'signedLong'] as const) {
      const out = new ByteWriter();
      if (write === 'signed') out.signed(value);
      else out.signedLong(BigInt(value));
      expect([...out.view()]).toEqual(bytes);
    }
  });

  it.each([
    [0, [0x00]],
    [127, [0x7f]],
    [624485, [0xe5, 0x8e, 0x26]],
    [0xffffffff, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('unsigned %i', (value, bytes) => {
    const out = new ByteWriter();
    out.unsigned(value);
    expect([...out.view()]).toEqual(bytes);
  });
});

describe('modules', () => {
  it('a loop that adds up', async () => {
    const module = new ModuleBuilder();
    const sum = module.function('sum', ['i32'], 'i32', true);
    const n = sum.parameter(0, 'i32');
    const total = sum.local('i32');
    const again = newLabel('again');
    sum.define(
      [
        loop(again, [
          when(w.get(n), [
            w.set(total, w.add(w.get(total), w.get(n))),
            w.set(n, w.subtract(w.get(n), w.i32(1))),
            branch(again),
          ]),
        ]),
      ],
      w.get(total),
    );
    const instance = await Instance.of(module.encode(1, 1 << 16), { memory: newMemory(1) });
    expect(instance.function('sum')(100)).toBe(5050);
  });

  it('a dispatch goes to the case of its number, and past all others', async () => {
    const module = new ModuleBuilder();
    const pick = module.function('pick', ['i32'], 'i32', true);
    const cases = [[giveBack(w.i32(10))], [], [giveBack(w.i32(12))]];
    pick.define([dispatch(w.get(pick.parameter(0, 'i32')), cases)], w.i32(-1));
    const instance = await Instance.of(module.encode(1, 1 << 16), { memory: newMemory(1) });
    expect([0, 1, 2, 3, -1].map((i) => instance.function('pick')(i))).toEqual([10, -1, 12, -1, -1]);
  });

  it('of sixteen numbers, those with a value are found at once', async () => {
    const module = new ModuleBuilder();
    const which = module.function('which', ['i32', 'i32'], 'i32', true);
    const [value, address] = [which.parameter(0, 'i32'), which.parameter(1, 'i32')];
    which.define([], whichAre(w.get(value), w.get(address)));
    const memory = newMemory(1);
    const instance = await Instance.of(module.encode(1, 1 << 16), { memory });
    const numbers = [7, 0, -1, 7, 256, 7 << 16, 0, 8, 6, 7 << 8, 0, 1, 2, 3, 4, 7];
    new Int32Array(memory.buffer, 64, 16).set(numbers);
    for (const sought of [7, 0, -1, 5, 256]) {
      const expected = numbers.reduce((bits, number, i) => bits | (number === sought ? 1 << i : 0), 0);
      expect(instance.function('which')(sought, 64)).toBe(expected);
    }
  });

  it('imports are called and globals are seen from outside', async () => {
    const module = new ModuleBuilder();
    const ask = module.import('ask', ['i32'], 'i32');
    const last = module.global('last', 'i64');
    const run = module.function('run', ['i32'], 'none', true);
    run.define([w.setGlobal(last, w.extendSigned(call(ask, w.get(run.parameter(0, 'i32')))))]);
    const env = { memory: newMemory(1), ask: (x: number) => x * -3 };
    const instance = await Instance.of(module.encode(1, 1 << 16), env);
    instance.function('run')(5);
    expect(instance.getLong('last')).toBe(-15n);
  });

  it('arguments that do not fit are refused when the code is built', () => {
    const module = new ModuleBuilder();
    const f = module.function('f', ['i32'], 'none');
    expect(() => call(f, w.i64(1n))).toThrow();
  });
});
