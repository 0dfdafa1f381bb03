/** Whatever is written, the answer is questions or errors with a place in the text: never an exception. */
import { describe, expect, it } from 'vitest';
import { bindProperties, parseProperties } from '../../../src/property/file/index.js';
import { random } from '../regular/languages.js';
import { system } from './system.js';

const PIECES = [
  ...'property p: |event e = |for events {|open, pay|} show all executions satisfy |show no executions |satisfy '.split(
    '|',
  ),
  ...'automaton {|start s |accepting s |s -open-> s |ltl |ltl q {|[] |<> | U | -> | && |!|x == 3 |invariant |progress '.split(
    '|',
  ),
  ...'(defquery "q" "nofair" |(omega-star-less |(sequence |(interval |:initial t |:ends-with \'("open")|violated by '.split(
    '|',
  ),
  ...'absence of |open |phil.1.eat |pay(1,red)|after |until |globally |precedes |responds to |deadlock-free|assertions '.split(
    '|',
  ),
  ...'(~)~[~]~{~}~;~,~*~+~?~^2~^~.~"~\'~|~:~=~_~-~--~//~#~/*~*/~\n~\n~\n~ ~0~é~\u0000'.split('~'),
];

function read(text: string) {
  const file = parseProperties({ file: 'soup', text });
  return file.ok ? bindProperties(file.value, system) : file;
}

describe('word soup', () => {
  it('is answered with questions or with errors that have a place', () => {
    const pick = random(2024);
    let refused = 0;
    for (let i = 0; i < 4000; i++) {
      const text = Array.from({ length: 1 + pick(14) }, () => PIECES[pick(PIECES.length)]).join('');
      const { ok, diagnostics } = read(text);
      if (!ok) refused++;
      expect(
        diagnostics.some((d) => d.severity === 'error'),
        JSON.stringify(text),
      ).toBe(!ok);
      const lines = text.split('\n');
      for (const { span, message } of diagnostics) {
        const about = `${JSON.stringify(text)}: ${message}`;
        expect(message.length, about).toBeGreaterThan(0);
        expect(span?.line, about).toBeLessThanOrEqual(lines.length);
        expect(span?.column, about).toBeLessThanOrEqual(lines[(span?.line ?? 1) - 1].length + 1);
      }
    }
    expect(refused).toBeGreaterThan(3000);
  });

  it.each([
    ['a formula', 'ltl ', '(', 'open', ')'],
    ['negations', 'ltl ', '!', 'open', ''],
    ['boxes', 'ltl ', '[] ', 'open', ''],
    ['an invariant', 'invariant ', '(', 'x == 1', ')'],
    ['intervals', '(defquery "q" "nofair" ', '(', '', ')'],
    ['a sentence', 'violated by until ', '(', 'open', ')'],
    ['an automaton', 'automaton { start s s -', '[', 'open', ']'],
  ])('nested a hundred thousand deep in %s is a message', (_, before, open, middle, close) => {
    for (const text of [
      `${before}${open.repeat(100_000)}${middle}${close.repeat(100_000)}`,
      before + open.repeat(100_000),
    ]) {
      const { ok, diagnostics } = read(text);
      expect(ok).toBe(false);
      expect(diagnostics.length).toBeGreaterThan(0);
    }
  });
});
