import { describe, expect, it } from 'vitest';
import { family } from '../../../../../bench/families.js';
import { type Plan, withMachine } from '../../../../../src/engine/reach/compiled/compile.js';
import { exploreCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import type { Machine } from '../../../../../src/engine/reach/compiled/machine.js';
import {
  nodesOf,
  packingOf,
  type TreeNode,
} from '../../../../../src/engine/reach/compiled/packing/chunks.js';
import { definePack } from '../../../../../src/engine/reach/compiled/packing/codec.js';
import { Unsupported } from '../../../../../src/engine/reach/compiled/program/scene.js';
import { Limits } from '../../../../../src/engine/reach/compiled/search/limits.js';
import { BreadthFirst } from '../../../../../src/engine/reach/compiled/search/queue.js';
import { binary, constant, own, read } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { System } from '../../../../../src/model/system.js';
import { promela } from '../../../../language/promela/reading.js';
import { Chance, randomSystem } from '../../../../model/random-system.js';
import { process, reachable, step, system } from '../../../../model/small-system.js';
import { wideSystem } from '../wide-system.js';

const leaves = (node: TreeNode): TreeNode[] =>
  node.kind === 'leaf' ? [node] : [...leaves(node.left), ...leaves(node.right)];

const everything = { order: 'breadth', purpose: { kind: 'everything' } } as const;

/** Keys of reachable states are told apart and lead back to them; `look` may look at them too. */
async function onRandomSystems(
  plan: Plan,
  look: (machine: Machine, keys: bigint[]) => void,
  makes: ((seed: number) => System)[] = [randomSystem, wideSystem],
): Promise<void> {
  for (let seed = 0; seed < 25; seed++) {
    for (const make of makes) {
      const interpreter = new Interpreter(make(seed));
      const states = [...reachable(interpreter).values()].slice(0, 300);
      try {
        await withMachine(interpreter, plan, async (machine) => {
          const keys = states.map((state) => machine.pack(state, 0));
          expect(new Set(keys).size).toBe(states.length);
          keys.forEach((key, i) => {
            expect(machine.unpack(key).state).toEqual(states[i]);
          });
          look(machine, keys);
        });
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
      }
    }
  }
}

const systemOf = (text: string): System => promela(text).system;

/** Many bytes, to which one process gives one value after the other. */
function manyBytes(seed: number): System {
  const chance = new Chance(seed);
  const steps = Array.from({ length: 100 }, () => `v[${chance.below(40)}] = ${chance.below(256)}`);
  return systemOf(`byte v[40]; active proctype P() { ${steps.join('; ')} }`);
}

describe('packing', () => {
  it('every cell has a place of its own inside 32 bits, and constants have none', () => {
    const cells = [1, 2, 300, 5, 0xffffffff, 17, 2, 2].map((count) => ({ low: -3, high: -3 + count - 1 }));
    const groups = [
      [0, 1, 2],
      [3, 4],
      [5, 6, 7],
    ];
    const packing = packingOf(groups, cells);
    // 1 + 9 + 3 + 32 + 5 + 1 + 1
    expect(packing.bits).toBe(52);
    const placed = nodesOf(packing)
      .flatMap(leaves)
      .flatMap((leaf) => {
        if (leaf.kind !== 'leaf') return [];
        for (const a of leaf.fields) {
          expect(a.shift + a.bits).toBeLessThanOrEqual(32);
          for (const b of leaf.fields)
            expect(a === b || a.shift >= b.shift + b.bits || b.shift >= a.shift + a.bits).toBe(true);
        }
        return leaf.fields.map(({ cell }) => cell);
      });
    expect(placed.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('12 dining philosophers fit in one key without interning', async () => {
    const interpreter = new Interpreter(family('dp', 12));
    // 12 philosophers of 4 locations and 12 forks of 2.
    await withMachine(interpreter, everything, async ({ scene }) => {
      expect(scene.packing).toMatchObject({ bits: 36, nodes: 2 });
    });
  });

  it('a key stands for one state, and every reachable state comes back from its key', async () => {
    await onRandomSystems(everything, () => {});
  });

  it('keys of a search that marks states leave half a byte for that', async () => {
    let wide = 0;
    await onRandomSystems({ order: 'depth', purpose: { kind: 'cycle' } }, ({ scene }, keys) => {
      for (const key of keys) expect(key >> 60n).toBe(0n);
      if (scene.packing.bits > 60) wide++;
    });
    expect(wide).toBeGreaterThan(0);
  });

  it.each([28, 40, 56, 58, 60, 61, 64, 90])('%i bits leave half a byte free on the right', (bits) => {
    for (const width of [1, 3, 7, 30]) {
      const count = Math.ceil(bits / width);
      const cells = Array.from({ length: count }, () => ({ low: 0, high: 2 ** width - 1 }));
      const groups = cells.map((_, cell) => [cell]);
      const divisions = [
        { shift: 0, bits: 32 },
        { shift: 32, bits: 28 },
      ];
      const packing = packingOf(groups, cells, undefined, undefined, undefined, [], divisions);
      const [, right] = nodesOf(packing);
      if (right.kind === 'leaf')
        for (const field of right.fields) expect(field.shift + field.bits).toBeLessThanOrEqual(28);
      expect(
        nodesOf(packing)
          .flatMap(leaves)
          .reduce((sum, leaf) => sum + (leaf.kind === 'leaf' ? leaf.fields.length : 0), 0),
      ).toBe(count);
    }
  });

  it.each([30, 48, 64])('%i bits are numbers or few where chunks are to have few bits', (bits) => {
    const cells = Array.from({ length: bits }, () => ({ low: 0, high: 1 }));
    const groups = cells.map((_, cell) => [cell]);
    const divisions = [0, 32].map((shift) => ({ shift, bits: 32, chunk: 20 }));
    const packing = packingOf(groups, cells, undefined, undefined, undefined, [], divisions);
    for (const node of nodesOf(packing))
      if (node.kind === 'leaf') expect(node.fields.length).toBeLessThanOrEqual(20);
    expect(nodesOf(packing).some(({ kind }) => kind === 'pair')).toBe(bits > 40);
  });

  it.each(['breadth', 'depth'] as const)('states of many bits are three numbers, %s first', async (order) => {
    let wide = 0;
    const purpose = order === 'breadth' ? everything.purpose : ({ kind: 'cycle' } as const);
    const look = ({ scene: { packing } }: Machine): void => {
      expect(packing.branches.length).toBe(packing.bits > 128 ? 3 : 2);
      if (packing.bits > 128) wide++;
    };
    await onRandomSystems({ order, purpose } as Plan, look, [wideSystem, manyBytes]);
    expect(wide).toBeGreaterThanOrEqual(25);
  });

  it('or two, where there are more pairs than a third of a key has numbers for', async () => {
    const factors = [1664525, 22695477, 1103515245, 69069, 134775813];
    const names = factors.map((_, i) => `v${i}`);
    const text = `int ${names.join()}, n; active proctype P() {
      do :: d_step { n < 300000; ${factors.map((factor, i) => `v${i} = v${i} * ${factor} + 1`).join('; ')}; n++ } od }`;
    const divided: number[] = [];
    const found = await withMachine(new Interpreter(systemOf(text)), everything, async (machine, keys) => {
      divided.push(machine.scene.packing.branches.length);
      const search = new BreadthFirst(machine);
      search.begin(keys);
      await search.run(new Limits({ now: () => 0 }));
      return machine.count;
    });
    expect(found).toBe(300_001);
    expect(divided.slice(-2)).toEqual([3, 2]);
  });

  // A local for every pair made an engine take 10 GB and half a minute to compile it for 60,000 elements.
  it('the key of a thousand elements is made with as many locals as the tree is deep, not as it has nodes', async () => {
    const long = new Interpreter(
      systemOf('int a[1000]; active proctype P() { a[999] = 1; assert(a[0] == 0) }'),
    );
    await withMachine(long, everything, async ({ scene }) => {
      expect(scene.packing.nodes).toBeGreaterThan(60);
      // Of this type it has none yet, so this one stands behind all others.
      expect(definePack(scene).local('i64').index).toBeLessThan(40);
    });
  });

  it('a variable that outgrows the bits it was trusted to need is given more', async () => {
    const integer = { kind: 'range', low: -0x80000000, high: 0x7fffffff, overflow: 'wrap' } as const;
    const value = binary('multiply', read(own(0)), constant(10));
    const grow = step(0, 0, { effects: [{ kind: 'assign', place: own(0), value }] });
    const model = system([
      process('p', [grow], { variables: [{ name: 'v', type: integer, initial: [constant(1)] }] }),
    ]);
    const grown = { ...model, arithmetic: 'wrap' as const };
    const found = await exploreCompiled(grown, { now: () => 0 });
    // Powers of ten modulo 2^32 until they are 0 for ever: 1, 10, …, 10^31, 0.
    expect(found).toMatchObject({ states: 33, transitions: 33 });
  });

  it('a variable in a group may outgrow the bits of the group, also below the least value it had', async () => {
    const system = systemOf(`
        int c
        proctype P(int n) { _priority = n; c--; (c == 99) }
        init { int i; for (i : 1 .. 10) { run P(i) } }`);
    const found = await exploreCompiled(system, { now: () => 0 });
    // As many as SPIN has.
    expect(found).toMatchObject({ states: 46083 });
  });

  it('a byte seen with few values has bits for those, and is given more when it outgrows them', async () => {
    const byte = { kind: 'range', low: 0, high: 255, overflow: 'wrap' } as const;
    const raise = (most: number) =>
      step(0, 0, {
        guard: binary('less', read(own(0)), constant(most)),
        effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
      });
    const counter = (name: string, most: number) =>
      process(name, [raise(most)], {
        variables: [{ name: 'v', type: byte }],
        locations: [{ marks: ['end'] }],
      });
    // Eight counters to 3 that run first, and one to 200 that is seen to move only later.
    const late = counter('late', 200);
    const model = system([...Array.from({ length: 8 }, (_, i) => counter(`c${i}`, 3)), late]);
    const waiting = { ...late, provided: at(8) };
    const { types } = model;
    const found = await exploreCompiled(
      { ...model, types: [...types.slice(0, 8), waiting] },
      { now: () => 0 },
    );
    // 4^8 states of the counters, and 200 more where all of them are at 3.
    expect(found).toMatchObject({ states: 4 ** 8 + 200, terminations: 1 });
    function at(count: number) {
      const places = Array.from({ length: count }, (_, p) =>
        read({ scope: 'other', process: constant(p), type: p, variable: 0, path: [] }),
      );
      return places.map((place) => binary('equal', place, constant(3))).reduce((a, b) => binary('and', a, b));
    }
  });
});
