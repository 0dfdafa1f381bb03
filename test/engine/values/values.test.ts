import { describe, expect, it } from 'vitest';
import { abstention } from '../../../src/engine/values/abstention.js';
import { proveByValues } from '../../../src/engine/values/index.js';
import { check } from '../../../src/verify/check.js';
import { randomModel } from '../../language/promela/random/model.js';
import { promela } from '../../language/promela/reading.js';

function programOf(text: string, part?: string) {
  return promela(text, part);
}

const proved = (text: string): boolean => proveByValues(programOf(text).system).verdict === 'holds';

describe('what intervals of values show', () => {
  it.each([
    'byte a[3]; active proctype P() { byte i; do :: i < 3 -> a[i] = 1; i++ :: else -> break od }',
    'byte a[2]; active [2] proctype P() { a[_pid] = 1; a[1 - _pid] = 2 }',
    'byte a[4]; chan q = [2] of { byte }; active proctype P() { byte i; q!3; q?i; a[i] = 1; q!1 }',
    'byte a[3]; byte t; active proctype P() { t = 2; (t > 0 && a[t] == 0) -> a[t - 0]++ }',
    'byte a[3]; active proctype P() { byte i; do :: i++ :: i < 3 && a[i] == 0 -> skip od }',
    'byte x; active proctype P() { byte d = 1; do :: d < 4 -> d++; x = 9 / d :: else -> break od }',
    'byte x; active proctype P() { byte i; do :: i < 5 -> i++ :: else -> break od; assert(i == 5) }',
    'chan q[2] = [1] of { byte }; proctype R(chan c) { c!1 } init { run R(q[0]); run R(q[1]) }',
    'byte x; active proctype P() { d_step { x = 1; if :: x == 1 -> x = 2 :: else fi } }',
  ])('%s', (text) => {
    expect(proved(text)).toBe(true);
  });

  // Each differs in one thing from what can be shown; the first ones do fail.
  it.each([
    'byte a[3]; active proctype P() { byte i; do :: i <= 3 -> a[i] = 1; i++ :: else -> break od }',
    'byte a[2]; active [3] proctype P() { a[_pid] = 1 }',
    'byte a[3]; chan q = [2] of { byte }; active proctype P() { byte i; q!3; q?i; a[i] = 1 }',
    'byte a[3]; byte t; active proctype P() { t = 3; (t > 0 && a[t] == 0) }',
    'byte a[2]; byte x = 1; active proctype P() { a[x] = 1 } active proctype Q() { x = 2 }',
    'byte x; active proctype P() { byte d; do :: d < 4 -> x = 9 / d; d++ :: else -> break od }',
    'byte x; active proctype P() { byte i = 250; do :: i > 3 -> i++ :: else -> break od; assert(i > 3) }',
    'bool b; byte a[2]; active proctype P() { bit i; i = 2; b = 7; a[b + 1] = 1 }',
    'chan c; active proctype P() { c!1 }',
    'byte x; active proctype P() { d_step { x = 1; x == 2; x = 3 } }',
    'byte x; active proctype P() { d_step { x = 1; do :: x = 1 od } }',
    'typedef T { byte f; bool g } T t; byte a[2]; active proctype P() { t.g = 7; t.f = 1; assert(t.g == 7) }',
    'byte x; proctype P() { x = 1 } active proctype Q() { do :: run P() od }',
    'byte a[2]; proctype P(byte n) { a[n] = 1 } init { byte i; run P(1); i = 2; run P(i) }',
  ])('not: %s', (text) => {
    expect(proved(text)).toBe(false);
  });

  it('is what a search of all states finds: 120 random models', async () => {
    let shown = 0;
    for (let seed = 70_000; seed < 70_120; seed++) {
      const { text, part } = randomModel(seed);
      const program = programOf(text, part);
      const { system } = program;
      if (abstention(system, { kind: 'assertions' }) || proveByValues(system).verdict !== 'holds') continue;
      shown++;
      const loaded = { file: 'random.pml', language: 'promela' as const, program, diagnostics: [] };
      const results = await check(loaded, {
        engine: 'reach',
        reduction: 'none',
        maxStates: 2000,
        now: () => 0,
      });
      const verdict = results.find(({ property }) => property === 'assertions')?.verdict;
      expect({ seed, verdict }).not.toEqual({ seed, verdict: 'violated' });
    }
    expect(shown).toBeGreaterThan(40);
  }, 600_000);
});
