import { describe, expect, it } from 'vitest';
import { Interpreter } from '../../../src/model/interpreter.js';
import { parsePredicate } from '../../../src/property/predicate/index.js';
import { sample } from './sample.js';

const read = (text: string) => parsePredicate({ file: 'p', text }, sample);

/** The value in the sample's initial state, by the reference interpreter. */
function holds(text: string): boolean {
  const reading = read(text);
  if (!reading.ok) throw new Error(`${text}: ${reading.diagnostics[0].message}`);
  const interpreter = new Interpreter(sample);
  return interpreter.holds(reading.value, interpreter.initialStates()[0]);
}

function complaint(text: string) {
  const reading = read(text);
  if (reading.ok) throw new Error(`${text} was accepted`);
  const [{ code, span, hint }] = reading.diagnostics;
  return { code, column: span?.column, endColumn: span?.endColumn, hint, count: reading.diagnostics.length };
}

describe('predicates: values in the initial state of the sample', () => {
  it.each<[string, boolean]>([
    ['true', true],
    ['false', false],
    ['x == 7', true],
    ['x != 7', false],
    ['flag', true],
    ['!flag', false],
    ['zero', false],
    // arithmetic as in C: truncation towards zero, sign of the dividend
    ['-7 / 2 == -3 && -7 % 2 == -1', true],
    ['1 + 2 * 3 == 7', true],
    ['(1 + 2) * 3 == 9', true],
    ['10 - 4 - 3 == 3', true],
    ['1 << 2 + 1 == 8', true],
    ['x >> 1 == 3', true],
    ['~x == -8', true],
    ['- -x == 7', true],
    ['-2147483648 < 0', true],
    // == binds tighter than &, & than ^, ^ than |
    ['(x & 4) == 4', true],
    ['x & 4 == 4', true], // x & 1
    ['6 & 4 == 4', false], // 6 & 1
    ['2 ^ 3 & 1 == 1', true],
    ['(2 | 4 ^ 4 & 6) == 2', true],
    ['zero | x', true],
    // && above ||
    ['true || false && false', true],
    ['(true || false) && false', false],
    ['x > 100 -> zero', true],
    ['x < 100 -> zero', false],
    ['x <-> 1', true],
    ['flag <-> zero', false],
    ['(flag -> 1 : 0) == 1', true],
    ['(zero -> 1 : x) == 7', true],
    ['(zero ? 3 : flag ? 5 : 6) == 5', true],
    ['a[3] == 10 && a[6] == 40', true],
    ['a[x - 3] == 20', true],
    ['r.x == -3', true],
    ['r.ys[1] == 9', true],
    ['nest[1].inner.x == 4', true],
    ['nest[1].inner.ys[0] == 5', true],
    ['hue == green', true],
    ['red < hue', true],
    ['lamp == green', true],
    ['green == lamp', true],
    ['lamp == 6', true],
    ['lamp == off', false],
    ['nak == 2', true],
    ['len(pipe) == 0', true],
    ['empty(q) && nfull(q)', true],
    ['nempty(pipe) || full(pipe)', false],
    ['_nr_pr == 3', true],
    ['phil.1:id == 11', true],
    ['"phil.2":id == 12', true],
    ['phil.2:own.ys[0] == 5', true],
    ['Worker[1]:id == 12', true],
    ['Worker[x - 7]:id == 11', true],
    ['Table:count == 2', true],
    ['phil.1@idle', true],
    ['phil.1@"BUFF[2]"', false],
    ['phil.1@busy', false],
    ['Worker[1]@idle', true],
    ['Table[2]@EAT', true],
    ['Worker[2]@idle', false], // process 2 is a Table
    ['(flag -> phil.1@idle : false)', true],
    ['/* seven */ x // and\n == 7', true],
  ])('%s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });
});

describe('predicates: evaluated outside any process', () => {
  it('names other processes by number and type', () => {
    expect(read('phil.2@busy')).toEqual({
      ok: true,
      value: { kind: 'at', process: { kind: 'constant', value: 1 }, type: 0, locations: [2, 3] },
      diagnostics: [],
    });
    expect(read('phil.2:own.x > 0')).toMatchObject({
      value: { left: { place: { scope: 'other', process: { value: 1 }, type: 0, variable: 1 } } },
    });
  });
});

describe('predicates: mistakes, with their columns', () => {
  it.each<[string, string, number, number]>([
    ['', 'syntax', 1, 1],
    ['x ==', 'syntax', 5, 5],
    ['x = 7', 'syntax', 3, 4],
    ['(x', 'syntax', 3, 3],
    ['x)', 'syntax', 2, 3],
    ['x x', 'syntax', 3, 4],
    ['x # 1', 'syntax', 3, 4],
    ['"open', 'syntax', 1, 2],
    ['[] flag', 'syntax', 1, 3],
    ['flag U flag', 'syntax', 6, 7],
    ['flag && flg', 'unknown-name', 9, 12],
    ['r.z', 'unknown-name', 1, 4],
    ['phil.1:it', 'unknown-name', 8, 10],
    ['phil.1@lost', 'unknown-name', 8, 12],
    ['nobody@idle', 'unknown-name', 1, 7],
    ['nobody[1]@idle', 'unknown-name', 1, 7],
    ['max(x) > 1', 'unknown-name', 1, 7],
    ['_pid == 1', 'unsupported', 1, 5],
    ['timeout', 'unsupported', 1, 8],
    ['Worker@idle', 'wrong-kind', 1, 7],
    ['Worker[9]@idle', 'bad-value', 8, 9],
    ['a > 1', 'wrong-kind', 1, 2],
    ['r == 1', 'wrong-kind', 1, 2],
    ['x[1] > 1', 'wrong-kind', 1, 5],
    ['x.y > 1', 'wrong-kind', 1, 4],
    ['a[7] > 1', 'bad-value', 3, 4],
    ['a[2] > 1', 'bad-value', 3, 4],
    ['x / 0 > 1', 'bad-value', 5, 6],
    ['x > 3000000000', 'bad-value', 5, 15],
    ['7', 'wrong-kind', 1, 2],
    ['hue', 'wrong-kind', 1, 4],
    ['pipe', 'wrong-kind', 1, 5],
    ['hue == lamp', 'wrong-kind', 1, 12],
    ['x == green', 'wrong-kind', 6, 11], // 1 as a colour, 6 as a light
    ['len(x) > 0', 'wrong-kind', 5, 6],
    ['len(pipe, pipe) > 0', 'syntax', 1, 16],
  ])('%j: %s at %i', (text, code, column, endColumn) => {
    expect(complaint(text)).toMatchObject({ code, column, endColumn, count: 1 });
  });

  it('suggests the nearest names', () => {
    expect(complaint('flga').hint).toBe('did you mean flag?');
    expect(complaint('phil.1@bussy').hint).toBe('did you mean busy?');
    expect(complaint('phl.1@idle').hint).toContain('phil.1');
  });

  it('reports every unknown name, each once', () => {
    const reading = read('one == two && one > three');
    expect(reading.diagnostics.map((d) => [d.message, d.span?.column])).toEqual([
      ['unknown name one', 1],
      ['unknown name two', 8],
      ['unknown name three', 21],
    ]);
  });

  it('says how it read what could be read in another way', () => {
    expect(read('!x == 7').diagnostics).toMatchObject([
      { severity: 'notice', message: '! before a comparison: read as (!x) == 7' },
    ]);
    expect(read('!(x == 7)').diagnostics).toEqual([]);
  });
});

describe('predicates: a part of a file', () => {
  const source = { file: 'models/p.prop', text: 'invariant {\n  x == 7 &&\n  oops }\n' };
  it('reads only its range and keeps the spans of the whole file', () => {
    const start = source.text.indexOf('{') + 1;
    const reading = parsePredicate(source, sample, { start, end: source.text.indexOf('}') });
    expect(reading.diagnostics).toMatchObject([
      { code: 'unknown-name', span: { file: 'models/p.prop', line: 3, column: 3, endLine: 3, endColumn: 7 } },
    ]);
    expect(parsePredicate(source, sample, { start, end: source.text.indexOf('&&') }).ok).toBe(true);
  });
});

describe('predicates: hostile input', () => {
  const deep = 100_000;
  it.each<[string, string]>([
    ['parentheses', '('.repeat(deep)],
    ['negations', `${'!'.repeat(deep)}flag`],
    ['indices', `${'a['.repeat(deep)}`],
    ['a chain to the left', `flag${' && flag'.repeat(deep)}`],
    ['a chain to the right', `flag${' -> flag'.repeat(deep)}`],
    ['conditionals', `${'flag ? '.repeat(deep)}`],
    ['alternatives', `flag${' ? flag : flag'.repeat(deep)}`],
    ['calls', 'len('.repeat(deep)],
    ['fields', `r${' .x'.repeat(deep)}`],
    ['processes', 'phil.1:'.repeat(deep)],
  ])('%s, a hundred thousand deep, are too large', (_, text) => {
    expect(complaint(text).code).toBe('too-large');
  });

  it('ten megabytes of garbage end at the first mistake', () => {
    expect(complaint('\u0000 %$ ]] '.repeat(1_200_000)).code).toBe('syntax');
    expect(complaint(`"${'x'.repeat(10_000_000)}`).code).toBe('syntax');
    expect(complaint('x'.repeat(10_000_000)).code).toBe('unknown-name');
    expect(complaint(`/*${' '.repeat(10_000_000)}`).code).toBe('syntax');
  });

  it('names that objects have anyway mean nothing', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(complaint(`${name} > 1`).code).toBe('unknown-name');
      expect(complaint(`${name}(x)`).code).toBe('unknown-name');
    }
  });
});
