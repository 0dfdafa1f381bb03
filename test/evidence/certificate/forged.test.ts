/**
 * Certificates that somebody made up for properties that do not hold: text where a number belongs, so that what is
 * looked up is found, and what is compared differs. That the properties do not hold is plain to see: each program
 * takes its few steps one after the other, and then stops.
 */
import { expect, it } from 'vitest';
import type { Certificate } from '../../../src/evidence/certificate/certificate.js';
import { certify } from '../../../src/evidence/certificate/certify.js';
import type { Evidence } from '../../../src/evidence/certificate/evidence.js';
import { type Action, internal, type System } from '../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';

/** Each process takes these steps one after the other, and then stops. */
function inTurn(symbols: string[], processes: { action: Action; event?: string }[][]): System {
  const types = processes.map((steps, process) => ({
    name: `P${process}`,
    parameters: 0,
    variables: [],
    channels: [],
    locations: [...steps, undefined].map(() => ({})),
    initial: 0,
    steps: steps.map(({ action, event }, from) => ({
      from,
      to: from + 1,
      action,
      effects: [],
      ...(event === undefined ? {} : { event: { name: event } }),
    })),
    alphabet: steps.flatMap(({ action }) => (action.kind === 'synchronise' ? [action.symbol] : [])),
  }));
  return {
    name: 'in turn',
    sources: [],
    variables: [],
    channels: [],
    symbols: symbols.map((name) => ({ name })),
    types,
    instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
    processBound: types.length,
    arithmetic: 'wrap',
  };
}

const NEVER_A = 'query q violated by: from the start until a';

const alone = (event: string) => ({ action: internal, event });
const together = { action: { kind: 'synchronise', symbol: 0 } as const };

function outcomeOf(system: System, property: string, evidence: unknown): string {
  const read = parseProperties({ file: 'p.prop', text: property });
  const bound = read.ok ? bindProperties(read.value, system) : read;
  if (!bound.ok) throw new Error(JSON.stringify(bound.diagnostics));
  return certify(system, bound.value[0], evidence as Evidence, () => true).outcome;
}

type Rows = Certificate['cases'][number]['inequalities']['rows'];

/** Rows that contradict each other, with columns that are to mean this. */
function contradiction(rows: Rows, columns: object[], meant: object): unknown {
  const inequalities = {
    columns: columns.map((column, i) => ({
      name: `${i}`,
      integral: true,
      ...('upper' in column && { upper: 1 }),
    })),
    rows,
    graphs: [],
  };
  const part = { query: 0, sequence: 0, tail: 'none', cuts: [], traps: [], columns, ...meant };
  const proof = rows.map((_, row) => ({ kind: 'propagate', row }));
  const cases = [{ name: 'forged', inequalities, proof, part }];
  return { kind: 'inequality', certificate: { schema: 'heddle-certificate-1', claim: '', cases } };
}

const row = (
  terms: [column: number, coefficient: number][],
  lower?: number,
  upper?: number,
): Rows[number] => ({
  name: 'forged',
  columns: terms.map(([column]) => column),
  coefficients: terms.map(([, coefficient]) => coefficient),
  ...(lower === undefined ? {} : { lower }),
  ...(upper === undefined ? {} : { upper }),
});

it('one process in the place of two', () => {
  const columns = [
    { kind: 'ending', segment: 0, automaton: 0, from: 0, to: 1, label: 's0' },
    { kind: 'ending', segment: 0, automaton: 1, from: 0, to: 0, label: 's0' },
    { kind: 'staying', segment: 0, automaton: 1, from: 0, to: 0, label: '' },
  ];
  const automata = [
    { processes: [0], states: [[[0]], [[1]]] },
    { processes: ['0'], states: [[[0]]] },
  ];
  const rows = [row([[0, 1]], 0, 0), row([[0, 1]], 1, 1)];
  const system = inTurn(['a'], [[together], [together]]);
  expect(outcomeOf(system, NEVER_A, contradiction(rows, columns, { automata }))).toBe('refused');
});

it('an event that counts as a quiet one because its name is part of another', () => {
  const automata = [{ processes: [0], states: [[[0]], [[1]], [[2]]], quiet: ['p0 ab'] }];
  const system = inTurn([], [[alone('a'), alone('ab')]]);
  expect(outcomeOf(system, NEVER_A, contradiction([row([], 1, 1)], [], { automata }))).toBe('refused');
});

it('a bound on what is counted, which is called something else', () => {
  const automata = [{ processes: [0], states: [[[0]], [[1]]] }];
  const ending = { kind: 'ending', segment: 0, automaton: 0, from: 0, to: 1, label: 'p0 a' };
  const disguises = [
    { kind: 'inside 0', segment: 0, automaton: 0, from: 0, to: 'p0', label: 'b' },
    { kind: ['inside'], segment: 0, automaton: 0, from: 0, to: 0, label: 'p0 b' },
  ];
  const system = inTurn([], [[alone('a')]]);
  const [{ steps }] = system.types;
  steps.push({ from: 0, to: 0, action: internal, effects: [], event: { name: 'b' } });
  const property = 'query q violated by: from the start until a counting b >= 2';
  for (const disguised of disguises) {
    const columns = [{ ...disguised, upper: 1 }, ending];
    const evidence = contradiction([row([[0, 1]], 2)], columns, { automata });
    expect(outcomeOf(system, property, evidence)).toBe('refused');
  }
});

it('a location that is two', () => {
  const system = inTurn([], [[alone('a'), alone('b')]]);
  const meaning = [
    { kind: 'edge', process: 0, from: 0, to: 1 },
    { kind: 'edge', process: 0, from: '1', to: 2 },
    ...[0, 1, 2].map((location) => ({ kind: 'end', process: 0, location })),
  ];
  const rows = [
    row(
      [
        [0, -1],
        [2, -1],
      ],
      -1,
      -1,
    ),
    row(
      [
        [0, 1],
        [1, -1],
        [3, -1],
      ],
      0,
      0,
    ),
    row(
      [
        [1, 1],
        [4, -1],
      ],
      0,
      0,
    ),
    row(
      [
        [2, 1],
        [3, 1],
        [4, 1],
      ],
      1,
      1,
    ),
    row(
      [
        [2, 1],
        [3, 1],
      ],
      undefined,
      0,
    ),
  ];
  const edges = [
    { column: 0, from: 0, to: 1 },
    { column: 1, from: 2, to: 3 },
  ];
  const columns = meaning.map((_, i) => ({ name: `${i}`, integral: true }));
  const graphs = [{ name: 'P0', vertices: 4, sources: [0], edges }];
  const proof = [
    { kind: 'unreachable', graph: 0, vertices: [2, 3] },
    ...[2, 4, 3].map((number) => ({ kind: 'propagate', row: number })),
  ];
  const cases = [{ name: 'forged', inequalities: { columns, rows, graphs }, proof, meaning }];
  const certificate = { schema: 'heddle-certificate-1', claim: '', cases };
  expect(outcomeOf(system, 'deadlock-free', { kind: 'inequality', certificate })).toBe('refused');
});

it('a violation that is a text', () => {
  const places = [0, 1].map((location) => ({ process: 0, location, values: [] }));
  const common = { schema: 'heddle-flow-2', cells: [], tasks: [], places, together: [[], []] };
  const outcomes = [0, 1, '0', '1'].map((after) => {
    const observers = [{ reached: [[0, 1, 0]], tuples: [[0], [after]], at: [[0], [1]] }];
    const evidence = { kind: 'flow', certificate: { ...common, observers } };
    return outcomeOf(inTurn([], [[alone('a')]]), NEVER_A, evidence);
  });
  expect(new Set(outcomes)).toEqual(new Set(['refused']));
});
