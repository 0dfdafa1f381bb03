import { describe, expect, it } from 'vitest';
import { parseIntervalQuery, showQuery } from '../../../src/property/interval/index.js';
import type { IntervalQuery } from '../../../src/property/interval/query.js';

const parse = (text: string, file = 'q.inca') => parseIntervalQuery({ file, text });

function read(text: string): IntervalQuery {
  const reading = parse(text);
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return reading.value;
}

const wrap = (...intervals: string[]) =>
  `(defquery "q" "nofair" (omega-star-less (sequence ${intervals.map((i) => `(interval ${i})`).join(' ')})))`;

/** The sentence of a query with these intervals. */
const sentence = (...intervals: string[]) => showQuery({ ...read(wrap(...intervals)), name: '' });

describe('the requirements on an event dispatcher, as INCA queries', () => {
  const register = '(rendezvous "a1;dispatcher.register_event;art1;e1")';
  const unregister = '(rendezvous "a1;dispatcher.unregister_event;art1;e1")';
  const accepted = (what: string, artist = '1') =>
    `"accept(a${artist};dispatcher.${what}_event;art${artist};e1)"`;
  const notify = '(rendezvous "adt_wrapper;dispatcher.notify_artists;e1")';
  const told = (event: string) => `(contains "notify_client_event;${event})")`;

  it.each([
    [
      'never registers twice in a row',
      [`:initial t :open t :ends-with '(${register})`, `:ends-with '(${register}) :forbid '(${unregister})`],
      'violated by: from the start until rendezvous "a1;dispatcher.register_event;art1;e1" allowing earlier ones, ' +
        'then until rendezvous "a1;dispatcher.register_event;art1;e1" without rendezvous "a1;dispatcher.unregister_event;art1;e1"',
    ],
    [
      'never unregisters unless registered',
      [
        `:initial t :open t :constraints '((= ${accepted('register')} ${accepted('unregister')}))`,
        `:ends-with '(${unregister}) :forbid '(${register})`,
      ],
      'violated by: from the start for a while counting "accept(a1;dispatcher.register_event;art1;e1)" = ' +
        '"accept(a1;dispatcher.unregister_event;art1;e1)", then until rendezvous "a1;dispatcher.unregister_event;art1;e1" ' +
        'without rendezvous "a1;dispatcher.register_event;art1;e1"',
    ],
    [
      'no further event is accepted before the registered artist is told',
      [
        `:initial t :open t :ends-with '(${notify})
         :constraints '((= ${accepted('register')} (+ 1 ${accepted('unregister')})))`,
        `:ends-with '((and (or (prefix "call") (prefix "accept")) (contains "adt_wrapper;dispatcher.notify_artists")))
         :forbid '((rendezvous "dispatcher;a1.notify_client_event;e1"))`,
      ],
      'violated by: from the start until rendezvous "adt_wrapper;dispatcher.notify_artists;e1" allowing earlier ones ' +
        'counting "accept(a1;dispatcher.register_event;art1;e1)" = "accept(a1;dispatcher.unregister_event;art1;e1)" + 1, ' +
        'then until ((prefix "call" or prefix "accept") and contains "adt_wrapper;dispatcher.notify_artists") ' +
        'without rendezvous "dispatcher;a1.notify_client_event;e1"',
    ],
    [
      'nobody is told before the event is received',
      [`:initial t :ends-with '(${told('e1')}) :forbid '(${notify})`],
      'violated by: from the start until contains "notify_client_event;e1)" ' +
        'without rendezvous "adt_wrapper;dispatcher.notify_artists;e1"',
    ],
    [
      'after e1 nobody is told e2',
      [`:initial t :open t :ends-with '(${notify})`, `:ends-with '(${told('e2')}) :forbid '(${told('e1')})`],
      'violated by: from the start until rendezvous "adt_wrapper;dispatcher.notify_artists;e1" allowing earlier ones, ' +
        'then until contains "notify_client_event;e2)" without contains "notify_client_event;e1)"',
    ],
    [
      'nobody registered, nobody told',
      [
        `:initial t :open t :ends-with '((and (prefix "call") ${told('e1')}))
         :constraints '((= ${accepted('register')} ${accepted('unregister')})
                        (= ${accepted('register', '2')} ${accepted('unregister', '2')}))`,
      ],
      'violated by: from the start until (prefix "call" and contains "notify_client_event;e1)") allowing earlier ones ' +
        'counting "accept(a1;dispatcher.register_event;art1;e1)" = "accept(a1;dispatcher.unregister_event;art1;e1)" ' +
        'and "accept(a2;dispatcher.register_event;art2;e1)" = "accept(a2;dispatcher.unregister_event;art2;e1)"',
    ],
    [
      'the first registered is told first',
      [
        `:initial t :open t :ends-with '((rendezvous "a2;dispatcher.register_event;art2;e1"))`,
        `:ends-with '((rendezvous "dispatcher;a2.notify_client_event;e1")) :forbid '(${unregister} "x")
         :constraints '((>= 1 "accept(adt_wrapper;dispatcher.notify_artists;e1)"))`,
      ],
      'violated by: from the start until rendezvous "a2;dispatcher.register_event;art2;e1" allowing earlier ones, ' +
        'then until rendezvous "dispatcher;a2.notify_client_event;e1" ' +
        'without rendezvous "a1;dispatcher.unregister_event;art1;e1" or x ' +
        'and counting 1 >= "accept(adt_wrapper;dispatcher.notify_artists;e1)"',
    ],
    [
      'no termination while registered',
      [
        `:initial t :ends-with '((rendezvous "artist_manager;a1.terminate_artist-end"))
         :constraints '((<= (+ 1 ${accepted('unregister')} ${accepted('unregister', '2')})
                            (+ ${accepted('register')} ${accepted('register', '2')})))`,
      ],
      'violated by: from the start until rendezvous "artist_manager;a1.terminate_artist-end" ' +
        'counting "accept(a1;dispatcher.unregister_event;art1;e1)" + "accept(a2;dispatcher.unregister_event;art2;e1)" + 1 <= ' +
        '"accept(a1;dispatcher.register_event;art1;e1)" + "accept(a2;dispatcher.register_event;art2;e1)"',
    ],
  ])('%s', (_, intervals, expected) => {
    const reading = parse(wrap(...intervals));
    expect(reading.diagnostics).toEqual([]);
    expect(sentence(...intervals)).toBe(expected);
  });
});

describe('forms', () => {
  it('a rendezvous is the call, the accept, or an event of that text', () => {
    expect(read(wrap(`:initial t :ends-with '((rendezvous "a;b.c"))`)).sequences[0][0].endsWith).toEqual({
      kind: 'or',
      parts: [
        { kind: 'name', name: 'call(a;b.c)' },
        { kind: 'name', name: 'accept(a;b.c)' },
        { kind: 'name', name: 'a;b.c' },
      ],
    });
  });

  it('several sequences, or a union of them, are alternatives', () => {
    const one = `(sequence (interval :initial t :ends-with '("a")))`;
    const two = `(sequence (interval :initial t :ends-with '("b")))`;
    const expected =
      'query u assuming fairness violated by: from the start until a; or by from the start until b';
    expect(showQuery(read(`(defquery "u" "fair" (omega-star-less ${one} ${two}))`))).toBe(expected);
    expect(showQuery(read(`(defquery "u" "fair" (omega-star-less (union ${one} ${two})))`))).toBe(expected);
  });

  it.each([
    [`(> "p" 2)`, 'p > 2'],
    [`(= (* 2 "p") (+ "q" (* "q" 2)))`, '2 * p = 3 * q'],
    [`(<= (- "p" "q") -1)`, 'p <= q - 1'],
    [`(< (- (+ 1 "p")) (* -1 (- 3 "q")))`, '-1 < p + q - 3'],
  ])('relation %s reads %s', (relation, expected) => {
    // What is subtracted stands on the other side: -1 - p < -3 + q is -1 < p + q - 3.
    expect(sentence(`:initial t :constraints '(${relation})`)).toBe(
      `violated by: from the start for a while counting ${expected}`,
    );
  });

  it.each([
    [':initial t :opent :ends-with \'("a")', ':opent is read as :open t', 72],
    [':intitial t :open t :ends-with \'("a")', ':intitial is read as :initial', 61],
    [':initial t: :open t :ends-with \'("a")', 't: is read as t', 70],
    [':initial :open t :ends-with \'("a")', ':initial without a value is read as :initial t', 61],
    [':initial t :open t :ends-with ("a")', "the list should be quoted: '(…)", 91],
    [':initial t :open t :ends-with "a"', 'a single member is read as a list of one', 91],
  ])('the slip %s is read with a warning', (interval, message, column) => {
    const reading = parse(wrap(interval));
    expect(reading.ok && showQuery({ ...reading.value, name: '' })).toBe(
      'violated by: from the start until a allowing earlier ones',
    );
    expect(reading.diagnostics).toMatchObject([
      { code: 'syntax', severity: 'warning', message, span: { column } },
    ]);
  });

  it('reads ::constraints', () => {
    const reading = parse(wrap(`:initial t ::constraints '((> "p" 2))`));
    expect(reading.ok).toBe(true);
    expect(reading.diagnostics.map((d) => d.message)).toEqual(['::constraints is read as :constraints']);
  });
});

describe('mistakes', () => {
  const at = (text: string) => {
    const reading = parse(text);
    expect(reading.ok).toBe(false);
    const lines = text.split('\n');
    return reading.diagnostics.map(({ code, span }) => {
      const marked = span && lines[span.line - 1].slice(span.column - 1, span.endColumn - 1);
      return `${code} at ${span?.line}: ${marked}`;
    });
  };

  it.each([
    ['(defquery "q" "nofair"\n  (omega-star-less (sequence)))', ['bad-structure at 2: (sequence)']],
    [
      '(defquery "q" "often" (omega-star-less (sequence (interval :initial t))))',
      ['bad-value at 1: "often"'],
    ],
    ['(defquery q "nofair" (omega-star-less (sequence (interval :initial t))))', ['syntax at 1: q']],
    ['(defquery "q" "nofair" (sequence (interval)))', ['syntax at 1: (sequence']],
    ['(defquery "q" "nofair"\n  (omega-star-less (sequence (interval :initial t', ['syntax at 2: (']],
    ['(defquery "q" "nofair" (omega-star-less (sequence (interval :initial t))))\n)', ['syntax at 2: )']],
    ['(defquery "q" "nofair" (omega-star-less (sequence (interval\n :forbid \'("a)))))', ['syntax at 2: "']],
    [wrap(':initial t :forbidden \'("a")'), ['unknown-name at 1: :forbidden']],
    [wrap(":initial t :forbid '(a)"), ['syntax at 1: a']],
    [wrap(":initial t :forbid '()"), ['syntax at 1: ()']],
    [wrap(':initial t :forbid :open t'), ['syntax at 1: :forbid']],
    [wrap(':initial t :forbid \'("a") :forbid \'("b")'), ['duplicate-name at 1: :forbid']],
    [wrap(':initial t :constraints \'((= "a" (* "a" "b")))'), ['bad-structure at 1: (* "a" "b")']],
    [wrap(':initial t :constraints \'((= "a" (* 5000 "b")))'), ['bad-value at 1: (= "a" (* 5000 "b"))']],
    [wrap(':initial t :perpetual t', ':open t'), ['bad-structure at 1: (interval :initial t :perpetual t)']],
    [
      wrap(':initial t', ':perpetual t :ends-with \'("a")'),
      ['bad-structure at 1: (interval :perpetual t :ends-with \'("a"))'],
    ],
    [
      wrap(':initial t', ':perpetual t :constraints \'((= "a" 1))'),
      ['bad-structure at 1: (interval :perpetual t :constraints \'((= "a" 1)))'],
    ],
    [
      wrap(':open t', ':initial t'),
      ['bad-structure at 1: (interval :initial t)', 'bad-structure at 1: (interval'],
    ],
    [
      wrap(":initial yes :forbid '((prefix))", ':opem t'),
      ['bad-value at 1: yes', 'syntax at 1: (prefix)', 'unknown-name at 1: :opem'],
    ],
  ])('%s', (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  it('suggests the option that was meant', () => {
    expect(parse(wrap(':initial t :forbd \'("a")')).diagnostics[0].hint).toBe('did you mean :forbid?');
  });

  it('refuses more events than a letter can hold', () => {
    const events = Array.from({ length: 31 }, (_, i) => `"e${i}"`);
    const requiring = (some: string[]) => parse(wrap(`:initial t :require '(${some.join(' ')})`));
    expect(requiring(events.slice(1)).ok).toBe(true);
    expect(requiring(events).diagnostics.map((d) => d.code)).toEqual(['too-large']);
  });

  it('refuses deep nesting and endless text with a message', () => {
    const deep = `${'(and '.repeat(100_000)}`;
    expect(parse(wrap(`:initial t :forbid '(${deep}`)).diagnostics.map((d) => d.code)).toEqual(['too-large']);
    expect(parse(`(${'a '.repeat(5_000_000)}`).diagnostics.map((d) => d.code)).toEqual(['too-large']);
    expect(parse(wrap(':initial t', ...Array(5000).fill(':open t'))).diagnostics.map((d) => d.code)).toEqual([
      'too-large',
    ]);
    expect(parse(wrap(':bad x '.repeat(1000))).diagnostics.length).toBe(20);
  });
});
