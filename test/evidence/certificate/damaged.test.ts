import { describe, expect, it } from 'vitest';
import { family } from '../../../bench/families.js';
import { prove } from '../../../src/engine/inequality/index.js';
import type { Certificate } from '../../../src/evidence/certificate/certificate.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';
import { justifyDeadlockRows } from '../../../src/evidence/certificate/deadlock.js';
import type { System } from '../../../src/model/system.js';
import type { Question } from '../../../src/property/question.js';
import { deadlockFree, unlimited } from '../../engine/inequality/ask.js';
import { askedBy, randomAutomata, randomQuery } from '../../engine/inequality/random-questions.js';
import { Chance } from '../../model/random-system.js';
import { damagedCertificates } from './damage.js';

async function certified(system: System, question: Question): Promise<Certificate | undefined> {
  return (await prove(system, question, unlimited)).certificate;
}

describe('damaged certificates', () => {
  it('100 proofs about inequalities that do have a solution are refused', async () => {
    let refused = 0;
    for (let seed = 0; refused < 100; seed++) {
      const chance = new Chance(seed);
      const system = randomAutomata(chance);
      const events = system.symbols.map(({ name }) => name);
      for (const question of [deadlockFree, askedBy(randomQuery(chance, events))]) {
        const certificate = await certified(system, question);
        if (!certificate) continue;
        for await (const damaged of damagedCertificates(certificate, chance)) {
          expect(checkCertificate(damaged), `seed ${seed}`).toMatchObject({ valid: false });
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThanOrEqual(100);
  });
});

describe('rows of a deadlock certificate', () => {
  it.each([
    ['dpd', 4],
    ['dph', 4],
    ['rw', 4],
    ['cyclic', 4],
    ['dpfm', 4],
  ] as const)('%s(%i): follow from the system, and not from another', async (name, n) => {
    const certificate = await certified(family(name, n), deadlockFree);
    const [only] = certificate!.cases;
    expect(justifyDeadlockRows(family(name, n), only)).toEqual({ justified: true });
    expect(justifyDeadlockRows(family(name, n + 1), only)).toMatchObject({ justified: false });
  });

  it.each([
    ['dph', 5],
    ['rw', 6],
  ] as const)('%s(%i) with bundles: likewise', async (name, n) => {
    const { certificate } = await prove(family(name, n), deadlockFree, unlimited, { bundleFrom: 0 });
    const [only] = certificate!.cases;
    expect(only.meaning?.some(({ kind }) => kind === 'passage')).toBe(true);
    expect(justifyDeadlockRows(family(name, n), only)).toEqual({ justified: true });
    expect(justifyDeadlockRows(family(name, n + 1), only)).toMatchObject({ justified: false });
  });

  it('a certificate that leaves a step of the system out is found', async () => {
    const system = family('dpd', 3);
    const { cases } = (await certified(system, deadlockFree))!;
    const [type, ...others] = system.types;
    const more = { ...type, steps: [...type.steps, { ...type.steps[0], from: 1 }] };
    expect(justifyDeadlockRows({ ...system, types: [more, ...others] }, cases[0])).toMatchObject({
      justified: false,
    });
  });

  it('a row that says too much is found', async () => {
    const system = family('dpd', 3);
    const certificate = await certified(system, deadlockFree);
    const [only] = certificate!.cases;
    const { rows } = only.inequalities;
    for (let row = 0; row < rows.length; row++) {
      const stronger = rows.map((r, i) =>
        i === row ? { ...r, lower: (r.lower ?? 0) + 1, upper: undefined } : r,
      );
      const damaged = { ...only, inequalities: { ...only.inequalities, rows: stronger } };
      expect(justifyDeadlockRows(system, damaged), rows[row].name).toMatchObject({ justified: false });
    }
  });
});
