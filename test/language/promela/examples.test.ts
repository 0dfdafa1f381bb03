import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { spinSearch } from '../../corpus/spin-search.js';
import { promela } from './reading.js';

const FOLDER = resolve(import.meta.dirname, '../../../examples/promela');

interface Expected {
  file: string;
  /** States as SPIN counts them. */
  stored: number;
  verdicts: Record<string, string>;
}

const EXAMPLES: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'));

const programOf = (file: string) => {
  return promela(readFileSync(join(FOLDER, file), 'utf8'));
};

describe('the examples have the states and verdicts that SPIN finds', () => {
  it('and all of them are listed', () => {
    const models = readdirSync(FOLDER).filter((name) => name.endsWith('.pml'));
    expect(EXAMPLES.map((example) => example.file).sort()).toEqual(models.sort());
  });

  it.each(EXAMPLES)('$file', async ({ file, stored, verdicts }) => {
    const program = programOf(file);
    expect(spinSearch(program.system, 10_000)?.stored).toBe(stored);
    const results = await check({ file, language: 'promela', program, diagnostics: [] });
    expect(Object.fromEntries(results.map((result) => [result.property, result.verdict]))).toEqual(verdicts);
  });
});
