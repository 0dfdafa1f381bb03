import { describe, expect, it } from 'vitest';
import { parseQre } from '../../../src/property/regular/index.js';
import { dfa, must, qre } from './languages.js';

const parse = (text: string) => parseQre({ file: 'test.prop', text });
const expression = (text: string) =>
  qre(`for events {a, b, c} show all executions satisfy ${text}`).expression;

const a = { kind: 'letters', letters: [0] };
const b = { kind: 'letters', letters: [1] };
const c = { kind: 'letters', letters: [2] };

describe('reading a quantified regular expression', () => {
  it('keeps alphabet, quantifier and places', () => {
    const read = qre('for events {a,\n  "phil.1.eat", r=0}\nshow no executions satisfy a');
    expect(read).toMatchObject({ alphabet: ['a', 'phil.1.eat', 'r=0'], quantifier: 'no', expression: a });
    expect(read.spans.map((s) => [s.line, s.column, s.endColumn])).toEqual([
      [1, 13, 14],
      [2, 3, 15],
      [2, 17, 20],
    ]);
    expect(read.span).toMatchObject({ line: 1, column: 1, endLine: 3, endColumn: 29 });
  });

  it.each([
    ['.', { kind: 'letters', letters: [0, 1, 2] }],
    ['a', a],
    ['{a}', a],
    ['"a"', a],
    ['[a, c]', { kind: 'letters', letters: [0, 2] }],
    ['[c, a, c]', { kind: 'letters', letters: [0, 2] }],
    ['~[a, c]', b],
    ['[-a, c]', b],
    ['[-{a},{c}]', b],
    ['~[a, b, c]', { kind: 'letters', letters: [] }],
    ['a;b;c', { kind: 'sequence', parts: [a, b, c] }],
    ['a|b|c', { kind: 'choice', parts: [a, b, c] }],
    ['a;b|c', { kind: 'choice', parts: [{ kind: 'sequence', parts: [a, b] }, c] }],
    ['a;(b|c)', { kind: 'sequence', parts: [a, { kind: 'choice', parts: [b, c] }] }],
    [
      'a;b*',
      { kind: 'sequence', parts: [a, { kind: 'repeat', part: b, least: 0, most: Number.POSITIVE_INFINITY }] },
    ],
    ['a+', { kind: 'repeat', part: a, least: 1, most: Number.POSITIVE_INFINITY }],
    ['a?', { kind: 'repeat', part: a, least: 0, most: 1 }],
    ['a^12', { kind: 'repeat', part: a, least: 12, most: 12 }],
    ['a^2?', { kind: 'repeat', part: { kind: 'repeat', part: a, least: 2, most: 2 }, least: 0, most: 1 }],
    ['((a))', a],
    ['a // first\n ; /* then */ b # and\n; -- at last\n c', { kind: 'sequence', parts: [a, b, c] }],
  ])('reads %s', (text, tree) => {
    expect(expression(text)).toEqual(tree);
  });

  it('reads the names that FLAVERS allows, dotted ones and quoted ones', () => {
    const names = ['is_r!=0', 'a:b', 'x<=y', 'r>=2', 'rw.control.start_write', 'phil.1.eat', '_x'];
    const read = qre(
      `for events {${names.join(', ')}, "call(a;b.c)"} show all executions satisfy .;phil.1.eat;.`,
    );
    expect(read.alphabet).toEqual([...names, 'call(a;b.c)']);
    expect(read.expression).toMatchObject({ kind: 'sequence', parts: [{}, { letters: [5] }, {}] });
  });

  it('can read a part of a text', () => {
    const text = 'xx for events {a} show all executions satisfy a yy';
    expect(must(parseQre({ file: 'f', text }, { start: 3, end: text.length - 3 })).span.column).toBe(4);
  });

  it.each([
    ['', 1, 1, 'syntax', 'expected "for" at the start, found the end of the text'],
    ['for event {a}', 1, 5, 'syntax', 'expected "events" after "for", found "event"'],
    ['for events a', 1, 12, 'syntax', 'expected "{" before the alphabet, found "a"'],
    ['for events {}', 1, 13, 'syntax', 'expected an event name in the alphabet, found "}"'],
    ['for events {a b}', 1, 15, 'syntax', 'expected "}" after the alphabet, found "b"'],
    ['for events {a,\n}', 2, 1, 'syntax', 'expected an event name in the alphabet, found "}"'],
    ['for events {"a', 1, 13, 'syntax', 'this string is not closed'],
    ['for events {""}', 1, 13, 'syntax', 'this name is empty'],
    [
      'for events {a} show',
      1,
      20,
      'syntax',
      'expected "all" or "no" after "show", found the end of the text',
    ],
    [
      'for events {a} show some executions',
      1,
      21,
      'syntax',
      'expected "all" or "no" after "show", found "some"',
    ],
    [
      'for events {a} show all executions of',
      1,
      36,
      'syntax',
      'expected "satisfy" after "executions", found "of"',
    ],
    [
      'for events {a, b, a} show all executions satisfy a',
      1,
      19,
      'duplicate-name',
      '"a" is twice in the alphabet',
    ],
    ['for events {a} show all executions satisfy', 1, 43, 'syntax', /found the end of the text$/],
    [
      'for events {a} show all executions satisfy (a;\n a',
      2,
      3,
      'syntax',
      'expected ")" after the expression in brackets, found the end of the text',
    ],
    ['for events {a} show all executions satisfy a)', 1, 45, 'syntax', 'expected the end here, found ")"'],
    ['for events {a} show all executions satisfy a a', 1, 46, 'syntax', 'expected the end here, found "a"'],
    ['for events {a} show all executions satisfy a;;a', 1, 46, 'syntax', /^expected an event, .* found ";"$/],
    ['for events {a} show all executions satisfy *', 1, 44, 'syntax', /^expected an event, .* found "\*"$/],
    ['for events {a} show all executions satisfy ~a', 1, 45, 'syntax', 'expected "[" after "~", found "a"'],
    [
      'for events {a} show all executions satisfy [a',
      1,
      46,
      'syntax',
      'expected "]" after the list of events, found the end of the text',
    ],
    [
      'for events {a} show all executions satisfy a^',
      1,
      46,
      'syntax',
      'expected a number after "^", found the end of the text',
    ],
    [
      'for events {a} show all executions satisfy a^0',
      1,
      46,
      'bad-value',
      'repeated 0 times; the least is 1',
    ],
    [
      'for events {a} show all executions satisfy a^99999999999999999999',
      1,
      46,
      'too-large',
      'repeated more than 100,000 times',
    ],
    [
      'for events {start} show all executions satisfy\n  strat',
      2,
      3,
      'unknown-name',
      '"strat" is not in the alphabet',
    ],
    ['for events {a} /* show all', 1, 16, 'syntax', 'this comment is not closed'],
    ['for events {a} show all executions satisfy é', 1, 44, 'syntax', /found "é"$/],
  ])('says what is wrong with %j', (text, line, column, code, message) => {
    const read = parse(text);
    expect(read.ok).toBe(false);
    expect(read.diagnostics).toMatchObject([
      {
        code,
        severity: 'error',
        span: { file: 'test.prop', line, column },
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
  });

  it('reports every unknown event once, with the nearest name', () => {
    const read = parse('for events {start, stop} show all executions satisfy strat; stop; go; strat');
    expect(read.diagnostics.map((d) => [d.message, d.hint])).toEqual([
      ['"strat" is not in the alphabet', 'did you mean "start"?'],
      ['"go" is not in the alphabet', 'list it after "for events"'],
    ]);
  });

  it('finds the bracket too many in the readers and writers property as printed', () => {
    const text = `for events {r=0, is_r=0, r_inc, r_dec, wstart}
show all executions satisfy
(~[wstart, r=0, is_r=0] |
 [r=0, is_r=0]; ([r=0, is_r=0] | wstart)*;
 ~[wstart, r=0, is_r=0])
)*; ([r=0, is_r=0]; ([r=0, is_r=0] | wstart)*)?`;
    expect(parse(text).diagnostics).toMatchObject([{ code: 'syntax', span: { line: 6, column: 1 } }]);
  });

  it.each([
    ['brackets', `${'('.repeat(100_000)}a`],
    ['closed brackets', `${'('.repeat(100_000)}a${')'.repeat(100_000)}`],
    ['stars', `a${'*'.repeat(100_000)}`],
    ['stars in brackets', `${'('.repeat(400)}a${`${'*'.repeat(400)})`.repeat(400)}`],
    ['powers', `a${'^1'.repeat(100_000)}`],
  ])('refuses %s nested too deep, with a message', (_, nested) => {
    const read = parse(`for events {a} show all executions satisfy ${nested}`);
    expect(read.diagnostics).toMatchObject([
      { code: 'too-large', message: 'nested more than 500 levels deep' },
    ]);
  });

  it('reads and compiles what is nested just deep enough', () => {
    const text = `${'('.repeat(499)}a${';b|c)'.repeat(499)}`;
    // a b^499, or c and up to 498 b: the start, 500 states after a, 499 after c (the last of each is the
    // same), and the trap.
    expect(dfa(`for events {a, b, c} show all executions satisfy ${text}`).states).toBe(1000);
  });

  it.each([
    ['quotes', '"'],
    ['a long name', 'a'],
    ['blanks', ' '],
    ['lines', '\n'],
    ['comments', '/**/'],
    ['comments to the end of the line', '#\n'],
    ['an open comment', '/*'],
    ['braces', '{'],
    ['backslashes', '\\'],
    ['quoted backslashes', '"\\'],
    ['dots', 'a.'],
    ['names', '"a",'],
  ])('ends on a million characters of %s, with one message', (_, garbage) => {
    const text = garbage.repeat(1_000_000 / garbage.length);
    expect(parse(text).diagnostics.map((d) => d.code)).toEqual(['syntax']);
    expect(parse(`for events {${text}`).diagnostics.at(-1)?.code).toBe('syntax');
  });

  it('refuses ten million characters unread', () => {
    expect(parse('('.repeat(10_000_000)).diagnostics).toMatchObject([
      { code: 'too-large', message: 'a property text may have at most 1,048,576 characters' },
    ]);
  });
});
