import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../src/model/diagnostic.js';
import {
  bindProperties,
  builtInQuestion,
  eventNames,
  parseProperties,
  resolvePattern,
} from '../../../src/property/file/index.js';
import type { Question } from '../../../src/property/question.js';
import { system } from './system.js';

function bind(text: string): Reading<Question[]> {
  const file = parseProperties({ file: 'test.prop', text });
  return file.ok ? bindProperties(file.value, system) : file;
}

function questions(text: string): Question[] {
  const bound = bind(text);
  if (!bound.ok) throw new Error(bound.diagnostics.map((d) => d.message).join('\n'));
  return bound.value;
}

const ask = (text: string) => questions(text)[0].ask;
const order = (text: string) => {
  const asked = ask(text);
  if (asked.kind !== 'order') throw new Error(asked.kind);
  return asked;
};
const name = (text: string) => ({ kind: 'name', name: text });

describe('the event names of a model', () => {
  it('are the symbols in use that are not hidden, and the labels', () => {
    expect(eventNames(system)).toEqual([
      'accept(c;s.buy)',
      'call(c;s.buy)',
      'count',
      'open',
      'order',
      'pay',
      'phil.1.eat',
      'phil.1.think',
      'phil.2.eat',
    ]);
  });
});

describe('binding', () => {
  it('keeps name, text and place', () => {
    expect(questions('property p:\n  terminates')).toEqual([
      {
        name: 'p',
        text: 'terminates',
        span: { file: 'test.prop', line: 2, column: 3, endLine: 2, endColumn: 13 },
        ask: { kind: 'terminates' },
      },
    ]);
  });

  it('looks names up among the definitions first, then in the model', () => {
    const text = `event eat1 = phil.1.eat
      event open = eat1 | pay(1..3, red)
      for events {open, "phil.2.eat", phil.1.think} show all executions satisfy .*`;
    expect(order(text).observers[0].atoms).toEqual([
      {
        kind: 'event',
        name: 'open',
        pattern: {
          kind: 'or',
          parts: [
            name('phil.1.eat'),
            {
              kind: 'call',
              name: 'pay',
              arguments: [
                { kind: 'range', low: 1, high: 3 },
                { kind: 'text', text: 'red' },
              ],
            },
          ],
        },
      },
      { kind: 'event', name: 'phil.2.eat', pattern: name('phil.2.eat') },
      { kind: 'event', name: 'phil.1.think', pattern: name('phil.1.think') },
    ]);
  });

  it('takes the own name of a definition for the event of the model', () => {
    const text = 'event open = open | pay\nprogress open';
    expect(ask(text)).toEqual({
      kind: 'progress',
      events: { kind: 'or', parts: [name('open'), name('pay')] },
    });
  });

  it.each([
    ['phil.*.eat', { kind: 'glob', glob: 'phil.*.eat' }],
    [
      'pay(_, green)',
      { kind: 'call', name: 'pay', arguments: [{ kind: 'any' }, { kind: 'text', text: 'green' }] },
    ],
    ['"pay(3,red)"', name('pay(3,red)')],
    ['order(77777)', { kind: 'call', name: 'order', arguments: [{ kind: 'text', text: '77777' }] }],
    ['(prefix "order(9")', { kind: 'prefix', text: 'order(9' }],
    ['count(-4)', { kind: 'call', name: 'count', arguments: [{ kind: 'text', text: '-4' }] }],
    ['not open', { kind: 'not', part: name('open') }],
  ])('knows that %s can happen', (text, events) => {
    expect(ask(`progress ${text}`)).toEqual({ kind: 'progress', events });
  });

  it('makes a deterministic observer of an automaton or a regular expression', () => {
    const regular = order('for events {open, pay} show all executions satisfy (open; pay)*').observers[0];
    const automaton = order('automaton { start s accepting s s -open-> t -pay-> s }').observers[0];
    for (const observer of [regular, automaton]) {
      const [start] = observer.initial;
      const [opened] = observer.successors(start, 0b01);
      expect(observer.badAtEnd(opened)).toBe(true);
      expect(observer.successors(opened, 0b10)).toEqual([start]);
      expect(observer.bad(observer.successors(start, 0b10)[0])).toBe(true);
    }
  });

  it('says how endless executions are judged, where that matters', () => {
    const notices = (text: string) => questions(text)[0].notices?.length ?? 0;
    expect(notices('for events {open, pay} show all executions satisfy (open; pay)*')).toBe(1);
    expect(notices('for events {open, pay} show all executions satisfy (open; pay)*; open?')).toBe(0);
  });

  it('binds formulas, over events, definitions and states', () => {
    const { observers } = order('event eat = phil.*.eat\n[] (eat -> <> (open && x == 3))');
    expect(observers[0].acceptance).toBe('infinite');
    expect(observers[0].atoms.map((atom) => [atom.kind, atom.name])).toEqual([
      ['event', 'eat'],
      ['event', 'open'],
      ['state', 'x == 3'],
    ]);
    expect(observers[0].atoms[0]).toMatchObject({ pattern: { kind: 'glob', glob: 'phil.*.eat' } });
  });

  it('binds patterns by their formula, with their queries', () => {
    const text = 'event eat = phil.1.eat\nabsence of eat after open until pay';
    const { observers, queries } = order(text);
    expect(observers.length).toBe(1);
    expect(queries?.length).toBe(1);
    expect(JSON.stringify(queries)).toContain('phil.1.eat');
    expect(questions(text)[0].notices?.[0]).toMatch(/^every opening event starts a scope/);
    expect(questions('absence of open globally')[0].notices?.[0]).toMatch(/^checked as the formula/);
  });

  it('binds interval queries', () => {
    const text = `event eat = phil.1.eat\n(defquery "q" "nofair" (omega-star-less (sequence
      (interval :initial t :open t :ends-with '("eat")) (interval :ends-with '((rendezvous "c;s.buy"))))))`;
    const { observers, queries } = order(text);
    expect([questions(text)[0].name, observers.length]).toEqual(['q', 1]);
    expect(queries?.[0].sequences[0][0].endsWith).toEqual(name('phil.1.eat'));
  });

  it('binds the rest', () => {
    expect(ask('invariant x < 3')).toMatchObject({
      kind: 'invariant',
      predicate: { kind: 'binary', operator: 'less' },
    });
    expect(ask('progress {open, pay} when {phil.1.eat}')).toEqual({
      kind: 'progress',
      events: { kind: 'or', parts: [name('open'), name('pay')] },
      when: name('phil.1.eat'),
    });
    expect(ask('assertions of SAFE')).toEqual({ kind: 'assertions', observer: 'SAFE' });
    expect(ask('deadlock-free')).toEqual(builtInQuestion('deadlock-free').ask);
  });

  it('joins the events of a large alphabet', () => {
    const names = Array.from({ length: 40 }, (_, i) => `e${i}`);
    const definitions = names.map((n, i) => `event ${n} = order(${i})`).join('\n');
    const halves = [names.slice(0, 20), names.slice(20)];
    const text = `for events {${names}} show all executions satisfy ([${halves[0]}]; [${halves[1]}])*`;
    expect(order(`${definitions}\n${text}`).observers[0].atoms.map((atom) => atom.name)).toEqual(
      halves.map((half) => half.join(' | ')),
    );
    const apart = `for events {${names}} show all executions satisfy (${names.join(';')})*`;
    expect(bind(`${definitions}\n${apart}`).diagnostics).toMatchObject([
      { code: 'too-large', message: 'the property tells 40 events apart; at most 30 are possible' },
    ]);
  });
});

describe('mistakes found in binding', () => {
  it.each([
    ['progress opne', 1, 10, 'unknown-event', 'the model has no event "opne"', 'did you mean "open"?'],
    ['progress secret', 1, 10, 'unknown-event', 'the model has no event "secret"', /^its events are "accept/],
    ['progress unused', 1, 10, 'unknown-event', 'the model has no event "unused"', /./],
    ['progress zebra.*', 1, 10, 'unknown-event', 'no event of the model matches "zebra.*"', /./],
    ['progress pay(99, _)', 1, 10, 'unknown-event', 'the model has no event "pay" with such arguments', /./],
    ['progress pay(1)', 1, 10, 'unknown-event', 'the model has no event "pay" with such arguments', /./],
    ['progress (prefix "zebra")', 1, 18, 'unknown-event', 'no event of the model matches "zebra"', /./],
    [
      'for events {open,\n phil.1.eta} show all executions satisfy open',
      2,
      2,
      'unknown-event',
      'the model has no event "phil.1.eta"',
      'did you mean "phil.1.eat" or "phil.2.eat"?',
    ],
    ['automaton { start s s -opne-> s }', 1, 24, 'unknown-event', 'the model has no event "opne"', /open/],
    ['event e = opne\nprogress e', 1, 11, 'unknown-event', 'the model has no event "opne"', /open/],
    [
      'property p: absence of open\n  after phil.1.eet',
      2,
      9,
      'unknown-event',
      'the model has no event "phil.1.eet"',
      /phil.1.eat/,
    ],
    [
      'property p: assertions of SAVE',
      1,
      13,
      'unknown-name',
      'the model states no property "SAVE"',
      'it states "SAFE"',
    ],
    [
      'event a = b\nevent b = a\nprogress a',
      1,
      7,
      'bad-structure',
      'the definition of "a" needs itself',
      undefined,
    ],
    [
      'event eat = phil.*.eat\nfor events {phil.1.eat, eat} show all executions satisfy .*',
      2,
      25,
      'bad-structure',
      '"phil.1.eat" and "eat" both mean the model\'s event "phil.1.eat"',
      /./,
    ],
    [
      'event low = pay(0..5, _)\nevent high = pay(5..9, red)\nfor events {low, high} show all executions satisfy .*',
      3,
      18,
      'bad-structure',
      '"low" and "high" both mean the model\'s event "pay(5,red)"',
      /./,
    ],
    [
      'event a = order(5..70000)\nevent b = order(70000)\nfor events {a, b} show all executions satisfy .*',
      3,
      16,
      'bad-structure',
      '"a" and "b" both mean the model\'s event "order(70000)"',
      /./,
    ],
    [
      'for events {open, pay} show all executions satisfy .*; open; .^20',
      1,
      1,
      'too-large',
      /^the automaton of this expression has more than 65,536 states/,
      /./,
    ],
  ])('%j', (text, line, column, code, message, hint) => {
    const { ok, diagnostics } = bind(text);
    expect(ok).toBe(false);
    const matching = (wanted: string | RegExp) =>
      typeof wanted === 'string' ? wanted : expect.stringMatching(wanted);
    expect(diagnostics).toMatchObject([
      { code, message: matching(message), span: { line, column }, ...(hint && { hint: matching(hint) }) },
    ]);
  });

  it('leaves alone what only running can tell', () => {
    // Events "order" and "count" may show any number.
    expect(bind('progress (prefix "order(12")').ok).toBe(true);
    expect(bind('progress (contains "12)")').ok).toBe(true);
  });

  it('knows events that other files define', () => {
    const other = parseProperties({
      file: 'other.prop',
      text: 'event eat = phil.1.eat\nevent broken = opne',
    });
    const file = parseProperties({ file: 'test.prop', text: 'progress eat' });
    if (!other.ok || !file.ok) throw new Error('not read');
    expect(bindProperties(file.value, system, other.value.definitions)).toMatchObject({
      ok: true,
      value: [{ ask: { events: name('phil.1.eat') } }],
      diagnostics: [],
    });
  });

  it('can be asked for one pattern', () => {
    const file = parseProperties({ file: 'test.prop', text: 'event eat = phil.*.eat' });
    if (!file.ok) throw new Error('not read');
    const { definitions } = file.value;
    const pattern = { kind: 'not', part: { kind: 'name', name: 'eat' } } as const;
    expect(resolvePattern(pattern, definitions, system)).toEqual({
      ok: true,
      value: { kind: 'not', part: { kind: 'glob', glob: 'phil.*.eat' } },
      diagnostics: [],
    });
    const span = { file: 'f', line: 3, column: 4, endLine: 3, endColumn: 8 };
    expect(resolvePattern({ kind: 'name', name: 'opne' }, definitions, system, () => span)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'unknown-event', span, hint: 'did you mean "open"?' }],
    });
  });

  it('lets arguments tell the events of an alphabet apart', () => {
    const text =
      'event low = pay(0..4, _)\nevent high = pay(5..9, _)\nfor events {low, high} show all executions satisfy .*';
    expect(bind(text).ok).toBe(true);
  });

  it('are reported where a broken definition stands, once, however often it is used', () => {
    const text = `event e = opne
      property a: progress e
      property b: for events {e, pay} show all executions satisfy e
      property c: ltl <> e
      property d: existence of e
      property f: ltl <> opne`;
    const { diagnostics } = bind(text);
    expect(diagnostics.filter((d) => d.span?.line === 1).length).toBe(1);
    expect(diagnostics.map((d) => d.span?.line)).toEqual([1, 6]);
  });

  it('are only warned about in definitions that nothing uses', () => {
    const bound = bind('event e = opne\nterminates');
    expect(bound.ok).toBe(true);
    expect(bound.diagnostics).toMatchObject([
      { severity: 'warning', code: 'unknown-event', span: { line: 1, column: 11 } },
    ]);
  });

  it('of different properties are reported together', () => {
    const { diagnostics } = bind(
      'property a: progress xyzzy\nproperty b: progress plugh\nproperty c: invariant nothing == 1',
    );
    expect(diagnostics.map((d) => d.span?.line)).toEqual([1, 2, 3]);
  });

  it('include definitions that grow without bound', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `event e${i + 1} = e${i} | e${i}`).join('\n');
    expect(bind(`event e0 = open\n${doubling}\nprogress e40`).diagnostics).toMatchObject([
      { code: 'too-large' },
    ]);
    const chain = Array.from({ length: 1500 }, (_, i) => `event e${i + 1} = not e${i}`).join('\n');
    const { diagnostics } = bind(`event e0 = open\n${chain}\nprogress e1500`);
    expect(diagnostics.filter((d) => d.severity === 'error')).toMatchObject([{ code: 'too-large' }]);
  });
});
