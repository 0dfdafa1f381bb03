import { describe, expect, it } from 'vitest';
import {
  accepts,
  type Comparison,
  complement,
  type Dfa,
  equivalence,
  inclusion,
  intersection,
  union,
} from '../../../src/property/regular/index.js';
import { dfa, must, over, random, randomExpression, words } from './languages.js';

const pairs = (): [Dfa, Dfa, string][] => {
  const pick = random(4711);
  return Array.from({ length: 60 }, () => {
    const texts = [3, 3].map((depth) => randomExpression(pick, ['a', 'b'], depth));
    return [over('ab', texts[0]), over('ab', texts[1]), texts.join('   and   ')];
  });
};

/** The first word, shortest first, that shows the languages not to be as asked. */
function firstWord(wanted: (word: number[]) => boolean): string[] | undefined {
  for (const word of words(2, 8)) if (wanted(word)) return word.map((letter) => 'ab'[letter]);
  return undefined;
}

const within = (word: string[] | undefined) => (word && word.length <= 8 ? word.length : undefined);
const witness = (comparison: Comparison) => (comparison.holds ? undefined : comparison.witness);

describe('boolean operations', () => {
  it('accept the words that the operands say, for all words up to length 7', () => {
    for (const [left, right, text] of pairs()) {
      const both = must(intersection(left, right));
      const either = must(union(left, right));
      const not = complement(left);
      for (const word of words(2, 7)) {
        const [l, r] = [accepts(left, word), accepts(right, word)];
        expect([accepts(both, word), accepts(either, word), accepts(not, word)], `${text}: ${word}`).toEqual([
          l && r,
          l || r,
          !l,
        ]);
      }
    }
  });

  it('find the shortest word that two languages differ in, as trying all words does', () => {
    let different = 0;
    for (const [left, right, text] of pairs()) {
      const included = witness(must(inclusion(left, right)));
      const equal = witness(must(equivalence(left, right)));
      const notIncluded = firstWord((word) => accepts(left, word) && !accepts(right, word));
      const notEqual = firstWord((word) => accepts(left, word) !== accepts(right, word));
      expect(within(included), text).toBe(notIncluded?.length);
      expect(within(equal), text).toBe(notEqual?.length);
      if (included !== undefined) {
        different++;
        const word = included.map((name) => 'ab'.indexOf(name));
        expect(accepts(left, word) && !accepts(right, word), text).toBe(true);
      }
    }
    expect(different).toBeGreaterThan(20);
  });

  it('have the empty word as witness where nothing shorter exists', () => {
    expect(must(inclusion(over('a', 'a*'), over('a', 'a+')))).toEqual({ holds: false, witness: [] });
  });

  it('let an event that one side does not know leave it where it is', () => {
    const left = over('ab', '(a;b)*');
    expect(must(equivalence(left, over('abc', '(c*;a;c*;b)*;c*')))).toEqual({ holds: true });
    expect(must(intersection(left, over('bc', '(b;c)*'))).alphabet).toEqual(['a', 'b', 'c']);
  });

  it('confirm the gas station argument: two simpler properties and the pump imply mutual exclusion', () => {
    const customer = (n: number) =>
      dfa(`for events {c${n}_start, c${n}_stop} show all executions satisfy (c${n}_start; c${n}_stop)*`);
    const pump = dfa(`for events {c1_start, c2_start, c1_stop, c2_stop}
      show all executions satisfy ([c1_start, c2_start]; [c1_stop, c2_stop])*`);
    const exclusion = dfa(`for events {c1_start, c2_start, c1_stop, c2_stop}
      show all executions satisfy ((c1_start; c1_stop) | (c2_start; c2_stop))*`);
    const customers = must(intersection(customer(1), customer(2)));
    expect(must(inclusion(must(intersection(customers, pump)), exclusion))).toEqual({ holds: true });
    expect(must(inclusion(customers, exclusion))).toEqual({
      holds: false,
      witness: ['c1_start', 'c2_start', 'c1_stop', 'c2_stop'],
    });
    expect(must(inclusion(pump, exclusion))).toEqual({ holds: false, witness: ['c1_start', 'c2_stop'] });
  });

  it('refuse a product that is too large', () => {
    const wide = (letter: string) => over('ab', `.*; ${letter}; .^13`);
    const reading = intersection(wide('a'), over('ab', '(.^9973)*'));
    expect(reading.diagnostics.map((d) => d.code)).toEqual(['too-large']);
  });
});
