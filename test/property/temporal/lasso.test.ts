import { describe, expect, it } from 'vitest';
import type { Buchi } from '../../../src/property/temporal/index.js';
import { acceptsLasso, evaluateOnLasso } from '../../../src/property/temporal/index.js';
import { formulaOf } from './reading.js';

// Letters: bit 0 is p, bit 1 is q. The truths below are read off the words by hand.
const [none, p, q, pq] = [0, 1, 2, 3];

describe('evaluateOnLasso: the meaning of each operator', () => {
  it.each<[string, number[], number[], boolean]>([
    ['p', [], [p], true],
    ['p', [none], [p], false],
    ['X p', [none], [p], true],
    ['X p', [], [p, none], false],
    ['X X p', [], [p, none], true], // round the cycle
    ['[]p', [p, p], [p], true],
    ['[]p', [p, none], [p], false],
    ['[]p', [], [p, none], false],
    ['<>p', [none, p], [none], true],
    ['<>p', [], [none], false],
    ['[]<>p', [p], [none], false],
    ['[]<>p', [], [none, p], true],
    ['<>[]p', [none], [p], true],
    ['<>[]p', [], [none, p], false],
    ['p U q', [p, p], [q], true],
    ['p U q', [], [p], false], // q must come
    ['p U q', [p, none], [q], false],
    ['p U q', [q], [none], true],
    ['p W q', [], [p], true],
    ['p W q', [p, none], [q], false],
    ['p V q', [], [q], true],
    ['p V q', [q, pq], [none], true], // q up to and including p
    ['p V q', [q, p], [none], false],
    ['p -> q', [none], [none], true],
    ['p -> q', [p], [none], false],
    ['p <-> q', [pq], [none], true],
    ['p <-> q', [p], [none], false],
    ['[](p -> <>q)', [p, none, q], [none], true],
    ['[](p -> <>q)', [p, q], [p], false],
    ['!p && true', [q], [none], true],
    ['p || false', [q], [none], false],
  ])('%s on %j %j: %s', (text, stem, cycle, expected) => {
    // name both letters first, so that p is atom 0 and q is atom 1
    const formula = formulaOf(`(p || q || true) && (${text})`);
    expect(evaluateOnLasso(formula, stem, cycle)).toBe(expected);
  });
});

describe('acceptsLasso', () => {
  /** Guesses the moment from which p holds for ever. */
  const persistence: Buchi = {
    states: 2,
    initial: [0],
    accepting: Uint8Array.of(0, 1),
    edges: [
      [
        { positive: 0, negative: 0, target: 0 },
        { positive: 1, negative: 0, target: 1 },
      ],
      [{ positive: 1, negative: 0, target: 1 }],
    ],
  };
  it.each<[number[], number[], boolean]>([
    [[none], [p], true],
    [[], [p, none], false],
    [[p, p, p], [none], false],
    [[none, p], [p, pq], true],
  ])('%j %j: %s', (stem, cycle, expected) => {
    expect(acceptsLasso(persistence, stem, cycle)).toBe(expected);
  });

  it('nothing is accepted without initial states', () => {
    expect(acceptsLasso({ ...persistence, initial: [] }, [], [p])).toBe(false);
  });
});
