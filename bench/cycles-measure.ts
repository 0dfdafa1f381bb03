/**
 * Cycle elimination: the families of the paper that introduced it, with our proof and with the
 * published augmentation, next to the published sizes and times. Compile the project to JavaScript
 * somewhere and run this file with Node; give `long` for the larger instances.
 */
import { augment, PUBLISHED_BOUND, sector } from '../src/engine/inequality/augment.js';
import { flowgraphOf } from '../src/engine/inequality/flowgraph.js';
import { type InequalityOptions, prove } from '../src/engine/inequality/index.js';
import { reduce } from '../src/engine/inequality/reduce.js';
import { unfold } from '../src/engine/inequality/unfold.js';
import type { System } from '../src/model/system.js';
import { observersOfQuery } from '../src/property/interval/index.js';
import type { IntervalQuery } from '../src/property/interval/query.js';
import { lastBeforeFirst, oneInterval, relay, simple, twoIntervals } from './cycles-systems.js';

const long = process.argv.includes('long');
/** CPU seconds. */
const now = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const print = (line: string) => process.stdout.write(`${line}\n`);

async function answer(system: System, query: IntervalQuery, options: InequalityOptions): Promise<string> {
  const ask = { kind: 'order' as const, observers: observersOfQuery(query), queries: [query] };
  const start = now();
  const found = await prove(
    system,
    { name: query.name, text: query.name, ask },
    { now, deadline: now() + 300 },
    options,
  );
  const spurious = found.verdict === 'inconclusive' && found.reason.includes('not connected');
  return `${spurious ? 'a disconnected solution' : found.verdict} in ${(now() - start).toFixed(2)} s`;
}

let larger = 0;

/** Variables and rows after reduction, next to what was published. */
function sizes(system: System, query: IntervalQuery, trims: boolean, published: [number, number]): string {
  const { inequalities } = flowgraphOf(unfold(system), query.sequences[0], { tail: 'none' });
  const { columns, rows, impossible } = reduce(inequalities, { trims });
  if (columns.length > published[0] || rows.length > published[1]) larger++;
  const ours = impossible ? 'decided before any solver' : `${columns.length} variables, ${rows.length} rows`;
  return `${ours} (published ${published.join(', ')})`;
}

function added(system: System, query: IntervalQuery, published: [number, number]): string {
  const { inequalities } = flowgraphOf(unfold(system), query.sequences[0], { tail: 'none' });
  const more = augment(inequalities, sector(inequalities, 0), PUBLISHED_BOUND);
  const columns = more.columns.length - inequalities.columns.length;
  const rows = more.rows.length - inequalities.rows.length;
  if (columns > published[0] || rows > published[1]) larger++;
  return `${columns} and ${rows} (published ${published.join(', ')})`;
}

print('simple(n): a disconnected cycle (P1 without, P3 with elimination; P2 two intervals)');
for (const n of long ? [...Array.from({ length: 40 }, (_, i) => i + 1), 100] : [1, 2, 3, 5, 10, 20]) {
  const system = simple(n);
  print(`n = ${n}`);
  print(
    `  P1 ${sizes(system, oneInterval, true, [4 * n ** 2 + 2 * n, 4 * n + 2])}: ${await answer(system, oneInterval, { cycles: 'ignore' })}`,
  );
  print(
    `  P2 ${sizes(system, twoIntervals, true, [5 * n ** 2 + 7 * n, 11 * n + 3])}: ${await answer(system, twoIntervals, { cycles: 'ignore' })}`,
  );
  print(
    `  P3 ${await answer(system, oneInterval, {})}; the published way adds ${added(system, oneInterval, [4 * n ** 2 + 2 * n + 7, 8 * n ** 2 + 2 * n + 9])}`,
  );
}

print('relay(n): very many cycles');
const PUBLISHED_SECONDS: Record<number, number> = {
  3: 0.05,
  4: 0.05,
  5: 0.12,
  6: 0.56,
  7: 2.93,
  8: 49.14,
  9: 717.16,
};
for (const n of long ? [3, 4, 5, 6, 7, 8, 9, 20, 50, 100, 150] : [3, 5, 7, 9, 20]) {
  const [system, query] = [relay(n), lastBeforeFirst(n)];
  const published = PUBLISHED_SECONDS[n] === undefined ? '' : `, published ${PUBLISHED_SECONDS[n]} s`;
  print(`n = ${n}`);
  print(`  untrimmed ${sizes(system, query, false, [2 * n ** 2 + 2 * n - 1, 7 * n - 2])}`);
  print(
    `  the published way adds ${added(system, query, [4 * n ** 2 - 4 * n + 4, 7 * n ** 2 - 8 * n + 6])} to the resource`,
  );
  print(`  ours: ${await answer(system, query, {})}${published}`);
  if (n <= 7)
    print(`  published augmentation, all automata: ${await answer(system, query, { cycles: 'published' })}`);
}
print(larger === 0 ? 'no size is larger than published' : `${larger} sizes are larger than published`);
