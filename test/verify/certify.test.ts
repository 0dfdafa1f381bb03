/** Certificates: what was shown is accepted, and whatever is changed in it or in the program is not. */
import { describe, expect, it } from 'vitest';
import type { CertificateFile, Entry } from '../../src/evidence/certificate/evidence.js';
import { type CheckOptions, check, InputError, loadText } from '../../src/index.js';
import {
  certificateFile,
  certifyEntries,
  certifyExitCode,
  parseCertificateFile,
} from '../../src/verify/certify.js';

const SAFE =
  'const N = 3\nFORK = (get -> put -> FORK).\nPHIL(I=0) = if I == 0 then (left.get -> right.get -> left.put -> right.put -> PHIL)\n  else (right.get -> left.get -> left.put -> right.put -> PHIL).\n||T = forall[i:0..N-1] (p[i]:PHIL(i) || {p[i].left, p[(i+N-1)%N].right}::FORK).';
const UNSAFE = SAFE.replace('I == 0', '0');
const read = (text: string) => loadText({ file: 'table.lts', text }, 'fsp');

async function certificateOf(text: string, options: CheckOptions): Promise<CertificateFile> {
  const results = await check(read(text), options);
  const file = certificateFile(results, 'table.lts', { asked: [] }, '0');
  return parseCertificateFile('table.cert', JSON.stringify(file));
}

const certified = (text: string, entries: Entry[]) =>
  certifyEntries(read(text).program, entries, () => true).map(({ certified: one }) => one.outcome);

const ORDER = {
  file: 'p.prop',
  text: 'for events {"p.0.left.get", "p.0.left.put"} show all executions satisfy ("p.0.left.get"; "p.0.left.put")*; "p.0.left.get"?',
};

const QUERY = {
  file: 'q.prop',
  text: 'query once violated by: from the start until "p.0.left.get" allowing earlier ones, then until "p.0.left.get" without "p.0.left.put"',
};

describe('a certificate', () => {
  it.each([
    ['inequalities', { deadlock: true, engine: 'inequality' }, 'inequality'],
    ['inequalities for intervals', { properties: [QUERY], engine: 'inequality' }, 'inequality'],
    ['enumeration', { deadlock: true, engine: 'reach' }, 'enumeration'],
    ['enumeration of an order', { properties: [ORDER] }, 'enumeration'],
    [
      'enumeration of what goes on for ever',
      { ltl: ['[] ("p.0.left.get" -> <> "p.0.left.put" || true)'] },
      'enumeration',
    ],
  ] as [string, CheckOptions, string][])('by %s is accepted', async (_, options, kind) => {
    const { entries } = await certificateOf(SAFE, options);
    expect(entries).toMatchObject([{ evidence: { kind } }]);
    expect(certified(SAFE, entries)).toEqual(['accepted']);
  });

  it.each([
    ['inequalities', 'inequality'],
    ['enumeration', 'reach'],
  ] as const)('by %s is refused for another program', async (_, engine) => {
    const { entries } = await certificateOf(SAFE, { deadlock: true, engine });
    expect(certified(UNSAFE, entries)).toEqual(['refused']);
  });

  it('is refused where its proof was changed, everywhere', async () => {
    const { entries } = await certificateOf(SAFE, { deadlock: true, engine: 'inequality' });
    const [{ evidence }] = entries;
    const { inequalities, proof } = evidence?.kind === 'inequality' ? evidence.certificate.cases[0] : never();
    let refused = 0;
    const changed = (change: (copy: { inequalities: typeof inequalities; proof: typeof proof }) => void) => {
      const copy = structuredClone(entries);
      const one = copy[0].evidence;
      if (one?.kind === 'inequality') change(one.certificate.cases[0]);
      if (certified(SAFE, copy)[0] === 'refused') refused++;
    };
    changed((copy) => copy.proof.splice(0));
    // Any row with another bound is none that follows from the program.
    inequalities.rows.forEach((_, row) => {
      changed((copy) => {
        copy.inequalities.rows[row].upper = (copy.inequalities.rows[row].upper ?? 0) - 7;
      });
    });
    expect(refused).toBe(1 + inequalities.rows.length);
  });

  it('says nothing for what does not hold, or about another question', async () => {
    const violated = await certificateOf(UNSAFE, { deadlock: true });
    expect(certified(UNSAFE, violated.entries)).toEqual(['not shown']);
    const { entries } = await certificateOf(SAFE, { deadlock: true });
    expect(certified(SAFE, [{ ...entries[0], text: 'it is good' }])).toEqual(['refused']);
    expect(certified(SAFE, [{ ...entries[0], index: 3 }])).toEqual(['refused']);
    expect(certified(SAFE, [{ ...entries[0], asked: { properties: 7 as never } }])).toEqual(['refused']);
    expect(certified(SAFE, [{ ...entries[0], evidence: { kind: 'inequality' } as never }])).toEqual([
      'refused',
    ]);
    expect(certified(SAFE, [{ ...entries[0], evidence: { kind: 'oath' } as never }])).toEqual(['refused']);
  });

  it.each(['', '{}', 'null', '[]', '{"schema":"heddle-certificates-1","entries":[{}]}'])(
    'is told from other files: %s',
    (text) => {
      expect(() => parseCertificateFile('x', text)).toThrow(InputError);
    },
  );

  it('gives the exit codes of check', () => {
    const codes = (...outcomes: ('accepted' | 'refused' | 'not shown')[]) =>
      certifyExitCode(
        outcomes.map((outcome) => ({
          property: '',
          text: '',
          notices: [],
          certified: outcome === 'accepted' ? { outcome, how: '' } : { outcome, reason: '' },
        })),
      );
    expect([
      codes('accepted'),
      codes('accepted', 'refused', 'not shown'),
      codes('accepted', 'not shown'),
      codes(),
    ]).toEqual([0, 1, 2, 2]);
  });
});

function never(): never {
  throw new Error('this is a certificate of inequalities');
}
