import { describe, expect, it } from 'vitest';
import { oneInterval, simple, twoIntervals } from '../../bench/cycles-systems.js';
import { type Family, family } from '../../bench/families.js';
import { loadSolver } from '../../src/engine/inequality/solver.js';
import { writeInequalities } from '../../src/engine/inequality/view.js';
import type { Inequalities } from '../../src/evidence/certificate/certificate.js';
import type { System } from '../../src/model/system.js';
import type { Ask } from '../../src/property/question.js';
import { lp } from '../../src/report/inequalities/lp.js';
import { mps } from '../../src/report/inequalities/mps.js';
import { solverNames } from '../../src/report/inequalities/names.js';
import { deadlockFree, never } from '../engine/inequality/ask.js';

function inequalitiesOf(system: System, ask: Ask, reduced: boolean): Inequalities {
  const written = writeInequalities(system, ask, { reduced });
  if (!written.written) throw new Error(written.reason);
  return written.inequalities;
}

/** What the solver says about the file itself. */
async function solved(text: string): Promise<string> {
  const highs = await loadSolver();
  return highs.solve(text, { output_flag: false }).Status;
}

const QUESTIONS: [string, System, Ask, 'Optimal' | 'Infeasible'][] = [
  ['P1, which has a disconnected solution', simple(3), never(oneInterval).ask, 'Optimal'],
  ['P2, which has none', simple(3), never(twoIntervals).ask, 'Infeasible'],
  ...(['dp', 'dpd', 'rw'] as Family[]).map((name): (typeof QUESTIONS)[number] => [
    `deadlock of ${name}(4)`,
    family(name, 4),
    deadlockFree.ask,
    name === 'dp' ? 'Optimal' : 'Infeasible',
  ]),
];

describe.each([false, true])('exported inequalities, reduced: %s', (reduced) => {
  it.each(QUESTIONS)('%s: a solver that reads the LP file agrees', async (_, system, ask, status) => {
    expect(await solved(lp('a question', inequalitiesOf(system, ask, reduced)))).toBe(status);
  });
});

describe('MPS', () => {
  it('has every row, column, coefficient and bound', () => {
    const text = mps('title', {
      columns: [
        { name: 'p: 0 -> 1 a', integral: true },
        { name: 'p ends in 1', integral: true, upper: 1 },
        { name: 'share', integral: false },
      ],
      rows: [
        { name: 'flow', columns: [0, 1], coefficients: [1, -1], lower: 0, upper: 0 },
        { name: 'some', columns: [0, 2], coefficients: [2, 3], lower: 1 },
        { name: 'between', columns: [1], coefficients: [1], lower: 1, upper: 4 },
      ],
      graphs: [],
    });
    expect(text.split('\n')).toEqual([
      '* title',
      'NAME HEDDLE',
      'ROWS',
      ' N obj',
      ' E flow',
      ' G some',
      ' G between',
      'COLUMNS',
      " M8 'MARKER' 'INTORG'",
      ' p.0_to_1_a flow 1',
      ' p.0_to_1_a some 2',
      ' p_ends_in_1 flow -1',
      ' p_ends_in_1 between 1',
      " M13 'MARKER' 'INTEND'",
      ' share some 3',
      'RHS',
      ' RHS some 1',
      ' RHS between 1',
      'RANGES',
      ' RNG between 3',
      'BOUNDS',
      ' PL BND p.0_to_1_a',
      ' UP BND p_ends_in_1 1',
      ' PL BND share',
      'ENDATA',
      '',
    ]);
  });
});

describe('names for solvers', () => {
  it('have no character that means something, and stay different', () => {
    const names = solverNames(['a b', 'a_b', 'a b', '1 x: 0 -> 1', 'e5', 'α<β', '']);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-DF-Za-df-z_][A-Za-z0-9_.~]*$/);
  });
});
