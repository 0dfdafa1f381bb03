/**
 * Eight families of rendezvous systems that grow with n: the classic deadlock benchmarks. Each is
 * built from a few words (see `docs/families.md`); numbers of states are known for all of them.
 */
import { internal, type ProcessType, type Step, type System } from '../src/model/system.js';

/** `label` undefined: a local step. Two automata that both use a label meet on it. */
interface Edge {
  from: string;
  label?: string;
  to: string;
}

interface Automaton {
  name: string;
  initial: string;
  edges: Edge[];
  /** States where the process has properly ended. */
  ends?: string[];
}

export type Family = 'dp' | 'dph' | 'dpd' | 'dpfm' | 'rw' | 'cyclic' | 'dac' | 'hartstone';

export function family(name: Family, n: number): System {
  return systemOf(`${name}_${n}`, FAMILIES[name](n));
}

/** dp, but philosopher 0 takes its right fork first. */
export function oneReversed(n: number): System {
  const system = family('dp', n);
  const [type, ...others] = system.types;
  const swapped = [1, 0, 2, 3].map((i) => type.steps[i].action);
  return {
    ...system,
    types: [{ ...type, steps: type.steps.map((step, i) => ({ ...step, action: swapped[i] })) }, ...others],
  };
}

const edge = (from: string, label: string | undefined, to: string): Edge => ({ from, label, to });
const upTo = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const forks = (n: number): Automaton[] =>
  upTo(n, (f) => ({
    name: `fork${f}`,
    initial: 'free',
    edges: [f, (f + 1) % n].flatMap((p) => [
      edge('free', `p${p}.up.f${f}`, 'taken'),
      edge('taken', `p${p}.down.f${f}`, 'free'),
    ]),
  }));

/** The labels of philosopher p: left and right fork up, left and right fork down. */
function handling(n: number, p: number): string[] {
  const [left, right] = [(p + n - 1) % n, p];
  return [`p${p}.up.f${left}`, `p${p}.up.f${right}`, `p${p}.down.f${left}`, `p${p}.down.f${right}`];
}

const loop = (name: string, labels: string[]): Automaton => ({
  name,
  initial: 's0',
  edges: labels.map((label, i) => edge(`s${i}`, label, `s${(i + 1) % labels.length}`)),
});

const FAMILIES: Record<Family, (n: number) => Automaton[]> = {
  dp: (n) => [...upTo(n, (p) => loop(`phil${p}`, handling(n, p))), ...forks(n)],

  dph: (n) => [
    ...upTo(n, (p) => loop(`phil${p}`, [`p${p}.enter`, ...handling(n, p), `p${p}.leave`])),
    ...forks(n),
    {
      name: 'host',
      initial: 'start',
      edges: [
        edge('start', undefined, 'c0'),
        ...upTo(n - 1, (c) => upTo(n, (p) => edge(`c${c}`, `p${p}.enter`, `c${c + 1}`))).flat(),
        ...upTo(n - 1, (c) => upTo(n, (p) => edge(`c${c + 1}`, `p${p}.leave`, `c${c}`))).flat(),
        ...upTo(n, (p) => edge('c0', `p${p}.leave`, 'error')),
        edge('error', undefined, 'failed'),
      ],
    },
  ],

  dpd: (n) => [
    ...upTo(n, (p): Automaton => {
      const [upLeft, upRight, downLeft, downRight] = handling(n, p);
      const choose = (from: string, label?: string) => [
        edge(from, label, 'hungry'),
        edge(from, label, 'ready'),
      ];
      const pass = `d${p}.to.d${(p + n - 1) % n}`;
      return {
        name: `phil${p}`,
        initial: 'first',
        edges: [
          ...choose('first', p === n - 1 ? pass : undefined),
          edge('hungry', upLeft, 'one'),
          edge('one', upRight, 'eating'),
          edge('eating', downLeft, 'done'),
          ...choose('done', downRight),
          edge('ready', `d${(p + 1) % n}.to.d${p}`, 'holding'),
          ...choose('holding', pass),
        ],
      };
    }),
    ...forks(n),
  ],

  dpfm: (n) => {
    const sets = upTo(2 ** n, (set) => set).filter((set) =>
      upTo(n, (p) => p).every((p) => !((set >> p) & 1 && (set >> ((p + 1) % n)) & 1) || n === 1),
    );
    const allowed = new Set(sets);
    return [
      ...upTo(n, (p) => loop(`phil${p}`, [`p${p}.take`, `p${p}.return`])),
      {
        name: 'manager',
        initial: 'start',
        edges: [
          edge('start', undefined, 'set0'),
          ...sets.flatMap((set) =>
            upTo(n, (p) => p)
              .filter((p) => !((set >> p) & 1) && allowed.has(set | (1 << p)))
              .flatMap((p) => [
                edge(`set${set}`, `p${p}.take`, `set${set | (1 << p)}`),
                edge(`set${set | (1 << p)}`, `p${p}.return`, `set${set}`),
              ]),
          ),
        ],
      },
    ];
  },

  rw: (n) => [
    ...upTo(n, (r) => loop(`reader${r}`, [`r${r}.start`, `r${r}.stop`])),
    ...upTo(n, (w) => loop(`writer${w}`, [`w${w}.start`, `w${w}.stop`])),
    {
      name: 'controller',
      initial: 'start',
      edges: [
        edge('start', undefined, 'c0'),
        ...upTo(n, (c) =>
          upTo(n, (r) => [
            edge(`c${c}`, `r${r}.start`, `c${c + 1}`),
            edge(`c${c + 1}`, `r${r}.stop`, `c${c}`),
          ]),
        ).flat(2),
        ...upTo(n, (w) => [edge('c0', `w${w}.start`, 'writing'), edge('writing', `w${w}.stop`, 'c0')]).flat(),
      ],
    },
  ],

  cyclic: (n) => [
    ...upTo(n, (i) => loop(`job${i}`, [`start${i}`, `finish${i}`])),
    ...upTo(n, (i): Automaton => {
      const receive = `token${i}`;
      return {
        name: `cell${i}`,
        initial: i === 0 ? 'holding' : 'waiting',
        edges: [
          ...(i === 0 ? [] : [edge('waiting', receive, 'holding')]),
          edge('holding', `start${i}`, 'started'),
          edge('started', `token${(i + 1) % n}`, 'both'),
          edge('both', `finish${i}`, 'finished'),
          edge('finished', receive, 'holding'),
          edge('both', receive, 'received'),
          edge('received', `finish${i}`, 'holding'),
        ],
      };
    }),
  ],

  dac: (n) => {
    const modes = (i: number) => (i === n - 1 ? ['solve'] : ['solve', 'divide']);
    return [
      {
        name: 'root',
        initial: 'begin',
        ends: ['end'],
        edges: [
          ...modes(0).map((mode) => edge('begin', `fork0.${mode}`, 'forked')),
          edge('forked', 'join0', 'end'),
        ],
      },
      ...upTo(n, (i): Automaton => {
        const last = i === n - 1;
        return {
          name: `worker${i}`,
          initial: 'idle',
          ends: ['end'],
          edges: [
            edge('idle', undefined, 'end'),
            edge('idle', `fork${i}.solve`, 'solving'),
            edge('solving', undefined, 'ready'),
            edge('ready', `join${i}`, 'end'),
            ...(last ? [] : [edge('idle', `fork${i}.divide`, 'dividing')]),
            ...(last ? [] : modes(i + 1).map((mode) => edge('dividing', `fork${i + 1}.${mode}`, 'divided'))),
            ...(last
              ? []
              : [edge('divided', undefined, 'joining'), edge('joining', `join${i + 1}`, 'ready')]),
          ],
        };
      }),
    ];
  },

  hartstone: (n) => [
    {
      name: 'main',
      initial: 'begin',
      ends: ['end'],
      edges: [
        edge('begin', undefined, 'start0'),
        ...upTo(n, (i) => edge(`start${i}`, `w${i}.start`, i === n - 1 ? 'stop0' : `start${i + 1}`)),
        ...upTo(n, (i) => edge(`stop${i}`, `w${i}.stop`, i === n - 1 ? 'start0' : `stop${i + 1}`)),
        edge(`stop${n - 1}`, `w${n - 1}.stop`, 'end'),
      ],
    },
    ...upTo(n, (i) => ({
      name: `worker${i}`,
      initial: 'idle',
      ends: ['end'],
      edges: [
        edge('idle', undefined, 'end'),
        edge('idle', `w${i}.start`, 'running'),
        edge('running', `w${i}.stop`, 'idle'),
      ],
    })),
  ],
};

/** One process of its own type for each automaton; labels become the symbols they synchronise on. */
function systemOf(name: string, automata: Automaton[]): System {
  const symbols = new Map<string, number>();
  const symbolOf = (label: string): number => {
    const known = symbols.get(label) ?? symbols.size;
    symbols.set(label, known);
    return known;
  };
  const types = automata.map((automaton): ProcessType => {
    const found = new Set([automaton.initial]);
    for (const { from, to } of automaton.edges) found.add(from).add(to);
    const states = [...found];
    const numbers = new Map(states.map((state, i) => [state, i]));
    const alphabet = new Set<number>();
    for (const { label } of automaton.edges) if (label !== undefined) alphabet.add(symbolOf(label));
    const meetings = new Map(
      [...alphabet].map((symbol) => [symbol, { kind: 'synchronise', symbol } as const]),
    );
    const effects: Step['effects'] = [];
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
      alphabet: [...alphabet],
      steps: automaton.edges.map(({ from, label, to }) => ({
        from: numbers.get(from)!,
        to: numbers.get(to)!,
        action: label === undefined ? internal : meetings.get(symbolOf(label))!,
        effects,
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
