/** Results made by hand, for the reporter tests. */
import type { Trace, TraceStep } from '../../src/evidence/trace.js';
import type { SourceText, Span } from '../../src/model/source.js';
import type { Result } from '../../src/verify/result.js';

export const sources: SourceText[] = [
  {
    file: 'phil.lts',
    text: 'FORK = (get -> put -> FORK).\nPHIL = (right.get -> left.get -> eat -> PHIL).\n',
  },
];

export function span(line: number, column = 1, endColumn = column + 1, file = 'phil.lts'): Span {
  return { file, line, column, endLine: line, endColumn };
}

/** One step, described briefly: `who` are processes by number. */
export function step(
  names: string[],
  who: number[],
  label: string,
  rest: Partial<TraceStep> = {},
): TraceStep {
  return {
    participants: who.map((process) => ({ process, name: names[process], step: 0 })),
    events: [label],
    label,
    changes: [],
    output: [],
    ...rest,
  };
}

export function trace(names: string[], steps: TraceStep[], rest: Partial<Trace> = {}): Trace {
  return {
    processes: names,
    initial: [],
    steps,
    ending: { kind: 'goes on', waiting: [], circle: [] },
    ...rest,
  };
}

const table = ['phil.0', 'phil.1', 'fork.0', 'fork.1'];

/** Two philosophers, each with one fork, wait for one another. */
export const deadlockTrace: Trace = trace(
  table,
  [
    step(table, [0, 2], '0.get', {
      participants: [
        { process: 0, name: 'phil.0', step: 0, text: 'right.get', span: span(2, 9, 18) },
        { process: 2, name: 'fork.0', step: 0, text: 'get', span: span(1, 9, 12) },
      ],
    }),
    step(table, [1, 3], '1.get'),
  ],
  {
    ending: {
      kind: 'deadlock',
      circle: [0, 1],
      waiting: [
        {
          process: 0,
          name: 'phil.0',
          location: 'PHIL.1',
          atEnd: false,
          readyFor: ['1.get'],
          waitsFor: [1],
          span: span(2, 22, 30),
        },
        { process: 1, name: 'phil.1', location: 'PHIL.1', atEnd: false, readyFor: ['0.get'], waitsFor: [0] },
        { process: 4, name: 'clock', location: 'END', atEnd: true, readyFor: [], waitsFor: [] },
      ],
    },
  },
);

export const violated: Extract<Result, { verdict: 'violated' }> = {
  file: 'phil.lts',
  property: 'deadlock-free',
  text: 'some process can always move',
  engine: 'reach',
  statistics: { states: 4, transitions: 5, depth: 2, seconds: 0.0123, bytes: 4096 },
  notices: [],
  verdict: 'violated',
  reason: 'phil.0 and phil.1 wait for one another',
  trace: deadlockTrace,
};

export const holds: Result = {
  file: 'phil.lts',
  property: 'EATING',
  text: 'EATING',
  engine: 'reach',
  statistics: { states: 1234, transitions: 5678, seconds: 1.25 },
  notices: ['`.` is read as any event'],
  verdict: 'holds',
  strength: 'exhaustive',
};

export const inconclusive: Extract<Result, { verdict: 'inconclusive' }> = {
  file: 'big.lts',
  property: 'live',
  text: '[] <> eat',
  engine: 'reach',
  statistics: {},
  notices: [],
  verdict: 'inconclusive',
  reason: 'not all states were visited',
  limit: 'time',
};

/** An execution was found, but it rests on what the model leaves open. */
export const undecided: Extract<Result, { verdict: 'inconclusive' }> = {
  ...inconclusive,
  file: 'phil.lts',
  property: 'candidate',
  reason: 'a candidate was found, but it depends on what the model leaves open',
  limit: undefined,
  candidate: deadlockTrace,
};
