/**
 * Ten million states and more of a model with a small state vector, kept in the forms that are for that:
 * states, seconds, bytes a state, and the peak of the process's memory. Each form has a process of its
 * own. Without `long` only the grid of 10^7 states is visited.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exploreCompiled } from '../src/engine/reach/compiled/index.js';
import { type Compression, DEFAULT_SETTINGS } from '../src/engine/reach/compiled/store/settings.js';
import { binary, constant, own, read } from '../src/model/expression.js';
import { internal, type ProcessType, type System } from '../src/model/system.js';

const LIMIT = 4 * 1024 ** 3;

/** Processes that each count from 0 to 9 and begin again, in bytes: 10^n states. */
function grid(count: number): System {
  const type: ProcessType = {
    name: 'counter',
    parameters: 0,
    variables: [{ name: 'value', type: { kind: 'range', low: 0, high: 255, overflow: 'wrap' } }],
    channels: [],
    alphabet: [],
    locations: [{}],
    initial: 0,
    steps: [
      {
        from: 0,
        to: 0,
        guard: binary('less', read(own(0)), constant(9)),
        action: internal,
        effects: [{ kind: 'assign', place: own(0), value: binary('add', read(own(0)), constant(1)) }],
      },
      {
        from: 0,
        to: 0,
        guard: binary('equal', read(own(0)), constant(9)),
        action: internal,
        effects: [{ kind: 'assign', place: own(0), value: constant(0) }],
      },
    ],
  };
  return {
    name: `grid_${count}`,
    sources: [],
    variables: [],
    channels: [],
    symbols: [],
    types: [type],
    instances: Array.from({ length: count }, (_, i) => ({ name: `p${i}`, type: 0, arguments: [] })),
    processBound: count,
    arithmetic: 'fault',
  };
}

async function measure(count: number, compression: Compression, workers: number): Promise<void> {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const started = cpu();
  const settings = { ...DEFAULT_SETTINGS, compression, workers };
  const found = await exploreCompiled(grid(count), { now: cpu, bytes: LIMIT }, settings);
  if ('unsupported' in found) throw new Error(found.unsupported);
  const seconds = cpu() - started;
  console.log(
    `10^${count}`.padEnd(6),
    compression.padEnd(10),
    String(workers).padStart(7),
    String(found.states).padStart(10),
    String(found.transitions).padStart(12),
    seconds.toFixed(1).padStart(8),
    (found.bytes / found.states).toFixed(1).padStart(12),
    String(Math.round(process.resourceUsage().maxRSS / 1024)).padStart(9),
  );
}

const [model, form, workers] = process.argv.slice(2);
if (form !== undefined) await measure(Number(model), form as Compression, Number(workers));
else {
  console.log('model  form       workers     states  transitions  cpu (s)  bytes/state  peak MiB');
  const runs: [number, Compression, number][] = [
    [7, 'tree', 1],
    [7, 'tree', 2],
    [7, 'collapse', 1],
    [7, 'none', 1],
    ...(model === 'long' ? ([[8, 'tree', 1]] as [number, Compression, number][]) : []),
  ];
  for (const run of runs) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...run.map(String)], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}
