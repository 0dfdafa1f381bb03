import { describe, expect, it } from 'vitest';
import { successorsOn } from '../../../src/property/temporal/buchi.js';
import { determinise } from '../../../src/property/temporal/determinise.js';
import { negate } from '../../../src/property/temporal/formula.js';
import { translate } from '../../../src/property/temporal/translate.js';
import { Chance } from './random-formula.js';
import { propertyOf } from './reading.js';

const automatonOf = (text: string) => determinise(translate(negate(propertyOf(text).formula)));

describe('the automaton of a safety property has no choice', () => {
  // Worked out by hand: letters are bits, p is 1 and q is 2. `!` stands for "violated", `-` for "never any more".
  it.each([
    ['[](p -> (p W q))', [0, 1, 1, 0], '!'],
    ['[](p -> (p W q))', [0, 1, 2, 0, 1], '.'],
    ['[](p -> X q)', [1, 2, 1, 1], '!'],
    ['[](p -> X q)', [1, 3, 2, 0], '.'],
    ['p W q', [1, 1, 2, 0], '-'],
    ['p W q', [1, 1, 0], '!'],
    ['[](p -> [](p || q)) && [](q -> [] !p)', [1, 2, 2], '.'],
    ['[](p -> [](p || q)) && [](q -> [] !p)', [1, 2, 1], '!'],
  ])('%s after %j: %s', (text, letters, expected) => {
    const automaton = automatonOf(text);
    if (!automaton) throw new Error('not determinised');
    const after = letters.reduce<number | undefined>(
      (state, letter) => (state === undefined ? undefined : automaton.successor(state, letter)),
      automaton.initial,
    );
    expect(after === undefined ? '-' : after === automaton.accepting ? '!' : '.').toBe(expected);
  });

  it.each(['<>p', '[]<>p', '[](p -> <>q)', 'p U q'])('%s is no safety property', (text) => {
    expect(automatonOf(text)).toBeUndefined();
  });

  it('is not made where there would be too many sets of states', () => {
    const far = (distance: number) => `[](p -> ${'X('.repeat(distance)}!p${')'.repeat(distance)})`;
    expect(automatonOf(far(2))).toBeDefined();
    expect(automatonOf(far(9))).toBeUndefined();
  });

  it('is in its accepting state exactly where the automaton with choices may be in one, on random words', () => {
    const chance = new Chance(21);
    let made = 0;
    for (let round = 0; round < 400; round++) {
      const buchi = translate(chance.formula(2 + chance.below(9), 3));
      const automaton = determinise(buchi);
      if (!automaton) continue;
      made++;
      for (let word = 0; word < 8; word++) {
        let states = new Set(buchi.initial);
        let state: number | undefined = automaton.initial;
        for (const letter of chance.letters(0, 8, 3)) {
          states = new Set([...states].flatMap((s) => successorsOn(buchi, s, letter)));
          state = state === undefined ? undefined : automaton.successor(state, letter);
          expect(state === undefined).toBe(states.size === 0);
          expect(state === automaton.accepting).toBe([...states].some((s) => buchi.accepting[s] === 1));
        }
      }
    }
    expect(made).toBeGreaterThan(50);
  });
});
