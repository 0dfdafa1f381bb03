import { describe, expect, it } from 'vitest';
import {
  event,
  interval,
  oneInterval,
  queryOf,
  router,
  simple,
  twoIntervals,
} from '../../../bench/cycles-systems.js';
import { family } from '../../../bench/families.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { type FlowPart, viewFlow, writeInequalities } from '../../../src/engine/inequality/view.js';
import type { System } from '../../../src/model/system.js';
import type { Question } from '../../../src/property/question.js';
import { deadlockFree, never, unlimited } from './ask.js';

async function partsOf(
  system: System,
  question: Question,
  cycles: 'eliminate' | 'ignore',
): Promise<FlowPart[]> {
  const found = await viewFlow(system, question, unlimited, { cycles });
  if (!('view' in found)) throw new Error(found.reason);
  return found.view.parts;
}

/** The edges with flow, by the names of the states. */
const flowing = ({ vertices, edges }: FlowPart) =>
  edges
    .filter(({ flow, connects }) => flow > 0 && !connects)
    .map(({ from, to, label }) => `${vertices[from].label} ${label} ${vertices[to].label}`);

describe('flowgraphs', () => {
  it('CYCLES Fig. 4: without cycle elimination, the loop in the inner state apart from the way to b', async () => {
    const [t1, t2, t3] = await partsOf(simple(1), never(oneInterval), 'ignore');
    expect(flowing(t1).sort()).toEqual(['c1 t2_1.c hub', 'hub t3.b last', 's1 t2_1.a s1']);
    expect(flowing(t2)).toEqual(['first t2_1.c loop', 'loop t2_1.a loop']);
    expect(flowing(t3)).toEqual(['call t3.b done']);
  });

  it('CYCLES Fig. 5: two intervals, the first ended by a and without b', async () => {
    const [t1] = await partsOf(simple(1), never(twoIntervals), 'eliminate');
    const drawn = t1.edges.map(
      ({ from, to, label }) => `${t1.vertices[from].label} ${label} ${t1.vertices[to].label}`,
    );
    expect(drawn.sort()).toEqual([
      'c1 (1) t2_1.c hub (1)',
      'hub (1) t2_1.a s1 (2)',
      'hub (2) t2_1.a s1 (2)',
      'hub (2) t3.b last',
      's1 (2) t2_1.a s1 (2)',
      's1 (2) t2_1.c hub (2)',
    ]);
    expect(t1.edges.every(({ flow }) => flow === 0)).toBe(true);
  });

  it('the deadlock of dp(3): everybody takes the first fork', async () => {
    const parts = await partsOf(family('dp', 3), deadlockFree, 'eliminate');
    expect(parts.slice(0, 3).flatMap(flowing)).toHaveLength(3);
  });
});

describe('unions of sequences by sequence variables', () => {
  const header = (own: string, other: string) => [
    interval({ initial: true, open: true, endsWith: event(`h${own}`) }),
    interval({ endsWith: event(`p${other}`), forbid: event(`p${own}`) }),
  ];

  it('one system with a variable for each sequence, of which one is chosen', () => {
    const query = queryOf('mixed', header('a', 'b'), header('b', 'a'));
    const written = writeInequalities(router(), never(query).ask, { reduced: false });
    if (!written.written) throw new Error(written.reason);
    const { columns, rows } = written.inequalities;
    expect(written.ways).toHaveLength(2);
    expect(columns.slice(0, 2).map(({ name }) => name)).toEqual([
      'sequence mixed, sequence 1',
      'sequence mixed, sequence 2',
    ]);
    expect(rows[0]).toMatchObject({ columns: [0, 1], coefficients: [1, 1], lower: 1, upper: 1 });
    // Every other row is satisfied by 0, as long as no sequence is chosen.
    expect(rows.slice(1).every(({ lower, upper }) => (lower ?? 0) <= 0 && (upper ?? 0) >= 0)).toBe(true);
  });

  it('gives the verdicts of one sequence after the other', async () => {
    const holding = never(queryOf('mixed', header('a', 'b'), header('b', 'a')));
    const failing = never(
      queryOf('some', header('a', 'b'), [interval({ initial: true, endsWith: event('hb') })]),
    );
    for (const question of [holding, failing]) {
      const [cases, variables] = [
        await prove(router(), question, unlimited),
        await prove(router(), question, unlimited, { unions: 'variables' }),
      ];
      expect(variables.verdict).toBe(cases.verdict);
    }
  });
});
