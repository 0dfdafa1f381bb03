/**
 * Deadlock-freedom far beyond enumeration, and a system with more than 10^100 reachable states. Compile
 * the project to JavaScript somewhere and run this file with Node; give `long` for the largest instances.
 * Times are CPU seconds of the whole question: unfolding, proof, and the independent checks.
 */
import { prove } from '../src/engine/inequality/index.js';
import type { System } from '../src/model/system.js';
import type { Question } from '../src/property/question.js';
import { type Family, family, oneReversed } from './families.js';

const long = process.argv.includes('long');
const now = () => performance.now() / 1000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const question: Question = { name: 'deadlock', text: 'no deadlock', ask: { kind: 'deadlock-free' } };

async function measure(system: System): Promise<string> {
  const before = process.cpuUsage();
  const answer = await prove(system, question, { now, deadline: now() + 600 });
  const { user, system: kernel } = process.cpuUsage(before);
  const { variables, rows } = answer.statistics;
  const shown = answer.verdict === 'violated' ? `violated, ${answer.run.steps.length} steps` : answer.verdict;
  const reason = answer.verdict === 'inconclusive' ? ` (${answer.reason.slice(0, 100)})` : '';
  const checked = answer.verdict === 'holds' && answer.notices.length === 0 ? ', rows rebuilt' : '';
  const seconds = ((user + kernel) / 1e6).toFixed(2);
  return `${shown}${reason}${checked}; ${variables} variables, ${rows} rows, ${seconds} s CPU`;
}

const SIZES: Record<Family | 'dp with one reversed', number[]> = {
  dp: [10, 100, 1000],
  'dp with one reversed': [10, 100, 1000],
  dpd: [10, 100, 1000],
  cyclic: [10, 100, 1000],
  dph: [10, 100, 1000],
  rw: [10, 100, 1000],
  dac: [10, 100, 1000],
  hartstone: [10, 100, 1000],
  dpfm: [5, 8, 11],
};

print('deadlock');
for (const [name, sizes] of Object.entries(SIZES) as [keyof typeof SIZES, number[]][]) {
  for (const n of long ? sizes : sizes.slice(0, 2)) {
    const system = name === 'dp with one reversed' ? oneReversed(n) : family(name, n);
    print(`${name}(${n}): ${await measure(system)}`);
  }
}

// Readers and writers have 2^n + n + 1 reachable states (docs/families.md).
const readers = 340;
const states = 2n ** BigInt(readers) + BigInt(readers) + 1n;
print(`rw(${readers}) has ${states} reachable states, a number of ${String(states).length} digits`);
print(`rw(${readers}): ${await measure(family('rw', readers))}`);
