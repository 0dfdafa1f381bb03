import { describe, expect, it } from 'vitest';
import { type EventPattern, patternOfName } from '../../../src/property/event.js';
import { type LtlOptions, parseLtl, showFormula } from '../../../src/property/temporal/index.js';
import { sample } from '../predicate/sample.js';
import { formulaOf, readLetters } from './reading.js';

const EVENTS = [
  'phil.1.eat',
  'phil.2.eat',
  'phil[3].eat',
  'start',
  'put',
  'put(3)',
  'both',
  'release',
  'green',
];

function event(name: string): EventPattern | undefined {
  return EVENTS.includes(name) || name === 'phil.*.eat' ? patternOfName(name) : undefined;
}

const read = (text: string, options?: LtlOptions) => parseLtl({ file: 'f', text }, sample, event, options);

/** The formula with its atoms by name, and the kinds of the atoms. */
function shown(text: string): string {
  const reading = read(text);
  if (!reading.ok) throw new Error(`${text}: ${reading.diagnostics[0].message}`);
  const { formula, atoms } = reading.value;
  return showFormula(formula, (i) =>
    atoms[i].kind === 'event' ? `<${atoms[i].name}>` : `{${atoms[i].name}}`,
  );
}

describe('ltl: spelling and precedence', () => {
  const letters = (text: string, options?: LtlOptions) =>
    showFormula(formulaOf(text, options), (i) => 'abcdef'[i]);
  it.each<[string, string]>([
    ['a', 'a'],
    ['true', 'true'],
    ['false', 'false'],
    ['(a)', 'a'],
    ['!a', '!a'],
    ['!!a', 'a'],
    ['not a', '!a'],
    ['[]a', '[]a'],
    ['always a', '[]a'],
    ['G a', '[]a'],
    ['<>a', '<>a'],
    ['eventually a', '<>a'],
    ['F a', '<>a'],
    ['X a', 'X a'],
    ['next a', 'X a'],
    ['G F a', '[]<>a'],
    ['[]<>!X a', '[]<>!X a'],
    ['a U b', 'a U b'],
    ['a until b', 'a U b'],
    ['a stronguntil b', 'a U b'],
    ['a V b', 'a V b'],
    ['a R b', 'a V b'],
    ['a release b', 'a V b'],
    ['a W b', 'a W b'],
    ['a weakuntil b', 'a W b'],
    ['a && b', 'a && b'],
    ['a and b', 'a && b'],
    ['a /\\ b', 'a && b'],
    ['a & b', 'a && b'],
    ['a || b', 'a || b'],
    ['a or b', 'a || b'],
    ['a \\/ b', 'a || b'],
    ['a | b', 'a || b'],
    ['a -> b', 'a -> b'],
    ['a => b', 'a -> b'],
    ['a implies b', 'a -> b'],
    ['a <-> b', 'a <-> b'],
    ['a <=> b', 'a <-> b'],
    ['a equivalent b', 'a <-> b'],
    // unary tightest, then U V W, then &&, ||, ->, <->
    ['!a U b', '!a U b'],
    ['!(a U b)', '!(a U b)'],
    ['[]a U b', '[]a U b'],
    ['<>a && b', '<>a && b'],
    ['X a -> b', 'X a -> b'],
    ['a U b && c', '(a U b) && c'],
    ['a && b U c', 'a && (b U c)'],
    ['a && b || c', '(a && b) || c'],
    ['a || b && c', 'a || (b && c)'],
    ['a || b -> c', '(a || b) -> c'],
    ['a -> b || c', 'a -> (b || c)'],
    ['a -> b <-> c', '(a -> b) <-> c'],
    ['a <-> b -> c', 'a <-> (b -> c)'],
    // chains
    ['a && b && c', '(a && b) && c'],
    ['a || b || c', '(a || b) || c'],
    ['a -> b -> c', 'a -> (b -> c)'],
    ['a <-> b <-> c', '(a <-> b) <-> c'],
    ['a U b U c', 'a U (b U c)'],
    ['a W b V c', 'a W (b V c)'],
    ['(a U b) U c', '(a U b) U c'],
    // as in Promela, & and | bind tighter than U and &&
    ['a & b U c', '(a && b) U c'],
    ['a && b | c', 'a && (b || c)'],
    ['a & b | c', '(a && b) || c'],
    ['a /* so */ -> // this\n b', 'a -> b'],
  ])('%j is %s', (text, expected) => {
    expect(letters(text)).toBe(expected);
  });

  it.each<[string, string]>([
    ['a -> b -> c', '(a -> b) -> c'],
    ['a <-> b -> c', '(a <-> b) -> c'],
    ['a U b U c', '(a U b) U c'],
    ['a V b W c', '(a V b) W c'],
    ['a -> b || c', 'a -> (b || c)'],
  ])('grouped from the left, as SPIN does, %j is %s', (text, expected) => {
    expect(letters(text, { grouping: 'left' })).toBe(expected);
    expect(readLetters(text, { grouping: 'left' }).diagnostics).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    ['a U b U c', 'operators like U in a row: read as a U (b U c)'],
    ['a U b U c U d', 'operators like U in a row: read as a U (b U c U d)'],
    ['a -> b -> c', '-> in a row: read as a -> (b -> c)'],
    ['a <-> b -> c', '<-> before ->: read as a <-> (b -> c)'],
    ['a & b U c', '&, ^ or | next to an operator like U: read as (a & b) U c'],
    ['a && b | c', '| or ^ next to &&: read as a && (b | c)'],
    ['a U (b U c)', undefined],
    ['a -> (b -> c)', undefined],
    ['a -> b <-> c', undefined],
    ['a && b && c || d', undefined],
    ['a & b & c', undefined],
  ])('%s: the notice is %s', (text, notice) => {
    expect(readLetters(text).diagnostics.map((d) => `${d.severity} ${d.message}`)).toEqual(
      notice === undefined ? [] : [`notice ${notice}`],
    );
  });

  it('words of operators are names where only a name fits', () => {
    expect(shown('[] release')).toBe('[]<release>');
    expect(shown('F release')).toBe('<><release>');
    expect(shown('release release release')).toBe('<release> V <release>');
    expect(shown('"release" U start')).toBe('<release> U <start>');
    expect(showFormula(formulaOf('next -> X'), (i) => ['next', 'X'][i])).toBe('next -> X');
  });
});

describe('ltl: atoms', () => {
  it.each<[string, string]>([
    ['[]<> phil.1.eat', '[]<><phil.1.eat>'],
    ['<> phil[2].eat', '<><phil.2.eat>'],
    ['<> phil[3].eat', '<><phil[3].eat>'],
    ['<> "phil.*.eat"', '<><phil.*.eat>'],
    ['<> put', '<><put>'],
    ['<> put(3)', '<><put(3)>'],
    ['<> put( _ )', '<><put(_)>'],
    ['<> put(*)', '<><put(_)>'],
    ['<> put(-1 .. 4)', '<><put(-1..4)>'],
    ['<> event(both)', '<><both>'],
    ['<> event(put(3))', '<><put(3)>'],
    ['[] flag', '[]{flag}'],
    ['[] x', '[]{x}'],
    ['[] x > 3', '[]{x > 3}'],
    ['[] (x > 3)', '[]{x > 3}'],
    ['[] !x > 3 U start', '[]{!x > 3} U <start>'],
    ['[] (x & 1)', '[]{x & 1}'],
    ['both == 1 U start', '{both == 1} U <start>'],
    ['[] (phil.1@idle -> <> phil.1@busy)', '[]({phil.1@idle} -> <>{phil.1@busy})'],
    ['[] (Worker[1]:id == 12)', '[]{Worker[1]:id == 12}'],
    ['[] nempty(pipe) -> <> start', '[]{nempty(pipe)} -> <><start>'],
    ['[] r.x < 0', '[]{r.x < 0}'],
    ['[] hue == green', '[]{hue == green}'],
    ['<> green', '<><green>'], // a literal alone is no condition, so this is the event
    ['[] 1', '[]true'],
    ['start & flag', '<start> && {flag}'],
    ['start && x && flag', '(<start> && {x}) && {flag}'],
    // same meaning, same atom
    ['x>3 U !(x > 3)', '{x>3} U !{x>3}'],
    // the left side guards the right one, so they are one condition
    ['[] (x < 4 && a[x] > 1)', '[]{x < 4 && a[x] > 1}'],
    ['[] (x < 4 -> !(10 / x > 1))', '[]{x < 4 -> !(10 / x > 1)}'],
    ['[] (x < 4 && flag)', '[]({x < 4} && {flag})'],
    ['[] (zero -> 1 : x)', '[]{zero -> 1 : x}'],
  ])('%s is %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('keeps patterns and predicates', () => {
    const reading = read('put(_) U (put(1 .. 2) || phil.2@busy)');
    expect(reading).toMatchObject({
      ok: true,
      value: {
        atoms: [
          { kind: 'event', pattern: { kind: 'call', name: 'put', arguments: [{ kind: 'any' }] } },
          {
            kind: 'event',
            pattern: { kind: 'call', name: 'put', arguments: [{ kind: 'range', low: 1, high: 2 }] },
          },
          { kind: 'state', predicate: { kind: 'at', type: 0, locations: [2, 3] } },
        ],
      },
    });
  });

  it('at most 30 of them', () => {
    const chain = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`).join(' || ');
    expect(readLetters(chain(30)).ok).toBe(true);
    expect(readLetters(chain(31)).diagnostics).toMatchObject([{ code: 'too-large', span: { column: 201 } }]);
  });
});

describe('ltl: mistakes, with their columns', () => {
  it.each<[string, string, number, number]>([
    ['', 'syntax', 1, 1],
    ['[]', 'syntax', 3, 3],
    ['[] (start', 'syntax', 10, 10],
    ['start)', 'syntax', 6, 7],
    ['start U', 'syntax', 8, 8],
    ['U start', 'syntax', 3, 8], // a name U, and then another
    ['start start', 'syntax', 7, 12],
    ['[ ] start', 'syntax', 1, 2],
    ['[] start # X', 'syntax', 10, 11],
    ['start <> put', 'syntax', 7, 9],
    ['[] x = 3', 'syntax', 6, 7],
    ['put(3', 'syntax', 6, 6],
    ['put(3 4)', 'syntax', 7, 8],
    ['put(x .. 4)', 'syntax', 5, 11],
    ['<> strat', 'unknown-event', 4, 9],
    ['<> phil.9.eat', 'unknown-event', 4, 14],
    ['<> "nothing"', 'unknown-event', 4, 13],
    ['<> get(3)', 'unknown-event', 4, 10],
    ['<> event(nothing)', 'unknown-event', 10, 17],
    ['<> event(1, 2)', 'syntax', 4, 15],
    ['<> put(1, 2)', 'wrong-kind', 4, 13], // put has one argument in the sample
    ['<> both', 'wrong-kind', 4, 8],
    ['[] (y > 3)', 'unknown-name', 5, 6],
    ['[] timeout', 'unsupported', 4, 11],
    ['[] 5', 'wrong-kind', 4, 5],
    ['[] hue', 'wrong-kind', 4, 7],
    ['[] red', 'wrong-kind', 4, 7],
    ['[] pipe', 'wrong-kind', 4, 8],
    ['[] a', 'wrong-kind', 4, 5],
    ['([] flag) == 1', 'wrong-kind', 1, 10],
    ['x + (flag U flag) > 1', 'wrong-kind', 5, 18],
    ['start & x', 'wrong-kind', 9, 10],
    ['start ^ flag', 'unknown-name', 1, 6],
  ])('%j: %s at %i', (text, code, column, endColumn) => {
    const reading = read(text);
    expect(reading.ok).toBe(false);
    const errors = reading.diagnostics.filter((d) => d.severity === 'error');
    expect(errors).toMatchObject([{ code, span: { file: 'f', line: 1, column, endColumn } }]);
  });

  it('suggests events and variables', () => {
    const hint = (text: string, options?: LtlOptions) => read(text, options).diagnostics[0].hint;
    expect(hint('<> strat')).toBe('did you mean start?');
    expect(hint('<> flga')).toBe('did you mean flag?');
    expect(hint('<> hungry', { eventNames: ['angry', 'hungri'] })).toBe('did you mean hungri, angry?');
    expect(hint('<> both')).toContain('event(both)');
  });

  it('reports every unknown name once', () => {
    const { diagnostics } = read('<> one && [] (two > 1) && one U three');
    expect(diagnostics.map((d) => [d.code, d.span?.column])).toEqual([
      ['unknown-event', 4],
      ['unknown-name', 15],
      ['unknown-event', 33],
    ]);
  });

  it('reads a part of a file, with the spans of the whole', () => {
    const text = 'ltl one {\n  [] start }\nltl two { <> strat }';
    const start = text.lastIndexOf('{') + 1;
    expect(
      parseLtl({ file: 'm', text }, sample, event, { start, end: text.length - 1 }).diagnostics,
    ).toMatchObject([
      { code: 'unknown-event', span: { file: 'm', line: 3, column: 14, endLine: 3, endColumn: 19 } },
    ]);
    expect(parseLtl({ file: 'm', text }, sample, event, { start: 9, end: text.indexOf('}') }).ok).toBe(true);
  });
});

describe('ltl: hostile input', () => {
  const deep = 100_000;
  it.each<[string, string]>([
    ['parentheses', '('.repeat(deep)],
    ['balanced parentheses', `${'('.repeat(deep)}start${')'.repeat(deep)}`],
    ['negations', `${'!'.repeat(deep)}start`],
    ['boxes', `${'[]'.repeat(deep)}start`],
    ['words', `${'always '.repeat(deep)}start`],
    ['untils', `start${' U start'.repeat(deep)}`],
    ['implications', `start${' -> start'.repeat(deep)}`],
    ['conjunctions', `start${' && start'.repeat(deep)}`],
    ['equivalences', `start${' <-> start'.repeat(deep)}`],
    ['calls', 'event('.repeat(deep)],
  ])('%s, a hundred thousand deep, are too large', (_, text) => {
    for (const grouping of ['right', 'left'] as const) {
      const { ok, diagnostics } = read(text, { grouping });
      expect(ok).toBe(false);
      expect(diagnostics.map((d) => d.code)).toEqual(['too-large']);
    }
  });

  it.each<[string, string]>([
    ['negations', `${'!'.repeat(200)}start`],
    ['nexts', `${'X '.repeat(200)}start`],
    ['parentheses', `${'('.repeat(200)}start${')'.repeat(200)}`],
    ['untils', `start${' U put'.repeat(200)}`],
    ['implications', `start${' -> put'.repeat(200)}`],
    ['equivalences', `start${' <-> put'.repeat(200)}`],
    ['conjunctions', `start${' && put'.repeat(200)}`],
  ])('%s, two hundred deep, are read', (_, text) => {
    for (const grouping of ['right', 'left'] as const) expect(read(text, { grouping }).ok).toBe(true);
  });

  it('until and release by turns, a hundred deep, are read or refused', () => {
    const text = `${'start U (put V ('.repeat(50)}start${'))'.repeat(50)}`;
    const reading = read(text);
    expect(reading.ok || reading.diagnostics[0].code === 'too-large').toBe(true);
  });

  it('an automaton that would be too large is an error of the formula', () => {
    const text = `!(${Array.from({ length: 25 }, (_, i) => `<>e${i}`).join(' && ')})`;
    expect(readLetters(text).diagnostics).toMatchObject([
      { code: 'too-large', span: { line: 1, column: 1 } },
    ]);
  });

  it('ten megabytes of garbage end at the first mistake', () => {
    expect(read('][ \u0001 '.repeat(2_000_000)).diagnostics).toHaveLength(1);
    expect(read('start U '.repeat(1_300_000)).diagnostics).toHaveLength(1);
  });
});
