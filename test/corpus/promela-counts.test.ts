/**
 * The compiled search, without reduction, has the states and transitions of SPIN's pan on every model from public
 * repositories that pan went through. Without ../shared there is nothing to compare with, and the suite says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exploreCompiled } from '../../src/engine/reach/compiled/index.js';
import { loadFile } from '../../src/verify/load.js';

interface Expected {
  id: string;
  runs: { run: string; complete?: boolean; stored: number; transitions: number }[];
}

const folder = fileURLToPath(new URL('../../../shared/corpus/promela/', import.meta.url));
const present = existsSync(`${folder}expected.json`);
/** Transitions that only pan counts: docs/promela.md, "Numbers of states", says why. */
const COUNTED_BY_PAN_ALONE: Record<string, number> = { sgc: 9 };
const models: Expected[] = present ? JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) : [];
const explored = models.flatMap(({ id, runs }) => {
  const run = runs.find((candidate) => candidate.run === 'plain-all');
  if (!run?.complete) return [];
  // pan counts the initial state as a transition.
  return [{ id, states: run.stored, transitions: run.transitions - 1 - (COUNTED_BY_PAN_ALONE[id] ?? 0) }];
});

describe.skipIf(!present)("pan's counts on the Promela corpus (skipped where ../shared is not there)", () => {
  it.each(explored)('$id: $states states, $transitions transitions', async ({ id, ...counts }) => {
    const { system } = loadFile(`${folder}${id}.pml`).program;
    expect(await exploreCompiled(system, { now: () => 0 })).toMatchObject(counts);
  });
});
