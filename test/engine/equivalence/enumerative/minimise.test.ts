/** What minimising gives: the same system, as small as it can be, and unchanged by doing it again. */
import { describe, expect, it } from 'vitest';
import { findDistinction, type Relation } from '../../../../src/engine/equivalence/enumerative/compare.js';
import { conditionsOf } from '../../../../src/engine/equivalence/enumerative/conditions.js';
import {
  alignLabels,
  arrange,
  type Edge,
  edgesOf,
  type Lts,
  ltsOf,
} from '../../../../src/engine/equivalence/enumerative/lts.js';
import { MODULO, minimise } from '../../../../src/engine/equivalence/enumerative/minimise.js';
import { Meter } from '../../../../src/engine/reach/reference/meter.js';
import { readAut, writeAut } from '../../../../src/language/aut/index.js';
import { Chance, randomSmall, toLts } from './oracle.js';

const LABELS = ['a', 'b'];
const budget = { now: () => 0 };
const meter = () => new Meter(budget);

async function same(left: Lts, right: Lts, relation: Relation, divergence = false): Promise<boolean> {
  const both = alignLabels(left, right);
  return (await findDistinction(both.left, both.right, { relation, divergence }, budget)) === undefined;
}

describe.each(MODULO)('modulo %s', (modulo) => {
  it('the result is equivalent, no larger, and stays as it is', async () => {
    let smaller = 0;
    for (let seed = 1; seed <= 500; seed++) {
      const small = randomSmall(new Chance(seed), { states: 9, labels: LABELS, tau: [0, 30, 60][seed % 3] });
      const lts = toLts(small, LABELS);
      const minimal = await minimise(lts, modulo, meter());
      expect(await same(lts, minimal, modulo), `${seed}`).toBe(true);
      // Determinising may need more states than there were.
      if (modulo !== 'trace') expect(minimal.states).toBeLessThanOrEqual(lts.states);
      if (minimal.states < lts.states) smaller++;
      const again = await minimise(minimal, modulo, meter());
      expect(`${seed} ${JSON.stringify([...edgesOf(again)])}`).toBe(
        `${seed} ${JSON.stringify([...edgesOf(minimal)])}`,
      );
    }
    expect(smaller).toBeGreaterThan(30);
  });

  it('no two states of the result are equivalent', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const small = randomSmall(new Chance(seed), { states: 7, labels: LABELS, tau: 30 });
      const minimal = await minimise(toLts(small, LABELS), modulo, meter());
      for (let p = 0; p < minimal.states; p++) {
        for (let q = 0; q < p; q++) {
          const [left, right] = [p, q].map((initial) => ({ ...minimal, initial }));
          expect(await same(left, right, modulo), `${seed}: ${p} and ${q}`).toBe(false);
        }
      }
    }
  });

  it('survives being written to .aut and read again', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const small = randomSmall(new Chance(seed), { states: 9, labels: LABELS, tau: 30 });
      const minimal = await minimise(toLts(small, LABELS), modulo, meter());
      const { states, initial } = minimal;
      const text = writeAut({ states, initial, transitions: edgesOf(minimal) });
      const reading = readAut({ file: 'minimal.aut', text });
      if (!reading.ok) throw new Error(reading.diagnostics[0].message);
      const [type] = reading.value.system.types;
      const edges: Edge[] = type.steps.map(({ from, to, text }) => ({
        from,
        to,
        label: text === 'i' ? 'tau' : text!,
      }));
      const read = ltsOf(type.locations.length, type.initial, edges);
      expect(await same(minimal, read, 'strong'), `${seed}`).toBe(true);
    }
  });
});

describe('divergence', () => {
  const loop = ltsOf(1, 0, [{ from: 0, label: 'tau', to: 0 }]);
  const stop = ltsOf(1, 0, []);

  it('is kept or dropped as asked', async () => {
    expect((await minimise(loop, 'branching', meter())).label.length).toBe(0);
    expect((await minimise(loop, 'branching', meter(), { divergence: true })).label.length).toBe(1);
    expect(await same(loop, stop, 'branching')).toBe(true);
    expect(await same(loop, stop, 'branching', true)).toBe(false);
    expect(await same(loop, stop, 'weak')).toBe(true);
    // A system that is never at rest has no stable failures.
    expect(await same(loop, stop, 'failures')).toBe(false);
  });
});

describe('side conditions', () => {
  const step = (from: number, label: string, to: number) => ({ from, label, to });
  it.each([
    {
      name: 'nothing internal',
      edges: [step(0, 'a', 1), step(1, 'b', 0)],
      divergence: undefined,
      fork: undefined,
    },
    {
      name: 'an internal step that changes nothing',
      edges: [step(0, 'tau', 1), step(1, 'a', 0)],
      divergence: undefined,
      fork: undefined,
    },
    {
      name: 'an internal choice',
      edges: [step(0, 'a', 1), step(1, 'tau', 2), step(1, 'tau', 3), step(2, 'a', 2), step(3, 'b', 3)],
      divergence: undefined,
      fork: ['a'],
    },
    {
      name: 'the same label twice',
      edges: [step(0, 'a', 1), step(0, 'a', 2), step(1, 'b', 1)],
      divergence: undefined,
      fork: [],
    },
    {
      name: 'the same label to states that are alike',
      edges: [step(0, 'a', 1), step(0, 'a', 2), step(1, 'b', 1), step(2, 'b', 2)],
      divergence: undefined,
      fork: undefined,
    },
    {
      name: 'a cycle of internal steps',
      edges: [step(0, 'a', 1), step(1, 'b', 2), step(2, 'tau', 3), step(3, 'tau', 2)],
      divergence: ['a', 'b'],
      fork: undefined,
    },
  ])('$name', async ({ edges, divergence, fork }) => {
    const lts = ltsOf(4, 0, edges);
    const { divergenceFree, deterministic } = conditionsOf(lts, await minimise(lts, 'branching', meter()));
    expect(divergenceFree.holds ? undefined : divergenceFree.word).toEqual(divergence);
    expect(deterministic.holds ? undefined : deterministic.word).toEqual(fork);
  });
});

/** Cells end to end; bit i of the state says whether cell i is full. */
function chain(cells: number): Lts {
  const edges: number[][] = [];
  for (let state = 0; state < 1 << cells; state++) {
    const full = (i: number) => ((state >> i) & 1) === 1;
    if (!full(0)) edges.push([state, 1, state | 1]);
    if (full(cells - 1)) edges.push([state, 2, state ^ (1 << (cells - 1))]);
    for (let i = 0; i + 1 < cells; i++) {
      if (full(i) && !full(i + 1)) edges.push([state, 0, state ^ (3 << i)]);
    }
  }
  const column = (k: number) => Int32Array.from(edges, (edge) => edge[k]);
  return arrange(1 << cells, 0, ['tau', 'in', 'out'], column(0), column(1), column(2));
}

describe('size', () => {
  it('a chain of 15 cells, over 10^5 transitions, is a buffer with 15 places', async () => {
    const lts = chain(15);
    expect(lts.label.length).toBeGreaterThan(100_000);
    for (const modulo of ['branching', 'weak', 'trace'] as const) {
      const minimal = await minimise(lts, modulo, meter());
      expect([minimal.states, minimal.label.length]).toEqual([16, 30]);
    }
    // Every transition of a cell shows in the structure: nothing is strongly bisimilar.
    expect((await minimise(lts, 'strong', meter())).states).toBe(2 ** 15);
  });

  it('a line of 10^5 steps, where each step of refinement splits off one state', async () => {
    const size = 100_000;
    const from = Int32Array.from({ length: size }, (_, i) => i);
    const label = from.map((i) => (i % 2 === 0 ? 1 : 0));
    const lts = arrange(
      size + 1,
      0,
      ['tau', 'a'],
      from,
      label,
      from.map((i) => i + 1),
    );
    expect((await minimise(lts, 'strong', meter())).states).toBe(size + 1);
    expect((await minimise(lts, 'branching', meter())).states).toBe(size / 2 + 1);
  });
});
