import { describe, expect, it } from 'vitest';
import { showQuery } from '../../../src/property/interval/index.js';
import {
  mapPatternEvents,
  type PatternProperty,
  parsePattern,
  patternEvents,
  showPattern,
  translatePattern,
} from '../../../src/property/pattern/index.js';

const parse = (text: string) => parsePattern({ file: 'p.prop', text });

function read(text: string): PatternProperty {
  const reading = parse(text);
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return reading.value;
}

describe('patterns in words', () => {
  it.each<[string, PatternProperty]>([
    ['absence of crash', { kind: 'absence', P: 'crash', scope: { kind: 'globally' } }],
    ['existence of a.b before c', { kind: 'existence', P: 'a.b', scope: { kind: 'before', R: 'c' } }],
    [
      'at most 2 of a after q',
      { kind: 'bounded-existence', P: 'a', most: 2, scope: { kind: 'after', Q: 'q' } },
    ],
    ['at most 1 a', { kind: 'bounded-existence', P: 'a', most: 1, scope: { kind: 'globally' } }],
    [
      'bounded existence of a at most 3 between "x y" and r',
      { kind: 'bounded-existence', P: 'a', most: 3, scope: { kind: 'between', Q: 'x y', R: 'r' } },
    ],
    [
      'universality of lock ended by unlock after q until r',
      { kind: 'universality', P: 'lock', N: 'unlock', scope: { kind: 'after-until', Q: 'q', R: 'r' } },
    ],
    ['s precedes p globally', { kind: 'precedence', S: 's', P: 'p', scope: { kind: 'globally' } }],
    ['s responds to p globally', { kind: 'response', S: 's', P: 'p', scope: { kind: 'globally' } }],
    ['s, t precede p', { kind: 'precedence-2-1', S: 's', T: 't', P: 'p', scope: { kind: 'globally' } }],
    ['p precedes s, t', { kind: 'precedence-1-2', S: 's', T: 't', P: 'p', scope: { kind: 'globally' } }],
    ['p responds to s, t', { kind: 'response-2-1', S: 's', T: 't', P: 'p', scope: { kind: 'globally' } }],
    ['s, t respond to p', { kind: 'response-1-2', S: 's', T: 't', P: 'p', scope: { kind: 'globally' } }],
    [
      's, t without z respond to p',
      { kind: 'response-1-2', S: 's', T: 't', Z: 'z', P: 'p', scope: { kind: 'globally' } },
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(read(showPattern(expected))).toEqual(expected);
  });

  it.each([
    ['absence crash', '1:9 syntax'],
    ['absence of', '1:11 syntax'],
    ['absence of after', '1:12 syntax'],
    ['a follows b', '1:3 syntax'],
    ['a responds b', '1:12 syntax'],
    ['a, b precede c, d', '1:1 unsupported'],
    ['a, b without c precede d', '1:1 unsupported'],
    ['absence of a\n  between b or c', '2:13 syntax'],
    ['absence of a globally please', '1:23 syntax'],
    ['at most 0 of a', '1:9 bad-value'],
    ['at most 101 of a', '1:9 too-large'],
    ['at most many of a', '1:9 syntax'],
    ['a precedes b after a', '1:20 bad-structure'],
    ['absence of ""', '1:12 syntax'],
    ['absence of $', '1:12 syntax'],
    ['', '1:1 syntax'],
  ])('one mistake, one message: %s', (text, expected) => {
    const reading = parse(text);
    expect(reading.ok).toBe(false);
    expect(reading.diagnostics.map((d) => `${d.span?.line}:${d.span?.column} ${d.code}`)).toEqual([expected]);
  });

  it('ten million characters without sense end with a message', () => {
    expect(parse('a '.repeat(5_000_000)).diagnostics.length).toBe(1);
    expect(parse('"'.repeat(10_000_000)).diagnostics.length).toBe(1);
  });

  it('are read inside a larger text', () => {
    const text = 'x {\n absence of a nonsense }';
    expect(parsePattern({ file: 'f', text }, { start: 3, end: text.indexOf('}') }).diagnostics).toMatchObject(
      [{ span: { file: 'f', line: 2, column: 15, endColumn: 23 } }],
    );
    expect(parsePattern({ file: 'f', text }, { start: 3, end: text.indexOf(' nonsense') }).ok).toBe(true);
  });
});

describe('translations', () => {
  it('are texts in the other notations', () => {
    const { qre, ltl, queries, exactQueries } = translatePattern(
      read('granted responds to asked between open and close'),
    );
    expect(qre).toBe(
      'for events { open, close, asked, granted } show all executions satisfy ' +
        '~[open]*; (open; (~[asked,close]*; (asked; ~[granted,close]*; granted; ~[asked,close]*)*); close; ~[open]*)*; (open; ~[close]*)?',
    );
    expect(ltl).toBe(
      '[](("open" && !"close" && <>"close") -> (("asked" -> (!"close" U ("granted" && !"close"))) U "close"))',
    );
    expect(queries.map((query) => showQuery({ ...query, name: '' }))).toEqual([
      'violated by: from the start until open allowing earlier ones, ' +
        'then until asked allowing earlier ones without close, then until close without granted',
    ]);
    expect(exactQueries).toBe(true);
  });

  it('quote names that the notations could not read', () => {
    const { qre, ltl } = translatePattern(read('absence of "put(1)" after U'));
    expect(qre).toBe('for events { U, "put(1)" } show all executions satisfy ~[U]*; (U; (~["put(1)"]*))?');
    expect(ltl).toBe('[]("U" -> ([]!"put(1)"))');
  });

  it('name each way to violate', () => {
    expect(translatePattern(read('a, b precede c')).queries.map((query) => query.name)).toEqual([
      'a, b precede c globally, way 1',
      'a, b precede c globally, way 2',
    ]);
  });

  it('events can be listed and replaced', () => {
    const property = read('s, t without z respond to p after q until r');
    expect(patternEvents(property).sort()).toEqual(['p', 'q', 'r', 's', 't', 'z']);
    expect(showPattern(mapPatternEvents(property, (name) => name.toUpperCase()))).toBe(
      'S, T without Z respond to P after Q until R',
    );
  });
});
