import { describe, expect, it } from 'vitest';
import { accepts, compileQre, minimise } from '../../../src/property/regular/index.js';
import { dfa, matches, must, over, qre, random, randomExpression, words } from './languages.js';

/** How many of these words no later word can tell apart (Nerode), counted on words alone. */
function nerodeClasses(
  accepted: (word: number[]) => boolean,
  letters: number,
  reach: number,
  look: number,
): number {
  const tails = [...words(letters, look)];
  const classes = new Set<string>();
  for (const word of words(letters, reach)) {
    classes.add(tails.map((tail) => (accepted([...word, ...tail]) ? 1 : 0)).join(''));
  }
  return classes.size;
}

describe('the automaton of a regular expression', () => {
  it('accepts exactly the words the expression matches: 200 random ones, all words up to length 6', () => {
    const pick = random(20_261);
    for (let i = 0; i < 200; i++) {
      const text = `for events {a, b, c} show all executions satisfy ${randomExpression(pick, ['a', 'b', 'c'], 3)}`;
      const { expression } = qre(text);
      const automaton = dfa(text);
      const wrong = [...words(3, 6)].filter((word) => accepts(automaton, word) !== matches(expression, word));
      expect(wrong, text).toEqual([]);
    }
  });

  it('is minimal: as many states as the words have classes of continuations', () => {
    const pick = random(77);
    let compared = 0;
    while (compared < 40) {
      const text = `for events {a, b} show all executions satisfy ${randomExpression(pick, ['a', 'b'], 3)}`;
      const automaton = dfa(text);
      if (automaton.states > 6) continue;
      compared++;
      const { expression } = qre(text);
      // With n states every class has a word, and every two classes a tail, shorter than n.
      const classes = nerodeClasses(
        (word) => matches(expression, word),
        2,
        automaton.states,
        automaton.states - 1,
      );
      expect(automaton.states, text).toBe(classes);
    }
  });

  it('is total and in canonical form: minimising changes nothing', () => {
    const pick = random(5);
    for (let i = 0; i < 50; i++) {
      const automaton = over('abc', randomExpression(pick, ['a', 'b', 'c'], 4));
      expect(automaton.next.length).toBe(automaton.states * 3);
      expect(automaton.next.every((target) => target >= 0 && target < automaton.states)).toBe(true);
      expect(minimise(automaton)).toEqual(automaton);
    }
  });

  // Counted by hand from the meaning of each property; "trap" is the state where nothing is accepted.
  it.each([
    // before a valid PIN, after it, after the transaction, trap
    [
      'automated teller',
      'for events {valid, invalid, transaction} show all executions satisfy invalid*; (valid; transaction)?',
      4,
    ],
    // nothing since the last writer stopped, something since then; a writer that came at once, one that
    // came later (which, as printed, must stop: only the last line allows a writer who does not), trap
    [
      'exclusive read write',
      `for events {wstart, wstop, rstart, rstop} show all executions satisfy
       (~[wstart]*; wstart; ~[wstart, rstart, wstop]*; wstop)*; (wstart; ~[wstart, rstart, wstop]*)?`,
      5,
    ],
    // 0, 1, 2 readers, trap
    [
      'no write while reading, 2 readers',
      'for events {wstart, rstart, rstop} show all executions satisfy ((rstart; (rstart; rstop)*; rstop)*; wstart*)*',
      4,
    ],
    // 0 to 3 readers, trap
    [
      'no write while reading, 3 readers',
      `for events {wstart, rstart, rstop} show all executions satisfy
       ((rstart; (rstart; (rstart; rstop)*; rstop)*; rstop)*; wstart*)*`,
      5,
    ],
    // known to be zero, not known, trap (the paper prints one bracket too many)
    [
      'no write while reading 2',
      `for events {r=0, is_r=0, r_inc, r_dec, wstart} show all executions satisfy
       (~[wstart, r=0, is_r=0] | [r=0, is_r=0]; ([r=0, is_r=0] | wstart)*; ~[wstart, r=0, is_r=0])*;
       ([r=0, is_r=0]; ([r=0, is_r=0] | wstart)*)?`,
      3,
    ],
    // nothing yet, written, trap
    [
      'write first',
      'for events {wstart, rstart} show all executions satisfy (~[wstart, rstart]*; wstart; .*) | ~[rstart]*',
      3,
    ],
    // nobody, customer 1, customer 2, trap
    [
      'mutual exclusion',
      'for events {c1_start, c2_start, c1_stop, c2_stop} show all executions satisfy ((c1_start; c1_stop) | (c2_start; c2_stop))*',
      4,
    ],
    [
      'customer 1 start/stop',
      'for events {c1_start, c1_stop} show all executions satisfy (c1_start; c1_stop)*',
      3,
    ],
    // not prepaid, prepaid, trap
    [
      'correct change',
      'for events {ch1, ch2, ch3, pay1} show all executions satisfy ((pay1; ch1) | [ch2, ch3])*',
      3,
    ],
    ['everything', 'for events {a} show all executions satisfy .*', 1],
    ['nothing', 'for events {a} show all executions satisfy ~[a]', 1],
  ])('%s has the states one counts by hand', (_, text, states) => {
    expect(dfa(text).states).toBe(states);
  });

  it('counts readers with a number of states that grows by one a reader', () => {
    const nested = (readers: number): string =>
      readers === 1 ? '(rstart; rstop)*' : `(rstart; ${nested(readers - 1)}; rstop)*`;
    const states = [1, 2, 10, 200].map(
      (n) =>
        dfa(`for events {wstart, rstart, rstop} show all executions satisfy (${nested(n)}; wstart*)*`).states,
    );
    expect(states).toEqual([3, 4, 12, 202]);
  });

  it('handles two hundred customers', () => {
    const names = (suffix: string) => Array.from({ length: 200 }, (_, i) => `c${i}_${suffix}`).join(', ');
    const text = `for events {${names('start')}, ${names('stop')}} show all executions satisfy ([${names('start')}]; [${names('stop')}])*`;
    expect(dfa(text).states).toBe(3);
  });

  it.each([
    ['(a^1000)^1000', 'the expression is too long once its repetitions are written out'],
    ['.*; a; .^24', /more than 65,536 states/],
    ['((a|b)*; a; (a|b)^16)^20', /more than 65,536 states/],
  ])('refuses %s as too large', (expression, message) => {
    const reading = compileQre(qre(`for events {a, b} show all executions satisfy ${expression}`));
    expect(reading.ok).toBe(false);
    expect(reading.diagnostics).toMatchObject([
      { code: 'too-large', message: expect.stringMatching(message), span: { line: 1, column: 1 } },
    ]);
  });

  it('goes to its largest size', () => {
    // "The 15th letter from the end is a": 2^15 states, by the textbook argument.
    expect(must(compileQre(qre('for events {a, b} show all executions satisfy .*; a; .^14'))).states).toBe(
      2 ** 15,
    );
  });
});
