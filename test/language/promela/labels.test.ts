/**
 * Labels of one name: in different blocks, in calls of an inline, and two at one place. Where jumps lead and which
 * place `P@L` means is what SPIN 6.5.2 has (pan -d, pan -a).
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../src/engine/reach/compiled/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { declaredQuestions } from '../../../src/property/file/declared.js';
import { spinSearch } from '../../corpus/spin-search.js';
import { promela } from './reading.js';

async function verdictOf(text: string): Promise<string> {
  const program = promela(text);
  const questions = declaredQuestions(program);
  if (!questions.ok) throw new Error(questions.diagnostics[0].message);
  const [{ question }] = questions.value;
  return (await reach(program.system, question, { now: () => 0 })).verdict;
}

const inline = 'inline f(v) { x = v; L: x = 100 }';
const body = (statements: string) => `byte x; ${inline} active proctype P() { ${statements} }`;

describe('a jump leads', () => {
  it.each([
    {
      name: 'to the label of its own block',
      text: body('{ x = 9; L: x = 1; goto L } { x = 3; L: x = 2; goto L }'),
      states: 3,
    },
    {
      name: 'to that of a block around it',
      text: body('{ x = 3; goto L } { x = 7; L: x = 1 } { x = 8; L: x = 2 } L: x = 5; x = 6'),
      states: 5,
    },
    {
      name: 'else to the last',
      text: body('{ x = 0; L: x = 1 } { x = 7; L: x = 2 } x < 9 -> goto L'),
      states: 6,
    },
    {
      name: 'from an inline to the last',
      text: `byte x; ${inline} inline g() { x = 60; goto L } active proctype P() { g(); f(1); f(2) }`,
      states: 4,
    },
    {
      name: 'from a block of an inline to the last, not to a block beside it',
      text: `byte x; inline f(v) { { x = v; L: x = 100 } { x = 10; goto L } }
        active proctype P() { { x = 1; L: x = 2 } f(1); f(2); { x = 7; L: x = 8 } }`,
      states: 8,
    },
  ])('$name', ({ text, states }) => {
    expect(spinSearch(promela(text).system, 1000)!.stored).toBe(states);
  });
});

describe('P@L means', () => {
  const [one, never, neverM] = ['[] (P@L -> x == 1)', '[] !P@L', '[] !P@M'];
  it.each([
    ['the first call of an inline', 'f(1); f(2); x = 3; L: x = 100', one, 'holds'],
    ['the first block', '{ { x = 1; L: x = 100 } } { x = 2; L: x = 100 } x = 3; L: x = 100', one, 'holds'],
    ['a place', '{ x = 1; L: x = 100 } { x = 2; L: x = 100 }', never, 'violated'],
    ['a place of two labels', 'x = 1; M: L: x = 100; x = 2', one, 'holds'],
    ['a place by the first of them', 'x = 1; M: L: x = 100; x = 2', `${one} && ${neverM}`, 'violated'],
    ['a place by the second', 'x = 1; M: L: x = 100; x = 2', `${never} || ${neverM}`, 'violated'],
  ])('%s', async (_, statements, formula, verdict) => {
    expect(await verdictOf(`${body(statements)} ltl { ${formula} }`)).toBe(verdict);
  });

  it.each([
    ['nothing, where nobody can have the number', '[] !P[5]@L', 'holds'],
    ['nothing, whatever is waited for', '<> P[3]@L', 'violated'],
    ['a place of the one with the number', '<> P[2]@L', 'holds'],
  ])('%s', async (_, formula, verdict) => {
    const runs = 'init { atomic { run P(); run P() } }';
    expect(await verdictOf(`proctype P() { L: skip; skip } ${runs} ltl { ${formula} }`)).toBe(verdict);
  });
});

/** Expected: what SPIN 6.5.2 says (pan -a -E), "end state in claim reached" where it is violated. */
describe('an end label in a never claim is an end of it', () => {
  it.each([
    ['where it begins', 'end: do :: x == 1 -> false :: else od', 'violated'],
    ['where it arrives', 'do :: x == 1 -> break :: else od; end: x == 5 -> skip', 'violated'],
    ['in an atomic sequence', 'do :: atomic { x == 1 -> end: x == 5 -> skip } :: else od', 'violated'],
    ['but not where it never arrives', 'do :: x == 7 -> break :: else od; end: x == 5 -> skip', 'holds'],
  ])('%s', async (_, claim, verdict) => {
    await expectClaim(`byte x; active proctype P() { x = 1; x = 2 } never { ${claim} }`, verdict);
  });
});

/** Expected: pan of SPIN 6.5.2 stops at an invalid array index, or dies of the division; else it finds nothing. */
describe('a condition of a claim that faults is an error', () => {
  const counting = 'byte a[3], i; active proctype P() { do :: i < 5 -> i++ :: i = 0 od }';
  const until = (condition: string) =>
    `T: if :: ${condition} -> goto accept_all :: else -> goto T fi; accept_all: do :: true od`;
  it.each([
    ['an index', until('a[i] == 1'), 'violated'],
    ['an index that is a constant', until('a[7] == 1'), 'violated'],
    ['in the part of a condition that is not looked at', until('i < 3 && a[i] == 1'), 'holds'],
    ['in the part that is', until('i < 4 && a[i] == 1'), 'violated'],
    ['a division', until('10 / (4 - i) == 9'), 'violated'],
    ['beside what is always possible', 'do :: a[i] == 1 -> break :: true od', 'violated'],
    ['where the claim does not come to', 'do :: i == 7 -> goto far :: else od; far: a[i] == 1', 'holds'],
    ['beside a variable of a process', until('P[0]:k == 0 && a[i] == 1'), 'violated', 'byte k;'],
    ['beside a label of a process', until('!P[0]@l && a[i] == 1'), 'violated', 'l: skip;'],
    ['but not a process that is not there', until('P[3]:k == 1'), 'holds', 'byte k;'],
  ])('%s', async (_, claim, verdict, own = '') => {
    await expectClaim(`${counting.replace('{', `{ ${own}`)} never { ${claim} }`, verdict);
  });
});

async function expectClaim(text: string, verdict: string): Promise<void> {
  const program = promela(text);
  const declared = declaredQuestions(program);
  if (!declared.ok) throw new Error(declared.diagnostics[0].message);
  const [{ question }] = declared.value;
  expect((await reach(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
  expect((await reachCompiled(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
}
