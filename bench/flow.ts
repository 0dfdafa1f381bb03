/**
 * The problems of FLAVERS, section 7.2, at growing size: how large programs, graphs and proofs get, and which
 * constraints were found to be needed, beside what the paper has.
 *
 *     npm run bench:flow                      everything, at 2, 10, 50, 100 and 200 replications
 *     npm run bench:flow -- gas 2,10          problems with this in their name, at these sizes
 *
 * Each question is asked in a process of its own; seconds are CPU time of that process from reading the program
 * to the answer, bytes its largest resident size. The degree of a column is that of the polynomial of least
 * degree that fits it within 3 %, or else the slope between the two largest sizes.
 */
import { fileURLToPath } from 'node:url';
import { proveByFlow } from '../src/engine/flow/index.js';
import { loadText } from '../src/verify/load.js';
import { tasksOf } from '../src/verify/task.js';
import { familyNamed } from './ada-programs/index.js';
import { measured } from './measured.js';
import { fittedDegree } from './polynomial.js';

interface Problem {
  readonly name: string;
  readonly family: string;
  readonly sizes: (n: number) => number[];
  readonly property: string;
  /** How many constraints the paper used, as a function of the size. */
  readonly paper: (n: number) => number;
}

const alone = (n: number): number[] => [n];
const always = (count: number) => (): number => count;
const problem = (family: string, property: string, paper: number, sizes = alone): Problem => ({
  name: `${family} ${property}`,
  family,
  sizes,
  property,
  paper: always(paper),
});
const threePumps = (n: number): number[] => [3, n];

const PROBLEMS: readonly Problem[] = [
  problem('readers-writers', 'exclusive_write', 2),
  problem('readers-writers', 'no_write_while_reading', 2),
  problem('readers-writers', 'write_first', 1),
  { ...problem('gas-station', 'mutual_exclusion', 0, threePumps), paper: (n) => n + 1 },
  problem('gas-station', 'pump_1_start_stop', 1, threePumps),
  problem('gas-station', 'correct_change', 3, threePumps),
  ...['standard', 'manager', 'dictionary', 'host'].flatMap((version) => [
    problem(`philosophers-${version}`, 'mutual_exclusion', version === 'manager' ? 4 : 3),
    problem(`philosophers-${version}`, 'no_fork_up_twice', 1),
  ]),
  ...[1, 4, 1, 1, 2, 1, 3, 4].map((paper, i) => problem('chiron-unrolled', `p0${i + 1}`, paper)),
  problem('chiron-unrolled', 'p09_artist_1', 2),
  problem('chiron-unrolled', 'p09_artist_2', 2),
];

const SIZES = [2, 10, 50, 100, 200];
const SECONDS = 600;
const COLUMNS = ['lines', 'nodes', 'edges', 'tuples', 'nodeTuples', 'seconds', 'bytes'] as const;
type Row = Record<(typeof COLUMNS)[number], number> & { verdict: string; constraints: string[] };

const print = (line: string) => process.stdout.write(`${line}\n`);
const now = (): number => performance.now() / 1000;

const [first, ...rest] = process.argv.slice(2);
if (first === '--one') await askOne(rest[0], rest[1], rest[2].split(',').map(Number));
else await askAll(first ?? '', (rest[0] ?? SIZES.join()).split(',').map(Number));

async function askOne(family: string, property: string, sizes: number[]): Promise<void> {
  const { unit, program, properties } = familyNamed(family)!.write(...sizes);
  const text = onlyProperty(properties, property);
  const loaded = loadText({ file: `${unit.toLowerCase()}.adb`, text: program }, 'ada', { asked: [text] });
  const [{ question, system }] = tasksOf(loaded.program, { properties: [{ file: 'bench.prop', text }] });
  const answer = await proveByFlow(system, question, { now, deadline: now() + SECONDS });
  const { nodes = 0, edges = 0, tuples = 0, nodeTuples = 0 } = answer.statistics;
  const lines = program.split('\n').filter((line) => !/^\s*(--.*)?$/.test(line)).length;
  const verdict = answer.verdict === 'inconclusive' ? `inconclusive: ${answer.reason}` : answer.verdict;
  print(
    JSON.stringify({ verdict, constraints: answer.constraints, lines, nodes, edges, tuples, nodeTuples }),
  );
}

/** The events and this one property: what else is asked of the program would only take time to read. */
function onlyProperty(properties: string, wanted: string): string {
  const parts = properties.split(/^(?=property )/m);
  return parts.filter((part, i) => i === 0 || part.startsWith(`property ${wanted}:`)).join('');
}

async function askAll(named: string, sizes: number[]): Promise<void> {
  for (const asked of PROBLEMS.filter(({ name }) => name.includes(named))) {
    print(`\n${asked.name}`);
    print(['n', ...COLUMNS].map((column) => column.padStart(12)).join(''));
    const rows: Row[] = [];
    for (const n of sizes) {
      const row = await run(asked, n);
      rows.push(row);
      const shown = COLUMNS.map((column) => shownValue(column, row[column]).padStart(12)).join('');
      const most = asked.paper(n);
      const many = row.constraints.length > most ? ' MORE THAN' : ', at most';
      print(`${String(n).padStart(12)}${shown}  ${row.verdict}`);
      print(
        `${' '.repeat(14)}${row.constraints.join(', ') || 'no constraints'} (${row.constraints.length}${many} ${most})`,
      );
    }
    if (rows.length < 3) continue;
    const degrees = COLUMNS.map((column) =>
      fittedDegree(
        sizes,
        rows.map((row) => row[column]),
      ).padStart(12),
    );
    print(`${'degree'.padStart(12)}${degrees.join('')}`);
  }
}

async function run({ family, property, sizes }: Problem, n: number): Promise<Row> {
  const one = [fileURLToPath(import.meta.url), '--one', family, property, sizes(n).join()];
  const { cpu, memory, output } = await measured(
    [process.execPath, '--max-old-space-size=4096', ...one],
    '.',
  );
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    return { ...JSON.parse(line), seconds: cpu, bytes: memory };
  } catch {
    throw new Error(`${family} ${property} ${n}: ${output}`);
  }
}

function shownValue(column: (typeof COLUMNS)[number], value: number): string {
  if (column === 'seconds') return value.toFixed(2);
  return column === 'bytes' ? `${(value / 2 ** 20).toFixed(0)} MB` : value.toLocaleString('en');
}
