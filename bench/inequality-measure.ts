/**
 * Deadlock-freedom far beyond enumeration, and how often the engine is undecided. Compile the project
 * to JavaScript somewhere and run this file with Node; give `long` for the larger instances.
 */
import { prove } from '../src/engine/inequality/index.js';
import type { Question } from '../src/property/question.js';
import { type Family, family } from './families.js';

const long = process.argv.includes('long');
const now = () => performance.now() / 1000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const question: Question = { name: 'deadlock', text: 'no deadlock', ask: { kind: 'deadlock-free' } };

const SIZES: Record<Family, number[]> = {
  dp: [10, 100, 1000],
  dpd: [10, 100, 1000],
  cyclic: [10, 100, 1000],
  dph: [10, 50, 100, 200],
  rw: [10, 50, 100, 200],
  dac: [10, 100, 1000],
  hartstone: [10, 100, 1000],
  dpfm: [5, 8, 11],
};

for (const [name, sizes] of Object.entries(SIZES) as [Family, number[]][]) {
  for (const n of long ? sizes : sizes.slice(0, 2)) {
    const answer = await prove(family(name, n), question, { now, deadline: now() + 300 });
    const { variables, rows, seconds } = answer.statistics;
    const shown =
      answer.verdict === 'violated' ? `violated, ${answer.run.steps.length} steps` : answer.verdict;
    const reason = answer.verdict === 'inconclusive' ? ` (${answer.reason.slice(0, 100)})` : '';
    print(`${name}(${n}): ${shown}${reason}; ${variables} variables, ${rows} rows, ${seconds?.toFixed(2)} s`);
  }
}
