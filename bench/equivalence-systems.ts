/** The scalable pairs of the equivalence tables: what a system should do, and how it is built. */
import type { ProcessType, System } from '../src/model/system.js';

/** An automaton in a few words: its steps are `[from, symbol, to]`, and it begins in state 0. */
interface Automaton {
  name: string;
  steps: [from: number, symbol: string, to: number][];
}

export interface SpecAndImpl {
  spec: System;
  impl: System;
  visible: (name: string) => boolean;
}

function systemOf(name: string, automata: Automaton[]): System {
  const numbers = new Map<string, number>();
  const symbolOf = (symbol: string): number => {
    const number = numbers.get(symbol) ?? numbers.size;
    numbers.set(symbol, number);
    return number;
  };
  const types = automata.map(({ name: typeName, steps }): ProcessType => {
    const symbols = steps.map(([, symbol]) => symbolOf(symbol));
    const states = steps.reduce((most, [from, , to]) => Math.max(most, from, to), 0) + 1;
    return {
      name: typeName,
      parameters: 0,
      variables: [],
      channels: [],
      locations: Array.from({ length: states }, () => ({})),
      initial: 0,
      steps: steps.map(([from, , to], i) => ({
        from,
        to,
        action: { kind: 'synchronise', symbol: symbols[i] },
        effects: [],
      })),
      alphabet: [...new Set(symbols)],
    };
  });
  return {
    name,
    sources: [],
    variables: [],
    channels: [],
    symbols: [...numbers.keys()].map((symbol) => ({ name: symbol })),
    types,
    instances: types.map((type, i) => ({ name: type.name, type: i, arguments: [] })),
    processBound: types.length,
    arithmetic: 'wrap',
  };
}

/** A buffer with n places, and n buffers with one place end to end. */
export function buffers(n: number): SpecAndImpl {
  const steps: Automaton['steps'] = [];
  for (let held = 0; held < n; held++) steps.push([held, 'in', held + 1], [held + 1, 'out', held]);
  const pass = (i: number) => (i === 0 ? 'in' : i === n ? 'out' : `pass.${i}`);
  const cells = Array.from({ length: n }, (_, i): Automaton => {
    return {
      name: `cell.${i + 1}`,
      steps: [
        [0, pass(i), 1],
        [1, pass(i + 1), 0],
      ],
    };
  });
  return {
    spec: systemOf('buffer', [{ name: 'buffer', steps }]),
    impl: systemOf('chain', cells),
    visible: (name) => name === 'in' || name === 'out',
  };
}

/**
 * The n by n router. Its task structure is ours; the text of the paper supports it as follows. An input
 * for each sender takes one message at a time (the next one waits for the acknowledgement) and sends it
 * across its row to the switching element in the column of the receiver. The grid has one element for
 * each sender and receiver; it takes the message from its row, hands it down its column to the receiver,
 * and the acknowledgement goes back the same way. A message never waits for one of another sender.
 */
export function router(n: number): SpecAndImpl {
  const ports = Array.from({ length: n }, (_, i) => i + 1);
  const lines = ports.map((s): Automaton => {
    const steps = ports.flatMap((r): Automaton['steps'] => [
      [0, `send.${s}.${r}`, r],
      [r, `deliver.${s}.${r}`, 0],
    ]);
    return { name: `line.${s}`, steps };
  });
  const inputs = ports.map((s): Automaton => {
    const steps = ports.flatMap((r): Automaton['steps'] => [
      [0, `send.${s}.${r}`, 2 * r - 1],
      [2 * r - 1, `row.${s}.${r}`, 2 * r],
      [2 * r, `back.${s}.${r}`, 0],
    ]);
    return { name: `input.${s}`, steps };
  });
  const elements = ports.flatMap((s) =>
    ports.map((r): Automaton => {
      return {
        name: `element.${s}.${r}`,
        steps: [
          [0, `row.${s}.${r}`, 1],
          [1, `deliver.${s}.${r}`, 2],
          [2, `back.${s}.${r}`, 0],
        ],
      };
    }),
  );
  return {
    spec: systemOf('lines', lines),
    impl: systemOf('grid', [...inputs, ...elements]),
    visible: (name) => name.startsWith('send.') || name.startsWith('deliver.'),
  };
}

/**
 * The same router hop by hop. A message passes the elements of its row up to the column of its receiver,
 * then those of the column down to the receiver, and the acknowledgement passes all of them backwards.
 * An element serves one message of its own row at a time, and has a lane for each row above it, so that
 * messages of different senders do not wait for each other.
 */
export function grid(n: number): SpecAndImpl {
  const ports = Array.from({ length: n }, (_, i) => i + 1);
  const across = (s: number, c: number, r: number) => `across.${s}.${c}.${r}`;
  const back = (s: number, c: number, r: number) => `back.${s}.${c}.${r}`;
  const down = (s: number, row: number, r: number) =>
    row > n ? `deliver.${s}.${r}` : `down.${s}.${row}.${r}`;
  const up = (s: number, row: number, r: number) => `up.${s}.${row}.${r}`;
  const inputs = ports.map((s): Automaton => {
    const steps = ports.flatMap((r): Automaton['steps'] => [
      [0, `send.${s}.${r}`, 2 * r - 1],
      [2 * r - 1, across(s, 1, r), 2 * r],
      [2 * r, back(s, 1, r), 0],
    ]);
    return { name: `input.${s}`, steps };
  });
  const rows = ports.flatMap((s) =>
    ports.map((c): Automaton => {
      const steps = ports
        .filter((r) => r >= c)
        .flatMap((r, i): Automaton['steps'] => {
          const next = r === c ? down(s, s, r) : across(s, c + 1, r);
          const returned = r === c ? up(s, s, r) : back(s, c + 1, r);
          const at = 3 * i;
          return [
            [0, across(s, c, r), at + 1],
            [at + 1, next, at + 2],
            [at + 2, returned, at + 3],
            [at + 3, back(s, c, r), 0],
          ];
        });
      return { name: `row.${s}.${c}`, steps };
    }),
  );
  const lanes = ports.flatMap((r) =>
    ports.flatMap((s) =>
      ports
        .filter((row) => row >= s)
        .map((row): Automaton => {
          const last = row === n;
          const steps: Automaton['steps'] = last
            ? [
                [0, down(s, row, r), 1],
                [1, down(s, row + 1, r), 2],
                [2, up(s, row, r), 0],
              ]
            : [
                [0, down(s, row, r), 1],
                [1, down(s, row + 1, r), 2],
                [2, up(s, row + 1, r), 3],
                [3, up(s, row, r), 0],
              ];
          return { name: `lane.${s}.${row}.${r}`, steps };
        }),
    ),
  );
  return { ...router(n), impl: systemOf('grid', [...inputs, ...rows, ...lanes]) };
}
