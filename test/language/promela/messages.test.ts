/**
 * Messages sent or received with fields left out: an error when that is done, after which SPIN goes on (the numbers
 * of states and errors are those of SPIN 6.5.2, pan -c0). An index outside its array is one in a formula too.
 */
import { describe, expect, it } from 'vitest';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { declaredQuestions } from '../../../src/property/file/declared.js';
import { spinSearch } from '../../corpus/spin-search.js';
import { promela } from './reading.js';

describe('fields left out', () => {
  const pair = 'chan q = [2] of { byte, byte }; byte x;';
  it.each([
    {
      name: 'of a message sent',
      text: `${pair} active proctype P() { q!1; x = 3 }`,
      stored: 4,
      failed: true,
    },
    {
      name: 'of a message received',
      text: `${pair} active proctype P() { q!1,2 } active proctype Q() { byte a; q?a }`,
      stored: 5,
      failed: true,
    },
    {
      name: 'of one received out of order',
      text: `${pair} active proctype P() { q!1,2 } active proctype Q() { q??1 }`,
      stored: 5,
      failed: true,
    },
    {
      name: 'of one received by a parameter',
      text: `${pair} proctype Q(chan c) { byte a; c?a } init { q!1,2; run Q(q) }`,
      stored: 6,
      failed: true,
    },
    {
      name: 'in a meeting',
      text: 'chan q = [0] of { byte, byte }; active proctype P() { q!1 } active proctype Q() { byte a; q?a }',
      stored: 4,
      failed: true,
    },
    {
      name: 'of a message that is only copied: no error',
      text: `${pair} active proctype P() { q!1,2 } active proctype Q() { byte a; q?<a> }`,
      stored: 5,
      failed: false,
    },
  ])('$name', ({ text, stored, failed }) => {
    const found = spinSearch(promela(text).system, 1000)!;
    expect({ stored: found.stored, failed: found.assertions > 0 }).toEqual({ stored, failed });
  });
});

describe('a formula with an index outside the array', () => {
  const array = 'byte x; byte a[3]; active proctype P() { x = 1 }';
  it.each([
    ['is violated where that is looked at', '[] (a[3] == 0)', 'violated'],
    ['not where something before it decides', '[] (x < 2 || a[3] == 1)', 'holds'],
  ])('%s', async (_, formula, verdict) => {
    const program = promela(`${array} ltl { ${formula} }`);
    const questions = declaredQuestions(program);
    if (!questions.ok) throw new Error(questions.diagnostics[0].message);
    const [{ question }] = questions.value;
    expect((await reach(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
  });
});
