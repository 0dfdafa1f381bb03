/** In a formula, as everywhere in Promela, whatever is not 0 is true. Expected: what SPIN 6.5.2 says (pan -a -E). */
import { expect, it } from 'vitest';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { declaredQuestions } from '../../../src/property/file/declared.js';
import { promela } from './reading.js';

const MODEL = `mtype = { A, B }; mtype m; mtype several[2]; typedef T { mtype kind }; T t; byte x;
  chan q = [1] of { byte };
  active proctype P() { x = 1; m = A; t.kind = B; several[1] = A; x = 2 }`;

it.each([
  ['[] 2', 'holds'],
  ['[] (!3)', 'violated'],
  ['[] -1', 'holds'],
  ['[] (x && 2)', 'violated'],
  ['[] (x > 1 || 2)', 'holds'],
  ['<> m', 'holds'],
  ['[] m', 'violated'],
  ['<> (m && x)', 'holds'],
  ['[] (!m -> !t.kind)', 'holds'],
  ['<> several[1]', 'holds'],
  ['[] !several[1]', 'violated'],
  ['[] A', 'holds'],
  ['[] q', 'holds'],
  ['<> (!q)', 'violated'],
])('%s: %s', async (formula, verdict) => {
  const program = promela(`${MODEL}\nltl f { ${formula} }`);
  const declared = declaredQuestions(program);
  if (!declared.ok) throw new Error(declared.diagnostics[0].message);
  const [{ question }] = declared.value;
  expect((await reach(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
});
