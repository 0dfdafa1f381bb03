import { describe, expect, it } from 'vitest';
import {
  mapQueryEvents,
  parseIntervalQuery,
  queryAtoms,
  showEvent,
  showQuery,
} from '../../../src/property/interval/index.js';
import type { IntervalQuery } from '../../../src/property/interval/query.js';

const parse = (text: string) => parseIntervalQuery({ file: 'q.prop', text });

function read(text: string): IntervalQuery {
  const reading = parse(text);
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return reading.value;
}

describe('sentences', () => {
  it('say all that an interval can have', () => {
    expect(
      read(
        'query order assuming fairness violated by: from the start until a allowing earlier ones without b or c, ' +
          'then until d with e and with f and counting p > 2 and q = p - 1, then for ever without s',
      ),
    ).toEqual({
      name: 'order',
      fairness: 'fair',
      sequences: [
        [
          {
            initial: true,
            open: true,
            perpetual: false,
            endsWith: { kind: 'name', name: 'a' },
            require: [],
            forbid: {
              kind: 'or',
              parts: [
                { kind: 'name', name: 'b' },
                { kind: 'name', name: 'c' },
              ],
            },
            constraints: [],
          },
          {
            initial: false,
            open: false,
            perpetual: false,
            endsWith: { kind: 'name', name: 'd' },
            require: [
              { kind: 'name', name: 'e' },
              { kind: 'name', name: 'f' },
            ],
            constraints: [
              {
                relation: '>',
                left: { constant: 0, events: [{ kind: 'name', name: 'p' }] },
                right: { constant: 2, events: [] },
              },
              {
                relation: '=',
                left: { constant: 0, events: [{ kind: 'name', name: 'q' }] },
                right: { constant: -1, events: [{ kind: 'name', name: 'p' }] },
              },
            ],
          },
          {
            initial: false,
            open: false,
            perpetual: true,
            require: [],
            forbid: { kind: 'name', name: 's' },
            constraints: [],
          },
        ],
      ],
    });
  });

  it.each([
    'violated by: from the start until a',
    'violated by: until phil.0.eat without phil.1.eat',
    'query "a query" violated by: for a while with a and with (b or c) and without d; or by from the start for ever without e',
    'violated by: from the start until rendezvous "a;b.c" or prefix "call" or contains "x)" or like "a.**"',
    'violated by: from the start until (prefix "call" and (not (a or "b c"))) allowing earlier ones',
    'violated by: from the start until put(1, *, red, -2..3, "a b")',
    'violated by: from the start for a while counting 2 * a + b - 3 >= 0 and 1 = a',
    'violated by: from the start until "until" or exactly "a*" or "say \\"hi\\""',
  ])('are printed as they are read: %s', (text) => {
    expect(showQuery(read(text))).toBe(text);
  });

  it.each([
    ['violated by from the start until a then until b', 'violated by: from the start until a, then until b'],
    [
      'violated by: from the start until a /* x */ // y\n, then without b',
      'violated by: from the start until a, then for a while without b',
    ],
    ['violated by: until "a.*" ; ', 'violated by: until like "a.*"'],
    [
      'violated by: for a while counting #a > 2 * #b # not a count\n# nor this\n and b = 1',
      'violated by: for a while counting a > 2 * b and b = 1',
    ],
    ['violated by: until a; or until b', 'violated by: until a; or by until b'],
    ['violated by: for ever and without a without b', 'violated by: for ever without a or b'],
    ['violated by: for a while counting - a < -2', 'violated by: for a while counting 0 < a - 2'],
  ])('may be written otherwise: %s', (text, expected) => {
    expect(showQuery(read(text))).toBe(expected);
  });

  it.each([
    ['violates: a', ['1:1 syntax']],
    ['violated by:\n  from the start until', ['2:23 syntax']],
    ['violated by: from the start until until', ['1:35 syntax']],
    ['violated by: until a, then', ['1:27 syntax']],
    [
      'violated by: until a, then sometimes, then until (b, then until c and',
      ['1:28 syntax', '1:52 syntax', '1:70 syntax'],
    ],
    ['violated by: until "a\n', ['1:20 syntax']],
    ['violated by: until a ? b', ['1:22 syntax']],
    ['violated by: until a b', ['1:22 syntax']],
    ['violated by: for ever, then until a', ['1:14 bad-structure']],
    ['violated by: until a, then from the start until b', ['1:28 bad-structure']],
    ['violated by: for ever counting a = 1', ['1:14 bad-structure']],
    ['violated by: until a counting b = 99999 * c', ['1:31 bad-value']],
    ['violated by: until a /* never closed', ['1:22 syntax']],
    ['', ['1:1 syntax']],
  ])('with mistakes: %s', (text, expected) => {
    const reading = parse(text);
    expect(reading.ok).toBe(false);
    expect(reading.diagnostics.map((d) => `${d.span?.line}:${d.span?.column} ${d.code}`)).toEqual(expected);
  });

  it('are read inside a larger text, with the places of that text', () => {
    const text = 'property p {\n  violated by: until a, then oops\n}';
    const range = { start: text.indexOf('violated'), end: text.indexOf('}') };
    expect(parseIntervalQuery({ file: 'f', text }, range).diagnostics).toMatchObject([
      { span: { file: 'f', line: 2, column: 30, endLine: 2, endColumn: 34 } },
    ]);
    expect(
      parseIntervalQuery({ file: 'f', text: text.replace(', then oops', '') }, { start: 15, end: 36 }).ok,
    ).toBe(true);
  });

  it('are refused when they are too large', () => {
    expect(parse(`violated by: until ${'('.repeat(100_000)}`).diagnostics.map((d) => d.code)).toEqual([
      'too-large',
    ]);
    expect(
      parse(`violated by: until a${', then until a'.repeat(100_000)}`).diagnostics.map((d) => d.code),
    ).toEqual(['too-large']);
    expect(
      parse(`violated by: until a${' without a'.repeat(1_000_000)}`).diagnostics.map((d) => d.code),
    ).toEqual(['too-large']);
    expect(parse(`violated by: ${'then '.repeat(2_000_000)}`).diagnostics.length).toBe(20);
    expect(parse('\u0000'.repeat(10_000_000)).diagnostics.map((d) => d.code)).toEqual(['syntax']);
  });
});

describe('the events of a query', () => {
  const query = read(
    'violated by: from the start until a with b and without (a and (not c)) and counting 2 * a = b; or by until a',
  );

  it('are listed once each', () => {
    expect(queryAtoms(query).map((pattern) => pattern.kind)).toEqual(['name', 'and', 'name']);
  });

  it('are whole when they are a rendezvous', () => {
    const asked: string[] = [];
    mapQueryEvents(read('violated by: until rendezvous "a;b" or c without (prefix "x" and d)'), (pattern) => {
      asked.push(showEvent(pattern));
      return pattern;
    });
    expect(asked).toEqual(['rendezvous "a;b"', 'c', 'prefix "x"', 'd']);
  });

  it('can be replaced, inside larger patterns too', () => {
    const renamed = mapQueryEvents(query, (pattern) =>
      pattern.kind === 'name' ? { kind: 'name', name: pattern.name.toUpperCase() } : pattern,
    );
    expect(showQuery(renamed)).toBe(
      'violated by: from the start until A with B and without (A and (not C)) and counting 2 * A = B; or by until A',
    );
  });
});
