import { describe, expect, it } from 'vitest';
import { compileAutomaton, equivalence, parseAutomaton } from '../../../src/property/regular/index.js';
import { must, over } from './languages.js';

const parse = (text: string) => parseAutomaton({ file: 'test.prop', text });
const compiled = (text: string) => must(compileAutomaton(must(parse(text))));

describe('an automaton written by hand', () => {
  it.each([
    ['automaton { start s accepting s s -a-> t -b-> s }', 'ab', '(a;b)*'],
    ['automaton { events {a, b} start s accepting s, t\n s -a-> t\n t -b-> s }', 'ab', '(a;b)*;a?'],
    [
      'automaton { events a, b, c; start 0; accepting 2; 0 -[a, b]-> 1; 1 -~[a]-> 2; 2 -.-> 2 }',
      'abc',
      '[a,b];~[a];.*',
    ],
    ['automaton { events {a, b} start s accepting t s -.-> s -a-> t }', 'ab', '.*;a'],
    ['automaton { events {a, b} start s, t accepting u s -a-> u t -b-> u }', 'ab', 'a|b'],
    ['automaton { events {a} states s start s }', 'a', '~[a]'],
    ['automaton { events {a} start s accepting s }', 'a', '(~[a])*'],
    ['automaton { start start accepting start start -a-> start }', 'a', 'a*'],
  ])('%s', (text, alphabet, expression) => {
    expect(must(equivalence(compiled(text), over(alphabet, expression)))).toEqual({ holds: true });
  });

  it('is made minimal and total', () => {
    // s and t accept the same words, and so do the two ways to fail.
    const dfa = compiled('automaton { events {a,b} start s accepting s,t s -a-> t -a-> s  s -b-> u -a-> u }');
    expect(dfa.states).toBe(2);
  });

  it('carries its quantifier and alphabet', () => {
    const text = 'automaton { show no executions start s accepting t s -"x.1"-> t -r>=0-> t }';
    expect(must(parse(text))).toMatchObject({
      quantifier: 'no',
      alphabet: ['x.1', 'r>=0'],
      states: ['s', 't'],
    });
    expect(must(parse('automaton { start s s -a-> s }')).quantifier).toBe('all');
  });

  it.each([
    ['automaton s', 1, 11, 'syntax', 'expected "{" after "automaton", found "s"'],
    [
      'automaton { start s',
      1,
      20,
      'syntax',
      'expected "}", a clause or an arrow in the automaton, found the end of the text',
    ],
    ['automaton { s -a-> s }', 1, 1, 'bad-structure', 'the automaton has no start state'],
    ['automaton { start s accepting s states s }', 1, 1, 'bad-structure', 'the automaton has no events'],
    [
      'automaton { start idel\n idle -a-> idle }',
      1,
      19,
      'unknown-name',
      'no arrow leads to or from the state "idel"',
    ],
    [
      'automaton { start s s -a-> s accepting\n t }',
      2,
      2,
      'unknown-name',
      'no arrow leads to or from the state "t"',
    ],
    ['automaton { start s\n s -a- s }', 2, 6, 'syntax', 'expected "->" at the end of the arrow, found "-"'],
    [
      'automaton { start s\n s --> s }',
      2,
      3,
      'syntax',
      'expected an arrow after the state "s", found the end of the text',
    ],
    ['automaton { start s s -a-> }', 1, 28, 'syntax', 'expected a state after the arrow, found "}"'],
    ['automaton { start s idle }', 1, 26, 'syntax', 'expected an arrow after the state "idle", found "}"'],
    ['automaton { events {a} start s s -b-> s }', 1, 35, 'unknown-name', '"b" is not in the alphabet'],
    [
      'automaton { events {a} events {b} start s s -b-> s }',
      1,
      24,
      'duplicate-name',
      'the alphabet is given twice',
    ],
    [
      'automaton { show most executions }',
      1,
      18,
      'syntax',
      'expected "all" or "no" after "show", found "most"',
    ],
  ])('says what is wrong with %j', (text, line, column, code, message) => {
    expect(parse(text).diagnostics).toMatchObject([{ code, message, span: { line, column } }]);
  });

  it('is refused where making it deterministic explodes', () => {
    const chain = Array.from({ length: 30 }, (_, i) => ` -[a,b]-> t${i}`).join('');
    const written = must(parse(`automaton { start s accepting t29 s -[a,b]-> s -a-> t${chain} }`));
    expect(compileAutomaton(written).diagnostics).toMatchObject([
      { code: 'too-large', span: { line: 1, column: 1 } },
    ]);
  });
});
