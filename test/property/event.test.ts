import { describe, expect, it } from 'vitest';
import { type EventPattern, matchesEvent, patternOfName } from '../../src/property/event.js';

const occurrence = (name: string, ...values: string[]) => ({
  name,
  arguments: values,
  text: values.length > 0 ? `${name}(${values.join(',')})` : name,
});
const glob = (text: string): EventPattern => ({ kind: 'glob', glob: text });

describe('an event pattern', () => {
  it.each([
    ['phil.*.eat', 'phil.1.eat', true],
    ['phil.*.eat', 'phil.1.2.eat', false],
    ['phil.**.eat', 'phil.1.2.eat', true],
    ['phil.**', 'phil.1.2.eat', true],
    ['**.eat', 'eat', false],
    ['**eat', 'eat', true],
    ['*', '', true],
    ['*', 'a.b', false],
    ['a*b*c', 'abbcbc', true],
    ['a*b*c', 'abbcb', false],
    ['a?c', 'abc', false],
    ['a+(1)', 'a+(1)', true],
    ['*.x', 'a.b.x', false],
    ['***', 'a.b', true],
    ['', '', true],
    ['', 'a', false],
  ])('glob %s on %s: %s', (pattern, text, matches) => {
    expect(matchesEvent(glob(pattern), { name: text, arguments: [], text })).toBe(matches);
  });

  it('with many stars takes time in proportion, not more', () => {
    const text = 'a'.repeat(2000);
    expect(matchesEvent(glob(`${'**a'.repeat(200)}b`), { name: text, arguments: [], text })).toBe(false);
  });

  it.each<[EventPattern, boolean]>([
    [{ kind: 'name', name: 'pay' }, true],
    [{ kind: 'name', name: 'pay(1,red)' }, true],
    [{ kind: 'name', name: 'pay(1)' }, false],
    [{ kind: 'call', name: 'pay', arguments: [{ kind: 'range', low: 0, high: 1 }, { kind: 'any' }] }, true],
    [{ kind: 'call', name: 'pay', arguments: [{ kind: 'range', low: 2, high: 3 }, { kind: 'any' }] }, false],
    [{ kind: 'call', name: 'pay', arguments: [{ kind: 'any' }, { kind: 'range', low: 0, high: 9 }] }, false],
    [{ kind: 'call', name: 'pay', arguments: [{ kind: 'any' }] }, false],
    [{ kind: 'prefix', text: 'pay(1' }, true],
    [{ kind: 'contains', text: 'red)' }, true],
    [{ kind: 'contains', text: 'green' }, false],
    [
      {
        kind: 'and',
        parts: [
          { kind: 'name', name: 'pay' },
          { kind: 'contains', text: 'blue' },
        ],
      },
      false,
    ],
    [
      {
        kind: 'or',
        parts: [
          { kind: 'name', name: 'pay' },
          { kind: 'contains', text: 'blue' },
        ],
      },
      true,
    ],
    [{ kind: 'not', part: { kind: 'name', name: 'pay' } }, false],
    [patternOfName('p*'), true],
    [patternOfName('pay'), true],
  ])('%j on pay(1,red): %s', (pattern, matches) => {
    expect(matchesEvent(pattern, occurrence('pay', '1', 'red'))).toBe(matches);
  });
});
