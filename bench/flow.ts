/**
 * The problems of FLAVERS, section 7.2, at growing size: how large programs, graphs and proofs get, and which
 * constraints were found to be needed, beside what the paper has.
 *
 *     npm run bench:flow                            everything, at 2, 10, 50, 100 and 200 replications
 *     npm run bench:flow -- gas,host 2,10           problems with one of these in their name, at these sizes
 *
 * Each question is asked in a process of its own; seconds are CPU time of that process, from its start to the
 * answer (not to a certificate, which is looked for a few seconds more), bytes its largest resident size. The
 * degree of a column is that of the polynomial of least degree that fits it within 3 %, the smallest size left
 * out, or else the slope between the two largest sizes (with ~). Beneath each table it says which bounds are met;
 * where one is not, the exit code is 1.
 */
import { fileURLToPath } from 'node:url';
import { proveByFlow } from '../src/engine/flow/index.js';
import { loadText } from '../src/verify/load.js';
import { tasksOf } from '../src/verify/task.js';
import { familyNamed } from './ada-programs/index.js';
import { COLUMNS, type Column, type FlowProblem, mostDegree, PROBLEMS } from './flow-problems.js';
import { measured } from './measured.js';
import { fittedDegree } from './polynomial.js';

const SIZES = [2, 10, 50, 100, 200];
/** When a proof is given up. */
const MOST_SECONDS = 600;
const ALLOWED_SECONDS = 60;
const ALLOWED_BYTES = 4 * 2 ** 30;

type Row = Record<Column, number> & { n: number; verdict: string; constraints: string[] };

const print = (line: string) => process.stdout.write(`${line}\n`);
const now = (): number => performance.now() / 1000;

const [first, ...rest] = process.argv.slice(2);
if (first === '--one') await askOne(rest[0], rest[1], rest[2].split(',').map(Number));
else await askAll((first ?? '').split(','), (rest[0] ?? SIZES.join()).split(',').map(Number));

async function askOne(family: string, property: string, sizes: number[]): Promise<void> {
  const { unit, program, properties } = familyNamed(family)!.write(...sizes);
  const text = onlyProperty(properties, property);
  const loaded = loadText({ file: `${unit.toLowerCase()}.adb`, text: program }, 'ada', { asked: [text] });
  const [{ question, system }] = tasksOf(loaded.program, { properties: [{ file: 'bench.prop', text }] });
  const budget = { now, deadline: now() + MOST_SECONDS };
  const answer = await proveByFlow(system, question, budget, { certificate: false });
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

async function askAll(names: readonly string[], sizes: number[]): Promise<void> {
  const asked = PROBLEMS.filter(({ name }) => names.some((part) => name.includes(part)));
  const unmet: string[] = [];
  for (const problem of asked) {
    print(`\n${problem.name}`);
    print(['n', ...COLUMNS].map((column) => column.padStart(12)).join(''));
    const rows: Row[] = [];
    for (const n of sizes) {
      const row = await run(problem, n);
      rows.push(row);
      const shown = COLUMNS.map((column) => shownValue(column, row[column]).padStart(12)).join('');
      const used = row.constraints.join(', ') || 'no constraints';
      print(`${String(n).padStart(12)}${shown}  ${row.verdict}, ${used}`);
    }
    const bounds = boundsOf(problem, rows);
    const missed = bounds.filter(({ met }) => !met).map(({ text }) => text);
    const verdict = missed.length === 0 ? `all ${bounds.length} met` : `NOT MET: ${missed.join('; ')}`;
    print(`${'bounds'.padStart(12)}  ${verdict}`);
    unmet.push(...missed.map((text) => `${problem.name}: ${text}`));
  }
  print(`\n${asked.length} problems at ${sizes.join(', ')}: ${unmet.length} bounds are not met`);
  for (const text of unmet) print(`  ${text}`);
  if (unmet.length > 0 || asked.length === 0) process.exitCode = 1;
}

interface Bound {
  text: string;
  met: boolean;
}

function boundsOf(problem: FlowProblem, rows: readonly Row[]): Bound[] {
  const bounds = rows.flatMap(({ n, verdict, constraints, seconds, bytes }): Bound[] => {
    const most = problem.constraints(n);
    return [
      { text: `conclusive at ${n}`, met: verdict === 'holds' || verdict === 'violated' },
      { text: `at most ${most} constraints at ${n}`, met: constraints.length <= most },
      { text: `${ALLOWED_SECONDS} s at ${n}`, met: seconds <= ALLOWED_SECONDS },
      { text: `4 GiB at ${n}`, met: bytes <= ALLOWED_BYTES },
    ];
  });
  if (rows.length < 3) return bounds;
  // With two of them some things are not as they are with more: the paper leaves such sizes out too.
  const fitted = rows.length > 3 ? rows.slice(1) : rows;
  const degrees = COLUMNS.map((column) =>
    fittedDegree(
      fitted.map(({ n }) => n),
      fitted.map((row) => row[column]),
    ),
  );
  const paper = COLUMNS.map((column) => String(problem.degrees[column] ?? '-'));
  print(`${'degree'.padStart(12)}${degrees.map((degree) => degree.padStart(12)).join('')}`);
  print(`${'in the paper'.padStart(12)}${paper.map((degree) => degree.padStart(12)).join('')}`);
  COLUMNS.forEach((column, i) => {
    const most = mostDegree(problem, column);
    if (most === undefined) return;
    const met = Number(degrees[i].replace('~', '')) <= most;
    bounds.push({ text: `${column} of degree ${most} (${degrees[i]})`, met });
  });
  return bounds;
}

async function run({ family, property, sizes }: FlowProblem, n: number): Promise<Row> {
  const one = [fileURLToPath(import.meta.url), '--one', family, property, sizes(n).join()];
  const { cpu, memory, output } = await measured(
    [process.execPath, '--max-old-space-size=4096', ...one],
    '.',
  );
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    return { n, ...JSON.parse(line), seconds: cpu, bytes: memory };
  } catch {
    throw new Error(`${family} ${property} ${n}: ${output}`);
  }
}

function shownValue(column: Column, value: number): string {
  if (column === 'seconds') return value.toFixed(2);
  return column === 'bytes' ? `${(value / 2 ** 20).toFixed(0)} MB` : value.toLocaleString('en');
}
