/**
 * How fast the compiled search is: states a second, transitions a second, bytes a state, and the ratio
 * to the reference engine in the same run. Compile the project to JavaScript somewhere and run this
 * file with Node; give `long` for the larger instances.
 */
import { exploreCompiled } from '../src/engine/reach/compiled/index.js';
import { explore } from '../src/engine/reach/reference/index.js';
import { binary, constant, own, read, shared } from '../src/model/expression.js';
import { internal, type ProcessType, type System } from '../src/model/system.js';
import { family } from './families.js';

/** Counters that are raised one at a time, each from 0 to `most`, and begin again. */
function counters(count: number, most: number): System {
  const type: ProcessType = {
    name: 'counter',
    parameters: 0,
    variables: [{ name: 'value', type: { kind: 'range', low: 0, high: most, overflow: 'wrap' } }],
    channels: [],
    alphabet: [],
    locations: [{}],
    initial: 0,
    steps: [
      {
        from: 0,
        to: 0,
        action: internal,
        effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
      },
    ],
  };
  return system(`counters_${count}`, [type], new Array(count).fill(0));
}

/** A ring of buffers that pass tokens on: channels, shared data, more than 64 bits a state. */
function relay(count: number, capacity: number): System {
  const type = (i: number): ProcessType => ({
    name: `relay${i}`,
    parameters: 0,
    variables: [{ name: 'held', type: { kind: 'range', low: 0, high: 3, overflow: 'wrap' } }],
    channels: [],
    alphabet: [],
    locations: [{}, {}],
    initial: i % 2,
    steps: [
      {
        from: 0,
        to: 1,
        action: {
          kind: 'receive',
          channel: constant(i + 1),
          patterns: [{ kind: 'store', place: own(0) }],
          position: 'first',
        },
        effects: [],
      },
      {
        from: 1,
        to: 0,
        action: {
          kind: 'send',
          channel: constant(((i + 1) % count) + 1),
          values: [binary('add', read(own(0)), read(shared(0)))],
          order: 'fifo',
        },
        effects: [
          { kind: 'assign', place: shared(0), value: binary('bitXor', read(shared(0)), constant(1)) },
        ],
      },
    ],
  });
  const field = { kind: 'range', low: 0, high: 3, overflow: 'wrap' } as const;
  return {
    ...system(
      `relay_${count}_${capacity}`,
      Array.from({ length: count }, (_, i) => type(i)),
    ),
    variables: [{ name: 'turn', type: { kind: 'boolean' } }],
    channels: Array.from({ length: count }, (_, i) => ({ name: `c${i}`, capacity, fields: [field] })),
  };
}

function system(name: string, types: ProcessType[], instances = types.map((_, i) => i)): System {
  return {
    name,
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types,
    instances: instances.map((type, i) => ({ name: `p${i}`, type, arguments: [] })),
    processBound: instances.length,
    arithmetic: 'fault',
  };
}

/** Seconds of processor time: what the machine does besides does not count. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const long = process.argv.includes('long');
const models: System[] = [
  family('dp', long ? 14 : 12),
  family('cyclic', long ? 16 : 14),
  counters(6, 9),
  relay(6, 3),
  relay(7, 2),
  ...(long ? [counters(7, 9), relay(7, 4)] : []),
];

console.log(
  'model           states  transitions   seconds  Mstates/s  Mtrans/s  bytes/state  memory/state  ratio',
);
for (const model of models) {
  const started = now();
  const found = await exploreCompiled(model, { now });
  const seconds = now() - started;
  if ('unsupported' in found) {
    console.log(`${model.name}: ${found.unsupported}`);
    continue;
  }
  const ratio = await ratioToReference(model, found.states / seconds);
  console.log(
    model.name.padEnd(12),
    String(found.states).padStart(9),
    String(found.transitions).padStart(12),
    seconds.toFixed(3).padStart(9),
    (found.states / seconds / 1e6).toFixed(2).padStart(10),
    (found.transitions / seconds / 1e6).toFixed(2).padStart(9),
    (found.bytes / found.states).toFixed(1).padStart(12),
    (found.memory / found.states).toFixed(1).padStart(13),
    ratio.toFixed(0).padStart(6),
  );
}

/** States a second of the compiled search to those of the reference engine on its first 20,000 states. */
async function ratioToReference(model: System, speed: number): Promise<number> {
  const most = 20_000;
  const started = now();
  let states = most;
  try {
    states = (await explore(model, { now, states: most })).states;
  } catch {
    // The limit is the usual way to end here.
  }
  return speed / (states / (now() - started));
}
