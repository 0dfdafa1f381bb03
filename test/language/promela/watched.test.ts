/**
 * What a claim, a formula and labels see of an atomic sequence: nothing between its first step and its last, but
 * where its process blocks. The verdicts are those of SPIN 6.5.2 (pan -a -E, pan -l -E for progress).
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../src/engine/reach/compiled/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { declaredQuestions } from '../../../src/property/file/declared.js';
import { promela } from './reading.js';

const unlimited = { now: () => 0 };
const twice = 'byte x; active proctype A() { x = 5; atomic { x = 1; x = 2; x = 3 }; x = 7 }';
const waits = 'byte x, y; active proctype A() { atomic { x = 1; y == 1; x = 2 } }';
const other = 'active proctype B() { y = 1 }';
const round = (label: string, at: 'inside' | 'outside') =>
  at === 'inside'
    ? `byte x; active proctype A() { do :: atomic { x = 1; ${label}: x = 2; x = 0 } od }`
    : `byte x; active proctype A() { do :: atomic { x = 1; x = 2 } ${label}: x = 0 od }`;

describe.each([
  ['the middle is not seen', `${twice} ltl { [] (x != 1) }`, 'holds'],
  ['the end is', `${twice} ltl { [] (x != 3) }`, 'violated'],
  ['nor by an eventuality', `${twice} ltl { <> (x == 2) }`, 'violated'],
  ['nor by a claim', `${twice} never { do :: x == 1 -> break :: true od }`, 'holds'],
  ['a single statement is seen', 'byte x; init { x = 1; x = 2 } ltl { [] (x != 1) }', 'violated'],
  ['where it blocks it is seen', `${waits} ${other} ltl { [] !(x == 1 && y == 0) }`, 'violated'],
  [
    'and after the other has moved',
    `${waits} ${other} never { do :: x == 1 && y == 1 -> break :: true od }`,
    'violated',
  ],
  ['where it blocks for ever too', `${waits} ltl { <> (x == 1) }`, 'holds'],
  ['an accept label inside is not seen', round('accept', 'inside'), 'holds'],
  ['outside it is', round('accept', 'outside'), 'violated'],
  ['a progress label inside is not seen', round('progress', 'inside'), 'violated'],
  ['outside it is there', round('progress', 'outside'), 'holds'],
])('%s', (_, text, verdict) => {
  const program = promela(text);
  const { system } = program;
  const declared = declaredQuestions(program);
  if (!declared.ok) throw new Error(declared.diagnostics[0].message);
  const [{ question }] = declared.value;

  it.each(['breadth', 'depth'] as const)('%s first', async (order) => {
    expect((await reach(system, question, unlimited, { order })).verdict).toBe(verdict);
    expect((await reachCompiled(system, question, unlimited, order)).verdict).toBe(verdict);
  });
});
