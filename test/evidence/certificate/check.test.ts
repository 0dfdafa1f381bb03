import { describe, expect, it } from 'vitest';
import type { Certificate, Inequalities, Proof, Row } from '../../../src/evidence/certificate/certificate.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';

const certificate = (inequalities: Inequalities, proof: Proof): Certificate => ({
  schema: 'heddle-certificate-1',
  claim: 'impossible',
  cases: [{ name: 'case', inequalities, proof }],
});

const row = (terms: [number, number][], bounds: Partial<Row>): Row => ({
  name: 'row',
  columns: terms.map(([column]) => column),
  coefficients: terms.map(([, a]) => a),
  ...bounds,
});

const counts = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `x${i}`, integral: true }));

/** x + y = 1, x - y = 0: only halves solve it. */
const halves: Inequalities = {
  columns: counts(2),
  rows: [
    row(
      [
        [0, 1],
        [1, 1],
      ],
      { lower: 1, upper: 1 },
    ),
    row(
      [
        [0, 1],
        [1, -1],
      ],
      { lower: 0, upper: 0 },
    ),
  ],
  graphs: [],
};

/** x >= 2, y >= 2, x + y <= 3. */
const tooMuch: Inequalities = {
  columns: counts(2).map((column) => ({ ...column, upper: 3 })),
  rows: [
    row([[0, 1]], { lower: 2 }),
    row([[1, 1]], { lower: 2 }),
    row(
      [
        [0, 1],
        [1, 1],
      ],
      { upper: 3 },
    ),
  ],
  graphs: [],
};

/** 2x - 2y = 1: no whole numbers, and no bounds that would end a case distinction. */
const parity: Inequalities = {
  columns: counts(2),
  rows: [
    row(
      [
        [0, 2],
        [1, -2],
      ],
      { lower: 1, upper: 1 },
    ),
  ],
  graphs: [],
};

/** x - y rounded up is at least 1, rounded down at most 0. */
const parityProof = (divisor: string): Proof => [
  { kind: 'combine', multipliers: [[0, '1']], divisor },
  { kind: 'combine', multipliers: [[0, '-1']], divisor },
  {
    kind: 'combine',
    multipliers: [
      [1, '1'],
      [2, '1'],
    ],
  },
  { kind: 'propagate', row: 3 },
];

/** A loop at vertex 1 that must be used, although the walk can only stay at vertex 0. */
const apart: Inequalities = {
  columns: counts(1),
  rows: [row([[0, 1]], { lower: 1 })],
  graphs: [{ name: 'walk', vertices: 2, sources: [0], edges: [{ column: 0, from: 1, to: 1 }] }],
};

const accepted: [string, Certificate][] = [
  [
    'a sum of rows',
    certificate(tooMuch, [
      {
        kind: 'combine',
        multipliers: [
          [0, '1'],
          [1, '1'],
          [2, '-1'],
        ],
      },
      { kind: 'propagate', row: 3 },
    ]),
  ],
  [
    'propagation alone',
    certificate(tooMuch, [
      { kind: 'propagate', row: 0 },
      { kind: 'propagate', row: 1 },
      { kind: 'propagate', row: 2 },
    ]),
  ],
  [
    'a branch on a whole number',
    certificate(halves, [
      {
        kind: 'branch',
        column: 0,
        at: 0,
        below: [
          { kind: 'propagate', row: 1 },
          { kind: 'propagate', row: 0 },
        ],
        above: [
          { kind: 'propagate', row: 0 },
          { kind: 'propagate', row: 1 },
        ],
      },
    ]),
  ],
  [
    'a sum that is rounded',
    certificate(halves, [
      // 2x = 1.
      {
        kind: 'combine',
        multipliers: [
          [0, '1'],
          [1, '1'],
        ],
      },
      {
        kind: 'combine',
        multipliers: [
          [0, '-1'],
          [1, '-1'],
        ],
      },
      { kind: 'propagate', row: 3 },
      { kind: 'propagate', row: 2 },
    ]),
  ],
  ['a division that does not come out even', certificate(parity, parityProof('2'))],
  [
    'a division around what a column has at least',
    // x >= 3 and 2x <= 7 leave x - 3 at most 1/2.
    certificate(
      {
        columns: [...counts(2)],
        rows: [
          row([[0, 1]], { lower: 3 }),
          row(
            [
              [0, 2],
              [1, 3],
            ],
            { upper: 7 },
          ),
          row(
            [
              [0, 1],
              [1, 1],
            ],
            { lower: 4 },
          ),
        ],
        graphs: [],
      },
      [
        {
          kind: 'branch',
          column: 0,
          at: 2,
          below: [{ kind: 'propagate', row: 0 }],
          // -2x - 3y >= -7 becomes -(x - 3) - (y) >= 0 by division by 2, thus x + y <= 3.
          above: [
            { kind: 'combine', multipliers: [[1, '-1']], divisor: '2' },
            {
              kind: 'combine',
              multipliers: [
                [2, '1'],
                [3, '1'],
              ],
            },
            { kind: 'propagate', row: 4 },
          ],
        },
      ],
    ),
  ],
  [
    'a vertex that no walk enters',
    certificate(apart, [
      { kind: 'unreachable', graph: 0, vertices: [1] },
      { kind: 'propagate', row: 0 },
    ]),
  ],
  [
    'a vertex that is entered or not',
    certificate(apart, [
      {
        kind: 'enter',
        graph: 0,
        vertices: [1],
        never: [{ kind: 'propagate', row: 0 }],
        some: [{ kind: 'propagate', row: 1 }],
      },
    ]),
  ],
];

const named = (name: string): Certificate => accepted.find(([one]) => one === name)![1];
const sum = named('a sum of rows');
const branch = named('a branch on a whole number');
const unreached = named('a vertex that no walk enters');
const withProof = (original: Certificate, proof: Proof): Certificate =>
  certificate(original.cases[0].inequalities, proof);
const without = (original: Certificate, rows: Row[]): Certificate =>
  certificate({ ...original.cases[0].inequalities, rows }, original.cases[0].proof);

const evenly = certificate(parity, parityProof('2'));
const even: Row = { ...parity.rows[0], lower: 2, upper: 2 };
const odd: Row = { ...parity.rows[0], coefficients: [2, -3] };

const refused: [string, Certificate, string][] = [
  ['nothing at all', { ...sum, cases: [] }, 'nothing to check'],
  ['an empty proof', withProof(sum, []), 'without a contradiction'],
  [
    'a sum that leaves room',
    without(sum, [tooMuch.rows[0], tooMuch.rows[1], { ...tooMuch.rows[2], upper: 4 }]),
    'without a contradiction',
  ],
  [
    'a factor of the wrong sign',
    withProof(sum, [{ kind: 'combine', multipliers: [[2, '1']] }]),
    'no bound on that side',
  ],
  [
    'a factor that is no integer',
    withProof(sum, [{ kind: 'combine', multipliers: [[0, '0.5']] }]),
    'not an integer',
  ],
  ['a division that comes out even', certificate(parity, parityProof('1')), 'without a contradiction'],
  ['another divisor', certificate(parity, parityProof('4')), 'without a contradiction'],
  ['a right side that can be divided', without(evenly, [even]), 'without a contradiction'],
  ['a coefficient that cannot be divided', without(evenly, [odd]), 'without a contradiction'],
  ...['0', '-2', '1.5', '', '2e1', 'two'].map((divisor): [string, Certificate, string] => [
    `the divisor '${divisor}'`,
    certificate(parity, parityProof(divisor)),
    'not a positive integer',
  ]),
  [
    'rounding with a column that need not be whole',
    certificate(
      { ...parity, columns: parity.columns.map((c, i) => ({ ...c, integral: i !== 1 })) },
      parityProof('2'),
    ),
    'need not be whole',
  ],
  ['a row that is not there', withProof(sum, [{ kind: 'propagate', row: 7 }]), 'no row 7'],
  [
    'a branch with one open side',
    withProof(branch, [{ kind: 'branch', column: 0, at: 0, below: branch.cases[0].proof, above: [] }]),
    'without a contradiction',
  ],
  [
    'a branch on a column that need not be whole',
    certificate(
      { ...halves, columns: halves.columns.map((c) => ({ ...c, integral: false })) },
      branch.cases[0].proof,
    ),
    'need not be whole',
  ],
  [
    'a vertex where the walk begins',
    certificate({ ...apart, graphs: [{ ...apart.graphs[0], sources: [1] }] }, unreached.cases[0].proof),
    'may begin',
  ],
  [
    'a vertex with an edge into it',
    certificate(
      {
        columns: counts(2),
        rows: apart.rows,
        graphs: [{ ...apart.graphs[0], edges: [...apart.graphs[0].edges, { column: 1, from: 0, to: 1 }] }],
      },
      unreached.cases[0].proof,
    ),
    'an edge leads to',
  ],
  [
    'coefficients that are not integers',
    without(sum, [{ ...tooMuch.rows[0], coefficients: [0.5] }, tooMuch.rows[1], tooMuch.rows[2]]),
    'not integers',
  ],
  [
    'a column twice in a row',
    without(sum, [tooMuch.rows[0], tooMuch.rows[1], { ...tooMuch.rows[2], columns: [0, 0] }]),
    'wrong columns',
  ],
];

describe('the checker', () => {
  it.each(accepted)('accepts %s', (_, proof) => {
    expect(checkCertificate(proof)).toMatchObject({ valid: true });
  });

  it.each(refused)('refuses %s', (_, proof, reason) => {
    const checked = checkCertificate(proof);
    expect(checked.valid ? 'accepted' : checked.reason).toContain(reason);
  });
});
