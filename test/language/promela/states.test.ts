import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { spinSearch } from '../../corpus/spin-search.js';
import { loaded } from './reading.js';
import { smallModels } from './small-models/index.js';

describe('small models have the states and the errors that SPIN finds', () => {
  it.each(smallModels)('$name', async (model) => {
    const { text, stored, invalidEndState, assertionViolated } = model;
    const asked = loaded(text);
    const found = spinSearch(asked.program.system, 10_000)!;
    expect({
      stored: found.stored,
      invalidEndState: found.invalidEndStates > 0,
      assertionViolated: found.assertions > 0,
      faults: [...found.faults.keys()],
    }).toEqual({ stored, invalidEndState, assertionViolated, faults: [] });

    const results = await check(asked, { now: () => 0 });
    const verdictOf = (property: string) => results.find((result) => result.property === property)?.verdict;
    expect([verdictOf('deadlock-free'), verdictOf('assertions')]).toEqual([
      invalidEndState ? 'violated' : 'holds',
      assertionViolated ? 'violated' : 'holds',
    ]);
  });
});
