import { describe, expect, it } from 'vitest';
import { showFormula } from '../../../src/property/temporal/formula.js';
import { Implication } from '../../../src/property/temporal/implication.js';
import { evaluateOnLasso } from '../../../src/property/temporal/index.js';
import { Simplifier } from '../../../src/property/temporal/simplify.js';
import { Chance } from './random-formula.js';
import { formulaOf } from './reading.js';

describe('implication by form', () => {
  it('is never claimed of formulas that some word tells apart', () => {
    const chance = new Chance(4711);
    let claimed = 0;
    for (let round = 0; round < 6000; round++) {
      const [f, g] = [chance.formula(1 + chance.below(6), 2), chance.formula(1 + chance.below(6), 2)];
      const simplifier = new Simplifier();
      const [left, right] = [simplifier.read(f), simplifier.read(g)];
      if (!new Implication(simplifier.dag).holds(left, right)) continue;
      claimed++;
      for (let word = 0; word < 12; word++) {
        const stem = chance.letters(0, 3, 2);
        const cycle = chance.letters(1, 3, 2);
        const counter = evaluateOnLasso(f, stem, cycle) && !evaluateOnLasso(g, stem, cycle);
        expect(counter, `${showFormula(f)} and not ${showFormula(g)} on ${stem} (${cycle})`).toBe(false);
      }
    }
    expect(claimed).toBeGreaterThan(500);
  });

  it.each<[string, string]>([
    ['p && q', 'q'],
    ['p', 'p || q'],
    ['[]p', 'p'],
    ['p', '<>p'],
    ['p U q', '<>q'],
    ['[]p', 'q V p'],
    ['[](p && q)', '[]p'],
    ['X <>p', '<>p'],
    ['[]p', 'X []p'],
    ['(p && q) U r', 'p U (q || r)'],
    ['<>[]p', '[]<>p'],
  ])('%s implies %s', (f, g) => {
    const both = formulaOf(`(p || q || r || true) && ((${f}) -> (${g}))`);
    expect(new Simplifier().read(both)).toBe(new Simplifier().read({ kind: 'true' }));
  });
});
