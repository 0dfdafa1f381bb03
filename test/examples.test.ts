/** Every example, through every way of searching that applies: always the verdicts it is known for. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check, type Result } from '../src/index.js';
import { loadFile } from '../src/verify/load.js';

const EXAMPLES = resolve(import.meta.dirname, '../examples');

interface Expected {
  file: string;
  /** Of the whole system, where it is known. */
  states?: number;
  verdicts: Record<string, Result['verdict']>;
}

const expected = (folder: string): Expected[] =>
  JSON.parse(readFileSync(join(EXAMPLES, folder, 'expected.json'), 'utf8'));

const WAYS: [string, CheckOptions][] = [
  ['compiled, breadth first', { search: 'breadth', reduction: 'none' }],
  ['compiled, depth first', { search: 'depth', reduction: 'none' }],
  ['compiled and reduced, breadth first', { search: 'breadth' }],
  ['compiled and reduced, depth first', { search: 'depth' }],
  ['interpreted, breadth first', { engine: 'reference', search: 'breadth' }],
  ['interpreted, depth first', { engine: 'reference', search: 'depth' }],
];

describe.each(['fsp', 'promela'])('examples of %s', (folder) => {
  describe.each(WAYS)('%s', (_, options) => {
    it.each(expected(folder))('$file', async ({ file, states, verdicts }) => {
      const results = await check(loadFile(join(EXAMPLES, folder, file)), options);
      const asked = Object.keys(verdicts);
      const found = results.filter((result) => asked.includes(result.property));
      expect(Object.fromEntries(found.map((result) => [result.property, result.verdict]))).toEqual(verdicts);
      for (const result of results) {
        // Whatever is not listed is about assertions, and must hold.
        if (!asked.includes(result.property)) expect(result.verdict).toBe('holds');
        const whole = result.property === 'deadlock-free' && result.verdict === 'holds';
        if (!whole || states === undefined) continue;
        const reduced = options.reduction === undefined && options.engine === undefined;
        if (reduced) expect(result.statistics.states).toBeLessThanOrEqual(states);
        else expect(result.statistics.states).toBe(states);
      }
    });
  });
});
