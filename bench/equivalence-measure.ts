/**
 * Equivalence without enumerating states: the published tables, with our sizes and CPU times beside the
 * published ones, and the protocols. Run it with `npm run bench:equivalence`; `long` adds larger instances.
 */
import { compareByInequalities } from '../src/engine/equivalence/inequality/index.js';
import type { System } from '../src/model/system.js';
import { type EquivalenceOptions, equivalent } from '../src/verify/equivalence.js';
import { loadFile, loadText } from '../src/verify/load.js';
import { buffers, grid, router, type SpecAndImpl } from './equivalence-systems.js';

const long = process.argv.includes('long');
const now = () => performance.now() / 1000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const size = ({ variables, rows }: { variables: number; rows: number }) => `${variables} / ${rows}`;

async function measure(
  title: string,
  { spec, impl, visible }: SpecAndImpl,
  published?: string,
): Promise<void> {
  const started = cpuSeconds();
  const answer = await compareByInequalities(spec, impl, ({ name }) => visible(name), {
    now,
    deadline: now() + 600,
  });
  const seconds = (cpuSeconds() - started).toFixed(1);
  const reason = answer.verdict === 'inconclusive' ? ` (${answer.reason.slice(0, 160)})` : '';
  print(`${title}: ${answer.verdict}${reason}, ${seconds} s`);
  for (const { can, reduced, ...raw } of answer.sizes)
    print(`    ${can} can, the other cannot: ${size(raw)} raw, ${size(reduced)} reduced${published ?? ''}`);
}

/** The tables end somewhere, but their sizes follow a formula. */
function beside(variables: number, rows: number, seconds: number | undefined): string {
  const sizes = `${variables} / ${rows}`;
  return seconds === undefined
    ? ` (by the published formula ${sizes})`
    : ` (published ${sizes}, ${seconds} s)`;
}

async function protocol(spec: string, impl: string, options: EquivalenceOptions): Promise<void> {
  const [one, other] = [spec, impl].map((name) => loadFile(`examples/equivalence/${name}.lts`));
  const started = cpuSeconds();
  const result = await equivalent(one, other, options);
  const seconds = (cpuSeconds() - started).toFixed(1);
  const segments = result.inequalities ? `, up to ${result.inequalities.segments} segments` : '';
  print(`${spec} and ${impl}: ${result.verdict} (${result.engine}${segments}), ${seconds} s`);
  if (result.verdict === 'inconclusive') print(`    ${result.reason}`);
}

/** The same pair, read from FSP. */
function buffersInFsp(n: number): SpecAndImpl {
  const text = (name: string) => `const Places = ${n}\n${name}`;
  const read = (body: string): System =>
    loadText({ file: 'text.lts', text: text(body) }, 'fsp').program.system;
  const spec = read(
    'BUFFER = HOLDS[0], HOLDS[n:0..Places] = (when (n < Places) in -> HOLDS[n+1] | when (n > 0) out -> HOLDS[n-1]).',
  );
  const impl = read(
    'CELL = (in -> out -> CELL). ||CHAIN = (forall [i:1..Places] cell[i]:CELL) /{in/cell[1].in, out/cell[Places].out, forall [i:1..Places-1] {pass[i]/{cell[i].out, cell[i+1].in}}}.',
  );
  return { ...buffers(2), spec, impl };
}

print('Sizes are variables / rows. CPU seconds, everything included: side conditions, both directions, and');
print('the check of the certificate in exact integers.');
print('');
print('Figure 3: a buffer with two places and two cells (published 17 / 18)');
await measure('n = 2', buffers(2));
print('');
print('Table 1: n cells against a buffer with n places');
const TABLE_1: Record<number, number> = { 100: 74, 200: 186, 300: 353, 400: 581, 500: 877 };
for (const n of [100, 200, 300, 400, 500, 10_000]) {
  await measure(`n = ${n}`, buffers(n), beside(4 * n + 11, 4 * n + 7, TABLE_1[n]));
}
for (const n of [500, 10_000]) {
  const started = cpuSeconds();
  const pair = buffersInFsp(n);
  print(`n = ${n}, from FSP, which takes ${(cpuSeconds() - started).toFixed(1)} s to read`);
  await measure(`n = ${n}`, pair);
}
print('');
print('Table 2: router, n by n; an input for each sender and a switching element for each crossing');
const TABLE_2: Record<number, number> = { 2: 14, 4: 71, 6: 307, 8: 1127, 10: 3385 };
for (const n of [2, 4, 6, 8, 10, 30]) {
  await measure(`n = ${n}`, router(n), beside(10 * n * n - n, 11 * n * n + 2 * n + 1, TABLE_2[n]));
}
print('the same grid hop by hop: rows and columns are chains of elements, with a lane for each sender');
for (const n of long ? [2, 4, 6, 8, 10] : [2, 4, 6]) await measure(`n = ${n}`, grid(n));
print('');
print('Protocols');
await protocol('one-slot', 'stop-and-wait', { engine: 'inequality' });
await protocol('value-slot', 'stop-and-wait-values', { engine: 'inequality' });
await protocol('buffer-values-spec', 'buffer-values', { engine: 'inequality' });
await protocol('one-slot', 'alternating-bit', { engine: 'inequality' });
await protocol('one-slot', 'alternating-bit', { engine: 'auto' });
