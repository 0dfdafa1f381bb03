/** Every example, through every way of searching that applies: always the verdicts it is known for. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, type Result } from '../src/index.js';
import { loadFile } from '../src/verify/load.js';

const FOLDER = resolve(import.meta.dirname, '../examples/fsp');

interface Expected {
  file: string;
  states: number;
  verdicts: Record<string, Result['verdict']>;
}

const EXAMPLES: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'));

describe.each(['breadth', 'depth'] as const)('examples, %s first', (search) => {
  it.each(EXAMPLES)('$file', async ({ file, states, verdicts }) => {
    const results = await check(loadFile(join(FOLDER, file)), { search });
    const asked = Object.keys(verdicts);
    const found = results.filter((result) => asked.includes(result.property));
    expect(Object.fromEntries(found.map((result) => [result.property, result.verdict]))).toEqual(verdicts);
    for (const result of results) {
      // Whatever is not listed is about assertions, and must hold.
      if (!asked.includes(result.property)) expect(result.verdict).toBe('holds');
      const whole = result.property === 'deadlock-free' && result.verdict === 'holds';
      if (whole) expect(result.statistics.states).toBe(states);
    }
  });
});
