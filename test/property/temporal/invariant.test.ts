import { describe, expect, it } from 'vitest';
import { declaredQuestions } from '../../../src/property/file/index.js';
import { check } from '../../../src/verify/check.js';
import { tasksOf } from '../../../src/verify/task.js';
import { promela } from '../../language/promela/reading.js';

function programOf(formula: string) {
  const text = `byte x, a[2], far = 5; bool b; chan q = [1] of { byte };
    active proctype P() { here: x = 1; x = 2; b = true; q!1; q?x }
    ltl f { ${formula} }`;
  return promela(text);
}

/** How the formula is asked, and its answer. */
async function asked(formula: string): Promise<{ kind: string; verdict: string | undefined }> {
  const program = programOf(formula);
  const questions = declaredQuestions(program);
  if (!questions.ok) throw new Error(questions.diagnostics[0].message);
  const loaded = { file: 'invariant.pml', language: 'promela' as const, program, diagnostics: [] };
  const results = await check(loaded, { engine: 'reach', now: () => 0 });
  return {
    kind: questions.value[0].question.ask.kind,
    verdict: results.find(({ property }) => property === 'f')?.verdict,
  };
}

/** The same in a property file. */
async function askedBeside(formula: string): Promise<{ kind: string; verdict: string | undefined }> {
  const program = programOf('true');
  const properties = [{ file: 'p.prop', text: `ltl ${formula}` }];
  const [{ question }] = tasksOf(program, { properties });
  const loaded = { file: 'invariant.pml', language: 'promela' as const, program, diagnostics: [] };
  const [{ verdict }] = await check(loaded, { engine: 'reach', properties, now: () => 0 });
  return { kind: question.ask.kind, verdict };
}

describe('a formula that says the same of every state is asked as an invariant', () => {
  // The verdicts are plain to see: x goes 0, 1, 2, 1 and b becomes true when x is 2.
  it.each([
    ['[] (x < 3)', 'invariant', 'holds'],
    ['[] (x < 2)', 'invariant', 'violated'],
    ['[] (b -> x > 0)', 'invariant', 'holds'],
    ['[] (x == 2 -> b)', 'invariant', 'violated'],
    ['[] ((x == 2) <-> b)', 'invariant', 'violated'],
    ['[] (b <-> b)', 'invariant', 'holds'],
    ['[] !(x == 1 && b && len(q) > 0)', 'invariant', 'holds'],
    ['[] !(q?[1])', 'invariant', 'violated'],
    ['! <> (x == 3)', 'invariant', 'holds'],
    ['! <> (x == 2 || b)', 'invariant', 'violated'],
    // What is not there is not so, whatever it is a part of.
    ['[] (a[far] == 1)', 'invariant', 'violated'],
    ['[] !(a[far] == 1)', 'order', 'holds'],
    ['[] (a[far] == 1 -> x == 7)', 'order', 'holds'],
    ['[] <> (x == 1)', 'order', 'holds'],
    ['<> [] b', 'order', 'holds'],
    ['x == 0', 'order', 'holds'],
    ['[] (x == 1 -> <> b)', 'order', 'holds'],
    ['[] (b -> <> !b)', 'order', 'violated'],
  ])('%s: %s, %s', async (formula, kind, verdict) => {
    expect(await asked(formula)).toEqual({ kind, verdict });
    // Whether a message waits is asked in Promela alone.
    if (!formula.includes('?')) expect(await askedBeside(formula)).toEqual({ kind, verdict });
  });
});
