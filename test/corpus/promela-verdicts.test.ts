/**
 * The answers of `check` on models from public repositories against SPIN's: invalid end states,
 * assertions and claims. Models too large for the limits below say nothing. Prints one line a model.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { loadFile } from '../../src/verify/load.js';

interface Run {
  run: string;
  complete?: boolean;
  verdict: string;
  kinds?: string[];
  claim?: string;
}

const folder = fileURLToPath(new URL('../../../shared/corpus/promela/', import.meta.url));
const present = existsSync(`${folder}expected.json`);
const models: { id: string; runs: Run[] }[] = present
  ? JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'))
  : [];
const seconds = Number(process.env.HEDDLE_CORPUS_SECONDS ?? 1);

describe.skipIf(!present)('verdicts on the Promela corpus (skipped where ../shared is not there)', () => {
  it.each(models)('$id', async ({ id, runs }) => {
    const plain = runs.find((run) => run.run === 'plain-all');
    const kinds = plain?.kinds ?? [];
    const results = await check(loadFile(`${folder}${id}.pml`), {
      timeSeconds: seconds,
      memoryBytes: 2 ** 30,
    });
    const said: string[] = [];
    for (const result of results) {
      said.push(`${result.property} ${result.verdict}`);
      if (result.verdict === 'inconclusive') continue;
      const found = result.verdict === 'violated';
      // A search that SPIN did not end says nothing against a run that was replayed here.
      if (result.property === 'deadlock-free' && plain?.complete) {
        expect(`${id} deadlock ${found}`).toBe(`${id} deadlock ${kinds.includes('invalid-end-state')}`);
      }
      if (result.property === 'assertions' && plain?.complete) {
        // Polling a channel without buffer is an error of its own in SPIN; here such a poll is false.
        if (kinds.includes('poll-of-rendezvous') || kinds.includes('xr-xs')) continue;
        expect(`${id} assertions ${found}`).toBe(`${id} assertions ${kinds.includes('assertion')}`);
      }
    }
    process.stdout.write(`${id}: ${said.join('; ')}\n`);
  });
});
