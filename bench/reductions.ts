/**
 * The published table of reductions (none, local, conflict sets, both) and compressions on five protocols,
 * with our own rows beside it: states, transitions, CPU seconds and bytes a state of depth-first searches for
 * deadlocks. Tests 1 to 3 have exact published counts, without the state and the two transitions that the
 * start-up process of that tool adds; tests 4 and 5 are protocols of our own in the spirit of the published
 * ones.
 *
 *     node build/bench/reductions.js
 */
import { fileURLToPath } from 'node:url';
import { reachCompiled } from '../src/engine/reach/compiled/index.js';
import { type Compression, DEFAULT_SETTINGS } from '../src/engine/reach/compiled/store/settings.js';
import type { Reduction } from '../src/engine/reach/reference/index.js';
import { constant, shared } from '../src/model/expression.js';
import { internal, type ProcessType, type System } from '../src/model/system.js';
import { builtInQuestion } from '../src/property/index.js';
import { loadFile } from '../src/verify/load.js';

/** n processes with m states each: a chain or a cycle, independent or all touching one variable. */
function chains(n: number, m: number, shape: 'chain' | 'cycle', touching = false): System {
  const type: ProcessType = {
    name: 'process',
    parameters: 0,
    variables: [],
    channels: [],
    alphabet: [],
    initial: 0,
    locations: Array.from({ length: m }, (_, i) =>
      shape === 'chain' && i === m - 1 ? { marks: ['end'] } : {},
    ),
    steps: Array.from({ length: shape === 'chain' ? m - 1 : m }, (_, i) => ({
      from: i,
      to: (i + 1) % m,
      action: internal,
      effects: touching ? [{ kind: 'assign', place: shared(0), value: constant(0) }] : [],
    })),
  };
  return {
    name: 'chains',
    sources: [],
    variables: [{ name: 'touched', type: { kind: 'range', low: 0, high: 255, overflow: 'wrap' } }],
    channels: [],
    symbols: [],
    types: [type],
    instances: Array.from({ length: n }, (_, i) => ({ name: `process${i}`, type: 0, arguments: [] })),
    processBound: n,
    arithmetic: 'wrap',
  };
}

const model = (name: string): System =>
  loadFile(fileURLToPath(new URL(`../../bench/models/${name}.pml`, import.meta.url))).program.system;

/** The published rows are numbered by algorithm: 1 none, 2 local, 3 conflict sets, 4 Huffman, 4' run length. */
const ROWS: [string, Reduction, Compression][] = [
  ['1   none', 'none', 'auto'],
  ['2   local', 'local', 'auto'],
  ['3   conflict', 'conflict', 'auto'],
  ['2+3', 'local+conflict', 'auto'],
  ['overman', 'overman', 'auto'],
  ['auto', 'auto', 'auto'],
];
const COMPRESSED: typeof ROWS = [
  ['1 uncompressed', 'none', 'none'],
  ["1+4' run length", 'none', 'runlength'],
  ['1+4 huffman', 'none', 'huffman'],
  ['1 collapse', 'none', 'collapse'],
  ['2+4', 'local', 'huffman'],
  ['2+3+4', 'local+conflict', 'huffman'],
];

const TESTS: [string, System, typeof ROWS][] = [
  ['test 1: independent chains, N = 5, M = 10', chains(5, 10, 'chain'), ROWS],
  ['test 2: independent cycles, N = 5, M = 10', chains(5, 10, 'cycle'), ROWS],
  ['test 3: dependent chains, N = 5, M = 10', chains(5, 10, 'chain', true), ROWS],
  ['test 4: receiver window', model('receiver-window'), [...ROWS, ...COMPRESSED]],
  ['test 5: modem transfer', model('modem-transfer'), [...ROWS, ...COMPRESSED]],
];

const say = (...cells: (string | number)[]) => {
  const [first, ...rest] = cells;
  const line = rest.map((cell) => String(cell).padStart(12)).join(' ');
  process.stdout.write(`  ${String(first).padEnd(18)} ${line}\n`);
};

for (const [title, system, rows] of TESTS) {
  process.stdout.write(`${title}\n`);
  say('algorithm', 'states', 'transitions', 'seconds', 'bytes/state', 'verdict');
  for (const [name, reduction, compression] of rows) {
    const before = process.cpuUsage();
    const budget = { now: () => performance.now() / 1000, bytes: 4 * 1024 ** 3 };
    const settings = { ...DEFAULT_SETTINGS, compression };
    const question = builtInQuestion('deadlock-free');
    const answer = await reachCompiled(system, question, budget, 'depth', settings, reduction);
    const { user, system: kernel } = process.cpuUsage(before);
    if (answer.verdict === 'unsupported' || answer.verdict === 'inconclusive') {
      say(name, answer.reason);
      continue;
    }
    const { states = 0, transitions = 0, bytesPerState } = answer.statistics;
    const seconds = ((user + kernel) / 1e6).toFixed(2);
    say(name, states, transitions, seconds, bytesPerState ?? '', answer.verdict);
  }
}
