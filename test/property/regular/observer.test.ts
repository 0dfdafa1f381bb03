import { describe, expect, it } from 'vitest';
import type { EventPattern } from '../../../src/property/event.js';
import type { Atom, Observer } from '../../../src/property/observer.js';
import { accepts, joinAlike, observerOfDfa, readsPrefixes } from '../../../src/property/regular/index.js';
import { dfa, over, random, randomExpression, words } from './languages.js';

const atoms = (names: string): Atom[] =>
  [...names].map((name) => ({ kind: 'event', name, pattern: { kind: 'name', name } }));

function run(observer: Observer, letters: readonly number[]): number {
  let [state] = observer.initial;
  for (const letter of letters) [state] = observer.successors(state, letter);
  return state;
}

describe('the observer of an automaton', () => {
  it('is bad exactly where no continuation is right, and bad at the end where the word is not accepted', () => {
    const pick = random(99);
    for (let i = 0; i < 40; i++) {
      const text = randomExpression(pick, ['a', 'b'], 3);
      const automaton = over('ab', text);
      if (automaton.states > 6) continue;
      for (const quantifier of ['all', 'no'] as const) {
        const observer = observerOfDfa(automaton, quantifier, atoms('ab'));
        for (const word of words(2, 5)) {
          const state = run(
            observer,
            word.map((letter) => 1 << letter),
          );
          const right = (w: readonly number[]) => accepts(automaton, w) === (quantifier === 'all');
          // A state that can still accept does so within as many letters as there are states.
          const hopeless = ![...words(2, automaton.states)].some((tail) => right([...word, ...tail]));
          expect([observer.bad(state), observer.badAtEnd(state)], `${quantifier} ${text}: ${word}`).toEqual([
            hopeless,
            !right(word),
          ]);
        }
      }
    }
  });

  it('stays where it is when none of its events happens', () => {
    const observer = observerOfDfa(over('ab', 'a;b'), 'all', atoms('ab'));
    expect(run(observer, [0, 1, 0, 0, 2, 0])).toBe(run(observer, [1, 2]));
    expect(observer.badAtEnd(run(observer, [0]))).toBe(true);
  });

  it('reads two events at once as the earlier one of the alphabet', () => {
    const observer = observerOfDfa(over('ab', 'a'), 'all', atoms('ab'));
    expect(run(observer, [0b11])).toBe(run(observer, [0b01]));
    expect(run(observer, [0b10])).not.toBe(run(observer, [0b01]));
  });

  it('never accepts infinitely often: it watches finite prefixes', () => {
    const observer = observerOfDfa(over('a', 'a*'), 'no', atoms('a'));
    expect(observer.acceptance).toBe('finite');
    expect(observer.accepting(observer.initial[0])).toBe(false);
    expect(observer.bad(observer.initial[0])).toBe(true);
  });

  it.each([
    ['(a;b)*', 'all', true],
    ['(a;b)*;a?', 'all', false],
    ['.*;a;.*', 'no', false],
    ['a;b', 'no', true],
  ] as const)(
    '%s for %s executions: endless ones may stay undecided is %s',
    (text, quantifier, undecided) => {
      expect(readsPrefixes(over('ab', text), quantifier)).toBe(undecided);
    },
  );
});

describe('joining the events an automaton treats alike', () => {
  it('needs two atoms for two hundred customers', () => {
    const names = (suffix: string) => Array.from({ length: 200 }, (_, i) => `c${i}_${suffix}`);
    const [starts, stops] = [names('start'), names('stop')];
    const automaton = dfa(
      `for events {${[...starts, ...stops]}} show all executions satisfy ([${starts}]; [${stops}])*`,
    );
    const patterns = automaton.alphabet.map((name): EventPattern => ({ kind: 'name', name }));
    const joined = joinAlike(automaton, patterns);
    expect(joined.dfa.alphabet).toEqual([starts.join(' | '), stops.join(' | ')]);
    expect(joined.events[1]).toEqual({ kind: 'or', parts: stops.map((name) => ({ kind: 'name', name })) });
  });

  it('leaves out events that change nothing, and keeps the language', () => {
    const pick = random(31);
    for (let i = 0; i < 30; i++) {
      const automaton = over('abcd', randomExpression(pick, ['a', 'b', 'c', 'd'], 3));
      const patterns = [...'abcd'].map((name): EventPattern => ({ kind: 'name', name }));
      const joined = joinAlike(automaton, patterns);
      const letterOf = [...'abcd'].map((name) =>
        joined.dfa.alphabet.findIndex((names) => names.split(' | ').includes(name)),
      );
      expect(joined.events.length).toBe(joined.dfa.alphabet.length);
      for (const word of words(4, 4)) {
        const mapped = word.map((letter) => letterOf[letter]).filter((letter) => letter >= 0);
        expect(accepts(joined.dfa, mapped)).toBe(accepts(automaton, word));
      }
    }
  });
});
