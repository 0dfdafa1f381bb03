import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../../src/verify/check.js';
import { readText } from '../../../src/verify/language.js';
import { loadFile } from '../../../src/verify/load.js';

const EXAMPLES = resolve(import.meta.dirname, '../../../examples/inequality');

const EXPECTED = {
  cycle: { one_interval: 'holds', two_intervals: 'holds' },
  // LIVENESS, section 6.
  'packet-router': { unmixed: 'holds', again_and_again: 'violated', fairly_again: 'holds', served: 'holds' },
};

describe.each(['inequality', 'reach', 'reference'] as CheckOptions['engine'][])('by %s', (engine) => {
  it.each(Object.entries(EXPECTED))('%s', async (name, verdicts) => {
    const file = `${EXAMPLES}/${name}.prop`;
    const results = await check(loadFile(`${EXAMPLES}/${name}.lts`), {
      engine,
      properties: [{ file, text: readText(file) }],
    });
    expect(Object.fromEntries(results.map(({ property, verdict }) => [property, verdict]))).toEqual(verdicts);
  });
});
