import { describe, expect, it } from 'vitest';
import { readPromela } from '../../../src/language/promela/index.js';
import { spinSearch } from '../../corpus/spin-search.js';
import { smallModels } from './small-models.js';

describe('small models have the states and the errors that SPIN finds', () => {
  it.each(smallModels)('$name', ({ name, text, stored, invalidEndState, assertionViolated }) => {
    const reading = readPromela({ file: `${name}.pml`, text });
    if (!reading.ok) throw new Error(reading.diagnostics[0].message);
    const found = spinSearch(reading.value.system, 10_000)!;
    expect({
      stored: found.stored,
      invalidEndState: found.invalidEndStates > 0,
      assertionViolated: found.assertions > 0,
      faults: [...found.faults.keys()],
    }).toEqual({ stored, invalidEndState, assertionViolated, faults: [] });
  });
});
