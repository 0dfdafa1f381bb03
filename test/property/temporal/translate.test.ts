import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/model/diagnostic.js';
import { negate, negationNormalForm, showFormula } from '../../../src/property/temporal/formula.js';
import {
  acceptsLasso,
  type Buchi,
  evaluateOnLasso,
  translate,
} from '../../../src/property/temporal/index.js';
import { Chance } from './random-formula.js';
import { formulaOf } from './reading.js';

describe('translate: the automaton accepts exactly the words that satisfy the formula', () => {
  /** Every word of 2 atoms with stem up to 2 and cycle up to 2 letters. */
  function shortWords(): { stem: number[]; cycle: number[] }[] {
    const words: number[][] = [[]];
    for (let i = 0; i < 21; i++) for (let a = 0; a < 4; a++) words.push([...words[i], a]);
    const short = words.filter((word) => word.length <= 2);
    const cycles = short.filter((word) => word.length > 0);
    return short.flatMap((stem) => cycles.map((cycle) => ({ stem, cycle })));
  }

  it('500 random formulas of up to 12 nodes over 3 atoms, 16 random words each, and their negations', () => {
    const chance = new Chance(20240607);
    let satisfied = 0;
    for (let round = 0; round < 500; round++) {
      const formula = chance.formula(1 + chance.below(12), 3);
      const [yes, no] = [translate(formula), translate(negate(formula))];
      for (let word = 0; word < 16; word++) {
        const stem = chance.letters(0, 4, 3);
        const cycle = chance.letters(1, 4, 3);
        const expected = evaluateOnLasso(formula, stem, cycle);
        if (expected) satisfied++;
        const said = [acceptsLasso(yes, stem, cycle), acceptsLasso(no, stem, cycle)];
        expect(said, `${showFormula(formula)} on ${stem} (${cycle})`).toEqual([expected, !expected]);
      }
    }
    // the comparison means something only if both answers are common
    expect(satisfied).toBeGreaterThan(2000);
    expect(satisfied).toBeLessThan(6000);
  });

  it('150 random formulas over 2 atoms on every short word', () => {
    const chance = new Chance(77);
    const words = shortWords();
    expect(words).toHaveLength(21 * 20);
    for (let round = 0; round < 150; round++) {
      const formula = chance.formula(3 + chance.below(9), 2);
      const [yes, no] = [translate(formula), translate(negate(formula))];
      for (const { stem, cycle } of words) {
        const expected = evaluateOnLasso(formula, stem, cycle);
        if (acceptsLasso(yes, stem, cycle) !== expected || acceptsLasso(no, stem, cycle) === expected) {
          expect.fail(`${showFormula(formula)} on ${stem} (${cycle}) is ${expected}`);
        }
      }
    }
  });

  it('larger formulas, of up to 30 nodes', () => {
    const chance = new Chance(5);
    for (let round = 0; round < 60; round++) {
      const formula = chance.formula(15 + chance.below(16), 3);
      let yes: Buchi;
      try {
        yes = translate(formula);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        continue;
      }
      for (let word = 0; word < 10; word++) {
        const stem = chance.letters(0, 4, 3);
        const cycle = chance.letters(1, 4, 3);
        const expected = evaluateOnLasso(formula, stem, cycle);
        expect(acceptsLasso(yes, stem, cycle), `${showFormula(formula)} on ${stem} (${cycle})`).toBe(
          expected,
        );
      }
    }
  });

  it('a promise that another formula makes again and again must still be kept', () => {
    // []<>X<>p asks for p infinitely often; forgetting the inner <>p because the whole implies it would accept no p at all
    const formula = formulaOf('[]<>X<>p && <>q');
    expect(acceptsLasso(translate(formula), [2], [0])).toBe(false);
    expect(acceptsLasso(translate(formula), [2], [1])).toBe(true);
  });
});

describe('negation normal form', () => {
  it('means the same, and negates atoms only', () => {
    const chance = new Chance(99);
    const negatesMore = (text: string) => /!(?!p)/.test(text);
    for (let round = 0; round < 200; round++) {
      const formula = chance.formula(1 + chance.below(14), 3);
      const normal = negationNormalForm(formula);
      expect(negatesMore(showFormula(normal))).toBe(false);
      for (let word = 0; word < 6; word++) {
        const stem = chance.letters(0, 3, 3);
        const cycle = chance.letters(1, 3, 3);
        expect(evaluateOnLasso(normal, stem, cycle)).toBe(evaluateOnLasso(formula, stem, cycle));
      }
    }
  });
});

/**
 * Sizes. The bounds are what hand construction gives, which for these is also what ltl2ba, LTL3BA and
 * Spot's state-based automata usually have: one state for a safety formula without memory, a second
 * one for waiting or for having seen; a conjunction of n recurrences needs n + 1 levels.
 */
describe('translate: sizes in states, at most', () => {
  it.each<[string, number]>([
    ['true', 1],
    ['false', 0],
    ['p && !p', 0],
    ['[]p', 1],
    ['<>p', 2],
    ['X p', 3],
    ['[]<>p', 2],
    ['<>[]p', 2],
    ['p U q', 2],
    ['p W q', 2],
    ['p V q', 2],
    ['!(p U q)', 2],
    ['[](p -> <>q)', 2],
    ['!([](p -> <>q))', 2],
    ['[](p -> X q)', 2],
    ['!([](p -> X q))', 3],
    ['[](p -> (q U r))', 2],
    ['[]<>p -> []<>q', 4],
    ['!([]<>p -> []<>q)', 3],
    ['[]<>p && []<>q', 3],
    ['<>[]p && <>[]q', 2],
    ['<>[]p || <>[]q', 3],
    ['<>p && <>q', 4],
    ['[]p || <>q', 3],
    ['<>(p && X <>(q && X <>r))', 4],
    ['(p U q) && []<>r && []<>s', 4],
    ['!(([]<>p && []<>q) -> []<>r)', 4],
    ['!([]((q && !r && <>r) -> (p U r)))', 4],
    // equivalent to something shorter: the rewriting rules must see it
    ['<><>p', 2],
    ['[]<>[]<>p', 2],
    ['<>[]<>p', 2],
    ['X []<>p', 2],
    ['p U (p U q)', 2],
    ['<>(p U q)', 2],
    ['[](p V q)', 1],
    ['[]<>(p && X <>q)', 3],
    ['(p U q) || (p U r)', 2],
    ['[]p && []q && []r', 1],
    ['[]p && <>!p', 0],
    // unsatisfiable, but not by its form: only the search for accepting components can tell
    ['[](p -> X q) && [](p -> X !q) && <>p', 0],
    ['(p -> q) || (q -> p)', 1],
  ])('%s: %i', (text, most) => {
    expect(translate(formulaOf(text)).states).toBeLessThanOrEqual(most);
  });

  const many = (count: number, part: (i: number) => string, sign: string) =>
    Array.from({ length: count }, (_, i) => part(i)).join(sign);

  it.each([1, 2, 3, 4, 5, 6, 8])('%i recurrences together: one level each, and the accepting one', (n) => {
    expect(translate(formulaOf(many(n, (i) => `[]<>a${i}`, ' && '))).states).toBe(n + 1);
  });

  it.each([2, 4, 6, 8])('untils nested to the right, %i of them: one state each, and the last', (n) => {
    const formula = formulaOf(`${many(n, (i) => `a${i} U `, '(')}z${')'.repeat(n - 1)}`);
    expect(translate(formula).states).toBe(n + 1);
    expect(translate(negate(formula)).states).toBe(n + 1);
  });

  it.each([2, 5, 10, 20])('the negation of %i responses: one pair of states each, sharing the first', (n) => {
    const formula = formulaOf(many(n, (i) => `[](a${i % 15} -> <>b${i % 14})`, ' && '));
    expect(translate(negate(formula)).states).toBeLessThanOrEqual(n + 1);
  });

  it.each([3, 6, 9])('fairness of %i processes as an assumption', (n) => {
    const formula = formulaOf(`(${many(n, (i) => `[]<>a${i}`, ' && ')}) -> [](p -> <>q)`);
    expect(translate(negate(formula)).states).toBeLessThanOrEqual(n + 2);
  });

  it('refuses what would be too large, with a message', () => {
    const formula = formulaOf(many(30, (i) => `<>a${i}`, ' && '));
    expect(() => translate(formula)).toThrow(InputError);
  });
});

describe('translate: the form of the automaton', () => {
  /** Everything reachable by at least one edge. */
  function beyond(buchi: Buchi, start: number): Set<number> {
    const seen = new Set<number>();
    const open = [start];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (const { target } of buchi.edges[state]) {
        if (!seen.has(target)) open.push(target);
        seen.add(target);
      }
    }
    return seen;
  }

  it('every state is useful and every label can be satisfied', () => {
    const chance = new Chance(31);
    for (let round = 0; round < 200; round++) {
      const buchi = translate(chance.formula(2 + chance.below(10), 3));
      expect(buchi.accepting).toHaveLength(buchi.states);
      expect(buchi.edges).toHaveLength(buchi.states);
      const reachable = buchi.edges.map((_, state) => beyond(buchi, state));
      const recurring = buchi.edges.map(
        (_, state) => buchi.accepting[state] === 1 && reachable[state].has(state),
      );
      for (const set of reachable) expect([...set].some((state) => recurring[state])).toBe(true);
      for (const edges of buchi.edges) {
        expect(edges.length).toBeGreaterThan(0);
        for (const { positive, negative, target } of edges) {
          expect(positive & negative).toBe(0);
          expect(target).toBeLessThan(buchi.states);
        }
      }
      for (const state of buchi.initial) expect(state).toBeLessThan(buchi.states);
    }
  });
});
