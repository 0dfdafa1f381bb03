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
const now = () => performance.now() / 1000;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function answer(system: System, query: IntervalQuery, options: InequalityOptions): Promise<string> {
  const ask = { kind: 'order' as const, observers: observersOfQuery(query), queries: [query] };
  const start = now();
  const { verdict } = await prove(
    system,
    { name: query.name, text: query.name, ask },
    { now, deadline: now() + 300 },
    options,
  );
  return `${verdict} in ${(now() - start).toFixed(2)} s`;
}

function sizes(system: System, query: IntervalQuery, trims: boolean): string {
  const { inequalities } = flowgraphOf(unfold(system), query.sequences[0], { tail: 'none' });
  const { columns, rows, impossible } = reduce(inequalities, { trims });
  return impossible ? 'decided before any solver' : `${columns.length} variables, ${rows.length} rows`;
}

function added(system: System, query: IntervalQuery): string {
  const { inequalities } = flowgraphOf(unfold(system), query.sequences[0], { tail: 'none' });
  const more = augment(inequalities, sector(inequalities, 0), PUBLISHED_BOUND);
  return `${more.columns.length - inequalities.columns.length} and ${more.rows.length - inequalities.rows.length}`;
}

print('simple(n): a disconnected cycle (P1 without, P3 with elimination; P2 two intervals)');
for (const n of long ? [1, 2, 3, 5, 10, 20, 40, 100] : [1, 2, 3, 5, 10, 20]) {
  const system = simple(n);
  print(`n = ${n}`);
  print(
    `  P1 ${sizes(system, oneInterval, true)} (published ${4 * n ** 2 + 2 * n}, ${4 * n + 2}): ${await answer(system, oneInterval, { cycles: 'ignore' })}`,
  );
  print(
    `  P2 ${sizes(system, twoIntervals, true)} (published ${5 * n ** 2 + 7 * n}, ${11 * n + 3}): ${await answer(system, twoIntervals, { cycles: 'ignore' })}`,
  );
  print(
    `  P3 ${await answer(system, oneInterval, {})}; the published way would add ${added(system, oneInterval)}`,
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
  print(`  untrimmed ${sizes(system, query, false)} (published ${2 * n ** 2 + 2 * n - 1}, ${7 * n - 2})`);
  print(`  ours: ${await answer(system, query, {})}${published}`);
  if (n <= 7)
    print(`  published augmentation, all automata: ${await answer(system, query, { cycles: 'published' })}`);
}
