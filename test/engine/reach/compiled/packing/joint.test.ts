import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withMachine } from '../../../../../src/engine/reach/compiled/compile.js';
import { bitsFor } from '../../../../../src/engine/reach/compiled/packing/cells.js';
import { nodesOf } from '../../../../../src/engine/reach/compiled/packing/chunks.js';
import { dictionariesFor } from '../../../../../src/engine/reach/compiled/packing/dictionary.js';
import { unitsOf } from '../../../../../src/engine/reach/compiled/packing/units.js';
import { Variety } from '../../../../../src/engine/reach/compiled/packing/variety.js';
import { Limits } from '../../../../../src/engine/reach/compiled/search/limits.js';
import { BreadthFirst } from '../../../../../src/engine/reach/compiled/search/queue.js';
import {
  type Compression,
  DEFAULT_SETTINGS,
} from '../../../../../src/engine/reach/compiled/store/settings.js';
import { searchTogether } from '../../../../../src/engine/reach/compiled/workers/together.js';
import { binary, constant, own, read } from '../../../../../src/model/expression.js';
import { Interpreter } from '../../../../../src/model/interpreter.js';
import type { System } from '../../../../../src/model/system.js';
import { openFile } from '../../../../../src/verify/open.js';
import { byte, process, step, system } from '../../../../model/small-system.js';

const everything = { order: 'breadth', purpose: { kind: 'everything' } } as const;

/** Goes through so many values a, with five multiples of a beside them: 43 bits where there are eight. */
const wheel = (name: string, values: number) => {
  const turned = binary('modulo', binary('add', read(own(0)), constant(1)), constant(values));
  const effects = [
    turned,
    ...[9, 31, 23, 17, 29].map((by) => binary('multiply', read(own(0)), constant(by))),
  ];
  const turn = step(0, 0, {
    effects: effects.map((value, variable) => ({ kind: 'assign', place: own(variable), value }) as const),
  });
  return process(name, [turn], { variables: [...'abcdef'].map((name) => ({ name, type: byte })) });
};

const wheels = (count: number, values: number): System =>
  system(Array.from({ length: count }, (_, i) => wheel(`w${i}`, values)));

/** How many numbers the dictionaries of two chunks have given out, after a search of all states. */
const searched = (model: System, workers = 1) => {
  let ticks = 0;
  const settings = { ...DEFAULT_SETTINGS, workers, headStart: 0.02 };
  return withMachine(new Interpreter(model), { ...everything, settings }, async (machine, keys) => {
    const search = new BreadthFirst(machine);
    search.begin(keys);
    const limits = new Limits({ now: () => ++ticks / 1000 });
    await searchTogether(search, settings, everything.purpose, limits, true);
    const joints = nodesOf(machine.scene.packing).flatMap((half) =>
      half.kind === 'leaf' ? half.joints : [],
    );
    const counts = joints.map(
      ({ number }) => machine.words(machine.scene.dictionaries.get(number)!.count, 1)[0],
    );
    return { states: machine.count, pairs: machine.nodeCount, counts };
  });
};

describe('cells of two chunks that stand as one number', () => {
  it.each([1, 2])('take a key of 64 bits where smaller groups do not suffice, for %i threads', async (n) => {
    // Five wheels of eight values each, one of which is all bits 0.
    const found = await searched(wheels(5, 8), n);
    expect(found).toMatchObject({ states: 8 ** 5, pairs: 0 });
    expect(found.counts.length).toBeGreaterThan(1);
    expect(new Set(found.counts)).toEqual(new Set([8]));
  });

  it('have a dictionary only where the combinations that were met are few', () => {
    const interpreter = new Interpreter(wheels(3, 8));
    const units = unitsOf(interpreter);
    const bounds = Array.from({ length: interpreter.layout.size }, (_, cell) => ({
      low: 0,
      high: units.some(({ cells }) => cells[0] + 1 < cell && cells.includes(cell)) ? 255 : 0,
    }));
    const size = interpreter.layout.size;
    const chosen = (values: (state: number, cell: number) => number) => {
      const states = Array.from({ length: 4000 }, (_, state) =>
        Int32Array.from({ length: size }, (_, cell) => values(state, cell)),
      );
      return dictionariesFor(units, bounds, Variety.of(states, states.length), new Map(), 64);
    };
    const total = bounds.reduce((sum, cell) => sum + bitsFor(cell), 0);
    expect(total).toBe(3 * 6 * 8);
    // Ten combinations: room for forty.
    const few = chosen((state) => state % 10);
    expect(few.map(({ wide }) => wide)).toEqual([true, true]);
    for (const { bits } of few) expect(bits).toBeGreaterThanOrEqual(6);
    // Every one is met once only.
    expect(chosen((state, cell) => (Math.imul(state + 1, 0x9e3779b1) >>> (cell % 24)) & 255)).toEqual([]);
  });

  it('lead to the states and transitions that are found where states are kept as bytes', async () => {
    const file = fileURLToPath(new URL('../../../../../bench/models/modem-transfer.pml', import.meta.url));
    const { system } = (await openFile(file)).program;
    const [numbered, plain] = [await counted(system, 'auto'), await counted(system, 'none')];
    expect(numbered.joints).toBeGreaterThan(1);
    expect({ ...numbered, joints: 0 }).toEqual(plain);
  });
});

/** After a search of all states. */
const counted = (model: System, compression: Compression) => {
  const settings = { ...DEFAULT_SETTINGS, compression };
  return withMachine(new Interpreter(model), { ...everything, settings }, async (machine, keys) => {
    const search = new BreadthFirst(machine);
    search.begin(keys);
    await search.run(new Limits({ now: () => 0 }));
    return {
      states: machine.count,
      transitions: machine.instance.getLong('transitions'),
      joints: nodesOf(machine.scene.packing).flatMap((half) => (half.kind === 'leaf' ? half.joints : []))
        .length,
    };
  });
};
