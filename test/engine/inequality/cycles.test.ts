import { describe, expect, it } from 'vitest';
import { lastBeforeFirst, oneInterval, relay, simple, twoIntervals } from '../../../bench/cycles-systems.js';
import { augment, sector } from '../../../src/engine/inequality/augment.js';
import { flowgraphOf } from '../../../src/engine/inequality/flowgraph.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { publishedInequalities } from '../../../src/engine/inequality/published.js';
import { reduce } from '../../../src/engine/inequality/reduce.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';
import type { System } from '../../../src/model/system.js';
import type { IntervalQuery } from '../../../src/property/interval/query.js';
import { never, unlimited } from './ask.js';
import { equationsOf, printed } from './equations.js';

const sizeOf = (system: System, query: IntervalQuery, trims = true) => {
  const { inequalities } = flowgraphOf(unfold(system), query.sequences[0], { tail: 'none' });
  const { columns, rows } = reduce(inequalities, { trims });
  return { variables: columns.length, rows: rows.length };
};

describe('the small example with a disconnected cycle (CYCLES, sections 2 and 3)', () => {
  it('prints the system of Fig. 3: 9 variables, 12 equations and inequalities', () => {
    const [intervals] = oneInterval.sequences;
    const system = publishedInequalities(unfold(simple(1)), {
      kind: 'prefix',
      intervals,
      onlyEndIsImplicit: true,
    });
    expect(system.columns).toHaveLength(9);
    // Transitions are numbered in the order of our source: 1 c, 2 a, 3 a, 4 c, 5 b, 6 a; 7, 8; 9.
    expect(printed(system)).toEqual(
      equationsOf([
        '1 = x1',
        'x1 + x4 = x5 + x2',
        'x5 + x6 = x6 + 1',
        'x2 + x3 = x3 + x4',
        '1 = x7',
        'x7 + x8 = x8 + 1',
        '1 = x9',
        'x9 = 1',
        'x6 + x2 + x3 = x8',
        'x5 = x9',
        'x1 + x4 = x7',
        'x8 >= 1',
      ]),
    );
  });

  it('without cycle elimination there is a solution, and its flow is not connected (Fig. 4)', async () => {
    const answer = await prove(simple(1), never(oneInterval), unlimited, { cycles: 'ignore' });
    expect(answer).toMatchObject({ verdict: 'inconclusive' });
    expect(answer.verdict === 'inconclusive' && answer.reason).toContain('not connected');
  });

  it('with it the property holds, as exhaustive search confirms', async () => {
    expect(await reach(simple(1), never(oneInterval), unlimited)).toMatchObject({ verdict: 'holds' });
    const answer = await prove(simple(1), never(oneInterval), unlimited);
    expect(answer).toMatchObject({ verdict: 'holds', strength: 'proved' });
  });

  it('with two intervals it holds without cycle elimination (Fig. 5)', async () => {
    const answer = await prove(simple(1), never(twoIntervals), unlimited, { cycles: 'ignore' });
    expect(answer).toMatchObject({ verdict: 'holds' });
  });
});

describe('the family of CYCLES, section 4.1', () => {
  it.each([1, 2, 3, 5, 8])('n = %i: P1 has a spurious solution, P2 and P3 have none', async (n) => {
    const ignoring = { cycles: 'ignore' } as const;
    expect(await prove(simple(n), never(oneInterval), unlimited, ignoring)).toMatchObject({
      verdict: 'inconclusive',
    });
    expect(await prove(simple(n), never(twoIntervals), unlimited, ignoring)).toMatchObject({
      verdict: 'holds',
    });
    expect(await prove(simple(n), never(oneInterval), unlimited)).toMatchObject({ verdict: 'holds' });
  });

  it.each([3, 5, 10, 20])('n = %i: sizes no larger than published', (n) => {
    const [p1, p2] = [sizeOf(simple(n), oneInterval), sizeOf(simple(n), twoIntervals)];
    expect(p1.variables).toBeLessThanOrEqual(4 * n ** 2 + 2 * n);
    expect(p1.rows).toBeLessThanOrEqual(4 * n + 2);
    expect(p2.variables).toBeLessThanOrEqual(5 * n ** 2 + 7 * n);
    expect(p2.rows).toBeLessThanOrEqual(11 * n + 3);
  });

  it.each([3, 10])('n = %i: the published augmentation of t1 adds no more than published', (n) => {
    const { inequalities } = flowgraphOf(unfold(simple(n)), oneInterval.sequences[0], { tail: 'none' });
    const graph = sector(inequalities, 0);
    const after = augment(inequalities, graph, 10_000);
    const [V, E] = [graph.vertices, graph.edges.length];
    const columns = after.columns.length - inequalities.columns.length;
    const rows = after.rows.length - inequalities.rows.length;
    expect([columns, rows]).toEqual([V + E, V + 2 * E - 1]);
    expect(columns).toBeLessThanOrEqual(4 * n ** 2 + 2 * n + 7);
    expect(rows).toBeLessThanOrEqual(8 * n ** 2 + 2 * n + 9);
  });
});

describe('Relay(n)', () => {
  it('agrees with exhaustive search at n = 2 and 3', async () => {
    for (const n of [2, 3])
      expect(await reach(relay(n), never(lastBeforeFirst(n)), unlimited)).toMatchObject({ verdict: 'holds' });
  });

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 30])('n = %i is proved without any bound on counts', async (n) => {
    const answer = await prove(relay(n), never(lastBeforeFirst(n)), unlimited);
    expect(answer).toMatchObject({ verdict: 'holds', strength: 'proved' });
    expect(checkCertificate(answer.certificate!)).toMatchObject({ valid: true });
  });

  it('n = 9: disconnected solutions are there when nobody excludes them', async () => {
    const answer = await prove(relay(9), never(lastBeforeFirst(9)), unlimited, { cycles: 'ignore' });
    expect(answer.verdict === 'inconclusive' && answer.reason).toContain('not connected');
  });

  it('n = 4: the published augmentation finds no solution either, and is not taken for a proof', async () => {
    const answer = await prove(relay(4), never(lastBeforeFirst(4)), unlimited, { cycles: 'published' });
    expect(answer.verdict === 'inconclusive' && answer.reason).toContain('up to 10000');
  });

  it.each([3, 4, 5, 6, 7, 8, 9])('n = %i: sizes no larger than published', (n) => {
    const size = sizeOf(relay(n), lastBeforeFirst(n), false);
    expect(size.variables).toBeLessThanOrEqual(2 * n ** 2 + 2 * n - 1);
    expect(size.rows).toBeLessThanOrEqual(7 * n - 2);
  });
});
