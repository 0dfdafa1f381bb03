/**
 * The systems of the two papers on inequalities, as automata that meet on symbols: the small example
 * with a disconnected cycle and its family, Relay, the example of potentially infinite traces, and the
 * packet router. Rendezvous are named `caller.entry` or `caller.entry.value`.
 */
import { internal, type ProcessType, type System } from '../src/model/system.js';
import type { Interval, IntervalQuery } from '../src/property/interval/query.js';

interface Automaton {
  name: string;
  initial: string;
  edges: [from: string, label: string, to: string][];
  ends?: string[];
}

/** A label that begins with `<` or `>` is a local step that shows itself: a hang symbol. */
function systemOf(name: string, automata: Automaton[]): System {
  const symbols = new Map<string, number>();
  const isLocal = (label: string) => label[0] === '<' || label[0] === '>';
  const symbolOf = (label: string): number => {
    const known = symbols.get(label) ?? symbols.size;
    symbols.set(label, known);
    return known;
  };
  const types = automata.map((automaton): ProcessType => {
    const states = [
      ...new Set([automaton.initial, ...automaton.edges.flatMap(([from, , to]) => [from, to])]),
    ];
    const number = new Map(states.map((state, i) => [state, i]));
    const labels = automaton.edges.map(([, label]) => label).filter((label) => !isLocal(label));
    return {
      name: automaton.name,
      parameters: 0,
      variables: [],
      channels: [],
      initial: 0,
      locations: states.map((state) => ({
        name: state,
        marks: automaton.ends?.includes(state) ? ['end'] : [],
      })),
      alphabet: [...new Set(labels.map(symbolOf))],
      steps: automaton.edges.map(([from, label, to]) => ({
        from: number.get(from)!,
        to: number.get(to)!,
        action: isLocal(label) ? internal : { kind: 'synchronise', symbol: symbolOf(label) },
        effects: [],
        ...(isLocal(label) ? { event: { name: label } } : {}),
      })),
    };
  });
  return {
    name,
    sources: [],
    variables: [],
    channels: [],
    symbols: [...symbols.keys()].map((symbol) => ({ name: symbol })),
    types,
    instances: types.map((type, i) => ({ name: type.name, type: i, arguments: [] })),
    processBound: types.length,
    arithmetic: 'fault',
  };
}

const upTo = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** The family of section 4.1; n = 1 is the example of Fig. 1. */
export function simple(n: number): System {
  const callers = upTo(n, (i) => i + 1);
  const each = (from: string, entry: string, to: string): [string, string, string][] =>
    callers.map((i) => [from, `t2_${i}.${entry}`, to]);
  return systemOf(`simple(${n})`, [
    {
      name: 't1',
      initial: 'c1',
      edges: [
        ...callers.flatMap((k) => each(`c${k}`, 'c', k === n ? 'hub' : `c${k + 1}`)),
        ...callers.flatMap((k) => [
          ...each('hub', 'a', `s${k}`),
          ...each(`s${k}`, 'a', `s${k}`),
          ...each(`s${k}`, 'c', 'hub'),
        ]),
        ['hub', 't3.b', 'last'],
        ...each('last', 'a', 'last'),
      ],
    },
    ...callers.map(
      (i): Automaton => ({
        name: `t2_${i}`,
        initial: 'first',
        edges: [
          ['first', `t2_${i}.c`, 'loop'],
          ['loop', `t2_${i}.a`, 'loop'],
        ],
      }),
    ),
    { name: 't3', initial: 'call', ends: ['done'], edges: [['call', 't3.b', 'done']] },
  ]);
}

/** A resource with a value, set in turn by n tasks. */
export function relay(n: number): System {
  const values = upTo(n, (v) => v);
  const next = (i: number) => (i + 1) % n;
  return systemOf(`relay(${n})`, [
    {
      name: 'resource',
      initial: `x${n - 1}`,
      edges: values.flatMap((v) =>
        values.flatMap((i): [string, string, string][] => [
          [`x${v}`, `t${i}.get.${v}`, `x${v}`],
          [`x${v}`, `t${i}.set.${next(i)}`, `x${next(i)}`],
        ]),
      ),
    },
    ...values.map(
      (i): Automaton => ({
        name: `t${i}`,
        initial: 'ask',
        edges: [
          ...values.map((v): [string, string, string] => ['ask', `t${i}.get.${v}`, v === i ? 'mine' : 'ask']),
          ['mine', `t${i}.set.${next(i)}`, 'ask'],
        ],
      }),
    ),
  ]);
}

/** Two channels and the possibility to wait for ever on each side of them (the first figure of LIVENESS). */
export const hanging: System = systemOf('hanging', [
  {
    name: 'M1',
    initial: '1',
    ends: ['2'],
    edges: [
      ['1', 'a', '1'],
      ['1', '>a', '2'],
    ],
  },
  {
    name: 'M2',
    initial: '3',
    ends: ['4'],
    edges: [
      ['3', 'b', '3'],
      ['3', '>b', '4'],
    ],
  },
  {
    name: 'M3',
    initial: '5',
    ends: ['8'],
    edges: [
      ['5', 'a', '5'],
      ['5', 'b', '6'],
      ['6', 'b', '6'],
      ['6', '<b', '8'],
      ['5', '<a', '7'],
      ['7', '<b', '8'],
    ],
  },
]);

/** Customers send header and packet through a router; a guard gives it to one at a time. */
export function router(customers = 2): System {
  const names = upTo(customers, (i) => String.fromCharCode(97 + i));
  return systemOf(`router(${customers})`, [
    ...names.map(
      (c): Automaton => ({
        name: `customer_${c}`,
        initial: '0',
        edges: [
          ['0', `r${c}`, '1'],
          ['1', `h${c}`, '2'],
          ['2', `p${c}`, '3'],
          ['3', `f${c}`, '0'],
        ],
      }),
    ),
    {
      name: 'router',
      initial: '0',
      edges: names.flatMap((c) => [
        ['0', `h${c}`, '0'],
        ['0', `p${c}`, '0'],
      ]),
    },
    {
      name: 'guard',
      initial: 'free',
      edges: names.flatMap((c) => [
        ['free', `r${c}`, `${c}`],
        [`${c}`, `f${c}`, 'free'],
      ]),
    },
  ]);
}

export const interval = (what: Partial<Interval>): Interval => ({
  initial: false,
  open: false,
  perpetual: false,
  require: [],
  constraints: [],
  ...what,
});

const glob = (text: string) => ({ kind: 'glob', glob: text }) as const;
export const event = (name: string) => ({ kind: 'name', name }) as const;

export const queryOf = (name: string, ...sequences: Interval[][]): IntervalQuery => ({
  name,
  fairness: 'nofair',
  sequences,
});

/** A rendezvous at a before the one at b, as one interval and as two. */
export const oneInterval = queryOf('a before b', [
  interval({ initial: true, endsWith: event('t3.b'), require: [glob('t2_*.a')] }),
]);
export const twoIntervals = queryOf('a, then b', [
  interval({ initial: true, endsWith: glob('t2_*.a'), forbid: event('t3.b') }),
  interval({ endsWith: event('t3.b') }),
]);

/** The value n - 1 is set although 0 has not been set. */
export const lastBeforeFirst = (n: number): IntervalQuery =>
  queryOf('last before first', [
    interval({ initial: true, endsWith: glob(`t*.set.${n - 1}`), forbid: glob('t*.set.0') }),
  ]);
