/** The problems of FLAVERS, section 7.2, and how large the paper says that its proofs of them get. */

export const COLUMNS = ['lines', 'nodes', 'edges', 'tuples', 'nodeTuples', 'seconds', 'bytes'] as const;
export type Column = (typeof COLUMNS)[number];

export interface FlowProblem {
  readonly name: string;
  readonly family: string;
  readonly sizes: (n: number) => number[];
  readonly property: string;
  /** How many constraints the paper used, as a function of the size. */
  readonly constraints: (n: number) => number;
  /** The degree of the polynomial in the number of replications that the paper gives for a column. */
  readonly degrees: Partial<Record<Column, number>>;
}

/** What the paper says of all its programs: lines and nodes linear, edges quadratic, time cubic. */
const USUAL = { lines: 1, nodes: 1, edges: 2, seconds: 3 };

/** Where it says nothing of a problem: the most that it says of any (correct change, and p09 of Chiron). */
const MOST: Partial<Record<Column, number>> = { ...USUAL, tuples: 2, nodeTuples: 3 };

/** The degree that a column must not exceed; undefined where there is none. */
export const mostDegree = ({ degrees }: FlowProblem, column: Column): number | undefined =>
  degrees[column] ?? MOST[column];

const problem = (
  family: string,
  property: string,
  constraints: number,
  degrees: FlowProblem['degrees'] = {},
): FlowProblem => ({
  name: `${family} ${property}`,
  family,
  sizes: (n) => (family === 'gas-station' ? [3, n] : [n]),
  property,
  constraints: () => constraints,
  degrees: { ...USUAL, ...degrees },
});

export const PROBLEMS: readonly FlowProblem[] = [
  problem('readers-writers', 'exclusive_write', 2),
  problem('readers-writers', 'no_write_while_reading', 2, { edges: 1, tuples: 2, nodeTuples: 2 }),
  problem('readers-writers', 'no_write_while_reading_2', 1),
  problem('readers-writers', 'write_first', 1),
  // A constraint for each customer: the paper could not go beyond seven of them.
  { ...problem('gas-station', 'mutual_exclusion', 0), constraints: (n) => n + 1 },
  problem('gas-station', 'customer_1_start_stop', 0),
  problem('gas-station', 'pump_1_start_stop', 1, { tuples: 1, nodeTuples: 2 }),
  problem('gas-station', 'correct_change', 3, { tuples: 2, nodeTuples: 3 }),
  ...['standard', 'manager', 'dictionary', 'host'].flatMap((version) => [
    problem(
      `philosophers-${version}`,
      'mutual_exclusion',
      version === 'manager' ? 4 : 3,
      version === 'host' ? { tuples: 0, nodeTuples: 1, seconds: 2 } : {},
    ),
    problem(`philosophers-${version}`, 'no_fork_up_twice', 1),
  ]),
  ...[1, 4, 1, 1, 2, 1, 3, 4].map((constraints, i) => problem('chiron-unrolled', `p0${i + 1}`, constraints)),
  ...[1, 2].map((artist) =>
    problem('chiron-unrolled', `p09_artist_${artist}`, 2, { tuples: 2, nodeTuples: 3 }),
  ),
];
