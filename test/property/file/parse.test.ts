import { describe, expect, it } from 'vitest';
import { parseProperties } from '../../../src/property/file/parse.js';
import type { PropertyFile } from '../../../src/property/file/property.js';

const parse = (text: string) => parseProperties({ file: 'test.prop', text });

function must(text: string): PropertyFile {
  const read = parse(text);
  if (!read.ok) throw new Error(read.diagnostics.map((d) => d.message).join('\n'));
  return read.value;
}

const kinds = (text: string) => must(text).properties.map(({ name, body }) => [name, body.kind]);

const QRE = 'for events {a, b} show all executions satisfy (a;b)*';
const QUERY =
  '(defquery "twice" "nofair" (omega-star-less (sequence (interval :initial t :ends-with \'("a")))))';

describe('a property file', () => {
  it('has definitions and properties of every kind', () => {
    const text = `
      // events
      event eat1 = phil.1.eat
      event any = eat1 | "phil.2.eat"
      # properties
      property order: ${QRE}
      property machine: automaton {
        start s   -- where it begins
        accepting s
        s -a-> s
      }
      property served: ltl [] (hungry -> <> eat1)
      property "with a long name": ltl { <> eat1 }
      property seldom: absence of eat1 after hungry until full
      property twice: ${QUERY}
      property thrice: violated by: from the start until a counting #a >= 3
      property free: deadlock-free
      property ends: terminates
      property asserted: assertions
      property watched: assertions of SAFE
      property small: invariant x < 3 /* always */
      property again: progress {a, b} when {c}
    `;
    expect(must(text).definitions.map((d) => d.name)).toEqual(['eat1', 'any']);
    expect(kinds(text)).toEqual([
      ['order', 'regular'],
      ['machine', 'automaton'],
      ['served', 'ltl'],
      ['with a long name', 'ltl'],
      ['seldom', 'pattern'],
      ['twice', 'interval'],
      ['thrice', 'interval'],
      ['free', 'deadlock-free'],
      ['ends', 'terminates'],
      ['asserted', 'assertions'],
      ['watched', 'assertions'],
      ['small', 'invariant'],
      ['again', 'progress'],
    ]);
  });

  it('keeps each property as written on one line, and where it stands', () => {
    const [order, small] = must(
      `property order: // mine\n  ${QRE.replace(' show', '\n  show')}\nproperty small:\n invariant x\n  < 3;\n`,
    ).properties;
    expect(order.text).toBe(QRE);
    expect(order.span).toMatchObject({ line: 2, column: 3, endLine: 3 });
    expect(small).toMatchObject({
      text: 'invariant x < 3',
      span: { line: 5, column: 2, endLine: 6, endColumn: 6 },
    });
    const file = must('property p: ltl x { [] a }');
    const { body } = file.properties[0];
    expect(body.kind === 'ltl' && file.source.text.slice(body.start, body.end).trim()).toBe('[] a');
  });

  it.each([
    ['deadlock-free', 'deadlock-free', 'deadlock-free'],
    ['deadlock free', 'deadlock free', 'deadlock-free'],
    ['no deadlock', 'no deadlock', 'deadlock-free'],
    ['terminates', 'terminates', 'terminates'],
    ['  assertions \n', 'assertions', 'assertions'],
    ['absence of P globally', 'absence of P globally', 'pattern'],
    ['S precedes P', 'S precedes P', 'pattern'],
    ['at most 2 of P', 'at most 2 of P', 'pattern'],
    [QRE, QRE, 'regular'],
    ['[] (a -> <> b)', '[] (a -> <> b)', 'ltl'],
    ['ltl a', 'ltl a', 'ltl'],
    ['!a U b', '!a U b', 'ltl'],
    ['ltl live { <> a }', 'live', 'ltl'],
    [QUERY, 'twice', 'interval'],
    ['query q violated by from the start until a', 'q', 'interval'],
    ['invariant x == 1', 'invariant x == 1', 'invariant'],
    ['progress a', 'progress a', 'progress'],
    [`ltl ${'very '.repeat(30)}`, `ltl ${'very '.repeat(30)}`.slice(0, 59).trimEnd().concat('…'), 'ltl'],
  ])('reads %j without a header', (text, name, kind) => {
    expect(kinds(text)).toEqual([[name, kind]]);
  });

  it('tells unnamed items apart by how their lines start', () => {
    expect(
      kinds(
        `${QUERY}\n(defquery "other" "nofair" (omega-star-less (sequence (interval :initial t :ends-with '("b")))))\nltl p { [] a\n && b }\nltl q { c }\n${QRE}\n\ndeadlock-free\nterminates\n`,
      ),
    ).toEqual([
      ['twice', 'interval'],
      ['other', 'interval'],
      ['p', 'ltl'],
      ['q', 'ltl'],
      [QRE, 'regular'],
      ['deadlock-free', 'deadlock-free'],
      ['terminates', 'terminates'],
    ]);
  });

  it('lets a header stand alone on its line', () => {
    expect(
      kinds(`property p:\n${QRE}\nproperty q :\n\n ltl x\n { [] a }\nproperty r:\ndeadlock-free`),
    ).toEqual([
      ['p', 'regular'],
      ['q', 'ltl'],
      ['r', 'deadlock-free'],
    ]);
  });

  it('lets definitions go on over lines, and anything follow them', () => {
    const text = 'event a =\n  x |\n  y\n  & z\n\nevent b = (or\n p\n q)\nabsence of a globally';
    expect(must(text).definitions.map((d) => d.pattern.kind)).toEqual(['or', 'or']);
    expect(kinds(text)).toEqual([['absence of a globally', 'pattern']]);
  });

  it('has nothing to say about an empty text', () => {
    expect(must('').properties).toEqual([]);
    expect(must('// nothing\n\n').properties).toEqual([]);
  });
});

describe('the definition of an event', () => {
  const name = (text: string) => ({ kind: 'name', name: text });
  const pay = (...parts: object[]) => ({ kind: 'call', name: 'pay', arguments: parts });
  it.each([
    ['phil.1.eat', name('phil.1.eat')],
    ['"call(a;b.c)"', name('call(a;b.c)')],
    ['"a \\"b\\" \\\\"', name('a "b" \\')],
    ['phil.*.eat', { kind: 'glob', glob: 'phil.*.eat' }],
    ['"**.eat"', { kind: 'glob', glob: '**.eat' }],
    ['a | b & c', { kind: 'or', parts: [name('a'), { kind: 'and', parts: [name('b'), name('c')] }] }],
    ['not (a | b)', { kind: 'not', part: { kind: 'or', parts: [name('a'), name('b')] } }],
    [
      '(or a (and "b" c))',
      { kind: 'or', parts: [name('a'), { kind: 'and', parts: [name('b'), name('c')] }] },
    ],
    ['(or)', name('or')],
    ['pay(1, red)', pay({ kind: 'text', text: '1' }, { kind: 'text', text: 'red' })],
    ['pay(_, 1..3)', pay({ kind: 'any' }, { kind: 'range', low: 1, high: 3 })],
    ['pay(-5..-1)', pay({ kind: 'range', low: -5, high: -1 })],
    ['(prefix "call")', { kind: 'prefix', text: 'call' }],
    ['contains "e1)"', { kind: 'contains', text: 'e1)' }],
    ['prefix', name('prefix')],
    ['like "a*"', { kind: 'glob', glob: 'a*' }],
    [
      '(rendezvous "c;a.e")',
      { kind: 'or', parts: [name('call(c;a.e)'), name('accept(c;a.e)'), name('c;a.e')] },
    ],
  ])('reads %s', (text, pattern) => {
    const read = parse(`event e = ${text}`);
    expect(read.ok ? read.value.definitions[0].pattern : undefined).toEqual(pattern);
  });

  it.each([
    ['event a=b', 'a', name('b')],
    ['event a= b', 'a', name('b')],
    ['event r=0 = zero', 'r=0', name('zero')],
    ['event is_r!=0 = "not zero"', 'is_r!=0', name('not zero')],
    ['event "a b" = c', 'a b', name('c')],
    ['event rw.start = c', 'rw.start', name('c')],
  ])('%s: names may contain the sign', (text, defined, pattern) => {
    expect(must(text).definitions).toMatchObject([{ name: defined, pattern }]);
  });
});

describe('mistakes in a property file', () => {
  it.each([
    ['property', 1, 1, 'syntax', '"property" begins no kind of property'],
    ['property :', 1, 10, 'syntax', 'expected the name of the property after "property", found ":"'],
    ['property p', 1, 11, 'syntax', 'expected ":" after "property p", found the end of the text'],
    ['property p = a', 1, 12, 'syntax', 'expected ":" after "property p", found "="'],
    ['property p:', 1, 12, 'syntax', 'expected a property here, found the end of the text'],
    ['property p: // nothing\n', 1, 12, 'syntax', 'expected a property here, found the end of the text'],
    ['property p: what is this', 1, 13, 'syntax', '"what" begins no kind of property'],
    ['hello', 1, 1, 'syntax', '"hello" begins no kind of property'],
    ['property p: deadlock-free please', 1, 27, 'syntax', 'expected the end here, found "please"'],
    ['property p: deadlock-freedom', 1, 13, 'syntax', '"deadlock" begins no kind of property'],
    [
      'property p: for events {a}\n  show all executions satisfy b',
      2,
      31,
      'unknown-name',
      '"b" is not in the alphabet',
    ],
    [
      'property p: automaton {',
      1,
      24,
      'syntax',
      'expected "}", a clause or an arrow in the automaton, found the end of the text',
    ],
    ['property p: ltl', 1, 16, 'syntax', 'expected a formula after "ltl", found the end of the text'],
    ['property p: ltl x { [] a', 1, 24, 'syntax', 'expected "}" after the formula, found "a"'],
    [
      'property p: invariant',
      1,
      22,
      'syntax',
      'expected a condition after "invariant", found the end of the text',
    ],
    ['property p: progress', 1, 21, 'syntax', 'expected an event in the pattern, found the end of the text'],
    [
      'property p: progress {a',
      1,
      24,
      'syntax',
      'expected "}" after the events of "progress", found the end of the text',
    ],
    ['property p: assertions of', 1, 26, 'syntax', 'expected a name after "of", found the end of the text'],
    [
      'property p: terminates\nproperty p: terminates',
      2,
      10,
      'duplicate-name',
      'there are two properties "p"',
    ],
    ['event a = x\nevent a = y', 2, 7, 'duplicate-name', 'the event "a" is defined twice'],
    ['event a', 1, 8, 'syntax', 'expected "=" after "event a", found the end of the text'],
    ['event a =', 1, 10, 'syntax', 'expected an event in the pattern, found the end of the text'],
    ['event a = b c', 1, 13, 'syntax', 'expected the end here, found "c"'],
    [
      'event a = (b',
      1,
      13,
      'syntax',
      'expected ")" after the pattern in brackets, found the end of the text',
    ],
    ['event a = b |', 1, 14, 'syntax', 'expected an event in the pattern, found the end of the text'],
    [
      'event a = pay(',
      1,
      15,
      'syntax',
      'expected a value, a range or "_" as an argument, found the end of the text',
    ],
    ['event a = pay(3..1)', 1, 15, 'bad-value', 'the range 3..1 is empty'],
    ['event a = pay(3..x)', 1, 18, 'syntax', 'expected a number after "..", found "x"'],
    ['event a = "b', 1, 11, 'syntax', 'this string is not closed'],
    ['event a = (prefix "b)', 1, 19, 'syntax', 'this string is not closed'],
    ['terminates /* why', 1, 12, 'syntax', 'this comment is not closed'],
  ])('%j', (text, line, column, code, message) => {
    expect(parse(text).diagnostics).toMatchObject([
      { code, severity: 'error', message, span: { file: 'test.prop', line, column } },
    ]);
  });

  it('are found in every item, however the one before is broken', () => {
    const text = [
      'property a: for events {x show',
      'property b: ltl ((((',
      'event c = "d',
      'property e: (defquery "q"',
      'property f: absence P',
      'property g: deadlock-free now',
    ].join('\n');
    // What is wrong with b is known only when the formula is read, together with a model.
    expect(parse(text).diagnostics.map((d) => d.span?.line)).toEqual([1, 3, 4, 5, 6]);
  });

  it('are reported up to a number', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `property p${i}: nonsense`).join('\n');
    expect(parse(text).diagnostics.length).toBe(20);
    expect(parse(`for events {${'a,'.repeat(1000)}a} show all executions satisfy a`).diagnostics.length).toBe(
      20,
    );
  });

  it.each([
    ['brackets', `event a = ${'('.repeat(100_000)}`],
    ['negations', `event a = ${'not '.repeat(100_000)} b`],
    ['Lisp forms', `event a = ${'(or b '.repeat(100_000)}`],
    ['progress sets', `progress ${'{'.repeat(100_000)}`],
    ['a query', `(defquery ${'('.repeat(100_000)}`],
    ['a regular expression', `for events {a} show all executions satisfy ${'('.repeat(100_000)}`],
  ])('%s nested too deep give a message', (_, text) => {
    const { diagnostics, ok } = parse(text);
    expect(ok).toBe(false);
    expect(diagnostics.length).toBe(1);
  });

  it.each([
    ['letters', 'a'],
    ['lines', 'property p: nonsense "\n'],
    ['headers', 'property p:'],
    ['events', 'event a\n'],
    ['quotes', '"'],
    ['brackets', '([{'],
    ['lines of nothing', '\n \n'],
    ['lines of an event', 'event a = b |\n'],
    ['signs', '|\n'],
    ['unheaded items', 'ltl\n'],
    ['markers', 'for events for events '],
  ])('a million characters of %s end with messages or nothing', (_, piece) => {
    const { diagnostics, ok } = parse(piece.repeat(1_000_000 / piece.length));
    expect(diagnostics.length).toBeLessThanOrEqual(20);
    expect(ok).toBe(piece.trim() === '');
  });

  it('ten million characters are refused', () => {
    expect(parse('property '.repeat(1_111_111)).diagnostics).toMatchObject([{ code: 'too-large' }]);
  });
});
