/**
 * Models from public repositories against what SPIN found for them. They are not a part of this
 * repository: without ../shared there is nothing to compare with, and the suite says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPromela } from '../../src/language/promela/index.js';
import { spinSearch } from './spin-search.js';

interface Expected {
  id: string;
  runs: { run: string; complete: boolean; stored: number; kinds: string[] }[];
}

const folder = fileURLToPath(new URL('../../../shared/corpus/promela/', import.meta.url));
const present = existsSync(`${folder}expected.json`);
const models: Expected[] = present ? JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) : [];
const most = Number(process.env.HEDDLE_CORPUS_STATES ?? 20_000);

const read = (id: string) =>
  readPromela({ file: `${id}.pml`, text: readFileSync(`${folder}${id}.pml`, 'utf8') });

describe.skipIf(!present)('the Promela corpus (skipped where ../shared is not there)', () => {
  it.each(models)('$id is accepted', ({ id }) => {
    expect(read(id).diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
  });

  const searched = models.flatMap(({ id, runs }) => {
    const run = runs.find((candidate) => candidate.run === 'plain-all');
    return run?.complete && run.stored <= most ? [{ id, stored: run.stored, kinds: run.kinds }] : [];
  });

  it.each(searched)('$id has $stored states', ({ id, stored, kinds }) => {
    const reading = read(id);
    const found = reading.ok ? spinSearch(reading.value.system, 2 * stored) : undefined;
    expect({
      stored: found?.stored,
      invalidEndState: found && found.invalidEndStates > 0,
      assertion: found && found.assertions > 0,
    }).toEqual({
      stored,
      invalidEndState: kinds.includes('invalid-end-state'),
      assertion: kinds.includes('assertion'),
    });
  });
});
